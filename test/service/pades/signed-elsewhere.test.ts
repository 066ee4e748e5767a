/** Files as other programs sign them: encrypted, with a signature above its widget, with an earlier signature gone. */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Element, readBer } from '../../../src/pades/ber.ts'
import type { Certificate } from '../../../src/pades/certificate.ts'
import { element, oid, sequence } from '../../../src/pades/der.ts'
import { signDigest } from '../../../src/pades/incremental-signer.ts'
import { makeToken, ownRequest } from '../../../src/pades/timestamp.ts'
import { verdictOfFile } from '../../../src/pades/verdicts.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { protectPdf } from '../../../src/pdf/protect.ts'
import { EncryptedPdfError } from '../../../src/pdf/stream-data.ts'
import { catalogOf, contentNumber, EVIL, rawUpdate, table, updated } from '../../support/attacks.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { sign, signLongTerm } from '../../support/signature-steps.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'
import { raws, withSigner } from '../../support/spoiled-cms.ts'

const VALUE_BYTES = 12_000
const ANY_NUMBER = 9_999_999_999
const RANGE = /\/ByteRange \[ 0 \d+ \d+ \d+ \]/

let authority: TestAuthority
let roots: Certificate[]
const key = (text: string) => PDFName.of(text)
const verify = (pdf: Buffer) => verifyPdf(pdf, { roots, nowMs: Date.now() })
const codesOf = (found: ReturnType<typeof verify>) =>
  [...found.problems, ...found.signatures.flatMap(({ problems }) => problems)].map(
    ({ code }) => code,
  )

async function signer() {
  const { pki } = authority
  const person = { givenName: 'Zoé', surname: 'Łukasz', email: 'z@example.com', serialNumber: 'S' }
  const reservation = await pki.authority.reserveSigner(person)
  return pki.authority.issueSigner(reservation, await pki.keyPool.take())
}

beforeAll(async () => {
  authority = await startAuthority()
  roots = [(await authority.pki.authority.key('root')).facts.certificate]
})
afterAll(() => authority.close())

/** A file with a signature that lacks nothing but its range and its value. */
async function prepared(spread: (document: PDFDocument, field: PDFDict) => void) {
  const document = await plainDocument(1)
  const page = document.getPage(0)
  const { context } = document
  const value = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      Reason: PDFHexString.fromText('Approuvé'),
      ByteRange: [0, ANY_NUMBER, ANY_NUMBER, ANY_NUMBER],
      Contents: PDFHexString.of('00'.repeat(VALUE_BYTES)),
    }),
  )
  const field = context.obj({
    FT: 'Sig',
    T: PDFHexString.fromText('Signature'),
    Type: 'Annot',
    Subtype: 'Widget',
    Rect: [10, 10, 90, 40],
    P: page.ref,
    V: value,
  })
  const ref = context.register(field)
  page.node.set(key('Annots'), context.obj([ref]))
  document.catalog.set(key('AcroForm'), context.obj({ Fields: [ref], SigFlags: 3 }))
  spread(document, field)
  return document.save({ useObjectStreams: false })
}

const signature = async (digest: Buffer): Promise<Buffer> =>
  (await signDigest(digest, await signer(), authority.pki.timestamps)).cms

async function signed(pdf: Uint8Array, cmsOver = signature): Promise<Buffer> {
  const bytes = Buffer.from(pdf)
  const start = bytes.indexOf(`<${'00'.repeat(VALUE_BYTES)}`)
  const end = start + 2 * VALUE_BYTES + 2
  const [old] = RANGE.exec(bytes.toString('latin1')) ?? ['']
  const range = `/ByteRange [ 0 ${start} ${end} ${bytes.length - end} ]`.padEnd(old.length)
  bytes.write(range, bytes.indexOf(old), 'latin1')
  const digest = createHash('sha256')
    .update(bytes.subarray(0, start))
    .update(bytes.subarray(end))
    .digest()
  const cms = await cmsOver(digest)
  bytes.write(cms.toString('hex'), start + 1, 'latin1')
  return bytes
}

