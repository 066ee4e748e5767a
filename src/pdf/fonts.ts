/**
 * The fonts of everything this service draws itself: DejaVu, which has Latin, Greek and Cyrillic. Each is read and
 * parsed once per thread: parsing takes longer than drawing a page.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit, { type Font, type GlyphRun } from '@cantoo/fontkit'
import type { PDFDocument, PDFFont } from 'pdf-lib'
import { Remembered } from '../kernel/cache.ts'
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
const loaded = new Map<string, Uint8Array>()
const parsed = new Map<Uint8Array, unknown>()

/** A font as every document is given it. */
function opened(bytes: Uint8Array): Font {
  const font = remembering(telling(fontkit.create(bytes) as Font))
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
  const known = new Remembered<GlyphRun>(LAYOUTS_MAX)
  const layout = font.layout.bind(font)
  font.layout = (text, ...how) =>
    how.some((one) => one !== undefined) ? layout(text, ...how) : known.of(text, () => layout(text))
  return font
}

function bytesOf(path: string): Uint8Array {
  const bytes = loaded.get(path) ?? readFileSync(resolver.resolve(path))
  loaded.set(path, bytes)
  return bytes
}

/** A parsed font, for what is drawn without embedding it. */
export const parsedFont = (style: FontStyle): unknown => parser.create(bytesOf(pathOf(style)))

/** Embeds a font file of an installed package, of which only the used characters are kept. */
export function embedFontFile(document: PDFDocument, path: string): Promise<PDFFont> {
  document.registerFontkit(parser as never)
  return document.embedFont(bytesOf(path), { subset: true })
}

/** Embeds a font, of which only the used characters are kept. */
export const embedFont = (document: PDFDocument, style: FontStyle): Promise<PDFFont> =>
  embedFontFile(document, pathOf(style))
