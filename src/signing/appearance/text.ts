/** Text that always fits: characters the font lacks are replaced visibly, long lines wrap, the rest ends in "…". */
import type { Color, PDFFont, PDFPage } from 'pdf-lib'

/** Stands for a character that the fonts lack; every font of this service has it. */
export const REPLACEMENT = '\u25a1'

/** A font that knows which characters it has. */
export interface Face {
  font: PDFFont
  has(codePoint: number): boolean
  /** Width of one character at size 1. */
  advance(character: string): number
}

/** Never drawn: they would only join the meaning of the character before, also where that was replaced. */
const FORMAT = /[\p{Cf}\p{Variation_Selector}]/u
/** Left out where the font lacks them. */
const MARK = /\p{M}/u
const BLANK = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u
const RIGHT_TO_LEFT = /([\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}]+)/u

/** Characters and widths by the name of the font: finding them out takes longer than drawing a page. */
const characterSets = new Map<string, ReadonlySet<number>>()
const advances = new Map<string, Map<string, number>>()

/** Wraps an embedded font. */
export function faceOf(font: PDFFont): Face {
  const known = characterSets.get(font.name) ?? new Set(font.getCharacterSet())
  const widths = advances.get(font.name) ?? new Map<string, number>()
  characterSets.set(font.name, known)
  advances.set(font.name, widths)
  const advance = (character: string): number => {
    const width = widths.get(character) ?? font.widthOfTextAtSize(character, 1)
    widths.set(character, width)
    return width
  }
  return { font, has: (codePoint) => known.has(codePoint), advance }
}

/** Whether nothing of a text is lost in a font. */
export const canWrite = (text: string, face: Face): boolean =>
  !printable(text, face).includes(REPLACEMENT)

/** A text on one line, as the font can write it. */
export function printable(text: string, face: Face): string {
  const seen: string[] = []
  for (const character of text.normalize('NFC')) {
    if (FORMAT.test(character)) continue
    if (BLANK.test(character)) seen.push(' ')
    else if (face.has(character.codePointAt(0) ?? 0)) seen.push(character)
    else if (!MARK.test(character)) seen.push(REPLACEMENT)
  }
  return seen.join('').replace(/ +/g, ' ').trim()
}

/** How wide a printable text is at most, in points: kerning can only make it narrower. */
export function widthOf(text: string, face: Face, size: number): number {
  let width = 0
  for (const character of text) width += face.advance(character)
  return width * size
}

/**
 * Draws a printable text from a point on its base line. Words written from right to left are drawn each by
 * itself: the font library would turn the whole line around, addresses and numbers too.
 */
export function drawRuns(
  page: PDFPage,
  text: string,
  face: Face,
  at: { x: number; y: number; size: number; color: Color },
): void {
  let { x } = at
  for (const run of text.split(RIGHT_TO_LEFT)) {
    if (run === '') continue
    page.drawText(run, { ...at, x, font: face.font })
    if (run !== text) x += face.font.widthOfTextAtSize(run, at.size)
  }
}

/** The longest beginning that is at most so wide; at least one character. */
function beginning(word: string, fits: (text: string) => boolean): string {
  const characters = [...word]
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(characters.slice(0, middle).join(''))) low = middle
    else high = middle - 1
  }
  return characters.slice(0, low).join('')
}

/** Lines at most so wide; a word that is wider than a line is broken. */
export function wrapped(text: string, face: Face, size: number, width: number): string[] {
  const fits = (line: string): boolean => widthOf(line, face, size) <= width
  const lines: string[] = []
  let line = ''
  for (let word of printable(text, face).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    while (!fits(word) && [...word].length > 1) {
      const start = beginning(word, fits)
      lines.push(start)
      word = word.slice(start.length)
    }
    line = word
  }
  return line === '' ? lines : [...lines, line]
}

/** A line cut to a width, with "…" where something was cut off. */
export function cut(line: string, face: Face, size: number, width: number): string {
  if (widthOf(line, face, size) <= width) return line
  const fits = (text: string): boolean => widthOf(`${text}…`, face, size) <= width
  return `${beginning(line, fits).trimEnd()}…`
}

/** The lines of a text, no more than so many; the last one tells by "…" that there is more. */
export function fewLines(
  text: string,
  face: Face,
  room: { size: number; width: number; lines: number },
): string[] {
  const lines = wrapped(text, face, room.size, room.width)
  if (lines.length <= room.lines) return lines
  const last = lines.slice(room.lines - 1).join(' ')
  return [...lines.slice(0, room.lines - 1), cut(last, face, room.size, room.width)]
}

/** The largest size, down to a least one, in which a text fits into its room. */
export function fittingSize(
  text: string,
  face: Face,
  room: { size: number; least: number; width: number; lines: number },
): number {
  for (let size = room.size; size > room.least; size -= 0.5)
    if (wrapped(text, face, size, room.width).length <= room.lines) return size
  return room.least
}
