/** Requests with several files that are refused, and files that others ask for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { namedBlobs } from '../../support/blob-refs.ts'
import { annex, pdfOf } from '../../support/several-files.ts'
import {
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
/** A completed request of two files. */
let id: string

beforeAll(async () => {
  signing = await startSigningApp()
  const who = somebody()
  id = (await signing.create([who], { files: [await annex(2)] })).id
  await signing.finish(id, [who])
})
afterAll(() => signing.close())

const file = async (number: number): Promise<Buffer> =>
  (await signing.act('GET', id, `/signed?file_number=${number}`)).bytes

describe('what is refused, without leaving anything behind or costing anything', () => {
  const refused = async (
    files: ReadonlyArray<{ filename: string; bytes: Uint8Array }>,
    signer: object = {},
    options: Record<string, string> = {},
  ) => {
    const held = async () => ({
      used: (await signing.app.call('GET', '/api/v1/account', { key: signing.key })).json().usage,
      blobs: (await namedBlobs(signing.services.db)).size,
      stored: await pendingBlobs(),
    })
    const before = await held()
    const answer = await signing.post([somebody(signer)], { files, options })
    expect(await held()).toEqual(before)
    const { code, errors, detail } = answer.json<SeenProblem>()
    return { status: answer.status, code, detail, pointers: errors?.map(({ pointer }) => pointer) }
  }

  const pendingBlobs = async (): Promise<number> => {
    let count = 0
    for await (const _ of signing.services.signing.parts.blobs.list()) count += 1
    return count
  }

  test('an eleventh file', async () => {
    const ten = await Promise.all(Array.from({ length: 10 }, () => annex(1)))
    expect(await refused(ten)).toMatchObject({ status: 422, pointers: ['/files'] })
  })

  test('a further file that is damaged beyond repair, encrypted with a password, or no PDF', async () => {
    const broken = { filename: 'b.pdf', bytes: Buffer.from('%PDF-1.7 and nothing else') }
    expect(await refused([await annex(1), broken])).toMatchObject({
      status: 422,
      code: 'pdf_invalid',
      pointers: ['/files/1'],
      detail: expect.stringContaining('b.pdf'),
    })
  })

  test('a further file of ours that is finished: it takes no more signatures', async () => {
    expect(await refused([{ filename: 'z.pdf', bytes: await file(2) }])).toMatchObject({
      code: 'pdf_not_signable',
      pointers: ['/files/0'],
    })
  })

  test('files that are too large together', async () => {
    const large = await pdfOf(1)
    const bytes = Buffer.concat([large, Buffer.alloc(6_000_000, '%\n')])
    const answer = await signing.post([somebody()], {
      files: [
        { filename: 'a.pdf', bytes },
        { filename: 'b.pdf', bytes },
      ],
    })
    expect([answer.status, answer.json<SeenProblem>().code]).toEqual([413, 'file_too_large'])
  })

  test('a place in a file that is not there, or outside its page', async () => {
    const place = { page: 1, x: 60, y: 60 }
    const of = (field: object) => refusedFields([{ ...place, ...field }])
    const refusedFields = async (fields: object[]) => refused([await annex(1)], { fields })
    const at = '/signers/0/fields/0'
    expect(await of({ file_number: 3 })).toMatchObject({ pointers: [`${at}/file_number`] })
    expect(await of({ file_number: 99 })).toMatchObject({ status: 422 })
    expect(await of({ file_number: 2, page: 2 })).toMatchObject({ pointers: [at] })
    expect(await of({ file_number: 3, type: 'text', name: 'Ort' })).toMatchObject({
      pointers: [`${at}/file_number`],
    })
  })

  test('a place in a second file where there is one file', async () => {
    const fields = [{ file_number: 2, page: 1, x: 60, y: 60 }]
    expect(await refused([], { fields })).toMatchObject({
      pointers: ['/signers/0/fields/0/file_number'],
    })
  })

  test('a file number that is not there, and the files of others', async () => {
    for (const which of ['file', 'signed'])
      for (const number of [0, 3, 99, 'two'])
        expect((await signing.act('GET', id, `/${which}?file_number=${number}`)).status).toBe(422)
    const stranger = await signing.app.newKey('signature_business')
    for (const which of ['file', 'signed'])
      expect(
        (await signing.act('GET', id, `/${which}?file_number=2`, undefined, stranger)).status,
      ).toBe(404)
    const one = await signing.create([somebody()])
    expect((await signing.act('GET', one.id, '/file?file_number=2')).status).toBe(422)
    expect(one.files).toBeUndefined()
  })
})
