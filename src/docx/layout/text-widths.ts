/** How wide words are, by the advance widths of the fonts that LibreOffice draws with in place of Word's. */
import TABLE from './widths.json' with { type: 'json' }

/** Code points, first and last, whose widths widths.json holds, in this order: Latin, Cyrillic, dashes and quotes. */
export const MEASURED_RANGES: readonly (readonly [from: number, to: number])[] = [
  [0x20, 0x17f],
  [0x400, 0x45f],
  [0x2010, 0x2026],
]
/** Of a family that is not in the table. */
const FALLBACK = 'Arial'
/** Thousandths of an em, for characters that are not in the table: symbols, other scripts. */
const OTHER = 700

/** The face of some text. */
export interface Face {
  family: string
  bold: boolean
  italic?: boolean
  /** Half points, as Word has them. */
  size: number
}

const faces = new Map<string, ReadonlyMap<number, number>>()

function read(text: string): ReadonlyMap<number, number> {
  const widths = text.split(' ').map(Number)
  const codes = MEASURED_RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  )
  return new Map(codes.map((code, at) => [code, widths[at] || OTHER]))
}

function widthsOf({ family, bold, italic = false }: Face): ReadonlyMap<number, number> {
  const table: Readonly<Record<string, string[]>> = TABLE
  const known = Object.hasOwn(table, family) ? family : FALLBACK
  const key = `${known} ${bold} ${italic}`
  let widths = faces.get(key)
  if (widths === undefined) {
    const [regular = '', heavy, slanted, heavySlanted] = table[known] ?? []
    const upright = (bold && heavy) || regular
    widths = read((italic && (bold ? heavySlanted : slanted)) || upright)
    faces.set(key, widths)
  }
  return widths
}

/** Width of a text on one line, in twentieths of a point. */
export function textWidth(text: string, face: Face): number {
  const widths = widthsOf(face)
  let sum = 0
  for (const character of text) sum += widths.get(character.codePointAt(0) ?? 0) ?? OTHER
  return (sum * face.size * 10) / 1000
}
