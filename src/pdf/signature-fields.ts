/** Signature fields (ISO 32000-2, 12.7.5.5): created empty, each with its final kind of appearance. */
import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFRef } from 'pdf-lib'
import { emptyAppearance } from './appearance.ts'
import { type FieldLock, lockDictionary } from './field-lock.ts'
import { type Box, type PageFacts, rectOnPage } from './pages.ts'
import type { PdfTarget } from './pdf-target.ts'

/** Position and name of a signature field. */
export interface NewField {
  /** Name of the field, unique in the document. */
  name: string
  /** Index of the page, from 0. */
  page: number
  /** From the top left corner of the page as displayed, in points; if omitted, the field is invisible. */
  box?: Box
  /** What assistive software reads out; defaults to the name. */
  label?: FieldLabel
  /** What is fixed once it is signed. */
  lock?: FieldLock
  /** An empty appearance that already exists in the file: a new one would count as filling in the form. */
  appearance?: PDFRef
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
/** SignaturesExist and AppendOnly. */
const SIGNATURE_FLAGS = 3
const INVISIBLE: Box = { x: 0, y: 0, width: 0, height: 0 }
const ANNOTS = PDFName.of('Annots')
const FIELDS = PDFName.of('Fields')

const round = (value: number): number => Math.round(value * 1000) / 1000

function widget(target: PdfTarget, placement: NewField, page: PageFacts): AddedField {
  const rect = placement.box === undefined ? INVISIBLE : rectOnPage(page, placement.box)
  const seen = placement.box ?? INVISIBLE
  const appearance =
    placement.appearance ?? target.add(emptyAppearance(target, seen, page.rotation))
  const dict = target.context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: PDFHexString.fromText(placement.name),
    TU: PDFHexString.fromText(placement.label?.text ?? placement.name),
    F: WIDGET_FLAGS,
    Rect: [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height].map(round),
    P: page.ref,
    AP: { N: appearance },
    ...(placement.lock !== undefined && {
      Lock: target.add(lockDictionary(target.context, placement.lock)),
    }),
  })
  return { ref: target.add(dict), dict, page, label: placement.label }
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

function interactiveForm(target: PdfTarget): { ref: PDFRef; dict: PDFDict } {
  const catalog = target.resolve(target.catalogRef)
  if (!(catalog instanceof PDFDict)) throw new TypeError('the catalog was read before')
  const key = PDFName.of('AcroForm')
  const there = catalog.get(key)
  const dict = target.resolve(there)
  if (there instanceof PDFRef && dict instanceof PDFDict) return { ref: there, dict }
  const form = dict instanceof PDFDict ? dict : target.context.obj({ Fields: [] })
  const ref = target.add(form)
  catalog.set(key, ref)
  target.set(target.catalogRef, catalog)
  return { ref, dict: form }
}

/**
 * Adds empty signature fields. All fields that will ever be signed are added together, before the first signature.
 * @param pages the document's pages in their current state
 */
export function addSignatureFields(
  target: PdfTarget,
  pages: readonly PageFacts[],
  placements: readonly NewField[],
): AddedField[] {
  const form = interactiveForm(target)
  const made = placements.map((placement) => {
    const page = pages[placement.page]
    if (page === undefined)
      throw new RangeError(`page ${placement.page} of ${placement.name} does not exist`)
    return widget(target, placement, page)
  })
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
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(SIGNATURE_FLAGS))
  // A reader must not redraw fields: that would change what was signed.
  form.dict.delete(PDFName.of('NeedAppearances'))
  target.set(form.ref, form.dict)
  return made
}
