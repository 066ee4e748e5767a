/** Signature fields (ISO 32000-2, 12.7.5.5): created empty, each with its final kind of appearance. */
import { PDFName, PDFNumber, type PDFRef } from 'pdf-lib'
import { emptyAppearance } from './appearance.ts'
import { type FieldLock, lockDictionary } from './field-lock.ts'
import {
  type AddedField,
  attachFields,
  type FieldPlace,
  pageOf,
  widgetMembers,
} from './new-fields.ts'
import type { Box, PageFacts } from './pages.ts'
import type { PdfTarget } from './pdf-target.ts'

/** Position and name of a signature field. */
export interface NewField extends FieldPlace {
  /** What is fixed once it is signed. */
  lock?: FieldLock
  /** An empty appearance that already exists in the file: a new one would count as filling in the form. */
  appearance?: PDFRef
}

/** SignaturesExist and AppendOnly. */
const SIGNATURE_FLAGS = 3
const INVISIBLE: Box = { x: 0, y: 0, width: 0, height: 0 }

function widget(target: PdfTarget, placement: NewField, page: PageFacts): AddedField {
  const seen = placement.box ?? INVISIBLE
  const appearance =
    placement.appearance ?? target.add(emptyAppearance(target, seen, page.rotation))
  const dict = target.context.obj({
    ...widgetMembers(placement, page),
    FT: 'Sig',
    AP: { N: appearance },
    ...(placement.lock !== undefined && {
      Lock: target.add(lockDictionary(target.context, placement.lock)),
    }),
  })
  return { ref: target.add(dict), dict, page, label: placement.label }
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
  const made = placements.map((placement) => widget(target, placement, pageOf(pages, placement)))
  const form = attachFields(target, made)
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(SIGNATURE_FLAGS))
  target.set(form.ref, form.dict)
  return made
}
