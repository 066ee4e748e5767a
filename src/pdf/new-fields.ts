/** What every new form field has, and how it gets into the form and onto its page. */
import { PDFArray, type PDFDict, PDFHexString, PDFName, PDFRef } from 'pdf-lib'
import { type Box, type PageFacts, rectOnPage } from './pages.ts'
import { catalogDict, type PdfTarget } from './pdf-target.ts'

/** Position and name of a field. */
export interface FieldPlace {
  /** Name of the field, unique in the document. */
  name: string
  /** Index of the page, from 0. */
  page: number
  /** From the top left corner of the page as displayed, in points; if omitted, the field is invisible. */
  box?: Box
  /** What assistive software reads out; defaults to the name. */
  label?: FieldLabel
}

/** A text and its language (BCP 47). */
export interface FieldLabel {
  text: string
  language: string
}

/** An added field. */
export interface AddedField {
  ref: PDFRef
  dict: PDFDict
  page: PageFacts
  label: FieldLabel | undefined
}

/** Print and Locked: the widget cannot be moved. */
const WIDGET_FLAGS = 132
const INVISIBLE: Box = { x: 0, y: 0, width: 0, height: 0 }
const ANNOTS = PDFName.of('Annots')
const FIELDS = PDFName.of('Fields')

const round = (value: number): number => Math.round(value * 1000) / 1000

/** The page of a field. @throws RangeError when there is no such page */
export function pageOf(pages: readonly PageFacts[], { page: index, name }: FieldPlace): PageFacts {
  const page = pages[index]
  if (page === undefined) throw new RangeError(`page ${index} of ${name} does not exist`)
  return page
}

/** Members of a field that is its own widget. */
export function widgetMembers({ name, box, label }: FieldPlace, page: PageFacts) {
  const rect = box === undefined ? INVISIBLE : rectOnPage(page, box)
  return {
    Type: 'Annot',
    Subtype: 'Widget',
    T: PDFHexString.fromText(name),
    TU: PDFHexString.fromText(label?.text ?? name),
    F: WIDGET_FLAGS,
    Rect: [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height].map(round),
    P: page.ref,
  }
}

/** Appends to an array that may be missing, direct or indirect. */
function append(
  target: PdfTarget,
  holder: { ref: PDFRef; dict: PDFDict },
  key: PDFName,
  added: PDFRef[],
): void {
  const there = holder.dict.get(key)
  const array = target.resolve(there)
  const next = PDFArray.withContext(target.context)
  if (array instanceof PDFArray) for (const item of array.asArray()) next.push(item)
  for (const ref of added) next.push(ref)
  if (there instanceof PDFRef) target.set(there, next)
  else {
    holder.dict.set(key, next)
    target.set(holder.ref, holder.dict)
  }
}

/** Puts new fields into the form and onto their pages; returns the form. */
export function attachFields(target: PdfTarget, made: readonly AddedField[]) {
  const form = catalogDict(target, 'AcroForm', { Fields: [] })
  for (const page of new Set(made.map((each) => each.page))) {
    const refs = made.filter((each) => each.page === page).map(({ ref }) => ref)
    append(target, page, ANNOTS, refs)
  }
  append(
    target,
    form,
    FIELDS,
    made.map(({ ref }) => ref),
  )
  // A reader must not redraw fields: that would change what was signed.
  form.dict.delete(PDFName.of('NeedAppearances'))
  target.set(form.ref, form.dict)
  return form
}
