import { describe, expect, test } from 'vitest'
import { openPdf } from '../../../src/pdf/opening.ts'
import {
  DAMAGED,
  FLOODS,
  fileInFile,
  ODD_BUT_PLAIN,
  twistedTree,
  twoFaced,
  wholePdf,
} from '../../support/damaged-pdfs.ts'
import { ENCRYPTED_BY_QPDF } from '../../support/encrypted-files.ts'
import { signedByOthers } from '../../support/odd-uploads.ts'
import { PACKINGS, packedPdf, UNFOLDING } from '../../support/packed-pdfs.ts'
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
