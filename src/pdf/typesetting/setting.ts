/**
 * A line as it is drawn: each part in a font that has its characters, in visual order, with the glyphs chosen and
 * placed. What no installed font can draw is written in ASCII, and marked as replaced.
 */
import { Cache } from '../../kernel/cache.ts'
import { type FontSource, type FontStyle, parsedFont, sourceAt, sourceOf } from '../fonts.ts'
import { FontFolders } from './script-fonts.ts'
import { asciiOf, hasGlyph, levelsOf, type PlacedGlyph, shape } from './shaper.ts'

/** A part of a line in one font and direction. */
export interface Piece {
  source: FontSource
  /** From left to right. */
  glyphs: PlacedGlyph[]
  /** In em. */
  width: number
  /** The original text. */
  text: string
  rightToLeft: boolean
  /** Whether a replacement is drawn because no font has the characters. */
  replaced: boolean
  /** To be emboldened, since the font is not bold. */
  fattened: boolean
}

/** A line. */
interface Setting {
  /** From left to right. */
  pieces: Piece[]
  /** In em. */
  width: number
}

/** Characters that need shaping: marks, joiners, letters that join or run from right to left. */
const INTRICATE =
  /[\p{M}\p{Cs}\p{Cn}\p{Co}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\u200c|\u200d|\p{Script=Lao}/u
/** No character before this one needs shaping. */
const FIRST_MARK = '\u0300'
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LEFT_TO_RIGHT =
  /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}])\p{L}/u
/** Visible only in the effect on the letters around them. */
const UNSEEN = /[\p{Variation_Selector}\u200c\u200d]/u

/** Whether a text needs no shaping: letters of a font, one after the other. */
export const isPlain = (text: string, has: (codePoint: number) => boolean): boolean => {
  for (const character of text) {
    if (!has(character.codePointAt(0) ?? 0)) return false
    if (character >= FIRST_MARK && INTRICATE.test(character)) return false
  }
  return true
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What readers perceive as one character each. */
export const charactersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

let folders: FontFolders | undefined

const covers = (source: FontSource, character: string): boolean => {
  for (const each of character)
    if (!UNSEEN.test(each) && !hasGlyph(source, each.codePointAt(0) ?? 0)) return false
  return true
}

/** Cached fonts by character and style: a text in Chinese needs the same one again and again. */
const CHOICES_MAX = 4_000
const choices = new Cache<{ source?: FontSource }>(CHOICES_MAX)

/** Installed fonts that cannot be read, or whose glyphs cannot be embedded, by path. */
const unsound = new Set<string>()
const sound = new Set<string>()

function isSound(source: FontSource, character: string): boolean {
  const font = parsedFont(source)
  const subset = font.createSubset()
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0)
  if (glyph === null) return false
  subset.includeGlyph(glyph)
  return subset.encode().length > 0
}

/**
 * The first installed font that draws a character; damaged or missing files are skipped.
 * @param bold if a font has it
 */
export function fontOfMachine(
  from: FontFolders,
  character: string,
  bold: boolean,
): FontSource | undefined {
  for (const path of from.candidates(character, bold)) {
    if (unsound.has(path)) continue
    try {
      const source = sourceAt(path)
      if (!covers(source, character)) continue
      if (sound.has(path) || isSound(source, character)) {
        sound.add(path)
        return source
      }
    } catch {
      // Whatever is wrong with a third-party font: another one is tried, or the text is written in ASCII.
    }
    unsound.add(path)
  }
  return undefined
}

const isBold = (style: FontStyle): boolean => style === 'bold' || style === 'proof-bold'

/** The font that draws a character; undefined if none is installed. */
function fontFor(character: string, style: FontStyle): FontSource | undefined {
  const choose = (): { source?: FontSource } => {
    const bold = isBold(style)
    for (const own of [style, bold ? 'bold' : 'regular'] as const)
      if (covers(sourceOf(own), character)) return { source: sourceOf(own) }
    folders ??= new FontFolders()
    const source = fontOfMachine(folders, character, bold)
    return source === undefined ? {} : { source }
  }
  return choices.of(`${style} ${character}`, choose).source
}

/** The fonts in which a text is set. */
export const sourcesOf = (text: string, style: FontStyle): FontSource[] => [
  ...new Set(charactersOf(text).flatMap((character) => fontFor(character, style) ?? [])),
]

const hex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

/** The replacement for a character without a font: its sound or name in ASCII, else its number; a mark is dropped. */
function replacementOf(character: string): string {
  const parts = Array.from(character, (each) => {
    if (UNSEEN.test(each)) return ''
    const ascii = asciiOf(each).replaceAll(/[^ -~]/g, '')
    return ascii !== '' || /\p{M}/u.test(each) ? ascii : `[U+${hex(each)}]`
  })
  return parts.join('')
}

/** A part of a line before its glyphs are chosen. */
interface Part {
  text: string
  source: FontSource | undefined
  level: number
  blank: boolean
}

/** Parts of one font, level and word, in logical order. Words are separate, so that readers can find them again. */
function partsOf(line: string, style: FontStyle): Part[] {
  const base = RIGHT_TO_LEFT.test(line) && !LEFT_TO_RIGHT.test(line) ? 'rtl' : 'ltr'
  const levels = levelsOf(line, base)
  const parts: Part[] = []
  let at = 0
  for (const text of charactersOf(line)) {
    const part = {
      text,
      source: fontFor(text, style),
      level: levels[at] ?? 0,
      blank: text === ' ',
    }
    at += text.length
    const last = parts.at(-1)
    const joins =
      last?.source === part.source && last?.level === part.level && last?.blank === part.blank
    if (last !== undefined && joins) last.text += text
    else parts.push(part)
  }
  return parts
}

/** In visual order (UAX #9, L2). */
function inSight(parts: readonly Part[]): Part[] {
  const seen = [...parts]
  const highest = Math.max(0, ...seen.map(({ level }) => level))
  for (let level = highest; level >= 1; level--)
    for (let from = 0; from < seen.length; from++) {
      let to = from
      while (to < seen.length && (seen[to]?.level ?? 0) >= level) to++
      if (to > from) seen.splice(from, to - from, ...seen.slice(from, to).reverse())
      from = to
    }
  return seen
}

const isBoldFile = (path: string): boolean => /[-_](?:semi)?bold\b/i.test(path)

function pieceOf({ text, source, level }: Part, style: FontStyle): Piece {
  const rightToLeft = level % 2 === 1
  const run = source && shape(source, text, rightToLeft)
  // A font may have every letter but not the glyphs that they form together.
  if (source !== undefined && run?.glyphs.every(({ id }) => id > 0)) {
    const fattened = isBold(style) && !isBoldFile(source.path)
    return { source, ...run, text, rightToLeft, replaced: false, fattened }
  }
  const own = sourceOf(style)
  const ascii = charactersOf(text).map(replacementOf).join('')
  const instead = shape(own, ascii, false)
  return { source: own, ...instead, text, rightToLeft, replaced: true, fattened: false }
}

const SETTINGS_MAX = 2_000
const settings = new Cache<Setting>(SETTINGS_MAX)

/** Lays out a line. {@link loadTypesetting} must have been awaited. */
export function settingOf(line: string, style: FontStyle): Setting {
  return settings.of(`${style} ${line}`, () => {
    const pieces = inSight(partsOf(line, style)).map((part) => pieceOf(part, style))
    return { pieces, width: pieces.reduce((sum, { width }) => sum + width, 0) }
  })
}
