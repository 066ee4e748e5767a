import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { decodedStream } from '../../../src/pdf/stream-data.ts'
import { FORMS } from '../../support/form-samples.ts'
import { differenceOf, picturesOf } from '../../support/pictures.ts'
import { taggedPdf } from './tagged-pdf.ts'

const signer = { name: 'Signer', page: 0, box: { x: 300, y: 300, width: 100, height: 40 } }
const laidOut = async (pdf: Uint8Array) =>
  layOut(await openPdf(pdf), { reservedPages: [], fields: [signer], attachments: [] })

/** Every object as text, streams decoded. */
function textOf(pdf: Uint8Array): string {
  const file = PdfFile.open(pdf)
  return file
    .objectNumbers()
    .map((number) => {
      const object = file.object(number)
      if (!(object instanceof PDFRawStream)) return String(object)
      if (object.dict.get(PDFName.of('Type')) === PDFName.of('ObjStm')) return ''
      return `${object.dict}${decodedStream(object).toString('latin1')}`
    })
    .join('\n')
}

/** Letters that a reader sets by itself may stand a fraction of a point beside those of another reader. */
const DRAWN_ANEW = 'fields without appearances (NeedAppearances)'

describe.each(Object.entries(FORMS))('%s', (kind, make) => {
  test('no field is left but those that signers are asked to sign', async () => {
    const file = PdfFile.open(await laidOut(await make()))
    expect(formFields(file).map(({ name }) => name)).toEqual(['Signer'])
  })

  test('its pages look as they looked before', async () => {
    const pdf = Buffer.from(await make())
    const before = picturesOf(pdf, 1)
    const difference = differenceOf(before, picturesOf(await laidOut(pdf), 1))
    expect(difference).toBeLessThanOrEqual(kind === DRAWN_ANEW ? 0.004 : 0)
    const blank = picturesOf(await (await withoutForm(pdf)).save(), 1)
    expect(differenceOf(before, blank)).toBeGreaterThan(0.01)
  })

  test('nothing in it runs, is hidden, or is drawn by another form', async () => {
    const text = textOf(await laidOut(await make()))
    expect(text).not.toMatch(/JavaScript|AFNumber|Launch|XFA|not to be seen|NeedAppearances|\/AA\b/)
  })
})

async function withoutForm(pdf: Uint8Array): Promise<PDFDocument> {
  const document = await PDFDocument.load(pdf)
  document.catalog.delete(PDFName.of('AcroForm'))
  for (const page of document.getPages()) page.node.delete(PDFName.of('Annots'))
  return document
}

test('what preparation changes of a form is said before anybody is invited', async () => {
  const codes = Object.values(FORMS).map(async (make) => {
    const { notices } = await openPdf(await make())
    return notices
  })
  const flattened = 'fields_flattened'
  expect(await Promise.all(codes)).toEqual([
    [flattened],
    [flattened],
    [flattened, 'javascript_removed', 'actions_removed'],
    [flattened, 'xfa_removed'],
    [flattened],
    [flattened],
  ])
})

test('what is chosen of a list by its place alone is still seen as chosen', async () => {
  const document = await PDFDocument.create()
  const list = document.getForm().createOptionList('list')
  list.addOptions(['Albania', 'Belgium', 'Croatia'])
  list.addToPage(document.addPage(), { x: 30, y: 100, width: 160, height: 60 })
  const { dict } = list.acroField
  const drawn = async (places?: number[]): Promise<Buffer> => {
    if (places !== undefined) dict.set(PDFName.of('I'), document.context.obj(places))
    for (const widget of list.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'))
    const pdf = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
    return await laidOut(pdf)
  }
  const marks = (pdf: Buffer): number => textOf(pdf).match(/0\.6 0\.757 0\.855 rg/g)?.length ?? 0
  expect(marks(await drawn())).toBe(0)
  expect(marks(await drawn([1, 2]))).toBe(2)
})

test('a field of a tagged document stays in the structure tree, as the content it has become', async () => {
  const content = '/P <</MCID 0>> BDC BT ET EMC'
  const document = await PDFDocument.load(
    await taggedPdf({ content, tags: [{ role: 'Document', kids: [{ role: 'P', kids: [0] }] }] }),
  )
  document.catalog.set(PDFName.of('MarkInfo'), document.context.obj({ Marked: true }))
  const field = document.getForm().createTextField('price')
  field.setText('1000 EUR')
  field.addToPage(document.getPage(0), { x: 10, y: 10, width: 100, height: 20 })
  const [widget] = field.acroField.getWidgets()
  const { context } = document
  const tree = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict)
  const holder = tree.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict)
  const held = { Type: 'OBJR', Obj: context.getObjectRef(widget!.dict)! }
  const element = context.register(context.obj({ Type: 'StructElem', S: 'Form', K: held }))
  holder.lookup(PDFName.of('K'), PDFArray).push(element)
  const numbers = tree
    .lookup(PDFName.of('ParentTree'), PDFDict)
    .lookup(PDFName.of('Nums'), PDFArray)
  numbers.push(PDFNumber.of(7))
  numbers.push(element)
  widget!.dict.set(PDFName.of('StructParent'), PDFNumber.of(7))
  const text = textOf(
    await laidOut(await document.save({ useObjectStreams: false, updateFieldAppearances: false })),
  )
  expect(text).toMatch(/\/Form <<\/MCID 1>> BDC\nq [^\n]+ Do Q\nEMC/)
  expect(text).toMatch(/\/Type \/MCR[^>]*\/MCID 1/)
  expect(text.match(/\/Type \/OBJR/g)).toHaveLength(1)
})
