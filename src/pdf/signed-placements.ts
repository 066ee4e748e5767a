/** Where the existing signatures of a file are visible. */
import { type FormField, widgetsOf } from './form-fields.ts'
import { type Box, boxOf, type PageFacts, placesOfAnnotations, rectAsSeen } from './pages.ts'
import type { PdfFile } from './pdf-file.ts'

/** A visible signature. */
export interface SignedPlacement {
  /** Name of its field. */
  name: string
  /** From 1. */
  page: number
  /** Points from the top left corner of the page as displayed. */
  box: Box
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
  const places = placesOfAnnotations(file, pages)
  return signed.flatMap((field) =>
    widgetsOf(file, field).flatMap((widget) => {
      const at = places.get(widget)
      const rect = boxOf(file, file.get(widget, 'Rect'))
      if (at === undefined || rect === undefined) return []
      return [{ name: field.name, page: at.index + 1, box: rectAsSeen(at.page, rect) }]
    }),
  )
}
