/**
 * The fonts for everything this service draws itself: IBM Plex for the proof certificate, DejaVu for all else in Latin,
 * Greek and Cyrillic, and for other scripts the fonts installed on the machine (`typesetting/`). Each is read and parsed once per thread: parsing takes longer than
 * drawing a page.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import fontkit, { type Font, type FontCollection, type GlyphRun } from '@cantoo/fontkit'
import type { PDFDocument, PDFFont, PDFHexString } from 'pdf-lib'
import { Cache } from '../kernel/cache.ts'
import { invariant } from '../kernel/invariant.ts'
import { codeFile } from '../kernel/program-files.ts'
import { FontSubset, TrueTypeFile } from './font-subset.ts'

const resolver = createRequire(import.meta.url)
const dejaVu = (name: string) => (): string => resolver.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const plex = (name: string) => (): string =>
  fileURLToPath(codeFile(`pdf/typefaces/IBMPlex${name}.ttf`))

/** Absolute paths. */
const FILES = {
  regular: dejaVu('DejaVuSans'),
  bold: dejaVu('DejaVuSans-Bold'),
  italic: dejaVu('DejaVuSans-Oblique'),
  mono: dejaVu('DejaVuSansMono'),
  proof: plex('Sans-Regular'),
  'proof-bold': plex('Sans-SemiBold'),
  'proof-mono': plex('Mono-Regular'),
} as const

/** A style of text. */
export type FontStyle = keyof typeof FILES

/** A loaded font file. */
export interface FontSource {
  /** Absolute path. */
  path: string
  bytes: Uint8Array
}

const sources = new Map<string, FontSource>()
const parsed = new Map<Uint8Array, Font>()

/** A glyph as a document embeds it. */
interface ChosenGlyph {
  id: number
  /** In font units. */
  advanceWidth: number
  /** Text that it represents in the document. */
  codePoints: number[]
}

/** Set while glyphs that were already chosen are encoded: the font is not asked to shape then. */
let chosen: readonly ChosenGlyph[] | undefined

/** The only font of a file, or the first of a collection. */
function firstIn(bytes: Uint8Array): Font {
  const file: Font | FontCollection = fontkit.create(bytes)
  if (!('fonts' in file)) return file
  const [font] = file.fonts
  invariant(font !== undefined, 'a collection of fonts holds one')
  return font
}

/** A parsed font, prepared for use in documents. */
function opened(bytes: Uint8Array): Font {
  const font = remembering(telling(firstIn(bytes)))
  const file = TrueTypeFile.of(bytes)
  if (file !== undefined) font.createSubset = () => new FontSubset(file)
  return font
}

/** Returns a font that was parsed before; the subset of each document is separate. */
const parser = {
  create(bytes: Uint8Array): Font {
    const font = parsed.get(bytes) ?? opened(bytes)
    parsed.set(bytes, font)
    return font
  },
}

/**
 * The font caches each glyph as first requested. One first requested as a component of another, the E of É, has no
 * character: every later file would show it but have no text for it.
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

/** Shaped texts cached per font: the wording of forms recurs on every page, and is both measured and drawn. */
const LAYOUTS_MAX = 4_000

/** Shaping takes a fifth of the time to draw a page; a cached run of glyphs is only read. */
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

/** The codes of glyphs in a document's font, which includes them from now on; pdf-lib itself encodes text only. */
export function codesOf(font: PDFFont, glyphs: readonly ChosenGlyph[]): PDFHexString {
  chosen = glyphs
  try {
    return font.encodeText('')
  } finally {
    chosen = undefined
  }
}

/** Loads a font file, once. @param path absolute */
export function sourceAt(path: string): FontSource {
  const source = sources.get(path) ?? { path, bytes: readFileSync(path) }
  sources.set(path, source)
  return source
}

/** The font file of a style. */
export const sourceOf = (style: FontStyle): FontSource => sourceAt(FILES[style]())

/** A parsed font, for what is drawn without embedding it. */
export const parsedFont = ({ bytes }: FontSource): Font => parser.create(bytes)

/** Fonts of documents, by the bytes of their files. */
const embedded = new WeakMap<PDFDocument, Map<Uint8Array, Promise<PDFFont>>>()

/** Embeds a font file, subset to the characters used; once in a document. */
export function embedSource(document: PDFDocument, { bytes }: FontSource): Promise<PDFFont> {
  const known = embedded.get(document) ?? new Map<Uint8Array, Promise<PDFFont>>()
  embedded.set(document, known)
  document.registerFontkit(parser as never)
  const font = known.get(bytes) ?? document.embedFont(bytes, { subset: true })
  known.set(bytes, font)
  return font
}

/** Embeds a font file of an installed package, subset to the characters used. */
export const embedFontFile = (document: PDFDocument, path: string): Promise<PDFFont> =>
  embedSource(document, sourceAt(resolver.resolve(path)))

/** Embeds a font, subset to the characters used. */
export const embedFont = (document: PDFDocument, style: FontStyle): Promise<PDFFont> =>
  embedSource(document, sourceOf(style))
