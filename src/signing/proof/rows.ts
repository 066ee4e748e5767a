/** Building blocks of the certificate: headings, and rows of label and value. */
import type { FontStyle } from '../../pdf/fonts.ts'
import type { Canvas } from '../appearance/canvas.ts'

/** A4 in points. */
export const SHEET = { width: 595.28, height: 841.89 } as const
/** Left and right margin, in points. */
export const MARGIN = 44
/** Width between the margins, in points. */
export const INNER = SHEET.width - 2 * MARGIN
/** Area for the drawings, between the header and footer of the reserved pages. */
export const BODY = { top: 51, bottom: 800 } as const

/** Size of text, in points. */
export const SIZE = 7
/** Hashes are long: 64 characters of this size take 250 points. */
const MONO_SIZE = 6.5
const LEADING = 1.35

/** A row. */
export interface Row {
  label: string
  text: string
  face?: FontStyle
  /** Maximum number of lines; 1 by default. */
  lines?: number
}

/** Position of rows. */
export interface RowLayout {
  x: number
  y: number
  width: number
  labelWidth: number
  /** Gap between rows. */
  gap?: number
}

/** Draws a heading with a rule under it; returns where the section continues. */
export function heading(canvas: Canvas, text: string, at: { x: number; y: number; width: number }) {
  canvas.label(text, at.x, at.y, { size: 8, face: 'bold', color: 'accent', width: at.width })
  canvas.rule(at.x, at.y + 10.5, at.width)
  return at.y + 16
}

const sizeOf = ({ face }: Row): number => (face === 'mono' ? MONO_SIZE : SIZE)

/** Draws rows below each other; returns where the next one would go. */
export function drawRows(canvas: Canvas, rows: readonly Row[], layout: RowLayout): number {
  const { x, width, labelWidth, gap = 2.2 } = layout
  let y = layout.y
  for (const row of rows) {
    const size = sizeOf(row)
    canvas.label(row.label, x, y, { size: SIZE, color: 'soft', width: labelWidth - 6 })
    const height = canvas.block(row.text, x + labelWidth, y + (SIZE - size) * 0.76, {
      size,
      face: row.face ?? 'regular',
      color: 'ink',
      width: width - labelWidth,
      lines: row.lines ?? 1,
      leading: LEADING,
    })
    y += Math.max(height, SIZE * LEADING) + gap
  }
  return y
}
