/** Several files in one request: one invitation, one code, one signature of each person in every file, one proof. */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { findRequest } from '../../../src/signing/store/requests.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import { ENCRYPTED_BY_QPDF } from '../../support/encrypted-files.ts'
import { bytesOf, checked, evidenceFiles, type Files } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { annex, sha256 } from '../../support/several-files.ts'
import { signedSteps } from '../../support/signing.ts'
import {
  messagesOf,
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
/** A request of three files and two signers that went the whole way. */
let id: string
let done: SeenDocument
const people = [somebody(), somebody({ order: 2 })]

const file = async (number: number, which = 'signed', of = id): Promise<Buffer> =>
  (await signing.act('GET', of, `/${which}?file_number=${number}`)).bytes

async function verdict(pdf: Uint8Array) {
  const { roots } = await signing.services.pki.trusted()
  return verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
}

const entriesOf = async (of: string) =>
  (await signing.act('GET', of, '/audit')).json<{
    header: Record<string, unknown>
    entries: Array<{ type: string; data: Record<string, unknown> }>
  }>()

beforeAll(async () => {
  signing = await startSigningApp()
  const [first, second] = people
  const place = (page: number) => ({ file_number: 2, page, x: 60, y: 500 })
  const made = await signing.create(
    [{ ...first!, fields: [place(1), { page: 1, x: 60, y: 60 }, place(2)] }, second!],
    { files: [await annex(2), await annex(1)], options: { name: 'Bail' } },
  )
  id = made.id
  done = await signing.finish(id, people)
})
afterAll(() => signing.close())

describe('a request of three files and two signers', () => {
  test('is completed with every file signed by both, sealed and B-LTA', async () => {
    expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
    const names = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, n) => expect.stringMatching(`-${prefix}-${n + 1}$`))
    const expected = [
      [...names('signer-1', 1), ...names('signer-2', 1), ...names('seal', 3)],
      [...names('signer-1', 2), ...names('signer-2', 1), ...names('seal', 1)],
      [...names('signer-1', 1), ...names('signer-2', 1), ...names('seal', 1)],
    ]
    const certificates = new Set<string>()
    for (const [index, fields] of expected.entries()) {
      const { problems, signatures, valid } = await verdict(await file(index + 1))
      expect({ problems, valid }).toEqual({ problems: [], valid: true })
      const own = signatures.filter(({ kind }) => kind === 'signature')
      expect(own.map((each) => each.field)).toEqual(fields)
      expect(own.map(({ level, problems: faults }) => [level, faults])).toEqual(
        fields.map(() => ['B-LTA', []]),
      )
      for (const { field, signer } of own)
        if (field.includes('-signer-')) certificates.add(signer?.fingerprint ?? '')
    }
    // A key and a certificate of its own for each signature.
    expect(certificates.size).toBe(7)
  })

  test('invited and asked for a code each person once, and took one signature of each from the quota', async () => {
    const mails = await messagesOf(signing.app)
    for (const { email, phone } of people) {
      const to = (channel: string, who: string | undefined) =>
        mails.filter((each) => each.channel === channel && each.to === who)
      expect(to('sms', phone)).toHaveLength(1)
      // The invitation and the news that it is complete.
      const letters = to('mail', email)
      expect(letters).toHaveLength(2)
      for (const { text } of letters)
        for (const name of ['contrat', 'annexe-2', 'annexe-1']) expect(text).toContain(name)
    }
    const { entries } = await entriesOf(id)
    expect(entries.filter(({ type }) => type === 'signer.signed')).toHaveLength(2)
  })

  test('names its files in the API and the trail, with the hashes of what is handed out', async () => {
    const { header, entries } = await entriesOf(id)
    const data = (type: string) => entries.find((entry) => entry.type === type)?.data ?? {}
    expect(done.files?.map(({ number, filename, pages }) => [number, filename, pages])).toEqual([
      [1, 'contrat.pdf', 1],
      [2, 'annexe-2.pdf', 2],
      [3, 'annexe-1.pdf', 1],
    ])
    const originals = Object.fromEntries([2, 3].map((n) => [n, done.files?.[n - 1]?.sha256]))
    expect(header).toMatchObject({
      further_files: { 2: 'annexe-2.pdf', 3: 'annexe-1.pdf' },
      further_sha256: originals,
    })
    expect(data('document.created').further_sha256).toEqual(originals)
    const signed: Record<string, string> = {}
    for (const { number, sha256: original, signed_sha256: finished } of done.files ?? []) {
      expect(sha256(await file(number, 'file'))).toBe(original)
      expect(sha256(await file(number))).toBe(finished)
      if (number > 1) signed[number] = finished ?? ''
    }
    expect(data('document.completed').further_sha256).toEqual(signed)
    expect(data('signer.signed').further_sha256_before).toEqual(
      data('document.sent').further_sha256,
    )
  })

  test('has one proof certificate, which lists every file, and each other file leads to it', async () => {
    const { entries } = await entriesOf(id)
    const before = entries.findLast(({ type }) => type === 'signer.signed')?.data as {
      sha256_after: string
      further_sha256_after: Record<string, string>
    }
    const proof = (await signing.act('GET', id, '/proof')).bytes
    const hashes = [
      ...(done.files ?? []).map((each) => each.sha256),
      before.sha256_after,
      ...Object.values(before.further_sha256_after),
    ]
    for (const pdf of [proof, await file(1), await file(2), await file(3)]) {
      const text = pdfText(pdf).join('').replace(/\s+/g, '')
      expect(text).toContain(id)
      expect(text).toContain('/verify')
      for (const hash of hashes) expect(text).toContain(hash)
      for (const { filename } of done.files ?? []) expect(text).toContain(filename)
    }
    expect(await PDFDocument.load(await file(2)).then((pdf) => pdf.getPageCount())).toBe(4)
  })

  test('recognises each of its files, before and after the rest of its life', async () => {
    const known = signing.services.signing.issuedFiles
    for (const number of [1, 2, 3]) {
      expect(await known.find(sha256(await file(number)))).toMatchObject({
        documentId: id,
        status: 'completed',
        matches: true,
      })
      const upload = await file(number, 'file')
      expect(await known.find(sha256(upload))).toBeUndefined()
    }
  })

  test('names every blob it has, and only those', async () => {
    const named = await namedBlobs(signing.services.db)
    const { signing: services } = signing.services
    for (const number of [1, 2, 3])
      for (const which of ['file', 'signed'])
        expect(named.has(sha256(await file(number, which)))).toBe(true)
    const row = await findRequest(services.parts.db, id)
    for (const { laid_out_sha256 } of row?.files.slice(1) ?? [])
      expect(await services.parts.blobs.get(laid_out_sha256 ?? '')).toBeDefined()
  })

  test('has evidence with every file in it, which its own program checks', async () => {
    const files: Files = await evidenceFiles(signing, id)
    expect(sha256(bytesOf(files, 'files/2/document-signed.pdf'))).toBe(
      done.files?.[1]?.signed_sha256,
    )
    expect(bytesOf(files, 'files/3/document-original.pdf')).toEqual(await file(3, 'file'))
    const report = await checked(files)
    expect(report).toMatchObject({ status: 0 })
    expect(report.said).toContain('files/3/document-signed.pdf')
    expect(report.said).toMatch(/files\/2:\n(.* holds\n){5}/)
  })

  test('evidence of which a further file was exchanged or left out proves nothing', async () => {
    const exchanged: Files = await evidenceFiles(signing, id)
    exchanged.set('files/2/document-signed.pdf', bytesOf(exchanged, 'files/3/document-signed.pdf'))
    expect((await checked(exchanged)).status).not.toBe(0)
    const lacking: Files = await evidenceFiles(signing, id)
    for (const name of [...lacking.keys()]) if (name.startsWith('files/3/')) lacking.delete(name)
    expect((await checked(lacking)).status).not.toBe(0)
  })
})

