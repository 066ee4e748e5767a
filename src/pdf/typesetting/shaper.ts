/**
 * Chooses and places the glyphs of letters that join, stack or run from right to left, with HarfBuzz, bidi and
 * transliteration libraries. They are loaded for the first text that needs them: most files never do.
 */
import type { Bidi } from 'bidi-js'
import type * as HarfBuzz from 'harfbuzzjs'
import { invariant } from '../../kernel/invariant.ts'
import type { FontSource } from '../fonts.ts'

/** A glyph of a run; lengths in em, from the run's origin on the baseline. */
export interface PlacedGlyph {
  id: number
  x: number
  y: number
  /** Position of the next one, without its own offset. */
  end: number
  /** As in the font file; the width in the document must equal it. */
  advanceWidth: number
  /** Characters that it represents. */
  codePoints: number[]
}

interface Libraries {
  harfbuzz: typeof HarfBuzz
  /** Level of each UTF-16 unit of a line; odd ones run from right to left (UAX #9). */
  levelsOf(line: string, base: 'ltr' | 'rtl'): Uint8Array
  asciiOf(text: string): string
}

let libraries: Libraries | undefined

/** Must be awaited before anything in this folder is called. */
export async function loadTypesetting(): Promise<void> {
  if (libraries !== undefined) return
  const [harfbuzz, bidiModule, { default: asciiOf }] = await Promise.all([
    import('harfbuzzjs'),
    import('bidi-js'),
    import('any-ascii'),
  ])
  // Its type definitions describe the other module format.
  const bidi = (bidiModule.default as unknown as () => Bidi)()
  const levelsOf: Libraries['levelsOf'] = (line, base) => bidi.getEmbeddingLevels(line, base).levels
  libraries = { harfbuzz, levelsOf, asciiOf }
}

function loaded(): Libraries {
  invariant(libraries !== undefined, 'loadTypesetting was awaited')
  return libraries
}

/** Embedding levels of a line (Unicode bidirectional algorithm); odd ones run from right to left. */
export const levelsOf: Libraries['levelsOf'] = (line, base) => loaded().levelsOf(line, base)

/** A text in ASCII; empty when there is no transliteration. */
export const asciiOf = (text: string): string => loaded().asciiOf(text)

const opened = new Map<string, HarfBuzz.Font>()

function open(source: FontSource): HarfBuzz.Font {
  const known = opened.get(source.path)
  if (known !== undefined) return known
  const { Blob, Face, Font } = loaded().harfbuzz
  const font = new Font(new Face(new Blob(source.bytes), 0))
  opened.set(source.path, font)
  return font
}

/** Whether a font has a glyph for a character. */
export const hasGlyph = (source: FontSource, codePoint: number): boolean =>
  (open(source).nominalGlyph(codePoint) ?? 0) > 0

/** For a glyph without characters: a glyph must have some text in the document. */
const WORD_JOINER = 0x2060

/** Distributes the characters of a cluster over its glyphs, in logical order. */
function shared(text: string, count: number): number[][] {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return Array.from({ length: count }, (_, index) => {
    const own = index === count - 1 ? points.slice(index) : points.slice(index, index + 1)
    return own.length > 0 ? own : [WORD_JOINER]
  })
}

/**
 * The glyphs of a text.
 * @param text in logical order, all of it in one direction
 * @returns the glyphs from left to right, and the width in em
 */
export function shape(source: FontSource, text: string, rightToLeft: boolean) {
  const { harfbuzz } = loaded()
  const font = open(source)
  const em = font.face.upem
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.setDirection(rightToLeft ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
  buffer.setFlags(harfbuzz.BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const textOf = (cluster: number): string =>
    text.slice(cluster, starts[starts.indexOf(cluster) + 1] ?? text.length)
  const parts = new Map(
    starts.map((cluster) => {
      const count = infos.filter((info) => info.cluster === cluster).length
      const own = shared(textOf(cluster), count)
      return [cluster, rightToLeft ? own.reverse() : own]
    }),
  )
  let pen = 0
  const glyphs = infos.map(({ codepoint: id, cluster }, index): PlacedGlyph => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    const [x, y] = [(pen + xOffset) / em, yOffset / em]
    pen += xAdvance
    const codePoints = parts.get(cluster)?.shift() ?? [WORD_JOINER]
    const advanceWidth = font.glyphHAdvance(id)
    return { id, x, y, end: x + advanceWidth / em, advanceWidth, codePoints }
  })
  return { glyphs, width: pen / em }
}
