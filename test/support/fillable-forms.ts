/** Forms that signers fill in, made with pdf-lib. */
import {
  degrees,
  PDFDict,
  PDFDocument,
  type PDFField,
  PDFName,
  type PDFPage,
  PDFString,
  type PDFTextField,
  StandardFonts,
} from 'pdf-lib'

/** A form that is being made. */
export interface Making {
  document: PDFDocument
  page: PDFPage
  text(name: string, y: number, more?: (field: PDFTextField) => void): PDFTextField
}

/** One page of a form. */
export async function fillable(
  make: (making: Making) => void | Promise<void>,
  options: { rotation?: number; crop?: readonly [number, number, number, number] } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  const font = await document.embedFont(StandardFonts.Helvetica)
  page.drawText('Form', { x: 40, y: 800, size: 14, font })
  if (options.rotation) page.setRotation(degrees(options.rotation))
  if (options.crop) page.setCropBox(...options.crop)
  const text: Making['text'] = (name, y, more) => {
    const field = document.getForm().createTextField(name)
    more?.(field)
    field.addToPage(page, { x: 40, y, width: 180, height: 20 })
    return field
  }
  await make({ document, page, text })
  return await document.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** Sets a script of a field, such as the format that Acrobat gives a number. */
export function script(field: PDFField, event: string, code: string): void {
  const { context } = field.acroField.dict
  const action = context.obj({ S: 'JavaScript', JS: PDFString.of(code) })
  const key = PDFName.of('AA')
  const actions = field.acroField.dict.lookup(key) ?? context.obj({})
  if (actions instanceof PDFDict) actions.set(PDFName.of(event), action)
  field.acroField.dict.set(key, actions)
}

/** A form of everything that one signer, or each of several, can fill in. @param prefix of the names */
export const wholeForm = (prefixes: readonly string[] = ['']): Promise<Uint8Array> =>
  fillable(({ document, page, text }) => {
    const form = document.getForm()
    prefixes.forEach((prefix, index) => {
      const top = 740 - index * 330
      const called = (name: string): string => (prefix === '' ? name : `${prefix}.${name}`)
      text(called('name'), top, (field) => {
        field.setText('Ada')
        field.enableRequired()
      })
      script(text(called('amount'), top - 30), 'F', 'AFNumber_Format(2, 2, 0, 0, "", false);')
      script(text(called('start'), top - 60), 'F', 'AFDate_FormatEx("dd/mm/yyyy");')
      text(called('code'), top - 90, (field) => {
        field.setMaxLength(6)
        field.enableCombing()
      })
      form
        .createCheckBox(called('terms'))
        .addToPage(page, { x: 40, y: top - 120, width: 16, height: 16 })
      const pay = form.createRadioGroup(called('pay'))
      for (const [at, option] of ['Card', 'Transfer'].entries())
        pay.addOptionToPage(option, page, { x: 40 + at * 60, y: top - 150, width: 16, height: 16 })
      const country = form.createDropdown(called('country'))
      country.addOptions(['Belgium', 'France'])
      country.select('France')
      country.addToPage(page, { x: 40, y: top - 180, width: 180, height: 20 })
      const fixed = text(called('contract'), top - 210, (field) => field.setText('2026-17'))
      fixed.enableReadOnly()
    })
  })