describe('a signer', () => {
  test('sees all files and reads each; another number or another link gives nothing', async () => {
    const who = somebody()
    const made = await signing.create([who], { files: [await annex(2)] })
    const person = await signing.person(who)
    await person.open()
    const { document, signer } = (await person.state()) as unknown as {
      document: { files: Array<{ number: number; filename: string; sha256: string }> }
      signer: { fields: Array<{ file_number?: number }> }
    }
    expect(document.files.map(({ filename }) => filename)).toEqual(['contrat.pdf', 'annexe-2.pdf'])
    expect(signer.fields.map(({ file_number }) => file_number)).toEqual([undefined, 2])
    for (const { number, sha256: hash } of document.files) {
      const { bytes } = await person.call('GET', `/file?file_number=${number}`)
      expect(sha256(bytes)).toBe(hash)
    }
    for (const path of ['/file?file_number=3', '/file?file_number=99', '/file?file_number=-1'])
      expect((await person.call('GET', path)).status).toBe(422)
    await person.signWhole()
    await signing.work()
    const finished = await signing.get(made.id)
    for (const { number, signed_sha256 } of finished.files ?? []) {
      const { bytes } = await person.call('GET', `/signed?file_number=${number}`)
      expect(sha256(bytes)).toBe(signed_sha256)
    }
    expect((await person.call('GET', '/signed?file_number=3')).status).toBe(422)
  })
})

