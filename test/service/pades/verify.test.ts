import { PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { pagesOf } from '../../../src/pdf/pages.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { PdfUpdate } from '../../../src/pdf/pdf-update.ts'
import { SAMPLES } from '../../support/pdf-samples.ts'
import { signLongTerm } from '../../support/signature-steps.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
let steps: Buffer[]
let signed: Buffer

const verify = async (pdf: Uint8Array) =>
  verifyPdf(pdf, {
    roots: [(await authority.pki.authority.key('root')).facts.certificate],
    nowMs: Date.now(),
  })
const problemsOf = async (pdf: Uint8Array) => {
  const { signatures, problems } = await verify(pdf)
  const all = [...problems, ...signatures.flatMap((each) => each.problems)]
  return all.map(({ code, detail }) => `${code}: ${detail}`).join('\n')
}
/** The file with an incremental update behind it. */
function updated(pdf: Buffer, change: (update: PdfUpdate) => void): Buffer {
  const update = new PdfUpdate(PdfFile.open(pdf))
  change(update)
  return update.save()
}

beforeAll(async () => {
  authority = await startAuthority()
  steps = await signedSteps(authority, await SAMPLES['object streams']!(), { signers: 2 })
  signed = steps.at(-1)!
})
afterAll(() => authority.close())

describe('a document that nobody touched', () => {
  test('is valid, every signature B-LTA, later ones known as signing and validation data', async () => {
    const { signatures, problems, valid } = await verify(signed)
    expect(problems).toEqual([])
    expect(signatures.map(({ field, level, problems: own }) => [field, level, own])).toEqual([
      ['Signer1', 'B-LTA', []],
      ['Signer2', 'B-LTA', []],
      ['Seal', 'B-LTA', []],
      [signatures[3]!.field, 'none', []],
    ])
    expect(signatures[3]).toMatchObject({ kind: 'document-timestamp', coversWholeFile: true })
    expect(new Set(signatures[0]!.changes.map(({ kind }) => kind))).toEqual(
      new Set(['signature', 'validation-data']),
    )
    expect(valid).toBe(true)
  })

  test('is B-LT before the archive time-stamp', async () => {
    const { signatures } = await verify(steps.at(-2)!)
    expect(signatures.map(({ level }) => level)).toEqual(['B-LT', 'B-LT', 'B-LT'])
  })

  test('is not trusted without our root', () => {
    const { valid, signatures } = verifyPdf(signed, { roots: [], nowMs: Date.now() })
    expect(valid).toBe(false)
    expect(signatures[0]!.problems.map(({ code }) => code)).toContain('issuer_untrusted')
  })

  test('is still valid when the certificates of its signers have long expired', async () => {
    const later = Date.now() + 300 * 86_400_000
    const roots = [(await authority.pki.authority.key('root')).facts.certificate]
    expect(verifyPdf(signed, { roots, nowMs: later }).valid).toBe(true)
  })
})

describe('tampering is found', () => {
  test('a byte flipped anywhere in the signed revision', async () => {
    const end = steps[1]!.length
    for (const at of [20, Math.floor(steps[0]!.length / 2), steps[0]!.length - 30, end - 40]) {
      const pdf = Buffer.from(signed)
      pdf[at] = pdf[at]! ^ 1
      const found = await problemsOf(pdf).catch((error: Error) => error.message)
      expect(found, `byte ${at}`).not.toBe('')
    }
  })

  test('a page shown differently by an update (incremental saving)', async () => {
    const pdf = updated(signed, (update) => {
      const page = pagesOf(update)[0]!
      const data = Buffer.from('BT ET')
      const stream = PDFRawStream.of(update.context.obj({ Length: data.length }), data)
      page.dict.set(PDFName.of('Contents'), update.add(stream))
      update.set(page.ref, page.dict)
    })
    expect(await problemsOf(pdf)).toContain(
      'page_changed: The file was changed after Zoé Łukasz 1 signed: page 1 looks different.',
    )
  })

  test('a content stream overwritten in place (shadow replace)', async () => {
    const pdf = updated(signed, (update) => {
      const page = pagesOf(update)[0]!
      const contents = page.dict.get(PDFName.of('Contents'))
      const ref =
        contents instanceof PDFRef
          ? contents
          : (update.resolve(contents) as never as { get(index: number): PDFRef }).get(0)
      const data = Buffer.from('BT ET')
      update.set(ref, PDFRawStream.of(update.context.obj({ Length: data.length }), data))
    })
    expect(await problemsOf(pdf)).toContain('page_changed')
  })

  test('an annotation laid over the page', async () => {
    const pdf = updated(signed, (update) => {
      const page = pagesOf(update)[1]!
      const note = update.add(
        update.context.obj({ Type: 'Annot', Subtype: 'FreeText', Rect: [0, 0, 500, 500] }),
      )
      page.dict.set(PDFName.of('Annots'), update.context.obj([note]))
      update.set(page.ref, page.dict)
    })
    expect(await problemsOf(pdf)).toContain('annotation_added')
  })

  test('a page added', async () => {
    const pdf = updated(signed, (update) => {
      const pages = update.catalogRef
      const catalog = update.resolve(pages)!
      const tree = update.get(catalog, 'Pages')
      const ref = (catalog as never as { get(key: PDFName): PDFRef }).get(PDFName.of('Pages'))
      ;(tree as never as { set(key: PDFName, value: unknown): void }).set(
        PDFName.of('Count'),
        update.context.obj(9),
      )
      update.set(ref, tree!)
    })
    expect(await problemsOf(pdf)).toContain('object_changed')
  })

  test('the appearance of a signature exchanged after signing', async () => {
    const pdf = updated(signed, (update) => {
      const file = PdfFile.open(signed)
      const widget = pagesOf(file)[0]!.dict.get(PDFName.of('Annots'))
      const first = (file.resolve(widget) as never as { get(index: number): PDFRef }).get(0)
      const normal = (file.get(first, 'AP') as never as { get(key: PDFName): PDFRef }).get(
        PDFName.of('N'),
      )
      const data = Buffer.from('q Q')
      update.set(normal, PDFRawStream.of(update.context.obj({ Length: data.length }), data))
    })
    expect(await problemsOf(pdf)).toContain('page_changed')
  })

  test('a signature moved to other bytes (wrapping)', async () => {
    const text = signed.toString('latin1')
    const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(text)!
    const wrapped = Buffer.from(signed)
    // The second part begins later: bytes between are covered by nobody.
    const forged = `/ByteRange [0 ${range[1]} ${Number(range[2]) + 10} ${Number(range[3]) - 10}]`
    wrapped.write(forged.padEnd(range[0].length), range.index, 'latin1')
    expect(await problemsOf(wrapped)).toContain('byte_range_gap')
  })

  test.each([
    ['an empty byte range', /\/ByteRange \[[^\]]*\]/, '/ByteRange []'],
    ['no byte range at all', /\/ByteRange /, '/BiteRange '],
    ['a byte range of one part', /\/ByteRange \[0 (\d+) [^\]]*\]/, '/ByteRange [0 9]'],
    ['no contents', /\/Contents </, '/Kontents <'],
  ])('%s (universal forgery)', async (_name, pattern, replacement) => {
    const match = pattern.exec(signed.toString('latin1'))!
    const forged = Buffer.from(signed)
    forged.write(replacement.padEnd(match[0].length), match.index, 'latin1')
    expect(await problemsOf(forged)).toMatch(/byte_range_missing|signature_empty/)
  })

  test('contents emptied to zeros', async () => {
    const at = signed.indexOf('/Contents <') + '/Contents <'.length
    const forged = Buffer.from(signed)
    forged.fill('0', at, at + 2000)
    expect(await problemsOf(forged)).toContain('signature_unreadable')
  })

  test('a signature with a certificate that was revoked before', async () => {
    const { pki } = authority
    const person = { email: 'a@example.com', country: 'FR', serialNumber: 'X' }
    const reservation = await pki.authority.reserveSigner(person)
    const signer = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
    expect(await pki.revocation.revoke(reservation.serialHex, 'key-compromise')).toBe(true)
    const facts = { timeMs: Date.now() }
    const ports = { timestamps: pki.tsa, revocation: pki.revocation }
    const pdf = await signLongTerm(steps[0]!, { field: 'Signer1', signer, facts }, ports)
    expect(await problemsOf(pdf)).toContain('certificate_revoked')
  })
})
