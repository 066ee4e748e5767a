/** Reads the tables of a TrueType or OpenType font as hostile input (ISO/IEC 14496-22). */
import { asBuffer } from '../../kernel/bytes.ts'
import { isSoundCff } from './cff-table.ts'
import { u16, u32 } from './font-numbers.ts'

/** The tables of a font by their tags. */
export type FontTables = ReadonlyMap<string, Buffer>

const TABLES_MAX = 64
const HEADER_BYTES = 12
const RECORD_BYTES = 16
const VERSIONS: ReadonlySet<number> = new Set([0x00010000, 0x74727565, 0x4f54544f])

/** The tables; undefined when their directory is not sane: each inside the file, once, none over another. */
export function fontTables(bytes: Uint8Array): FontTables | undefined {
  const file = asBuffer(bytes)
  if (file.length < HEADER_BYTES || !VERSIONS.has(file.readUInt32BE(0))) return undefined
  const count = file.readUInt16BE(4)
  const start = HEADER_BYTES + count * RECORD_BYTES
  if (count > TABLES_MAX || start > file.length) return undefined
  const tables = new Map<string, Buffer>()
  const places: (readonly [from: number, to: number])[] = []
  for (let at = HEADER_BYTES; at < start; at += RECORD_BYTES) {
    const tag = file.toString('latin1', at, at + 4)
    const [from, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    if (from < start || from + length > file.length || tables.has(tag)) return undefined
    tables.set(tag, file.subarray(from, from + length))
    places.push([from, from + length])
  }
  places.sort(([a], [b]) => a - b)
  return places.every(([, to], index) => to <= (places[index + 1]?.[0] ?? to)) ? tables : undefined
}

/** Bits of a composite glyph's component (glyf table). */
const [WORDS, SCALE, MORE, XY_SCALE, TWO_BY_TWO] = [0x1, 0x8, 0x20, 0x40, 0x80]
/** Components that one glyph may be drawn of, all levels together; 40 in the most complex of real fonts. */
const COMPONENTS_MAX = 1000

/** Glyph numbers of the components of one glyph, none for a simple one; undefined when it is cut off. */
function componentsOf(glyph: Buffer): number[] | undefined {
  if (glyph.length < 2 || glyph.readInt16BE(0) >= 0) return []
  const found: number[] = []
  for (let at = 10, flags = MORE; (flags & MORE) !== 0; ) {
    if (at + 4 > glyph.length || found.length > COMPONENTS_MAX) return undefined
    flags = glyph.readUInt16BE(at)
    found.push(glyph.readUInt16BE(at + 2))
    at += 4 + ((flags & WORDS) !== 0 ? 4 : 2)
    if ((flags & SCALE) !== 0) at += 2
    else if ((flags & XY_SCALE) !== 0) at += 4
    else if ((flags & TWO_BY_TWO) !== 0) at += 8
  }
  return found
}

/** Bits of a point's flags: coordinates of one byte, the same flags again, the same coordinate or a positive one. */
const [X_SHORT, Y_SHORT, REPEAT, X_SAME, Y_SAME] = [0x2, 0x4, 0x8, 0x10, 0x20]

/** Bytes of a point's coordinates. */
const pointBytes = (flags: number): number =>
  ((flags & X_SHORT) !== 0 ? 1 : (flags & X_SAME) !== 0 ? 0 : 2) +
  ((flags & Y_SHORT) !== 0 ? 1 : (flags & Y_SAME) !== 0 ? 0 : 2)

/** Whether all points of a simple glyph are there. */
function hasItsPoints(glyph: Buffer): boolean {
  const contours = glyph.length < 10 ? 0 : glyph.readInt16BE(0)
  if (contours <= 0) return true
  for (let contour = 1; contour < contours; contour++)
    if (!(u16(glyph, 8 + contour * 2) < u16(glyph, 10 + contour * 2))) return false
  const points = u16(glyph, 8 + contours * 2) + 1
  let at = 12 + contours * 2 + u16(glyph, 10 + contours * 2)
  let size = 0
  for (let point = 0; point < points; at++) {
    const flags = glyph[at]
    if (flags === undefined) return false
    const times = (flags & REPEAT) === 0 ? 1 : (glyph[++at] ?? 0) + 1
    size += times * pointBytes(flags)
    point += times
  }
  return at + size <= glyph.length
}

/**
 * Whether every outline is whole and of the kind that the font's version names, and composite glyphs neither contain
 * themselves nor multiply.
 */
export function hasSaneGlyphs(tables: FontTables, isCff: boolean): boolean {
  const [loca, glyf, cff] = [tables.get('loca'), tables.get('glyf'), tables.get('CFF ')]
  if (isCff) return cff !== undefined && !glyf && isSoundCff(cff, u16(tables.get('maxp'), 4))
  if (glyf === undefined || loca === undefined || cff !== undefined) return false
  const glyphs = u16(tables.get('maxp'), 4)
  const isLong = u16(tables.get('head'), 50) === 1
  const offset = (index: number): number =>
    isLong ? u32(loca, index * 4) : u16(loca, index * 2) * 2
  const components: number[][] = []
  for (let index = 0; index < glyphs; index++) {
    const [from, to] = [offset(index), offset(index + 1)]
    if (!(from <= to && to <= glyf.length)) return false
    const glyph = glyf.subarray(from, to)
    const parts = hasItsPoints(glyph) ? componentsOf(glyph) : undefined
    if (parts === undefined || parts.some((part) => part >= glyphs)) return false
    components.push(parts)
  }
  return areBounded(components)
}

/** Counts what each glyph is drawn of, itself included, from the bottom up. */
function areBounded(components: readonly (readonly number[])[]): boolean {
  const sizes: (number | 'open')[] = []
  const sizeOf = (glyph: number, depth: number): number => {
    const known = sizes[glyph]
    if (known === 'open' || depth > 32) return Number.POSITIVE_INFINITY
    if (known !== undefined) return known
    sizes[glyph] = 'open'
    let size = 1
    for (const part of components[glyph] ?? []) size += sizeOf(part, depth + 1)
    sizes[glyph] = size
    return size
  }
  return components.every((_, glyph) => sizeOf(glyph, 0) <= COMPONENTS_MAX)
}

const NAMES_MAX = 1000
const FAMILY_NAMES: ReadonlySet<number> = new Set([1, 16])

/** A name that a font gives itself. */
interface FontName {
  /** 1 is the family as Word lists it, 16 the family with all its weights. */
  kind: number
  /** 0 Unicode, 1 Macintosh, 3 Windows. */
  platform: number
  /** Of the platform; 0x409 is American English on Windows. */
  language: number
  text: string
}

/** Every family name that the font gives itself, in any language. */
export function familyNames(name: Buffer | undefined): Set<string> {
  return new Set(fontNames(name).map(({ text }) => text))
}

/** Its family names with their languages. */
export function fontNames(name: Buffer | undefined): FontName[] {
  const found: FontName[] = []
  const [count, storage] = [u16(name, 2), u16(name, 4)]
  if (name === undefined || !(count <= NAMES_MAX)) return found
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12
    const [platform, kind] = [u16(name, at), u16(name, at + 6)]
    const from = storage + u16(name, at + 10)
    const to = from + u16(name, at + 8)
    if (!FAMILY_NAMES.has(kind) || !(to <= name.length)) continue
    const text = name.subarray(from, to)
    // names of the Macintosh are one byte a character, all others UTF-16
    const language = u16(name, at + 4)
    const read = platform === 1 ? text.toString('latin1') : utf16(text)
    found.push({ kind, platform, language, text: read })
  }
  return found
}

const utf16 = (text: Buffer): string =>
  Buffer.from(text.subarray(0, text.length & ~1))
    .swap16()
    .toString('utf16le')
