/** Draws pages to be signed, from the top left corner as people think of them. */
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib'
import type { FieldKind, FieldSource } from '../../src/detection/fields.ts'

/** What is to be found: a field whose middle lies in the box (from the top left as seen). */
export interface ExpectedField {
  kind: FieldKind
  source: FieldSource
  /** x, y, width, height in which all of the field must lie, but for some points. */
  within: readonly [number, number, number, number]
  page?: number
  signer?: string
}

/** One layout. */
export interface Layout {
  make(): Promise<Uint8Array>
  expected: readonly ExpectedField[]
}

/** Draws from the top left corner. */
export class Sheet {
  readonly page: PDFPage
  readonly #font: PDFFont
  readonly #bold: PDFFont

  constructor(page: PDFPage, font: PDFFont, bold: PDFFont) {
    this.page = page
    this.#font = font
    this.#bold = bold
  }

  get #height(): number {
    return this.page.getHeight()
  }

  /** Text whose baseline is at y. */
  text(text: string, x: number, y: number, size = 11): void {
    this.page.drawText(text, { x, y: this.#height - y, size, font: this.#font })
  }

  bold(text: string, x: number, y: number, size = 11): void {
    this.page.drawText(text, { x, y: this.#height - y, size, font: this.#bold })
  }

  width(text: string, size = 11): number {
    return this.#font.widthOfTextAtSize(text, size)
  }

  line(x1: number, y1: number, x2: number, y2: number, dashed = false): void {
    this.page.drawLine({
      start: { x: x1, y: this.#height - y1 },
      end: { x: x2, y: this.#height - y2 },
      thickness: 0.7,
      ...(dashed && { dashArray: [2, 2] }),
    })
  }

  box(x: number, y: number, width: number, height: number): void {
    this.page.drawRectangle({
      x,
      y: this.#height - y - height,
      width,
      height,
      borderWidth: 0.7,
      borderColor: rgb(0, 0, 0),
    })
  }

  /** Running text from y on; gives the next free baseline. */
  prose(y: number, lines = 6, x = 60, width = 475): number {
    const words =
      'Le prestataire remet les livrables et la signature du procès verbal de recette vaut acceptation des travaux par le client sous huit jours, la date de signature faisant foi entre les parties'.split(
        ' ',
      )
    let at = y
    let next = 0
    for (let line = 0; line < lines; line++) {
      let text = ''
      while (this.width(`${text} ${words[next % words.length]}`, 10) < width) {
        text += `${text === '' ? '' : ' '}${words[next % words.length]}`
        next += 1
      }
      this.text(text, x, at, 10)
      at += 14
    }
    return at
  }
}

export const A4: [number, number] = [595, 842]

/** A document of one page, or of several. */
export async function drawn(
  draw: (sheet: Sheet, document: PDFDocument) => void,
  size: [number, number] = A4,
  pages = 1,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  for (let page = 1; page < pages; page++)
    new Sheet(document.addPage(size), font, bold).prose(80, 40)
  draw(new Sheet(document.addPage(size), font, bold), document)
  return document.save()
}
