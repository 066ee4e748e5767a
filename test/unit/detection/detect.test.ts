import { PDFDocument, PDFName } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { detectFields } from '../../../src/detection/detect.ts'
import type { DetectedField } from '../../../src/detection/fields.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { LAYOUTS } from '../../support/detection-layouts.ts'
import type { ExpectedField } from '../../support/detection-sheet.ts'
import { plainDocument } from '../../support/pdf-samples.ts'

/** Whether a field is the expected one: all of it within, but for a point. */
function fits(field: DetectedField, wanted: ExpectedField): boolean {
  const [x, y, width, height] = wanted.within
  return (
    field.kind === wanted.kind &&
    field.source === wanted.source &&
    field.page === (wanted.page ?? 1) &&
    field.signer === wanted.signer &&
    field.x >= x - 1 &&
    field.y >= y - 1 &&
    field.x + field.width <= x + width + 1 &&
    field.y + field.height <= y + height + 1
  )
}

describe('the fields a person would see', () => {
  test.each(Object.entries(LAYOUTS))('are found on %s, and no others', async (_name, layout) => {
    const { fields } = await detectFields(await layout.make())
    const rest = [...fields]
    const missing = layout.expected.filter((wanted) => {
      const at = rest.findIndex((field) => fits(field, wanted))
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    })
    expect({ missing, rest }).toEqual({ missing: [], rest: [] })
    for (const { reason, confidence, height, kind } of fields) {
      expect(reason).toMatch(/^The .{5,}\.$/)
      expect(confidence).toBeGreaterThan(0.3)
      expect(confidence).toBeLessThanOrEqual(1)
      expect(height).toBeGreaterThan(kind === 'signature' ? 17 : 9)
    }
  })

  test.each(Object.entries(LAYOUTS))(
    'lie on pages of the size that signing sees: %s',
    async (_name, layout) => {
      const pdf = await layout.make()
      const { pages } = await detectFields(pdf)
      const { facts } = await openPdf(pdf)
      expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual(
        facts.pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
      )
    },
  )
})

const code = (pdf: Uint8Array): Promise<unknown> =>
  detectFields(pdf).then(
    () => 'found',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

describe('a file that cannot be searched is refused in words', () => {
  test('bytes that are no PDF', async () => {
    expect(await code(Buffer.from('%PDF-1.7\nnothing of the kind'))).toBe('pdf_invalid')
    expect(await code(new Uint8Array())).toBe('pdf_invalid')
  })

  test('a file that needs a password; one with an empty password is searched', async () => {
    const locked = await plainDocument()
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
    expect(await code(await locked.save({ useObjectStreams: false }))).toBe('pdf_encrypted')
    const open = await plainDocument()
    open.encrypt({ userPassword: '', ownerPassword: 'owner', algorithm: 'AES-256' })
    expect(await code(await open.save({ useObjectStreams: false }))).toBe('found')
  })

  test('a file without pages', async () => {
    const empty = await PDFDocument.create()
    expect(await code(await empty.save({ addDefaultPage: false }))).toBe('pdf_invalid')
  })

  test('a file of 10,000 pages', async () => {
    const document = await PDFDocument.create()
    for (let page = 0; page < 10_000; page++) document.addPage([100, 100])
    expect(await code(await document.save())).toBe('render_limit_exceeded')
  })

  test('an XFA form whose pages are made while it is open; one beside pages is searched', async () => {
    const document = await plainDocument(1)
    const form = document.getForm()
    form.createTextField('a').addToPage(document.getPage(0))
    const stream = document.context.flateStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')
    form.acroForm.dict.set(PDFName.of('XFA'), document.context.register(stream))
    const save = () => document.save({ updateFieldAppearances: false })
    expect(await code(await save())).toBe('found')
    document.catalog.set(PDFName.of('NeedsRendering'), document.context.obj(true))
    expect(await code(await save())).toBe('pdf_not_signable')
  })

  test.each([0.2, 0.5, 0.8, 0.95])(
    'a file cut off at %d of its length ends in a code or in pages',
    async (share) => {
      const pdf = await (await plainDocument(3)).save({ useObjectStreams: false })
      expect(['pdf_invalid', 'found']).toContain(await code(pdf.subarray(0, pdf.length * share)))
    },
  )
})

test('a signature field that is signed is no field to sign', async () => {
  const pdf = await LAYOUTS['form fields']!.make()
  const document = await PDFDocument.load(pdf)
  const field = document
    .getForm()
    .acroForm.getAllFields()
    .find(([one]) => one.T()?.decodeText() === 'Signature client')
  field?.[0].dict.set(
    PDFName.of('V'),
    document.context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite' }),
  )
  const { fields } = await detectFields(await document.save({ updateFieldAppearances: false }))
  expect(
    fields.filter(({ source, kind }) => source === 'form_field' && kind === 'signature'),
  ).toEqual([])
})
