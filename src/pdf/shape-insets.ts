/**
 * Squares, circles and carets that come without an appearance: readers draw them, and where the annotation says
 * nothing of how far its shape stays behind its rectangle (RD, ISO 32000-2, 12.5.6.8), PDFBox writes its own figure
 * into the annotation as it draws. EU DSS, which stands on it, then takes the annotation for changed behind each
 * signature. Stating that there is no difference, which is what none stated means, leaves nothing to write.
 */
import { PDFArray, PDFDict, PDFName } from 'pdf-lib'
import type { PageFacts } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

const SHAPES = new Set(['Square', 'Circle', 'Caret'].map((kind) => PDFName.of(kind)))
const INSETS = PDFName.of('RD')

/** States that such shapes fill their rectangles, in a document that nobody has signed. */
export function stateShapeInsets(whole: WholePdf, pages: readonly PageFacts[]): void {
  for (const { dict } of pages) {
    const list = whole.get(dict, 'Annots')
    for (const item of list instanceof PDFArray ? list.asArray() : []) {
      const shape = whole.resolve(item)
      if (!(shape instanceof PDFDict) || shape.has(INSETS) || shape.has(PDFName.of('AP'))) continue
      const kind = whole.get(shape, 'Subtype')
      if (kind instanceof PDFName && SHAPES.has(kind))
        shape.set(INSETS, whole.context.obj([0, 0, 0, 0]))
    }
  }
}
