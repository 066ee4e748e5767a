/** Text that always fits: missing characters use a fallback font, long lines wrap, overflow ends in "…". */
import type { PDFFont } from 'pdf-lib'
import type { FontStyle } from '../../pdf/fonts.ts'
import { charactersOf, isPlain, settingOf } from '../../pdf/typesetting/setting.ts'

/** A font that knows which characters it has. */
export interface Face {
  font: PDFFont
  /** Selects the fallback fonts. */
  style: FontStyle
  /** Fallback fonts by path, for the texts announced when the fonts were embedded. */
  others: ReadonlyMap<string, PDFFont>
  has(codePoint: number): boolean
  /** Width of one character at size 1. */
  advance(character: string): number
}

/**
 * Never drawn: they would only reverse or hide the text around them. Joiners stay, as letter shapes depend on
 * them.
 */
const FORMAT = /(?![\u200c\u200d])\p{Cf}/u
const BLANK = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u
/** A letter with its marks, or Korean jamo. Precomposed characters keep their form. */
const COMPOSED = /\P{M}\p{M}+|[\u1100-\u11ff]+/gu

/** Texts made only of these (nearly all) are printable as they are. */
const USUAL = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/
/** A lone surrogate. */
const HALF = /\p{Cs}/gu

/** Characters and widths by font name, cached: computing them takes longer than drawing a page. */
const characterSets = new Map<string, ReadonlySet<number>>()
const advances = new Map<string, Map<string, number>>()

/** Wraps an embedded font. */
export function faceOf(
  font: PDFFont,
  style: FontStyle,
  others: ReadonlyMap<string, PDFFont> = new Map(),
): Face {
  const known = characterSets.get(font.name) ?? new Set(font.getCharacterSet())
  const widths = advances.get(font.name) ?? new Map<string, number>()
  characterSets.set(font.name, known)
  advances.set(font.name, widths)
  const has = (codePoint: number): boolean => known.has(codePoint)
  const advance = (character: string): number => {
    const width =
      widths.get(character) ??
      (isPlain(character, has)
        ? font.widthOfTextAtSize(character, 1)
        : settingOf(character, style).width)
    widths.set(character, width)
    return width
  }
  return { font, style, others, has, advance }
}

/** Whether a font can draw a text alone, character by character. */
export const canWrite = (text: string, face: Face): boolean => isPlain(printable(text), face.has)

/** The text on one line, without characters that are never drawn. */
export function printable(text: string): string {
  if (USUAL.test(text)) return text.replace(/ +/g, ' ').trim()
  const seen: string[] = []
  const composed = text.replaceAll(COMPOSED, (letter) => letter.normalize('NFC'))
  for (const character of composed.replaceAll(HALF, '\ufffd')) {
    if (BLANK.test(character)) seen.push(' ')
    else if (!FORMAT.test(character)) seen.push(character)
  }
  return seen.join('').replace(/ +/g, ' ').trim()
}

/** Whether any character of a printable text is replaced because no installed font has it. */
export const isLossy = (text: string, face: Face): boolean =>
  !isPlain(text, face.has) && settingOf(text, face.style).pieces.some(({ replaced }) => replaced)

/** Units that may end a line or be cut off. */
const partsOf = (text: string, face: Face): string[] =>
  isPlain(text, face.has) ? [...text] : charactersOf(text)

/** Maximum width of a printable text in points: kerning and joining can only make it narrower. */
export function widthOf(text: string, face: Face, size: number): number {
  let width = 0
  for (const character of partsOf(text, face)) width += face.advance(character)
  return width * size
}

/** Width of a printable text as drawn, in points. */
export const drawnWidth = (text: string, face: Face, size: number): number =>
  isPlain(text, face.has)
    ? face.font.widthOfTextAtSize(text, size)
    : settingOf(text, face.style).width * size

/** The longest prefix that fits; at least one character. */
function beginning(characters: readonly string[], fits: (text: string) => boolean): string {
  let [low, high] = [1, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(characters.slice(0, middle).join(''))) low = middle
    else high = middle - 1
  }
  return characters.slice(0, low).join('')
}

/** Lines no wider than `width`; a word wider than a line is broken. */
export function wrapped(text: string, face: Face, size: number, width: number): string[] {
  const fits = (line: string): boolean => widthOf(line, face, size) <= width
  const lines: string[] = []
  let line = ''
  for (let word of printable(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    while (!fits(word) && partsOf(word, face).length > 1) {
      const start = beginning(partsOf(word, face), fits)
      lines.push(start)
      word = word.slice(start.length)
    }
    line = word
  }
  return line === '' ? lines : [...lines, line]
}

/** A line truncated to a width, ending in "…" if it was cut. */
export function cut(line: string, face: Face, size: number, width: number): string {
  if (widthOf(line, face, size) <= width) return line
  const fits = (text: string): boolean => widthOf(`${text}…`, face, size) <= width
  return `${beginning(partsOf(line, face), fits).trimEnd()}…`
}

/** The lines of a text up to a maximum; the last one ends in "…" if there is more. */
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

/** The largest font size, not below a minimum, at which a text fits its space. */
export function fittingSize(
  text: string,
  face: Face,
  room: { size: number; min: number; width: number; lines: number },
): number {
  for (let size = room.size; size > room.min; size -= 0.5)
    if (wrapped(text, face, size, room.width).length <= room.lines) return size
  return room.min
}
