/** Whether a font that a document brings may be used for it. */
import { type FontTables, familyNames, fontTables, hasSaneGlyphs, u16 } from './font-tables.ts'

/** What keeps an embedded font from being used. */
export type FontFault = 'too_large' | 'damaged' | 'forbidden' | 'other_family'

/** Large enough for a Chinese face. */
const FONT_BYTES_MAX = 24 * 1024 * 1024
const NEEDED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'OS/2']
const MAGIC_AT = 12
const MAGIC_HIGH = 0x5f0f

/** `fsType` of OS/2: what the font's maker allows. Bits 0 to 3 are one value, of which 2 is "no embedding". */
const USAGE_BITS = 0xf
const RESTRICTED = 0x2
/** A PDF holds a subset of outlines. */
const NO_SUBSETS_OR_BITMAPS_ONLY = 0x100 | 0x200

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
export function fontFault(bytes: Uint8Array, family: string): FontFault | undefined {
  if (bytes.length > FONT_BYTES_MAX) return 'too_large'
  const tables = fontTables(bytes)
  // drawings in SVG inside a font are not for us to check
  if (tables === undefined || tables.has('SVG ')) return 'damaged'
  if (!NEEDED.every((tag) => tables.has(tag))) return 'damaged'
  if (!hasSaneMetrics(tables) || !hasSaneGlyphs(tables)) return 'damaged'
  const allowed = u16(tables.get('OS/2'), 8)
  if (Number.isNaN(allowed)) return 'damaged'
  if ((allowed & USAGE_BITS) === RESTRICTED || (allowed & NO_SUBSETS_OR_BITMAPS_ONLY) !== 0)
    return 'forbidden'
  const wanted = family.trim().toLowerCase()
  const names = [...familyNames(tables.get('name'))].map((name) => name.trim().toLowerCase())
  return names.includes(wanted) ? undefined : 'other_family'
}
