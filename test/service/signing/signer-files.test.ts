/** Files that signers give for fields of type file: from the upload to the proof, and everybody who may not have them. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INPUT_LIMITS } from '../../../src/kernel/field-types.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { fieldValue } from '../../../src/pdf/compare/field-values.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import type { Answer } from '../../support/app.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import {
  bytesOf,
  checked,
  evidenceFiles,
  type Files,
  listAnew,
  signAnew,
} from '../../support/evidence.ts'
import { keysOf } from '../../support/evidence-tampering.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { located, photo } from '../../support/photographs.ts'
import {
  type Person,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const TYPED = { kind: 'typed', text: 'Zoé Łukasz' } as const
const at = (row: number, more: object = {}) => ({ page: 1, x: 60, y: 60 + row * 60, ...more })
const FIELDS = [
  at(0, { type: 'file', name: 'identity', label: 'Identity document' }),
  at(1, { type: 'file', name: 'payslip', required: false }),
  at(2),
]
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface SeenFile {
  id: string
  name: string
  media_type: string
  size: number
  sha256: string
}

/** Sends a file as the signer's page does. */
function upload(
  person: Person,
  {
    field = 'identity',
    filename = 'carte.jpg',
    bytes,
  }: { field?: string; filename?: string; bytes: Uint8Array },
): Promise<Answer> {
  const headers = person.cookie === '' ? {} : { cookie: person.cookie }
  return signing.app.call('POST', `/sign/${person.token}/files`, {
    headers,
    form: [
      ['field', field],
      ['file', { filename, bytes }],
    ],
  })
}

const uploaded = async (person: Person) =>
  (await person.call('GET', '/files')).json<{ files: Array<{ field: string; file: SeenFile }> }>()
    .files
/** In a bucket a removed file can be read for another day, by an instance that has just looked for it. */
const isStored = async (sha256: string): Promise<boolean> =>
  (await hashesIn(signing.services.signing.parts.blobs)).includes(sha256)

/** Somebody who has entered the code. */
async function verified(fields: unknown[] = FIELDS) {
  const who = somebody({ fields })
  const { id, signers } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  return { id, signerId: signers[0]?.id ?? '', who, person }
}

