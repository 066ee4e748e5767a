/** Values of form fields as text, and the effect of filling in a field on it and its widgets. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { type FormField, isText, nameOf, widgetsOf } from '../form-fields.ts'
import { dictOf, type PdfFile } from '../pdf-file.ts'
import { inheritedOf } from '../pdf-target.ts'
import { decodedStream, readable } from '../stream-data.ts'
import type { ChangeCode, ChangeFacts } from './change-words.ts'
import { sameObject } from './difference.ts'
import { drawnIn, sameText } from './drawn-text.ts'

function textOfValue(file: PdfFile, value: PDFObject | undefined): string {
  if (value === undefined) return ''
  if (isText(value)) return value.decodeText()
  if (value instanceof PDFArray)
    return value
      .asArray()
      .map((item) => textOfValue(file, file.resolve(item)))
      .join(', ')
  if (value instanceof PDFRawStream)
    return readable(() => decodedStream(value).toString('latin1')) ?? '?'
  return nameOf(value) ?? String(value)
}

/** The value of a field as text; empty when there is none and for an unticked box. */
export function fieldValue(file: PdfFile, dict: PDFDict | undefined): string {
  const text = textOfValue(file, inheritedOf(file, dict, 'V'))
  return text === 'Off' ? '' : text
}

/** A background colour belongs to the field itself: `/MK` states it, and it was there when the document was signed. */
const hasBackground = (file: PdfFile, widget: PDFDict | undefined): boolean =>
  file.get(file.get(widget, 'MK'), 'BG') !== undefined

/** The changes made to the value or the look of a field; empty when neither differs. */
export function fillingOf(
  before: PdfFile,
  after: PdfFile,
  field: FormField,
): { code: ChangeCode; facts: ChangeFacts }[] {
  const facts = { field: field.name }
  const [had, has] = [
    fieldValue(before, field.dict),
    fieldValue(after, dictOf(after.resolve(field.ref))),
  ]
  const looks = widgetsOf(before, field).flatMap((ref) =>
    looksOf(before, after, { field, ref, isRefilled: had !== has }),
  )
  if (had === has) return looks
  const isFilled = had.trim() !== ''
  const values = { before: had, after: has }
  const code = isFilled ? 'form_value_replaced' : 'form_filled'
  return [{ code, facts: { ...facts, ...values } }, ...looks]
}

function looksOf(
  before: PdfFile,
  after: PdfFile,
  { field, ref, isRefilled }: { field: FormField; ref: PDFRef; isRefilled: boolean },
): { code: ChangeCode; facts: ChangeFacts }[] {
  const facts = { field: field.name }
  const [old, now] = [dictOf(before.resolve(ref)), dictOf(after.resolve(ref))]
  const [was, is] = [drawnIn(before, old), drawnIn(after, now)]
  const covers = is?.fills && !was?.fills && field.type === 'Tx' && !hasBackground(before, old)
  if (covers) return [{ code: 'field_covers_page', facts }]
  if (isRefilled) return []
  if (was === undefined || is === undefined) {
    if (isSameLook(before, after, old, now, false)) return []
    const unknown = { ...facts, before: '?', after: '?' }
    return [{ code: 'field_appearance_changed', facts: unknown }]
  }
  if (sameText(was, is) || isOwnValue(was.text, is.text, fieldValue(after, now)))
    return isSameLook(before, after, old, now) ? [] : [{ code: 'field_redrawn', facts }]
  return [
    { code: 'field_appearance_changed', facts: { ...facts, before: was.text, after: is.text } },
  ]
}

/** A value that was not visible before, drawn for the first time by a program that generates missing appearances. */
const isOwnValue = (was: string, is: string, value: string): boolean =>
  was.trim() === '' && value.trim() !== '' && is.replace(/\s/g, '') === value.replace(/\s/g, '')

function isSameLook(
  before: PdfFile,
  after: PdfFile,
  old: PDFDict | undefined,
  now: PDFDict | undefined,
  withState = true,
): boolean {
  const [was, is] = [before.get(before.get(old, 'AP'), 'N'), after.get(after.get(now, 'AP'), 'N')]
  const state = (widget: PDFDict | undefined) => String(widget?.get(PDFName.of('AS')))
  return (was === is || sameObject(was, is)) && (!withState || state(old) === state(now))
}
