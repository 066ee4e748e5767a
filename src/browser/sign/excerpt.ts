/** A part of a page around a field, with the signature in its place: what a phone shows before it is made. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { SignerField } from '../../signing/signers/schemas.ts'
import type { Stamp } from './stamp.ts'

/** Points around the field that are shown with it. */
const AROUND = 45
/** Points: a smaller part of the page does not show where it is. */
const WIDTH_MIN = 250
/** Pixels per point. */
const FINENESS = 3
const WIDTH_MAX = 1_500

/** Part of a page, drawn once. */
export class Excerpt {
  readonly #pdf: PDFDocumentProxy
  readonly #field: SignerField
  #paper: Promise<{ canvas: HTMLCanvasElement; x: number; y: number; scale: number }> | undefined

  constructor(pdf: PDFDocumentProxy, field: SignerField) {
    this.#pdf = pdf
    this.#field = field
  }

  /** Draws it with a stamp in its field. @throws whatever pdf.js says is wrong with the page */
  async draw(canvas: HTMLCanvasElement, stamp: Stamp): Promise<void> {
    this.#paper ??= this.#drawPaper()
    const { canvas: paper, x, y, scale } = await this.#paper
    canvas.width = paper.width
    canvas.height = paper.height
    const context = canvas.getContext('2d')
    if (context === null) return
    context.drawImage(paper, 0, 0)
    context.scale(scale, scale)
    context.translate(this.#field.x - x, this.#field.y - y)
    stamp(context, this.#field)
  }

  async #drawPaper() {
    const field = this.#field
    const page = await this.#pdf.getPage(field.page)
    const whole = page.getViewport({ scale: 1 })
    const width = Math.min(whole.width, Math.max(WIDTH_MIN, field.width + 2 * AROUND))
    const height = Math.min(whole.height, field.height + 2 * AROUND)
    const within = (middle: number, length: number, end: number): number =>
      Math.max(0, Math.min(end - length, middle - length / 2))
    const x = within(field.x + field.width / 2, width, whole.width)
    const y = within(field.y + field.height / 2, height, whole.height)
    const scale = Math.min(FINENESS, WIDTH_MAX / width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const viewport = page.getViewport({ scale, offsetX: -x * scale, offsetY: -y * scale })
    await page.render({ canvas, viewport }).promise
    return { canvas, x, y, scale }
  }
}
