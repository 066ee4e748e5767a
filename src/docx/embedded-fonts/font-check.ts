/** Whether a font that a document brings may be used for it. */
import { u16 } from './font-numbers.ts'
import { type FontTables, familyNames, fontTables, hasSaneGlyphs } from './font-tables.ts'

/** What keeps an embedded font from being used. */
type FontFinding = 'too_large' | 'damaged' | 'forbidden' | 'other_family'

/** Large enough for a Chinese face. */
export const FONT_BYTES_MAX = 24 * 1024 * 1024
const NEEDED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'OS/2']
const MAGIC_AT = 12
const MAGIC_HIGH = 0x5f0f

/** `fsType` of OS/2: what the font's maker allows. Bits 0 to 3 are one value, of which 2 is "no embedding". */
export const USAGE_BITS = 0xf
/** The value that forbids embedding. */
export const RESTRICTED = 0x2
/** The value that allows to load it for viewing and printing, which is what a conversion to PDF does. */
const PREVIEW_AND_PRINT = 0x4
/** The value that allows to edit a document with it; LibreOffice opens every document for that. */
const EDITABLE = 0x8
const USAGE_AT = 8
/** A PDF holds a subset; this bit forbids one. */
export const NO_SUBSETS = 0x100
/** A PDF holds outlines; this bit allows bitmaps only. */
const BITMAPS_ONLY = 0x200

/** Its outlines are in CFF; others' in `glyf`. */
const isOpenType = (bytes: Uint8Array): boolean => bytes[0] === 0x4f

function hasSaneMetrics(tables: FontTables): boolean {
  const glyphs = u16(tables.get('maxp'), 4)
  const widths = u16(tables.get('hhea'), 34)
  const unitsPerEm = u16(tables.get('head'), 18)
  return (
    u16(tables.get('head'), MAGIC_AT) === MAGIC_HIGH &&
    unitsPerEm >= 16 &&
    unitsPerEm <= 16_384 &&
    widths >= 1 &&
    widths <= glyphs &&
    (tables.get('hmtx')?.length ?? 0) >= widths * 4 + (glyphs - widths) * 2
  )
}

/**
 * Checks a font file.
 * @param family the name under which the document declares it
 * @returns what is wrong; undefined when it may be used
 */
export function fontFinding(bytes: Uint8Array, family: string): FontFinding | undefined {
  if (bytes.length > FONT_BYTES_MAX) return 'too_large'
  const tables = fontTables(bytes)
  // drawings in SVG inside a font are not for us to check
  if (tables === undefined || tables.has('SVG ')) return 'damaged'
  if (!NEEDED.every((tag) => tables.has(tag))) return 'damaged'
  if (!hasSaneMetrics(tables) || !hasSaneGlyphs(tables, isOpenType(bytes))) return 'damaged'
  const allowed = u16(tables.get('OS/2'), USAGE_AT)
  if (Number.isNaN(allowed)) return 'damaged'
  if ((allowed & USAGE_BITS) === RESTRICTED || (allowed & (NO_SUBSETS | BITMAPS_ONLY)) !== 0)
    return 'forbidden'
  const wanted = family.trim().toLowerCase()
  const names = [...familyNames(tables.get('name'))].map((name) => name.trim().toLowerCase())
  return names.includes(wanted) ? undefined : 'other_family'
}

/**
 * A font whose maker allows viewing and printing (fsType 4), as LibreOffice loads it: otherwise it leaves such a font
 * out without a word, since it takes every document for one that is going to be edited. The copy is for the conversion
 * alone. Any other font as it is.
 */
export function asLoadedForPrinting(font: Uint8Array): Uint8Array {
  const os2 = fontTables(font)?.get('OS/2')
  const usage = u16(os2, USAGE_AT)
  if (os2 === undefined || (usage & USAGE_BITS) !== PREVIEW_AND_PRINT) return font
  const copy = Buffer.from(font)
  const at = os2.byteOffset - font.byteOffset + USAGE_AT
  copy.writeUInt16BE((usage & ~USAGE_BITS) | EDITABLE, at)
  return copy
}
