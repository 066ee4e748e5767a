import { PDFDocument, PDFName, PDFRef } from 'pdf-lib'
import { expect, test } from 'vitest'
import { changesBetween } from '../../../src/pdf/compare/changes.ts'
import { RULES } from '../../../src/pdf/compare/rules.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { PdfUpdate } from '../../../src/pdf/pdf-update.ts'
import { addField, stream } from '../../support/attacks.ts'

/** A form whose field names it, by `key` and as its parent where that is another key. */
async function namedByItsField(key: string): Promise<Buffer> {
  const document = await PDFDocument.create()
  const field = document.getForm().createTextField('price')
  field.addToPage(document.addPage([300, 300]))
  const form = document.catalog.get(PDFName.of('AcroForm'))
  if (!(form instanceof PDFRef)) throw new TypeError('pdf-lib gives the form a number')
  field.acroField.dict.set(PDFName.of('Parent'), form)
  field.acroField.dict.set(PDFName.of(key), form)
  return Buffer.from(await document.save({ useObjectStreams: false }))
}

/** What is said once a signature field has been added behind it. */
async function saidOf(pdf: Buffer): Promise<string[]> {
  const update = new PdfUpdate(PdfFile.open(pdf))
  addField(update, { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: 'Seal', Rect: [0, 0, 0, 0] })
  const changes = changesBetween(PdfFile.open(pdf), PdfFile.open(update.save()))
  return changes.map(({ code }) => code)
}

/** What is said of a signature field that is added over the text field, which lies at 50, 100 of a page of 300. */
async function saidOver(field: object, place = [0, 0, 300, 300]): Promise<string[]> {
  const pdf = await namedByItsField('Parent')
  const update = new PdfUpdate(PdfFile.open(pdf))
  const drawn = stream(update, '0 0 9 9 re f', { Subtype: 'Form', BBox: [0, 0, 9, 9] })
  const parts = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: 'Over',
    Rect: place,
    V: { Type: 'Sig' },
    ...('AP' in field && { AP: { N: update.add(drawn) } }),
  }
  addField(update, { ...parts, ...field, ...('AP' in field && { AP: parts.AP }) })
  const changes = changesBetween(PdfFile.open(pdf), PdfFile.open(update.save()))
  return changes.map(({ code }) => code)
}

test('a signed field without a look covers nothing of the field under it', async () => {
  expect(await saidOver({})).toEqual(['visible_signature_added'])
})

test.each<[string, object]>([
  ['that draws', { AP: true }],
  ['that draws, and does not say on which page', { AP: true, P: undefined }],
  ['with a background of its own', { MK: { BG: [1, 1, 1] } }],
  ['that can still be signed, and drawn then', { V: undefined }],
])('a signature field over another field covers it: one %s', async (_name, field) => {
  expect(await saidOver(field)).toContain('field_covered')
})

test('a form that its fields name as their parent gets signature fields without being called changed', async () => {
  expect(await saidOf(await namedByItsField('Parent'))).toEqual(['signature_field_added'])
})

test('a form that its field names as anything else is called changed', async () => {
  expect(await saidOf(await namedByItsField('MK'))).toContain('object_changed')
})

/** What is said where a prepared field is signed whose appearances something else names, too. */
async function saidOfSigning(alsoNamed: boolean): Promise<string[]> {
  const document = await PDFDocument.create()
  const { context } = document
  const N = context.register(context.stream('', { Subtype: 'Form', BBox: [0, 0, 9, 9] }))
  const AP = context.register(context.obj({ N }))
  const widget = { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: 'Two', Rect: [0, 0, 90, 90], AP }
  const field = context.register(context.obj(widget))
  document.addPage([300, 300]).node.set(PDFName.of('Annots'), context.obj([field]))
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
  if (alsoNamed) context.trailerInfo.Info = context.register(context.obj({ Spare: AP }))
  const pdf = Buffer.from(await document.save({ useObjectStreams: false }))
  const update = new PdfUpdate(PdfFile.open(pdf))
  const drawn = update.add(stream(update, '0 0 9 9 re f', { Subtype: 'Form', BBox: [0, 0, 9, 9] }))
  const signed = { ...widget, AP: { N: drawn }, V: { Type: 'Sig' } }
  update.set(field, update.file.context.obj(signed))
  const changes = changesBetween(PdfFile.open(pdf), PdfFile.open(update.save()))
  return changes.map(({ code }) => code)
}

test('a prepared field that is signed leaves a dictionary of appearances that nothing else names', async () => {
  expect(await saidOfSigning(false)).toEqual(['signature_added'])
  expect(await saidOfSigning(true)).toEqual(['field_changed', 'signature_added'])
})

test('what may follow a signature is a list of rules: without one, what it permits is forbidden', async () => {
  const pdf = await namedByItsField('Parent')
  const update = new PdfUpdate(PdfFile.open(pdf))
  addField(update, { Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T: 'Seal', Rect: [0, 0, 0, 0] })
  const states = [PdfFile.open(pdf), PdfFile.open(update.save())] as const
  const codes = (without?: keyof typeof RULES): string[] => {
    const { [without ?? 'StatementsRule']: _, ...others } = RULES
    return changesBetween(...states, Object.values(others)).map(({ code }) => code)
  }
  expect(codes()).toEqual(['signature_field_added'])
  expect(codes('FormRule')).toContain('object_changed')
  expect(codes('PagesRule')).toContain('object_changed')
})
