/** Forms of every kind that is flattened before it is signed, made with pdf-lib. */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFString,
  StandardFonts,
  TextAlignment,
} from 'pdf-lib'

async function form(): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const page = document.addPage([420, 420])
  page.drawText('Offer', {
    x: 30,
    y: 390,
    size: 14,
    font: await document.embedFont(StandardFonts.Helvetica),
  })
  const fields = document.getForm()
  const at = (y: number, width = 160, height = 20) => ({ x: 30, y, width, height, borderWidth: 1 })
  const price = fields.createTextField('price')
  price.setText('1000 EUR')
  price.addToPage(page, at(350))
  const remark = fields.createTextField('remark')
  remark.enableMultiline()
  remark.setAlignment(TextAlignment.Right)
  remark.setText('Delivery in May, payment within thirty days.\nNo discount.')
  remark.addToPage(page, at(290, 160, 50))
  remark.setFontSize(9)
  const code = fields.createTextField('code')
  code.setMaxLength(6)
  code.enableCombing()
  code.setText('A1B2')
  code.addToPage(page, at(260))
  for (const [index, state] of ['on', 'off'].entries()) {
    const box = fields.createCheckBox(`box.${state}`)
    box.addToPage(page, { ...at(230, 16, 16), x: 30 + index * 30 })
    if (state === 'on') box.check()
  }
  const choice = fields.createRadioGroup('choice')
  for (const [index, option] of ['one', 'two', 'three'].entries())
    choice.addOptionToPage(option, page, { ...at(200, 16, 16), x: 30 + index * 30 })
  choice.select('two')
  const country = fields.createDropdown('country')
  country.addOptions(['Belgium', 'France', 'Spain'])
  country.select('France')
  country.addToPage(page, at(170))
  const list = fields.createOptionList('list')
  list.addOptions(['first', 'second', 'third'])
  list.select('second')
  list.addToPage(page, at(100, 160, 60))
  fields.createButton('print').addToPage('Print', page, at(70, 60))
  const hidden = fields.createTextField('hidden')
  hidden.setText('not to be seen')
  hidden.addToPage(page, { ...at(40), hidden: true })
  fields.updateFieldAppearances()
  return document
}

const save = (document: PDFDocument): Promise<Uint8Array> =>
  document.save({ useObjectStreams: false, updateFieldAppearances: false })

const widgetsOf = ({ context }: PDFDocument): PDFDict[] =>
  context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFDict && object.get(PDFName.of('Subtype')) === PDFName.of('Widget')
        ? [object]
        : [],
    )

const formOf = (document: PDFDocument): PDFDict =>
  document.catalog.lookup(PDFName.of('AcroForm'), PDFDict)

/** A script as Acrobat writes it for numbers. */
const FORMAT = 'AFNumber_Format(2, 0, 0, 0, "EUR", false);'

async function scripted(): Promise<PDFDocument> {
  const document = await form()
  const script = { S: 'JavaScript', JS: PDFString.of(FORMAT) }
  for (const widget of widgetsOf(document))
    widget.set(PDFName.of('AA'), document.context.obj({ F: script, K: script }))
  document.addJavaScript('sums', 'this.getField("price").value = "100000 EUR"')
  const launch = { S: 'Launch', F: PDFString.of('calc'), Next: script }
  document.catalog.set(PDFName.of('OpenAction'), document.context.obj(launch))
  document.getPage(0).node.set(PDFName.of('AA'), document.context.obj({ O: script }))
  return document
}

/** Each kind by its name. */
export const FORMS = {
  'fields of every type with their appearances': async () => save(await form()),
  'fields without appearances (NeedAppearances)': async () => {
    const document = await form()
    // Each reader shows what is chosen from a list in a colour of its own.
    document.getForm().getOptionList('list').clear()
    for (const widget of widgetsOf(document)) widget.delete(PDFName.of('AP'))
    formOf(document).set(PDFName.of('NeedAppearances'), document.context.obj(true))
    return save(document)
  },
  'a JavaScript number format, a script and an action at opening': async () =>
    save(await scripted()),
  'shapes without appearances beside fields and scripts': async () => {
    const document = await scripted()
    const { context } = document
    const { node } = document.getPage(0)
    const shapes = ['Square', 'Circle', 'Caret'].map((Subtype, index) =>
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype,
          F: 4,
          C: [1, 0, 0],
          BS: { W: 2 },
          Rect: [250 + index * 50, 40, 290 + index * 50, 70],
        }),
      ),
    )
    const fields = node.lookup(PDFName.of('Annots'), PDFArray).asArray()
    node.set(PDFName.of('Annots'), context.obj([...fields, ...shapes]))
    return save(document)
  },
  'an XFA form beside the fields': async () => {
    const document = await form()
    const template = document.context.flateStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>')
    formOf(document).set(PDFName.of('XFA'), document.context.register(template))
    return save(document)
  },
  'a turned page whose content leaves its own states open': async () => {
    const document = await form()
    const { node } = document.getPage(0)
    const { context } = document
    const open = context.register(context.flateStream('q .5 0 0 .5 20 20 cm q 0 1 -1 0 99 0 cm'))
    const own = node.normalizedEntries().Contents?.asArray() ?? []
    node.set(PDFName.of('Contents'), context.obj([...own, open]))
    node.set(PDFName.of('Rotate'), context.obj(90))
    return save(document)
  },
  'another annotation below the fields': async () => {
    const document = await form()
    const { context } = document
    const { node } = document.getPage(0)
    const look = context.flateStream('.9 .9 .2 rg 0 0 200 200 re f', {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 200, 200],
    })
    const square = context.obj({
      Type: 'Annot',
      Subtype: 'Square',
      F: 4,
      Rect: [20, 220, 220, 380],
      AP: { N: context.register(look) },
    })
    const fields = node.lookup(PDFName.of('Annots'), PDFArray).asArray()
    node.set(PDFName.of('Annots'), context.obj([context.register(square), ...fields]))
    return save(document)
  },
} as const
