/** Values that are richer than text: what rich filters return and what the modules write. */
import type { RasterImage } from '../../images/facts.ts'

/** A size as requested by the template: English Metric Units, or a share (0 to 1) of the text width. */
export type Length = { emu: number } | { share: number }

/** How a picture fills the box when both sides are given. */
export type Fit = 'contain' | 'cover' | 'stretch'

/** A QR code or barcode: drawn only when its final size is known, so that modules are whole pixels. */
export interface CodeImage {
  kind: 'code'
  /** Natural size in EMU, quiet zone included. */
  width: number
  height: number
  /** Pixels across when one module (or one bar unit) is `scale` pixels wide. */
  widthAtScaleOne: number
  /** Deterministic: the same scale always gives the same bytes. */
  png: (scale: number) => Uint8Array
  /** Bar codes only: the same code with bars so long that it is `units` pixels high at scale one. */
  withHeight?: (units: number) => CodeImage
}

/** A picture with the size, fit and description that the template requests. */
export interface Picture {
  rich: 'picture'
  image: RasterImage | CodeImage
  width?: Length
  height?: Length
  fit: Fit
  /** Text for those who cannot see it; empty marks it as decorative, absent leaves it to the tag. */
  alt?: string
}

/** Formatting of a piece of text, on top of that of the tag's run. */
export interface Marks {
  bold?: true
  italic?: true
  underline?: true
  strike?: true
  code?: true
  script?: 'superscript' | 'subscript'
  /** Six hex digits. */
  color?: string
  /** Background, six hex digits. */
  shade?: string
  /** Points. */
  size?: number
  /** An address returned by {@link safeAddress}. */
  link?: string
}

/** A piece of a paragraph. */
export type Inline =
  | { kind: 'text'; text: string; marks: Marks }
  | { kind: 'break' }
  | { kind: 'picture'; picture: Picture; marks: Marks }

/** Position of a list item. */
export interface ListItem {
  ordered: boolean
  /** 0 to 8. */
  level: number
  /** Items of one list share it, so that each list counts from its own start. */
  list: number
  start: number
  /** Further paragraphs of an item are indented but carry no bullet. */
  continued: boolean
}

/** A paragraph with its position in lists and quotations. */
export interface Paragraph {
  kind: 'paragraph'
  inlines: Inline[]
  heading?: 1 | 2 | 3 | 4 | 5 | 6
  /** Depth of nested quotations. */
  quote: number
  preformatted?: true
  align?: 'left' | 'center' | 'right' | 'both'
  item?: ListItem
}

/** A cell of a table and how many columns and rows it spans. */
export interface Cell {
  blocks: Block[]
  header: boolean
  columns: number
  rows: number
}

/** Block-level content of a page. */
export type Block = Paragraph | { kind: 'rule' } | { kind: 'table'; rows: Cell[][] }

/** HTML or Markdown, reduced to the subset that a template may insert. */
export interface Markup {
  rich: 'markup'
  blocks: Block[]
}

/** A hyperlink with its text. */
export interface Link {
  rich: 'link'
  address: string
  text: string
}

/** What a rich filter returns: not text, but something that is inserted in place of the tag's paragraph or run. */
export type RichValue = Picture | Markup | Link

/** Whether a value was created by a rich filter. */
export function isRich(value: unknown): value is RichValue {
  return typeof value === 'object' && value !== null && 'rich' in value
}

/** English Metric Units, the lengths of DrawingML, in an inch. */
export const EMU_PER_INCH = 914_400
/** English Metric Units in a point. */
export const EMU_PER_POINT = 12_700
/** EMU in a twip, a twentieth of a point: the unit of widths and indents in WordprocessingML. */
export const EMU_PER_TWIP = 635

const UNITS: Readonly<Record<string, number>> = {
  cm: 360_000,
  mm: 36_000,
  in: EMU_PER_INCH,
  pt: EMU_PER_POINT,
  px: 9_525,
}
/** The longest that Word allows: 22 inches. */
const LONGEST = 22 * EMU_PER_INCH

/** Parses `4cm`, `20 mm`, `1in`, `72pt`, `96px` or `50%`; null when it is none of these or out of range. */
export function parseLength(text: string): Length | null {
  const match = /^\s*(\d{1,6}(?:[.,]\d{1,6})?)\s*(cm|mm|in|pt|px|%)\s*$/i.exec(text)
  if (match === null) return null
  const amount = Number((match[1] ?? '').replace(',', '.'))
  const unit = (match[2] ?? '').toLowerCase()
  if (unit === '%') return amount > 0 && amount <= 100 ? { share: amount / 100 } : null
  const emu = Math.round(amount * (UNITS[unit] ?? 0))
  return emu >= 1 && emu <= LONGEST ? { emu } : null
}
