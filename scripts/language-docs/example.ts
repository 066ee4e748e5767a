/** What an example of the template language is: a small Word document, data, and what must come out. */
import type { MissingPolicy } from '../../src/docx/engine/render-run.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import type { ChartKind, Sheet } from './chart.ts'

/** A piece of a paragraph: text as typed, or with a look of its own. */
export type Piece = string | StyledPiece
export interface StyledPiece {
  text: string
  bold?: true
  italic?: true
  underline?: true
  /** Six hex digits. */
  color?: string
  /** Points. */
  size?: number
  /** Code of a Word field that shows the text; a field nested in it stands between ⟦ and ⟧. */
  field?: string
}

/** Something that stands in a document. */
export type Block =
  | { kind: 'paragraph'; pieces: Piece[]; style?: ParagraphStyle; align?: 'center' | 'right' }
  | { kind: 'table'; rows: Cell[][]; widths: number[]; header: boolean }
  | { kind: 'section' }
  | { kind: 'chart'; chart: ChartKind; title: string; sheet: Sheet }
export type ParagraphStyle = 'Title' | 'Heading1' | 'Bullet' | 'Number'
export type Cell = Piece[]

/** A whole document. */
export interface WordDocument {
  body: Block[]
  header?: Block[]
  footer?: Block[]
  /** The one footnote; its mark stands where the body says `NOTE_MARK`. */
  footnote?: Piece[]
  /** Title in the properties of the file. */
  title?: string
  /** Size of the page in millimetres; tall by default, so that all fits on one page. */
  page?: { width: number; height: number }
}

/** One example: a template, its data, and words that the PDF must hold. */
export interface Example extends WordDocument {
  /** Name of its pictures. */
  id: string
  /** Plain sentences before it. */
  text: string
  data: JsonObject
  locale?: string
  timezone?: string
  missing?: MissingPolicy
  /** Files sent as `pictures`. */
  uploads?: Record<string, Uint8Array>
  /** Words in the PDF. */
  expect: string[]
  /** Words that must not be in it. */
  absent?: string[]
  /** Whether the template is worth a picture too: tables, bullets, pages. */
  shown?: true
  /** Plain sentences after it. */
  after?: string
}

/** A part of the document that explains one thing. */
export interface Chapter {
  title: string
  /** Markdown before the examples. */
  text: string
  examples: Example[]
  /** Markdown after the examples. */
  after?: string
}

/** The sentences of a chapter in another language. */
export interface ChapterWords {
  title: string
  text: string
  after?: string
  /** By the id of the example. */
  examples: Readonly<Record<string, { text: string; after?: string }>>
}

/** Stands for the mark of the footnote in a piece. */
export const NOTE_MARK = '\u2020'

export const p = (...pieces: Piece[]): Block => ({ kind: 'paragraph', pieces })
export const styled = (style: ParagraphStyle, ...pieces: Piece[]): Block => ({
  kind: 'paragraph',
  pieces,
  style,
})
export const heading = (...pieces: Piece[]): Block => styled('Heading1', ...pieces)
export const bullet = (...pieces: Piece[]): Block => styled('Bullet', ...pieces)
export const numbered = (...pieces: Piece[]): Block => styled('Number', ...pieces)
export const centred = (...pieces: Piece[]): Block => ({
  kind: 'paragraph',
  pieces,
  align: 'center',
})
export const right = (...pieces: Piece[]): Block => ({ kind: 'paragraph', pieces, align: 'right' })
/** A field of Word, as its code and what it shows in the template. */
export const field = (code: string, text: string): StyledPiece => ({ text, field: code })
export const bold = (text: string): StyledPiece => ({ text, bold: true })
/** A chart, with its sheet. */
export const chart = (
  kind: ChartKind,
  title: string,
  ...sheet: Array<Array<string | number>>
): Block => ({ kind: 'chart', chart: kind, title, sheet })
export const section: Block = { kind: 'section' }

/** A table whose first row is its heading; widths are shares of the text width. */
export const table = (widths: number[], ...rows: Array<Array<Piece | Cell>>): Block => ({
  kind: 'table',
  widths,
  header: true,
  rows: rows.map((row) => row.map((cell) => (Array.isArray(cell) ? cell : [cell]))),
})
/** A table without a heading. */
export const plainTable = (widths: number[], ...rows: Array<Array<Piece | Cell>>): Block => ({
  ...(table(widths, ...rows) as Extract<Block, { kind: 'table' }>),
  header: false,
})
