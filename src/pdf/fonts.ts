/**
 * The fonts of everything this service draws itself: DejaVu, which has Latin, Greek and Cyrillic, and for what it
 * lacks those of the machine (`typesetting/`). Each is read and parsed once per thread: parsing takes longer than
 * drawing a page.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit, { type Font, type FontCollection, type GlyphRun } from '@cantoo/fontkit'
import type { PDFDocument, PDFFont, PDFHexString } from 'pdf-lib'
import { Cache } from '../kernel/cache.ts'
import { invariant } from '../kernel/invariant.ts'
import { FontSubset, TrueTypeFile } from './font-subset.ts'

const FILES = {
  regular: 'DejaVuSans.ttf',
  bold: 'DejaVuSans-Bold.ttf',
  italic: 'DejaVuSans-Oblique.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const

/** A style of text. */
export type FontStyle = keyof typeof FILES

const pathOf = (style: FontStyle): string => `dejavu-fonts-ttf/ttf/${FILES[style]}`
const resolver = createRequire(import.meta.url)

/** A font file that was read. */
export interface FontSource {
  /** Absolute. */
  path: string
  bytes: Uint8Array
}

const sources = new Map<string, FontSource>()
const parsed = new Map<Uint8Array, unknown>()

/** A glyph as a document embeds it. */
export interface ChosenGlyph {
  id: number
  /** In units of the font. */
  advanceWidth: number
  /** Text that it stands for in the document. */
  codePoints: number[]
}

/** While glyphs are encoded that were chosen already, the font is not asked for its own choice. */
let chosen: readonly ChosenGlyph[] | undefined

/** The only font of a file, or the first of a collection. */
function firstIn(bytes: Uint8Array): Font {
  const file: Font | FontCollection = fontkit.create(bytes)
  if (!('fonts' in file)) return file
  const [font] = file.fonts
  invariant(font !== undefined, 'a collection of fonts holds one')
  return font
}

/** A font as every document is given it. */
function opened(bytes: Uint8Array): Font {
  const font = remembering(telling(firstIn(bytes)))
  const file = TrueTypeFile.of(bytes)
  if (file !== undefined) font.createSubset = () => new FontSubset(file)
  return font
}

/** Gives a font that was parsed before; what a document uses of it is kept apart, in a subset of its own. */
const parser = {
  create(bytes: Uint8Array): unknown {
    const font = parsed.get(bytes) ?? opened(bytes)
    parsed.set(bytes, font)
    return font
  },
}

/**
 * The font keeps each glyph as it was first asked for. One that was first a part of another, the E of É, was asked
 * for without its character: every later file would show it, and have no text for it.
 */
function telling(font: Font): Font {
  const glyphOf = font.getGlyph.bind(font)
  font.getGlyph = (id, characters = []) => {
    const glyph = glyphOf(id, characters)
    if (glyph?.codePoints.length === 0) glyph.codePoints.push(...characters)
    return glyph
  }
  return font
}

/** Texts of one font whose glyphs are known: the words of forms come again on every page, and are measured and drawn. */
const LAYOUTS_MAX = 4_000

/** Choosing a text's glyphs takes a fifth of drawing a page; a run of glyphs is only read. */
function remembering(font: Font): Font {
  const known = new Cache<GlyphRun>(LAYOUTS_MAX)
  const layout = font.layout.bind(font)
  font.layout = (text, ...how) => {
    if (chosen !== undefined) return { glyphs: chosen } as unknown as GlyphRun
    const isUsual = how.every((one) => one === undefined)
    return isUsual ? known.of(text, () => layout(text)) : layout(text, ...how)
  }
  return font
}

/** The codes of glyphs in a document's font, which holds them from now on; pdf-lib itself encodes texts only. */
export function codesOf(font: PDFFont, glyphs: readonly ChosenGlyph[]): PDFHexString {
  chosen = glyphs
  try {
    return font.encodeText('')
  } finally {
    chosen = undefined
  }
}

/** A font file, read once. @param path absolute */
export function sourceAt(path: string): FontSource {
  const source = sources.get(path) ?? { path, bytes: readFileSync(path) }
  sources.set(path, source)
  return source
}

/** The file of a style. */
export const sourceOf = (style: FontStyle): FontSource => sourceAt(resolver.resolve(pathOf(style)))

/** A parsed font, for what is drawn without embedding it. */
export const parsedFont = ({ bytes }: FontSource): unknown => parser.create(bytes)

/** Embeds a font file, of which only the used characters are kept. */
export function embedSource(document: PDFDocument, { bytes }: FontSource): Promise<PDFFont> {
  document.registerFontkit(parser as never)
  return document.embedFont(bytes, { subset: true })
}

/** Embeds a font file of an installed package, of which only the used characters are kept. */
export const embedFontFile = (document: PDFDocument, path: string): Promise<PDFFont> =>
  embedSource(document, sourceAt(resolver.resolve(path)))

/** Embeds a font, of which only the used characters are kept. */
export const embedFont = (document: PDFDocument, style: FontStyle): Promise<PDFFont> =>
  embedSource(document, sourceOf(style))
