import { type PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { openPdf } from '../../../src/pdf/opening.ts'
import {
  brokenContents,
  DAMAGED,
  FLOODS,
  fileInFile,
  ODD_BUT_PLAIN,
  twistedTree,
  twoFaced,
  wholePdf,
} from '../../support/damaged-pdfs.ts'
import { ENCRYPTED_BY_QPDF } from '../../support/encrypted-files.ts'
import { encryptedPdf, signedByOthers } from '../../support/odd-uploads.ts'
import { PACKINGS, packedPdf, UNFOLDING } from '../../support/packed-pdfs.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { pdfText } from '../../support/pdf-text.ts'

const broken = (pdf: Uint8Array): Buffer =>
  Buffer.from(
    Buffer.from(pdf)
      .toString('latin1')
      .replace(/startxref\s+\d+/, 'startxref\n77'),
    'latin1',
  )

describe('a damaged file that nobody has signed is repaired, and its sender informed, when', () => {
  test.each(Object.entries(DAMAGED))('%s', async (_name, make) => {
    const { file, facts, notices } = await openPdf(await make())
    expect(notices).toEqual(['repaired'])
    expect(facts.pages).toHaveLength(2)
    expect(pdfText(file.bytes)).toEqual(pdfText(await wholePdf()))
    expect((await openPdf(file.bytes)).notices).toEqual([])
  })

  test.each(Object.entries(ENCRYPTED_BY_QPDF))('it is encrypted too: %s', async (_name, base64) => {
    const { file, notices } = await openPdf(broken(Buffer.from(base64, 'base64')))
    expect(notices).toEqual(['repaired', 'decrypted'])
    expect(pdfText(file.bytes)).toEqual(['Bail '])
  })
})

test.each(Object.entries(ODD_BUT_PLAIN))(
  'what no two readers read differently is no damage: %s',
  async (_name, make) => {
    const pdf = await make()
    const { file, notices } = await openPdf(pdf)
    expect(notices).toEqual([])
    expect(file.bytes.equals(pdf)).toBe(true)
  },
)

test('a damaged file that carries a signature is refused, not repaired', async () => {
  const pdf = broken(await signedByOthers('ab'.repeat(2_000)))
  await expect(openPdf(pdf)).rejects.toMatchObject({
    code: 'pdf_not_signable',
    message: expect.stringMatching(/signature and its structure is damaged.*ask the signer/),
  })
})

test.each(PACKINGS.map((packing) => [packing.filter, packing] as const))(
  'objects and cross-references are read behind %s',
  async (_name, packing) => {
    const pdf = packedPdf(packing)
    const { file, facts, notices } = await openPdf(pdf)
    expect(notices).toEqual([])
    expect(facts.pages).toHaveLength(1)
    expect(file.bytes.equals(pdf)).toBe(true)
    expect(pdfText(pdf)).toEqual(['packed '])
  },
)

test.each(Object.entries(UNFOLDING))(
  'a file that unfolds without measure is refused within the budget: %s',
  async (_name, make) => {
    await expect(openPdf(make())).rejects.toMatchObject({ code: 'render_limit_exceeded' })
  },
  60_000,
)

test('contents of a page that cannot be read are not left out: the file is refused', async () => {
  await expect(openPdf(brokenContents())).rejects.toMatchObject({ code: 'pdf_invalid' })
})

describe('usage rights, with which a program lets readers save a form,', () => {
  const rights = (document: PDFDocument, parts: object = {}) => {
    const { context, catalog } = document
    const dict = context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      ByteRange: [0, 1, 2, 3],
      Contents: PDFHexString.of('ab'.repeat(50)),
      Reference: [{ Type: 'SigRef', TransformMethod: 'UR3' }],
      ...parts,
    } as never)
    catalog.set(PDFName.of('Perms'), context.obj({ UR3: context.register(dict) }))
  }

  test('are no signature of an encrypted file: it is decrypted, and its sender informed', async () => {
    const { notices, facts } = await openPdf(await encryptedPdf('AES-256', rights))
    expect(notices).toEqual(['decrypted', 'usage_rights_removed'])
    expect(facts.signatures).toBe(0)
  })

  test('do not explain away a signature beside them, or one that only takes their place', async () => {
    const beside = encryptedPdf('AES-256', (document) => {
      rights(document)
      document.context.register(document.context.obj({ Type: 'Sig', ByteRange: [0, 1, 2, 3] }))
    })
    const named = encryptedPdf('AES-256', (document) => rights(document, { Reference: [] }))
    for (const pdf of [beside, named])
      await expect(openPdf(await pdf)).rejects.toMatchObject({ code: 'pdf_not_signable' })
  })
})

test('a table packed as a picture is no damage: the file is refused, not guessed at', async () => {
  const pdf = packedPdf({ filter: '/DCTDecode', pack: (data) => data })
  await expect(openPdf(pdf)).rejects.toMatchObject({
    code: 'pdf_invalid',
    message: expect.stringContaining('DCTDecode'),
  })
})

describe('after a repair all readers show the same:', () => {
  test('of two objects of one number only the last is left', async () => {
    const { file } = await openPdf(twoFaced())
    expect(pdfText(file.bytes).join()).toContain('one million')
    expect(file.objectNumbers().length).toBeLessThan(8)
    expect((await openPdf(file.bytes)).notices).toEqual([])
  })

  test('a file inside a stream gives no objects', async () => {
    const { file } = await openPdf(fileInFile())
    expect(pdfText(file.bytes).join()).toContain('outer')
  })

  test('a page that is listed twice is seen twice, and a circle once', async () => {
    const { file, facts } = await openPdf(twistedTree())
    expect(facts.pages).toHaveLength(2)
    expect(pdfText(file.bytes).map((page) => page.trim())).toEqual(['again', 'again'])
  })
})

test.each(Object.entries(FLOODS))(
  'a file without pages is refused in time that grows with its size, whatever floods it: %s',
  async (_name, make) => {
    const code = expect.stringMatching(/^(pdf_invalid|render_limit_exceeded)$/)
    await expect(openPdf(make())).rejects.toMatchObject({ code })
  },
  60_000,
)

test.each(['AES-128', 'AES-256'] as const)(
  'a locked file (%s) opens with the password of its user and of its owner, and no other',
  async (algorithm) => {
    const document = await plainDocument(1)
    document.encrypt({ userPassword: 'reader', ownerPassword: 'owner', algorithm })
    const pdf = await document.save({ useObjectStreams: false })
    for (const password of ['reader', 'owner'])
      expect(await openPdf(pdf, { password })).toMatchObject({
        locked: true,
        notices: ['decrypted'],
      })
    await expect(openPdf(pdf, { password: 'Owner' })).rejects.toMatchObject({
      code: 'pdf_encrypted',
    })
  },
)
