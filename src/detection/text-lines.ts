/**
 * Joins the pieces of text of a page into lines, in any direction, with the position of each character: tags and
 * labels are often split into several pieces.
 */
import type { Box } from './fields.ts'

/** Clockwise quarter turns of a text as displayed. */
export type Turn = 0 | 1 | 2 | 3

/** A text as drawn in the file. */
export interface Piece {
  text: string
  turn: Turn
  /** Start of the baseline, as displayed. */
  x: number
  y: number
  /** Length along the text. */
  width: number
  /** Font size. */
  size: number
}

/** A piece in the coordinates of its text: `u` runs along it, `v` down from line to line. */
interface Placed extends Piece {
  u: number
  v: number
  /** Index of its first character in the line. */
  start: number
  /** Cumulative widths of its characters, computed on demand. */
  weights?: Float64Array
}

/** Share of the font size above and below the baseline. */
const ASCENT = 0.8
const DESCENT = 0.22
/** Baselines closer than this share of the size are one line. */
const SAME_LINE = 0.4
/** A gap of this share of the size is a word space. */
const WORD_GAP = 0.18

const along = ({ turn, x, y }: Piece): number => [x, y, -x, -y][turn] ?? x
const across = ({ turn, x, y }: Piece): number => [y, -x, -y, x][turn] ?? y

/** Widths of characters in ems, as in most sans-serif typefaces; all others are 0.54. */
const WIDTHS: ReadonlyArray<readonly [string, number]> = [
  ["ijl'|", 0.22],
  [' .,:;!tfI/()[]{}…-', 0.28],
  ['r"*', 0.34],
  ['ckszxyvJ', 0.5],
  ['ABEKPSVXYÀÉÈ&', 0.67],
  ['wCDHNRUTLFZ', 0.7],
  ['GOQ', 0.78],
  ['mM', 0.83],
  ['W@—%', 0.95],
]
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  WIDTHS.flatMap(([chars, width]) => [...chars].map((char) => [char, width] as const)),
)
const weightOf = (char: string): number => WEIGHTS.get(char) ?? 0.54

/** Cumulative widths of the characters of a text. */
function weightsOf(text: string): Float64Array {
  const sums = new Float64Array(text.length + 1)
  for (let at = 0; at < text.length; at++) sums[at + 1] = (sums[at] ?? 0) + weightOf(text[at] ?? '')
  return sums
}

/** A line of text. */
export class Line {
  readonly text: string
  readonly turn: Turn
  readonly size: number
  /** Position of the baseline. */
  readonly v: number
  readonly #pieces: readonly Placed[]

  constructor(pieces: readonly Placed[]) {
    const ordered = [...pieces].sort((one, other) => one.u - other.u)
    const kept: Placed[] = []
    let text = ''
    for (const piece of ordered) {
      const last = kept.at(-1)
      // Bold simulated by drawing twice is one text.
      if (last?.text === piece.text && Math.abs(last.u - piece.u) < 0.2 * piece.size) continue
      if (last !== undefined && isGap(last, piece)) text += ' '
      kept.push({ ...piece, start: text.length })
      text += piece.text
    }
    this.text = text
    this.#pieces = kept
    const first = kept[0]
    this.turn = first?.turn ?? 0
    this.v = first?.v ?? 0
    this.size = Math.max(...kept.map(({ size }) => size))
  }

  /** Where the character at an index begins, or where the one before it ends. */
  #edge(index: number, end: boolean): number {
    const probe = end ? index - 1 : index
    const piece = this.#pieces.findLast(({ start }) => start <= probe) ?? this.#pieces[0]
    if (piece === undefined) return 0
    const inside = Math.min(Math.max(0, index - piece.start), piece.text.length)
    piece.weights ??= weightsOf(piece.text)
    const whole = piece.weights.at(-1) || 1
    return piece.u + ((piece.weights[inside] ?? 0) / whole) * piece.width
  }

  /** Left and right edge of some characters in an unrotated line. */
  span(from: number, to: number): { left: number; right: number } {
    return { left: this.#edge(from, false), right: this.#edge(to, true) }
  }

  /** Box of some characters, as displayed. */
  box(from: number, to: number): Box {
    const { left, right } = this.span(from, to)
    const [top, low] = [this.v - ASCENT * this.size, this.v + DESCENT * this.size]
    const [width, height] = [right - left, low - top]
    if (this.turn === 1) return { x: -low, y: left, width: height, height: width }
    if (this.turn === 2) return { x: -right, y: -low, width, height }
    if (this.turn === 3) return { x: top, y: -right, width: height, height: width }
    return { x: left, y: top, width, height }
  }

  /** Stretches between blanks wider than a word space, each with its first index. */
  stretches(gap: number): Array<{ from: number; to: number }> {
    if (this.#pieces.length === 1 && !this.text.includes('  ')) {
      return [{ from: 0, to: this.text.length }]
    }
    const found: Array<{ from: number; to: number }> = []
    let open: { from: number; to: number } | undefined
    for (const [from, to] of this.#words()) {
      const near =
        open !== undefined && this.#edge(from, false) - this.#edge(open.to, true) < gap * this.size
      if (open !== undefined && near) open.to = to
      else {
        open = { from, to }
        found.push(open)
      }
    }
    return found
  }

  *#words(): Generator<readonly [number, number]> {
    for (const { 0: word, index } of this.text.matchAll(/\S+/g)) yield [index, index + word.length]
  }
}

const isGap = (last: Placed, next: Piece & { u: number }): boolean =>
  next.u - (last.u + last.width) > WORD_GAP * next.size &&
  !last.text.endsWith(' ') &&
  !next.text.startsWith(' ')

/** The lines of a page: from the top, for each direction. */
export function linesOf(pieces: readonly Piece[]): Line[] {
  const placed = pieces
    .filter(({ text, size }) => text !== '' && size > 0)
    .map((piece): Placed => ({ ...piece, u: along(piece), v: across(piece), start: 0 }))
    .sort((one, other) => one.turn - other.turn || one.v - other.v)
  const groups: Placed[][] = []
  for (const piece of placed) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const joins =
      last !== undefined &&
      last.turn === piece.turn &&
      piece.v - last.v < SAME_LINE * Math.min(last.size, piece.size)
    if (joins) group?.push(piece)
    else groups.push([piece])
  }
  return groups
    .filter((group) => group.some(({ text }) => text.trim() !== ''))
    .map((group) => new Line(group))
}