describe('a file that is encrypted, and opens without a password', () => {
  let pdf: Buffer
  beforeAll(async () => {
    pdf = await signed(await protectPdf(await prepared(() => undefined), ''))
  })

  test('has its signature verified, with the reason that is encrypted in it', () => {
    const found = verify(pdf)
    expect(found.signatures).toMatchObject([
      { field: 'Signature', reason: 'Approuvé', intact: true, trusted: true, changes: [] },
    ])
    expect([found.problems, found.pages]).toEqual([[], 1])
  })

  test('is changed when a byte of its encrypted text is', () => {
    const broken = Buffer.from(pdf)
    const at = broken.indexOf('stream\n') + 'stream\n'.length + 20
    broken.writeUInt8(broken.readUInt8(at) ^ 1, at)
    expect(codesOf(verify(broken))).toContain('document_altered')
  })

  test('is changed when an update writes a page anew', () => {
    const { trailer } = PdfFile.open(pdf)
    const parts = ['Encrypt', 'ID'].map((name) => `/${name} ${trailer.get(key(name))}`).join(' ')
    const changed = rawUpdate(pdf, [[contentNumber(pdf), EVIL]], ({ trailer: rest, ...more }) =>
      table({ ...more, trailer: `${rest} ${parts}` }),
    )
    expect(codesOf(verify(changed))).toContain('page_changed')
  })

  test('is changed when an update says that nothing in it is encrypted, or otherwise', () => {
    const { trailer } = PdfFile.open(pdf)
    const id = `/ID ${trailer.get(key('ID'))}`
    const nothing = rawUpdate(pdf, [[900, '<< >>']], table)
    expect(codesOf(verify(nothing))).toContain('encryption_changed')
    const file = PdfFile.open(pdf)
    const own = String(file.resolve(trailer.get(key('Encrypt'))))
    const other = own.replace('/StmF /StdCF', '/StmF /Identity')
    expect(other).not.toBe(own)
    const otherwise = rawUpdate(pdf, [[900, other]], ({ trailer: rest, ...more }) =>
      table({ ...more, trailer: `${rest} /Encrypt 900 0 R ${id}` }),
    )
    expect(codesOf(verify(otherwise))).toContain('encryption_changed')
  })

  test('is refused where it asks for a password, which says nothing of the signature', async () => {
    const locked = await signed(await protectPdf(await prepared(() => undefined), 's3cret'))
    expect(() => verify(locked)).toThrow(EncryptedPdfError)
  })
})

const valueIn = (document: PDFDocument, field: PDFDict): PDFDict =>
  document.context.lookup(field.get(key('V')), PDFDict)

const formatAs = (document: PDFDocument, field: PDFDict, SubFilter: string): void =>
  valueIn(document, field).set(key('SubFilter'), key(SubFilter))

describe('a document time-stamp that only its format tells from a signature', () => {
  const stampOnly = (document: PDFDocument, field: PDFDict): void =>
    valueIn(document, field).set(key('SubFilter'), key('ETSI.RFC3161'))

  test('is one', async () => {
    const pdf = await signed(await prepared(stampOnly), (digest) =>
      authority.pki.timestamps.stamp(digest),
    )
    const found = verify(pdf)
    expect(found.signatures).toMatchObject([
      { kind: 'document-timestamp', intact: true, trusted: true },
    ])
    expect(codesOf(found)).not.toContain('format_unknown')
  })

  test('may leave the certificate of its authority to the security store', async () => {
    const { signer: stamper } = await authority.pki.authority.key('timestamp')
    const bare = (digest: Buffer) =>
      makeToken(
        stamper,
        { ...ownRequest(digest), wantsCertificates: false },
        { policy: '1.2.3', serial: Buffer.from([7]), timeMs: Date.now() },
      )
    const stored = await prepared((document, field) => {
      stampOnly(document, field)
      const { context } = document
      const certificates = [stamper.certificate, ...stamper.chain].map(({ der }) =>
        context.register(context.flateStream(der)),
      )
      document.catalog.set(key('DSS'), context.obj({ Certs: certificates }))
    })
    expect(verify(await signed(stored, bare)).signatures).toMatchObject([
      { kind: 'document-timestamp', intact: true, trusted: true },
    ])
    const found = verify(await signed(await prepared(stampOnly), bare))
    expect(codesOf(found)).toContain('certificate_missing')
  })
})

