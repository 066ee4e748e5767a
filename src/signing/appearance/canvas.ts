/** A page measured from its top left corner, with the fonts and colours of everything this service draws. */
import {
  type Color,
  endMarkedContent,
  fill,
  PDFHexString,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingColor,
} from 'pdf-lib'
import type { Box } from '../../pdf/pages.ts'
import type { FaceName, Faces } from './faces.ts'
import { drawLine } from './runs.ts'
import { drawnWidth, type Face, fewLines, isLossy, printable } from './text.ts'

/** The palette, shared with the service's web pages. */
export const COLORS: Readonly<Record<ColorName, Color>> = {
  ink: rgb(0.114, 0.11, 0.102),
  soft: rgb(0.341, 0.325, 0.298),
  line: rgb(0.863, 0.847, 0.816),
  tint: rgb(0.969, 0.965, 0.953),
  accent: rgb(0.133, 0.22, 0.608),
  alarm: rgb(0.639, 0.145, 0.11),
  white: rgb(1, 1, 1),
}

/** What a piece of content is for those who have it read out (ISO 32000-1, 14.8.4). */
export type Role = 'H1' | 'H2' | 'P' | 'Figure'

/** Name of a palette colour. */
export type ColorName = 'ink' | 'soft' | 'line' | 'tint' | 'accent' | 'alarm' | 'white'

/** How a text is set. */
export interface TextStyle {
  size: number
  face?: FaceName
  color?: ColorName
}

/** A text that wraps. */
export interface BlockStyle extends TextStyle {
  width: number
  /** Maximum number of lines; longer text is cut with "…". */
  lines?: number
  /** Line spacing as a multiple of the font size. */
  leading?: number
}

const LEADING = 1.35
/** Cap height as a fraction of the font size, so that `y` is the visible top of the text. */
const ASCENT = 0.76

/** Draws on one page. */
export class Canvas {
  readonly page: PDFPage
  readonly faces: Faces
  readonly width: number
  readonly height: number
  /** Whether a character was replaced because no installed font has it. */
  lossy = false
  /** Of the texts, BCP 47. */
  readonly language: string | undefined

  constructor(page: PDFPage, faces: Faces, language?: string) {
    this.language = language
    this.page = page
    this.faces = faces
    const { width, height } = page.getSize()
    this.width = width
    this.height = height
  }

  face({ face = 'regular' }: TextStyle): Face {
    return this.faces[face]
  }

  /** Begins a piece that is read out; what is outside of all pieces is not. @param about what a picture shows */
  begin(role: Role, about?: string): void {
    const alternate = about === undefined ? '' : `/Alt ${PDFHexString.fromText(about)}`
    const language = this.language === undefined ? '' : `/Lang (${this.language})`
    const properties = `<<${language}${alternate}>>`
    const names = PDFOperatorNames.BeginMarkedContentSequence
    this.page.pushOperators(PDFOperator.of(names, [`/${role}`, properties]))
  }

  end(): void {
    this.page.pushOperators(endMarkedContent())
  }

  /** Draws a piece that is read out. */
  said<Drawn>(role: Role, draw: () => Drawn): Drawn {
    this.begin(role)
    const drawn = draw()
    this.end()
    return drawn
  }

  /** Draws one line of printable text; `y` is the top of its capitals. */
  line(text: string, x: number, y: number, style: TextStyle): void {
    if (text === '') return
    const face = this.face(style)
    if (isLossy(text, face)) this.lossy = true
    drawLine(this.page, text, face, {
      x,
      y: this.height - y - style.size * ASCENT,
      size: style.size,
      color: COLORS[style.color ?? 'ink'],
    })
  }

  /** Draws a text on one line, truncated to the width. */
  label(text: string, x: number, y: number, style: TextStyle & { width: number }): void {
    this.block(text, x, y, { ...style, lines: 1 })
  }

  /** Returns the lines a block would break a text into. */
  linesOf(text: string, style: BlockStyle): string[] {
    const { size, width, lines = Number.POSITIVE_INFINITY } = style
    return fewLines(text, this.face(style), { size, width, lines })
  }

  /** Draws wrapped text; returns its height in points. */
  block(text: string, x: number, y: number, style: BlockStyle): number {
    const step = style.size * (style.leading ?? LEADING)
    const lines = this.linesOf(text, style)
    lines.forEach((line, index) => {
      this.line(line, x, y + index * step, style)
    })
    return lines.length * step
  }

  /** Draws one line, right-aligned at `x`. */
  right(text: string, x: number, y: number, style: TextStyle): void {
    const line = printable(text)
    this.line(line, x - drawnWidth(line, this.face(style), style.size), y, style)
  }

  rule(x: number, y: number, width: number, color: ColorName = 'line', thickness = 0.6): void {
    this.fill({ x, y: y - thickness / 2, width, height: thickness }, color)
  }

  fill({ x, y, width, height }: Box, color: ColorName): void {
    this.page.drawRectangle({
      x,
      y: this.height - y - height,
      width,
      height,
      color: COLORS[color],
    })
  }

  /** Fills many boxes in one colour as a single path: a tenth of the cost of filling them one by one. */
  fillAll(boxes: readonly Box[], color: ColorName): void {
    const shape = boxes.map(({ x, y, width, height }) =>
      rectangle(x, this.height - y - height, width, height),
    )
    const paint = setFillingColor(COLORS[color])
    this.page.pushOperators(pushGraphicsState(), paint, ...shape, fill(), popGraphicsState())
  }

  frame({ x, y, width, height }: Box, color: ColorName = 'line'): void {
    this.page.drawRectangle({
      x,
      y: this.height - y - height,
      width,
      height,
      borderColor: COLORS[color],
      borderWidth: 0.6,
    })
  }

  /** Draws a disc with centred text. */
  badge(text: string, x: number, y: number, radius: number): void {
    this.page.drawCircle({ x, y: this.height - y, size: radius, color: COLORS.accent })
    const size = radius * (text.length > 2 ? 0.8 : 1)
    const { font } = this.faces.bold
    const width = font.widthOfTextAtSize(text, size)
    this.line(text, x - width / 2, y - size * 0.38, { size, face: 'bold', color: 'white' })
  }
}