describe('other kinds of files', () => {
  test('the same file twice, one that was encrypted, and one that others have signed', async () => {
    const who = somebody()
    const plan = { signers: 1, certify: false, seal: false, prefix: 'Other' }
    const [, signed = Buffer.alloc(0)] = await signedSteps(signing.services, await smallPdf(), plan)
    const encrypted = Buffer.from(Object.values(ENCRYPTED_BY_QPDF)[0] ?? '', 'base64')
    const made = await signing.create([who], {
      files: [
        { filename: 'contrat.pdf', bytes: await smallPdf() },
        { filename: 'signed.pdf', bytes: signed },
        { filename: 'encrypted.pdf', bytes: encrypted },
      ],
    })
    const finished = await signing.finish(made.id, [who])
    expect(finished).toMatchObject({ status: 'completed' })
    expect(new Set(finished.files?.map(({ signed_sha256 }) => signed_sha256)).size).toBe(4)
    for (const number of [1, 2, 3, 4]) {
      const { problems, signatures } = await verdict(await file(number, 'signed', made.id))
      expect(problems).toEqual([])
      const own = signatures.filter(({ field }) => field.startsWith(made.id.slice(-8)))
      expect(own.map(({ level, problems: faults }) => [level, faults])).toEqual(
        own.map(() => ['B-LTA', []]),
      )
      expect(own.filter(({ field }) => field.includes('-signer-'))).toHaveLength(1)
    }
    expect((await checked(await evidenceFiles(signing, made.id))).status).toBe(0)
  })

  test('a draft is sent with all its files, and a repeated call makes nothing new', async () => {
    const who = somebody()
    const more = {
      files: [await annex(2)],
      options: { send: 'false' },
      headers: { 'idempotency-key': 'several' },
    }
    const draft = await signing.create([who], more)
    expect((await signing.create([who], more)).id).toBe(draft.id)
    const other = await signing.post([who], { ...more, files: [await annex(1)] })
    expect(other.json<SeenProblem>().code).toBe('idempotency_key_reused')
    expect((await signing.act('POST', draft.id, '/send', {})).status).toBe(200)
    expect(await signing.finish(draft.id, [who])).toMatchObject({ status: 'completed' })
  })
})

describe('a signature that is interrupted between two files', () => {
  test('is not there in any file, and is made in all of them afterwards', async () => {
    const { parts } = signing.services.signing
    const who = somebody()
    const made = await signing.create([who], { files: [await annex(2), await annex(1)] })
    const person = await signing.person(who)
    await person.verify()
    const before = await findRequest(parts.db, made.id)
    const { begin } = parts.blobs
    let begun = 0
    parts.blobs.begin = (from) => {
      begun += 1
      if (begun === 2) throw new Error('gone between the first and the second file')
      return begin.call(parts.blobs, from)
    }
    try {
      // The order is taken; the job makes the signature.
      expect((await person.sign()).status).toBe(200)
    } finally {
      parts.blobs.begin = begin
    }
    expect(begun).toBe(2)
    const between = await findRequest(parts.db, made.id)
    expect(between?.files).toEqual(before?.files)
    signing.app.clock.move(60_000)
    await signing.work()
    expect(await signing.get(made.id)).toMatchObject({ status: 'completed' })
    for (const number of [1, 2, 3]) {
      const { signatures } = await verdict(await file(number, 'signed', made.id))
      expect(signatures.filter(({ field }) => field.includes('-signer-'))).toHaveLength(1)
    }
    const types = (await entriesOf(made.id)).entries.map(({ type }) => type)
    expect(types.filter((type) => type === 'signer.signed')).toHaveLength(1)
    expect(types).toContain('signing.abandoned')
  })
})

describe('a deleted request', () => {
  test('leaves no file, and its finished files are still recognised', async () => {
    const who = somebody()
    const made = await signing.create([who], { files: [await annex(2)] })
    const finished = await signing.finish(made.id, [who])
    const hashes = (finished.files ?? []).map(({ signed_sha256 }) => signed_sha256 ?? '')
    await signing.work()
    expect((await signing.act('DELETE', made.id)).status).toBe(204)
    await signing.work()
    const { parts, issuedFiles } = signing.services.signing
    const stored: string[] = []
    for await (const hash of parts.blobs.list()) stored.push(hash)
    for (const hash of hashes) {
      expect(stored).not.toContain(hash)
      expect(await issuedFiles.find(hash)).toMatchObject({ documentId: made.id, matches: true })
    }
    const { entries } = await entriesOf(made.id)
    expect(entries.at(-1)).toMatchObject({
      type: 'document.erased',
      data: { further_signed_sha256: { 2: hashes[1] } },
    })
  })
})