test('signed attributes in another order than DER sorts them leave doubt, and the text is as it was signed', async () => {
  const turned = async (digest: Buffer) => {
    const person = await signer()
    const reversed = (attributes: Element) => raws(attributes.children).reverse()
    const sign = (data: Uint8Array) => person.sign(element(0x31, ...reversed(readBer(data))))
    const { cms } = await signDigest(digest, { ...person, sign }, authority.pki.timestamps)
    return withSigner(readBer(cms), (parts) =>
      parts.map((part, at) => (at === 3 ? element(0xa0, ...reversed(part)) : part.raw)),
    )
  }
  const inOrderOf = async (SubFilter: string) =>
    verify(await signed(await prepared((...made) => formatAs(...made, SubFilter)), turned))
  const found = await inOrderOf('adbe.pkcs7.detached')
  expect(found.signatures).toMatchObject([{ intact: true, trusted: true }])
  expect(verdictOfFile(found)).toBe('doubtful')
  expect(codesOf(found)).toContain('attributes_disordered')
  const european = await inOrderOf('ETSI.CAdES.detached')
  expect(european.signatures).toMatchObject([{ intact: false }])
  expect(verdictOfFile(european)).toBe('changed')
  expect(codesOf(european)).toContain('attributes_not_der')
})

test('a signature in the format of Brazil is checked as any CMS signature', async () => {
  const pdf = await signed(await prepared((...made) => formatAs(...made, 'PBAD.PAdES')))
  expect(verify(pdf).signatures).toMatchObject([{ intact: true, trusted: true }])
  const broken = Buffer.from(pdf)
  broken.writeUInt8(broken.readUInt8(20) ^ 1, 20)
  expect(codesOf(verify(broken))).toContain('document_altered')
})

test('a signature that names a curve as its algorithm does not hold, whatever its key says', async () => {
  const curve = sequence(oid('1.2.840.10045.3.1.7'))
  const pdf = await signed(await prepared(() => undefined), async (digest) =>
    withSigner(readBer(await signature(digest)), (parts) =>
      parts.map((part, at) => (at === 4 ? curve : part.raw)),
    ),
  )
  const found = verify(pdf)
  expect([verdictOfFile(found), codesOf(found)]).toEqual([
    'changed',
    expect.arrayContaining(['algorithm_wrong']),
  ])
})

test('a signature in a field above a widget with a name of its own is found', async () => {
  const pdf = await signed(
    await prepared((document, field) => {
      const { context } = document
      const kid = context.obj({
        T: PDFHexString.fromText('Signature'),
        Subtype: 'Widget',
        Rect: [10, 10, 90, 40],
        Parent: (document.catalog.lookup(key('AcroForm')) as PDFDict)
          .lookup(key('Fields'), PDFArray)
          .get(0),
      })
      field.delete(key('Subtype'))
      field.set(key('Kids'), context.obj([context.register(kid)]))
    }),
  )
  const found = verify(pdf)
  expect(found.signatures).toMatchObject([{ field: 'Signature', intact: true, trusted: true }])
  expect(found.problems).toEqual([])
})

