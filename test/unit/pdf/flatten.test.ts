import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
} from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { layOut } from '../../../src/pdf/layout.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { decodedStream } from '../../../src/pdf/stream-data.ts'
import { noticeOf } from '../../../src/pdf/upload-notices.ts'
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
/** A caret, which only some readers draw, is drawn for all of them. */
const CARET = 'shapes without appearances beside fields and scripts'
const DIFFERENCE: Readonly<Record<string, number>> = { [DRAWN_ANEW]: 0.004, [CARET]: 0.0024 }

describe.each(Object.entries(FORMS))('%s', (kind, make) => {
  test('no field is left but those that signers are asked to sign', async () => {
    const file = PdfFile.open(await laidOut(await make()))
    expect(formFields(file).map(({ name }) => name)).toEqual(['Signer'])
  })

  test('its pages look as they looked before', async () => {
    const pdf = Buffer.from(await make())
    const before = picturesOf(pdf, 1)
    const difference = differenceOf(before, picturesOf(await laidOut(pdf), 1))
    expect(difference).toBeLessThanOrEqual(DIFFERENCE[kind] ?? 0)
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
    return notices.map((notice) => noticeOf(notice).code)
  })
  const flattened = 'fields_flattened'
  expect(await Promise.all(codes)).toEqual([
    [flattened],
    [flattened],
    [flattened, 'javascript_removed', 'actions_removed'],
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

describe('a field that readers draw themselves', () => {
  interface Members {
    [key: string]: string | number | number[] | PDFString | Members
  }
  /** Members of a field; `look` are those of its appearance in the state `states`. */
  interface Sample {
    look?: { BBox: number[] }
    states?: string
    [key: string]: Members[string] | undefined
  }
  /** Everything in a flattened file of one field. */
  const flattened = async (
    field: Sample,
    form: Record<string, boolean> = { NeedAppearances: true },
  ): Promise<string> => {
    const document = await PDFDocument.create()
    const { context } = document
    const { node } = document.addPage([200, 200])
    // Paintable but for what it is put into: it has no BBox of its own.
    const look = context.register(context.flateStream('0 1 0 rg 0 0 9 9 re f', { ...field.look }))
    const { states, look: _, ...own } = field as Members
    const widget = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        F: 4,
        Rect: [20, 20, 60, 40],
        ...own,
        ...(states !== undefined && { AP: { N: { [String(states)]: look } } }),
      }),
    )
    node.set(PDFName.of('Annots'), context.obj([widget]))
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [widget], ...form }))
    const pdf = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
    return textOf(await laidOut(pdf))
  }
  const box = { FT: 'Btn', MK: { BC: [1, 0, 0] }, BS: { W: 1 } }
  const FRAME = '1 0 0 RG'
  const MARK = /ZaDb [\d.]+ Tf/

  test('keeps the frame of a check box that has no appearance for its state', async () => {
    const off = { ...box, AS: 'Off', states: 'Yes', look: { BBox: [0, 0, 9, 9] } }
    expect(await flattened(off)).toContain(FRAME)
    expect(await flattened(off)).not.toMatch(MARK)
    // Where no reader draws anew, nothing is seen in such a state (ISO 32000-2, 12.5.5).
    expect(await flattened(off, {})).not.toContain(FRAME)
  })

  test('is drawn where its appearance cannot be painted for want of a BBox', async () => {
    const pressed = { ...box, AS: 'Yes', V: 'Yes', states: 'Yes' }
    expect(await flattened(pressed)).toMatch(MARK)
    expect(await flattened({ ...pressed, look: { BBox: [0, 0, 9, 9] } })).not.toMatch(MARK)
  })

  test('is pressed only by its own state, where the value is no other', async () => {
    expect(await flattened({ ...box, V: 'Yes' }, {})).not.toMatch(MARK)
    expect(await flattened({ ...box, V: 'Yes', AS: 'Yes' }, {})).toMatch(MARK)
    expect(await flattened({ ...box, V: 'No', AS: 'Yes' }, {})).not.toMatch(MARK)
  })

  test('is round where a radio button shows a dot, and in no other mark', async () => {
    const radio = { ...box, Ff: 1 << 15 }
    const marked = (mark: string) =>
      flattened({ ...radio, MK: { ...box.MK, CA: PDFString.of(mark) } })
    expect(await flattened(radio)).toMatch(/ c\n/)
    expect(await marked('l')).toMatch(/ c\n/)
    expect(await marked('4')).not.toMatch(/ c\n/)
  })

  const text = (look: string) => ({ FT: 'Tx', V: PDFString.of('Total'), DA: PDFString.of(look) })

  test('has its text in the standard font that it names, though the form does not have it', async () => {
    const bold = await flattened(text('/Helvetica-Bold 8 Tf 0 g'))
    expect(bold).toContain('/Helvetica-Bold 8 Tf')
    expect(bold).toContain('/BaseFont /Helvetica-Bold')
    expect(await flattened(text('/Unknown-Bold 8 Tf 0 g'))).toContain('/Helv 8 Tf')
  })

  test('shows no text of a size below zero, as no reader does', async () => {
    expect(await flattened(text('/Helv 12 Tf'), {})).toContain('<546F74616C> Tj')
    expect(await flattened(text('/Helv -12 Tf'), {})).not.toContain('Tj')
  })
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
