import { appearanceOf, turnedSize } from './appearance.ts'
import type { NewInput } from './input-fields.ts'
import { pageOf } from './new-fields.ts'
import { contentStream, paintOn, surround } from './page-canvas.ts'
import { type Box, type PageFacts, rectOnPage } from './pages.ts'
import type { WholePdf } from './whole-pdf.ts'

/** A part of a page. */
export interface Cover {
  /** Index of the page, from 0. */
  page: number
  /** From the top left corner of the page as displayed, in points. */
  box: Box
}

const figure = (value: number): string => String(Math.round(value * 1000) / 1000)

/** Covers parts of pages. An artifact: in tagged documents it is not part of the text. */
export function addCovers(whole: WholePdf, pages: readonly PageFacts[], covers: readonly Cover[]) {
  pages.forEach((page, index) => {
    const own = covers.filter((cover) => cover.page === index)
    if (own.length === 0) return
    const rects = own.map(({ box }) => {
      const { x, y, width, height } = rectOnPage(page, box)
      return `${[x, y, width, height].map(figure).join(' ')} re\n`
    })
    const drawn = `\nQ\n/Artifact BMC\nq\n1 g\n${rects.join('')}f\nQ\nEMC\n`
    surround(whole, page, contentStream(whole, 'q\n'), contentStream(whole, drawn))
  })
}

/** Paints the blanks of fields on the pages. */
export function paintBlanks(
  whole: WholePdf,
  pages: readonly PageFacts[],
  inputs: readonly NewInput[],
): void {
  for (const page of pages) {
    const paintings = inputs.flatMap((input) => {
      const { blank, box } = input
      if (blank === undefined || box === undefined || pageOf(pages, input) !== page) return []
      const look = whole.add(appearanceOf(whole, blank, page.rotation))
      const rect = rectOnPage(page, box)
      const size = turnedSize(blank.page.getSize(), page.rotation)
      const scale = [rect.width / size.width, 0, 0, rect.height / size.height] as const
      return [{ look, matrix: [...scale, rect.x, rect.y] }]
    })
    paintOn(whole, page, paintings)
  }
}
