/** Where the existing signatures of a file are visible. */
import { PDFDict, type PDFObject, PDFRef } from 'pdf-lib'
import type { FormField } from './form-fields.ts'
import { type Box, boxOf, type PageFacts, rectAsSeen } from './pages.ts'
import { itemsOf, type PdfFile } from './pdf-file.ts'

/** A visible signature. */
export interface SignedPlacement {
  /** Name of its field. */
  name: string
  /** From 1. */
  page: number
  /** Points from the top left corner of the page as displayed. */
  box: Box
}

/** The widgets of a field: itself, or its kids. */
const widgetsOf = (file: PdfFile, { ref, dict }: FormField): PDFObject[] => [
  ref,
  ...itemsOf(file.get(dict, 'Kids')),
]

/** Which page lists an annotation; `/P` is optional and may be wrong. */
function pagesByAnnotation(file: PdfFile, pages: readonly PageFacts[]): Map<PDFObject, number> {
  const found = new Map<PDFObject, number>()
  for (const [index, { dict }] of pages.entries())
    for (const item of itemsOf(file.get(dict, 'Annots')))
      if (!found.has(item)) found.set(item, index)
  return found
}

/**
 * The places of filled signature fields; invisible ones have none.
 * @param signed the filled fields
 */
export function signedPlacements(
  file: PdfFile,
  pages: readonly PageFacts[],
  signed: readonly FormField[],
): SignedPlacement[] {
  if (signed.length === 0) return []
  const pageOf = pagesByAnnotation(file, pages)
  return signed.flatMap((field) =>
    widgetsOf(file, field).flatMap((widget) => {
      const dict = file.resolve(widget)
      const at = widget instanceof PDFRef ? pageOf.get(widget) : undefined
      const page = at === undefined ? undefined : pages[at]
      const rect = dict instanceof PDFDict ? boxOf(file, file.get(dict, 'Rect')) : undefined
      if (at === undefined || page === undefined || rect === undefined) return []
      return [{ name: field.name, page: at + 1, box: rectAsSeen(page, rect) }]
    }),
  )
}
