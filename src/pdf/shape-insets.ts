/**
 * Squares, circles and carets without an appearance: readers draw them, and if the annotation does not
 * state the inset of its shape from its rectangle (RD, ISO 32000-2, 12.5.6.8), PDFBox writes a value of its own into
 * the annotation as it draws. EU DSS, which is built on it, then reports the annotation as changed after each
 * signature. An explicit inset of zero, which is the default, leaves PDFBox nothing to write.
 */
import { PDFArray, PDFDict, PDFName } from 'pdf-lib'
import type { PageFacts } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

const SHAPES = new Set(['Square', 'Circle', 'Caret'].map((kind) => PDFName.of(kind)))
const INSETS = PDFName.of('RD')

/** States that such shapes fill their rectangles, in an unsigned document. */
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
