/** Building blocks of the certificate: headings, paragraphs, rows of label and value, and what is put where there is room. */
import type { Canvas } from '../appearance/canvas.ts'
import type { FaceName } from '../appearance/faces.ts'

/** A4 in points. */
export const SHEET = { width: 595.28, height: 841.89 } as const
/** Left and right margin, in points. */
export const MARGIN = 44
/** Width between the margins, in points. */
export const INNER = SHEET.width - 2 * MARGIN
/** Area for the drawings, between the header and footer of the reserved pages. */
export const BODY = { top: 51, bottom: 800 } as const
/** Height of that area, in points. */
export const ROOM = BODY.bottom - BODY.top

/** Size of text, in points. */
export const SIZE = 7.6
/** Hashes are long: 64 characters of this size take 250 points. */
const MONO_SIZE = 6.5
const LEADING = 1.28
/** Of a heading, with the rule under it. */
export const HEAD = 16
/** Width of the labels beside the rows of a page. */
export const LABEL = 128

/** A row. */
export interface Row {
  label: string
  text: string
  face?: FaceName
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
  const style = { size: 8.6, face: 'bold', color: 'accent', width: at.width } as const
  canvas.said('H2', () => canvas.label(text, at.x, at.y, style))
  canvas.rule(at.x, at.y + 11, at.width)
  return at.y + HEAD
}

/** Draws a text over the whole width that is read as one; returns its height. */
export const paragraph = (canvas: Canvas, text: string, y: number): number =>
  canvas.said('P', () =>
    canvas.block(text, MARGIN, y, { size: SIZE, width: INNER, leading: LEADING }),
  )

const sizeOf = ({ face }: Row): number => (face === 'mono' ? MONO_SIZE : SIZE)
const GAP = 2.2

const styleOf = (row: Row, { width, labelWidth }: Pick<RowLayout, 'width' | 'labelWidth'>) =>
  ({
    size: sizeOf(row),
    face: row.face ?? 'regular',
    color: 'ink',
    width: width - labelWidth,
    lines: row.lines ?? 1,
    leading: LEADING,
  }) as const

/** Draws rows below each other; returns where the next one would go. */
export function drawRows(canvas: Canvas, rows: readonly Row[], layout: RowLayout): number {
  const { x, labelWidth, gap = GAP } = layout
  let y = layout.y
  for (const row of rows) {
    canvas.begin('P')
    canvas.label(row.label, x, y, { size: SIZE, color: 'soft', width: labelWidth - 6 })
    const style = styleOf(row, layout)
    const height = canvas.block(row.text, x + labelWidth, y + (SIZE - style.size) * 0.76, style)
    canvas.end()
    y += Math.max(height, SIZE * LEADING) + gap
  }
  return y
}

/** A part of the certificate that goes where there is room for it. */
export interface Section {
  title: string
  /** Between the heading and the rows. */
  text?: string
  rows?: readonly Row[]
}

const PAGE_WIDE = { width: INNER, labelWidth: LABEL }
const AFTER = 7

/** What a section takes, with the gap after it. */
export function heightOf(canvas: Canvas, { text, rows = [] }: Section): number {
  const paragraphLines =
    text === undefined ? 0 : canvas.linesOf(text, { size: SIZE, width: INNER }).length
  const ofRows = rows.map((row) => {
    const style = styleOf(row, PAGE_WIDE)
    const lines = canvas.linesOf(row.text, style).length
    return Math.max(lines * style.size * LEADING, SIZE * LEADING) + GAP
  })
  const total = ofRows.reduce((sum, height) => sum + height, 0)
  return HEAD + paragraphLines * SIZE * LEADING + total + AFTER
}

/** Draws a section over the width of the page; returns where the next one would go. */
export function drawSection(canvas: Canvas, section: Section, top: number): number {
  let y = heading(canvas, section.title, { x: MARGIN, y: top, width: INNER })
  if (section.text !== undefined) y += paragraph(canvas, section.text, y)
  return drawRows(canvas, section.rows ?? [], { ...PAGE_WIDE, x: MARGIN, y }) + AFTER
}

/**
 * Draws the sections for which there is room, in their order.
 * @returns where the next one would go, and what is left
 */
export function drawFitting(
  canvas: Canvas,
  sections: readonly Section[],
  { top, bottom }: { top: number; bottom: number },
): { y: number; rest: Section[] } {
  let y = top
  const rest = sections.filter((section) => {
    if (y + heightOf(canvas, section) - AFTER > bottom) return true
    y = drawSection(canvas, section, y)
    return false
  })
  return { y, rest }
}