describe('from the upload to the proof', () => {
  test('a photograph loses its place, is named in the signed field, the trail and the proof, and is handed out', async () => {
    const { id, person } = await verified()
    const sent = await upload(person, {
      bytes: located(),
      filename: 'C:\\fakepath\\carte\u202egpj.exe',
    })
    expect(sent.status).toBe(200)
    const file = sent.json<SeenFile>()
    expect(file).toMatchObject({ name: 'carte_gpj.exe.jpg', media_type: 'image/jpeg' })
    expect(await uploaded(person)).toEqual([{ field: 'identity', file }])
    // Nothing before the signature.
    expect((await signing.act('GET', id, `/files/${file.id}`)).json<SeenProblem>().code).toBe(
      'signer_file_not_found',
    )
    expect((await person.sign({ ...TYPED, values: { identity: file.sha256 } })).status).toBe(200)
    await signing.work()

    const done = (await signing.act('GET', id)).json<{
      status: string
      signers: Array<{
        id: string
        fields: Array<{ name?: string; value?: unknown; file?: SeenFile }>
      }>
    }>()
    expect(done.status).toBe('completed')
    const text = `carte_gpj.exe.jpg · ${file.size} B · SHA-256 ${file.sha256}`
    const [identity, payslip] = done.signers[0]?.fields.filter(({ name }) => name) ?? []
    expect(identity).toMatchObject({ value: text, file })
    expect(payslip).not.toHaveProperty('file')

    const got = await signing.act('GET', id, `/files/${file.id}`)
    expect(got.status).toBe(200)
    expect(hashOf(got.bytes)).toBe(file.sha256)
    expect(got.bytes.includes('Exif')).toBe(false)
    expect(got.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="carte_gpj.exe.jpg"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })

    const pdf = await signing.signedFile(id)
    // On the page, too: the hash in two halves.
    const page = pdfText(pdf)[0] ?? ''
    expect(page).toContain(`carte_gpj.exe.jpg · ${file.size} B SHA-256 ${file.sha256.slice(0, 32)}`)
    expect(page).toContain(file.sha256.slice(32))
    const opened = PdfFile.open(pdf)
    const values = formFields(opened)
      .filter(({ type }) => type !== 'Sig')
      .map(({ dict }) => fieldValue(opened, dict))
    expect(values).toEqual([text, ''])
    const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
    const judged = verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
    expect(judged.problems).toEqual([])
    expect(judged.signatures.flatMap(({ problems }) => problems)).toEqual([])
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join('')
    expect(proof.replace(/\s+/g, '')).toContain(file.sha256)
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain(file.sha256)
    expect(trail).not.toContain('carte')

    const evidence = await evidenceFiles(signing, id)
    const path = `signer-files/${file.id}.jpg`
    expect(hashOf(bytesOf(evidence, path))).toBe(file.sha256)
    expect(JSON.parse(bytesOf(evidence, 'signer-files/list.json').toString())).toEqual([
      {
        file: path,
        signer_id: done.signers[0]?.id,
        field: 'identity',
        media_type: 'image/jpeg',
        name: 'carte_gpj.exe.jpg',
        size: file.size,
        sha256: file.sha256,
      },
    ])
    for (const name of ['README.txt', 'LISEZMOI.txt'])
      expect(bytesOf(evidence, name).toString()).toMatch(/^ {4}signer-files\/ /m)
    const sound = await checked(evidence)
    expect(sound.said).toContain(`\n${path}\n`)
    expect(sound.said).toContain('Everything holds.')
    // As only the operator could: the list of files is signed anew with the service's own seal.
    const spoiledBy = async (spoil: (files: Files) => unknown) => {
      const files: Files = new Map(evidence)
      spoil(files)
      listAnew(files)
      await signAnew(files, await keysOf(signing.services.pki))
      return await checked(files)
    }
    for (const [spoil, says] of [
      [(files: Files) => files.set(path, Buffer.from('other')), `${path} is not the file that`],
      [(files: Files) => files.delete(path), `${path} is missing`],
      [(files: Files) => files.set('signer-files/a.jpg', Buffer.from('x')), 'does not name'],
    ] as const)
      expect(await spoiledBy(spoil)).toMatchObject({
        status: 1,
        said: expect.stringContaining(says),
      })
  })

  test('a file is replaced and removed until the signer signs; nothing of it is left', async () => {
    const { id, person } = await verified()
    const first = (await upload(person, { bytes: photo(1) })).json<SeenFile>()
    const second = (await upload(person, { bytes: photo(2) })).json<SeenFile>()
    expect(await isStored(first.sha256)).toBe(false)
    // The page that showed the first one does not sign the second.
    const refused = await person.sign({ ...TYPED, values: { identity: first.sha256 } })
    expect(refused.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/values/identity', code: 'value_other_file' },
    ])
    expect((await person.call('DELETE', `/files/${second.id}`)).status).toBe(204)
    expect(await isStored(second.sha256)).toBe(false)
    const missing = await person.sign(TYPED)
    expect(missing.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/values/identity', code: 'value_missing' },
    ])
    const third = (
      await upload(person, { bytes: await smallPdf(), filename: 'Ausweis März.pdf' })
    ).json<SeenFile>()
    // A PDF stays as it is.
    expect(third).toMatchObject({ name: 'Ausweis März.pdf', sha256: hashOf(await smallPdf()) })
    expect((await person.sign(TYPED)).status).toBe(200)
    for (const late of [
      await upload(person, { bytes: photo(3) }),
      await person.call('DELETE', `/files/${third.id}`),
    ])
      expect(late.json<SeenProblem>().code).toMatch(/^already_signed$/)
    expect((await signing.act('GET', id, `/files/${third.id}`)).status).toBe(200)
  })
})

describe('who may not', () => {
  test('nobody without the code, for another field, or of another request, key or account', async () => {
    const { id, person, who } = await verified()
    const file = (await upload(person, { bytes: photo(4) })).json<SeenFile>()
    const stranger = await signing.person(who)
    for (const answer of [
      await upload(stranger, { bytes: photo(4) }),
      await stranger.call('GET', '/files'),
      await stranger.call('DELETE', `/files/${file.id}`),
    ])
      expect(answer.json<SeenProblem>().code).toBe('verification_required')
    expect(JSON.stringify(await stranger.state())).not.toContain(file.sha256)
    const wrong = await upload(person, { field: 'signature', bytes: photo(4) })
    expect(wrong.json<SeenProblem>().errors).toMatchObject([{ pointer: '/field' }])

    const other = await verified()
    expect((await other.person.call('DELETE', `/files/${file.id}`)).status).toBe(204)
    expect(await uploaded(person)).toHaveLength(1)
    expect((await person.sign(TYPED)).status).toBe(200)
    const path = `/files/${file.id}`
    expect((await signing.act('GET', other.id, path)).status).toBe(404)
    const foreign = await signing.app.newKey('signature_business')
    expect((await signing.act('GET', id, path, undefined, foreign)).status).toBe(404)
    expect((await signing.app.call('GET', `/api/v1/documents/${id}${path}`)).status).toBe(401)
  })

  test('the next person finds nothing of the one whom the sender has replaced', async () => {
    const { id, signerId, person } = await verified()
    const { sha256 } = (await upload(person, { bytes: photo(5) })).json<SeenFile>()
    const next = somebody()
    const changed = await signing.act('PATCH', id, `/signers/${signerId}`, {
      email: next.email,
      phone: next.phone,
    })
    expect(changed.status).toBe(200)
    await signing.work()
    expect(await isStored(sha256)).toBe(false)
    signing.app.clock.move(60_000)
    const successor = await signing.person(next)
    await successor.verify()
    expect(await uploaded(successor)).toEqual([])
  })

  test('a delegate finds nothing of whoever delegated', async () => {
    const who = somebody({ fields: FIELDS, allow_delegation: true })
    const { id } = await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    const { id: fileId, sha256 } = (await upload(person, { bytes: photo(7) })).json<SeenFile>()
    const { phone, ...named } = somebody()
    const order = { ...named, phone, reason: 'On leave' }
    expect((await person.call('POST', '/delegation', order)).status).toBe(204)
    await signing.work()
    expect(await isStored(sha256)).toBe(false)
    expect((await signing.act('GET', id, `/files/${fileId}`)).status).toBe(404)
    signing.app.clock.move(60_000)
    const delegate = await signing.person({ ...named, phone })
    await delegate.verify()
    expect(await uploaded(delegate)).toEqual([])
  })
})