describe('people who sign one after the other', () => {
  let one: Buffer
  let empty: Buffer
  beforeAll(async () => {
    const places = ['First', 'Second', 'Third'].map((name, index) => ({
      name,
      page: 0,
      box: { x: 20, y: 20 + 60 * index, width: 100, height: 40 },
    }))
    const opened = await openPdf(await (await plainDocument(1)).save())
    empty = layOut(opened, { reservedPages: [], fields: places, attachments: [] })
    one = await signIn(empty, 'First')
  })

  /** As tools do that write their own security store, without looking at the one that is there. */
  const withStore = (pdf: Buffer, entries: object) =>
    updated(pdf, (update) => {
      catalogOf(update).set(key('DSS'), update.add(update.context.obj(entries as never)))
      update.set(update.catalogRef, catalogOf(update))
    })

  /** Without validation data of its own. */
  const signBriefly = async (pdf: Buffer, field: string) => {
    const order = { field, signer: await signer(), facts: { timeMs: Date.now() } }
    return (await sign(pdf, order, authority.pki.timestamps)).pdf
  }

  /** With a store that one signature covers, and that is gone in what the next one covers. */
  const replaced = async (pdf: Buffer) =>
    signBriefly(withStore(await signBriefly(pdf, 'Second'), { Certs: [] }), 'Third')

  test('stay valid when a third one’s program replaces their validation data', async () => {
    const found = verify(await replaced(one))
    expect(found.signatures[0]).toMatchObject({ field: 'First', level: 'B-LT', problems: [] })
    const codes = found.signatures[0]?.changes.map(({ code }) => code)
    expect(codes).toContain('validation_data_replaced')
  })

  test('do not hide that the first one was revoked by replacing the list that says so', async () => {
    const { pki } = authority
    const reservation = await pki.authority.reserveSigner({
      email: 'r@example.com',
      serialNumber: 'R',
    })
    const revoked = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
    expect(await pki.revocation.revoke(reservation.serialHex, 'key-compromise')).toBe(true)
    const facts = { timeMs: Date.now() }
    const first = await signLongTerm(
      empty,
      { field: 'First', signer: revoked, facts },
      authority.pki,
    )
    expect(codesOf(verify(first))).toContain('certificate_revoked')
    const found = verify(await replaced(first))
    expect(codesOf(found)).toContain('certificate_revoked')
  })

  test('are not told apart from others by what stands behind the last of them', async () => {
    const found = verify(withStore(await signIn(one, 'Second'), { Certs: [] }))
    expect(codesOf(found)).toContain('validation_data_removed')
  })

  const signIn = async (pdf: Buffer, field: string) =>
    signLongTerm(
      pdf,
      { field, signer: await signer(), facts: { timeMs: Date.now() } },
      authority.pki,
    )
  const without = (pdf: Buffer, name: string) =>
    updated(pdf, (update) => {
      const form = update.get(update.catalogRef, 'AcroForm') as PDFDict
      const warm = formFields(update).filter((field) => field.name !== name)
      form.set(key('Fields'), update.context.obj(warm.map(({ ref }) => ref)))
      form.set(key('SigFlags'), PDFNumber.of(3))
      const catalog = catalogOf(update)
      catalog.set(key('AcroForm'), form)
      update.set(update.catalogRef, catalog)
    })

  test('cannot hide that one signature was taken out of the form', () => {
    const found = verify(without(one, 'First'))
    expect(verdictOfFile(found)).toBe('changed')
    expect(codesOf(found)).toContain('signature_hidden')
  })

  test('are judged by what the second one signed, if the first signature was gone by then', async () => {
    const found = verify(await signIn(without(one, 'First'), 'Second'))
    expect(verdictOfFile(found)).toBe('doubtful')
    expect(found.signatures).toMatchObject([{ field: 'Second', intact: true, problems: [] }])
    expect(found.problems.map(({ code }) => code)).toEqual(['signature_superseded'])
    expect(found.valid).toBe(false)
  })

  test('cannot hide a first signature under a second one that is broken', async () => {
    const both = await signIn(without(one, 'First'), 'Second')
    const broken = Buffer.from(both)
    broken.write('6', both.indexOf('%PDF-1.') + '%PDF-1.'.length)
    expect(codesOf(verify(broken))).toContain('signature_hidden')
  })
})
