/**
 * What is to be seen of fields before anybody fills them in: part of the page, with nothing of it in the field. EU DSS
 * compares the pages of each revision without the fields that were filled in later.
 */
import { appearanceOf, turnedSize } from './appearance.ts'
import type { NewInput } from './input-fields.ts'
import { pageOf } from './new-fields.ts'
import { PageCanvas } from './page-canvas.ts'
import { type PageFacts, rectOnPage } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

/** Paints the blanks of fields on the pages. */
export function paintBlanks(
  whole: WholePdf,
  pages: readonly PageFacts[],
  inputs: readonly NewInput[],
): void {
  for (const page of pages) {
    const canvas = new PageCanvas(whole, page)
    for (const input of inputs) {
      const { blank, box } = input
      if (blank === undefined || box === undefined || pageOf(pages, input) !== page) continue
      const look = whole.add(appearanceOf(whole, blank, page.rotation))
      const rect = rectOnPage(page, box)
      const size = turnedSize(blank.page.getSize(), page.rotation)
      const scale = [rect.width / size.width, 0, 0, rect.height / size.height] as const
      canvas.paint({ look, matrix: [...scale, rect.x, rect.y], layer: undefined }, undefined)
    }
    canvas.save()
  }
}