describe('what is refused', () => {
  let person: Person
  beforeAll(async () => {
    person = (await verified()).person
  })
  const picture = () => Buffer.from(photo(6))
  test.each([
    [
      'a web page that is called a PDF',
      () => Buffer.from('<!doctype html><script>1</script>'),
      'file_kind',
    ],
    [
      'a PDF behind something else',
      async () => Buffer.concat([Buffer.from('PK\u0003\u0004'), await smallPdf()]),
      'file_kind',
    ],
    ['a HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'file_kind'],
    ['nothing', () => Buffer.alloc(0), 'file_kind'],
    ['half a photograph', () => picture().subarray(0, picture().length / 2), 'image_invalid'],
    ['a broken PDF', () => Buffer.from('%PDF-1.7\nnothing'), 'pdf_invalid'],
    ['too much', () => Buffer.alloc(INPUT_LIMITS.fileBytes + 1, 0x20), 'file_too_large'],
  ])('%s', async (_what, make, code) => {
    const before = (await namedBlobs(signing.services.db)).size
    const problem = (await upload(person, { bytes: await make() })).json<
      SeenProblem & { errors?: Array<{ code?: string }> }
    >()
    expect([problem.code, problem.errors?.[0]?.code]).toContain(code)
    expect(await uploaded(person)).toEqual([])
    expect((await namedBlobs(signing.services.db)).size).toBe(before)
  })

  test('what follows a photograph is not kept', async () => {
    const hidden = Buffer.concat([photo(7), Buffer.from('PK\u0003\u0004 an archive')])
    const plain = (await upload(person, { bytes: photo(7) })).json<SeenFile>()
    expect((await upload(person, { bytes: hidden })).json<SeenFile>().sha256).toBe(plain.sha256)
  })

  test('the sixty-first upload within an hour', async () => {
    const { person } = await verified()
    let refused: Answer | undefined
    for (let sent = 0; sent < 61; sent += 1) {
      const answer = await upload(person, { field: 'none', bytes: photo(8) })
      if (answer.status === 429) refused = answer
    }
    expect(refused?.json<SeenProblem>().code).toBe('rate_limited')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each([
    ['a value', at(0, { type: 'file', name: 'a', value: 'x' }), '/signers/0/fields/0/value'],
    [
      'read-only',
      at(0, { type: 'file', name: 'a', read_only: true }),
      '/signers/0/fields/0/read_only',
    ],
    ['too small', at(0, { type: 'file', name: 'a', width: 50 }), '/signers/0/fields/0'],
  ])('a field with %s', async (_what, field, pointer) => {
    const { errors = [] } = (
      await signing.post([somebody({ fields: [field] })])
    ).json<SeenProblem>()
    expect(errors.map((each) => each.pointer).join()).toContain(pointer)
  })

  test('more files than a signer can give', async () => {
    const fields = Array.from({ length: INPUT_LIMITS.filesPerSigner + 1 }, (_, index) =>
      at(index, { type: 'file', name: `f${index}` }),
    )
    const { errors } = (await signing.post([somebody({ fields })])).json<SeenProblem>()
    expect(errors).toMatchObject([{ pointer: '/signers/0/fields' }])
  })
})

describe('nothing is left', () => {
  test('of a request that is declined or deleted', async () => {
    const { id, person } = await verified()
    const { sha256 } = (await upload(person, { bytes: photo(9) })).json<SeenFile>()
    await person.decline()
    await signing.work()
    expect(await isStored(sha256)).toBe(false)
    expect((await signing.act('GET', id)).status).toBe(200)

    const done = await verified()
    const kept = (await upload(done.person, { bytes: photo(10) })).json<SeenFile>()
    await done.person.sign(TYPED)
    await signing.work()
    expect(await namedBlobs(signing.services.db)).toContain(kept.sha256)
    expect((await signing.act('DELETE', done.id)).status).toBe(204)
    await signing.work()
    expect(await isStored(kept.sha256)).toBe(false)
  })
})
