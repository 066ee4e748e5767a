/**
 * A word across every page as displayed, in thin outlines that hide nothing: no transparency, which PDF/A-1 forbids,
 * and no font or other resource, so that only the list of content streams of each page changes.
 */
import type { PDFRef } from 'pdf-lib'
import { turnedSize, upright } from '../appearance.ts'
import { contentStream, surround } from '../page-canvas.ts'
import type { PageFacts } from '../pages.ts'
import type { WholePdf } from '../whole-pdf.ts'
import { outlineOf } from './outline.ts'

/** Share of the page's diagonal that the word takes. */
const SHARE = 0.62
/** Line width of the outline in points, and a pale red. */
const LINE_WIDTH = 1.1
const COLOR = '0.9 0.55 0.52 RG'

const figure = (value: number): string => String(Math.round(value * 10_000) / 10_000)
const matrix = (...values: readonly number[]): string => `${values.map(figure).join(' ')} cm\n`

/** Operators that draw the word on a page. An artifact: in tagged documents it is not part of the text. */
function operators(text: string, { box, rotation }: PageFacts): string {
  const { path, width, height } = outlineOf(text, 'bold')
  const seen = turnedSize(box, rotation)
  const angle = Math.atan2(seen.height, seen.width)
  const scale = (SHARE * Math.hypot(seen.width, seen.height)) / width
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [
    '/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq\n',
    matrix(1, 0, 0, 1, box.x, box.y),
    upright(seen, rotation),
    matrix(cos, sin, -sin, cos, seen.width / 2, seen.height / 2),
    matrix(scale, 0, 0, scale, 0, 0),
    matrix(1, 0, 0, 1, -width / 2, -height / 2),
    `${COLOR}\n${figure(LINE_WIDTH / scale)} w\n[] 0 d\n1 j\n`,
    path,
    'S\nQ\nEMC\n',
  ].join('')
}

/** Draws a word across pages. */
export function addWatermark(whole: WholePdf, pages: readonly PageFacts[], text: string): void {
  const begin = contentStream(whole, 'q\n')
  const ends = new Map<string, PDFRef>()
  for (const page of pages) {
    const drawn = operators(text, page)
    const end = ends.get(drawn) ?? contentStream(whole, `\nQ\n${drawn}`)
    ends.set(drawn, end)
    surround(whole, page, begin, end)
  }
}
