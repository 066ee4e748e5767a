/**
 * A TrueType font reduced to the glyphs that a document uses (ISO 32000-2, 9.9). The tables of the font file are
 * copied as bytes: fontkit decodes and encodes them number by number, which takes longer than drawing a page.
 */
import { asBuffer } from '../kernel/bytes.ts'
import { invariant } from '../kernel/invariant.ts'

type Table = readonly [tag: string, table: Buffer]

/** Slices of a font file, by table tag. */
type Tables = ReadonlyMap<string, Buffer>

/** Hinting tables, the same for every subset. */
const HINTS = { before: ['cvt ', 'prep'], after: ['fpgm'] } as const
const HEAD_ROW = 16
const TRUE_TYPE = 0x00010000
/** A collection, of which the first font is used: `ttcf`, version, count, offsets of the fonts. */
const COLLECTION = 0x74746366
const FIRST_FONT_AT = 12
/** As fontkit writes it: `true`. */
const SIGNATURE = 'true'

/** Offsets in `head`, `hhea` and `maxp` (ISO/IEC 14496-22, 5.2). */
const LOCA_FORMAT_AT = 50
const METRICS_AT = 34
const GLYPHS_AT = 4

/** Flags of a component of a composite glyph (ISO/IEC 14496-22, 5.3.3). */
const PART = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 } as const

const isComposite = (glyph: Buffer): boolean => glyph.length > 0 && glyph.readInt16BE(0) < 0

/** Offsets of the component numbers in a composite glyph. */
function partsOf(glyph: Buffer): number[] {
  const found: number[] = []
  let at = 10
  let flags: number = PART.more
  while ((flags & PART.more) !== 0) {
    flags = glyph.readUInt16BE(at)
    found.push(at + 2)
    at += 4 + ((flags & PART.words) !== 0 ? 4 : 2)
    if ((flags & PART.scale) !== 0) at += 2
    else if ((flags & PART.twoScales) !== 0) at += 4
    else if ((flags & PART.matrix) !== 0) at += 8
  }
  return found
}

/** A font file that can be subset. */
export class TrueTypeFile {
  readonly #tables: Tables

  private constructor(tables: Tables) {
    this.#tables = tables
  }

  /** Undefined for a font that stores its glyphs in another format. */
  static of(bytes: Uint8Array): TrueTypeFile | undefined {
    const file = asBuffer(bytes)
    if (file.length < 16) return undefined
    const start = file.readUInt32BE(0) === COLLECTION ? file.readUInt32BE(FIRST_FONT_AT) : 0
    if (file.readUInt32BE(start) !== TRUE_TYPE) return undefined
    const tables = new Map<string, Buffer>()
    for (let row = 0; row < file.readUInt16BE(start + 4); row++) {
      const at = start + 12 + row * HEAD_ROW
      const offset = file.readUInt32BE(at + 8)
      const length = file.readUInt32BE(at + 12)
      tables.set(file.toString('latin1', at, at + 4), file.subarray(offset, offset + length))
    }
    const isVariable = tables.has('fvar')
    return tables.has('glyf') && !isVariable ? new TrueTypeFile(tables) : undefined
  }

  /** A table. @throws FatalError when it is missing */
  table(tag: string): Buffer {
    const found = this.#tables.get(tag)
    invariant(found !== undefined, `the font has a table ${tag}`)
    return found
  }

  /** Those of the named tables that exist. */
  present(tags: readonly string[]): Array<[string, Buffer]> {
    return tags.flatMap((tag): Array<[string, Buffer]> => {
      const found = this.#tables.get(tag)
      return found === undefined ? [] : [[tag, found]]
    })
  }

  /** Number of glyphs. */
  get count(): number {
    return this.table('maxp').readUInt16BE(GLYPHS_AT)
  }

  /** The whole font with other advances, in its units, by glyph. */
  withAdvances(advances: ReadonlyMap<number, number>): Uint8Array {
    const rows = Array.from({ length: this.count }, (_, glyph) => {
      const advance = advances.get(glyph)
      return advance === undefined ? this.metrics(glyph) : changed(this.metrics(glyph), 0, advance)
    })
    return joined(
      [...this.#tables].map(([tag, table]): Table => {
        if (tag === 'hhea') return [tag, changed(table, METRICS_AT, rows.length)]
        return [tag, tag === 'hmtx' ? Buffer.concat(rows) : table]
      }),
    )
  }

  /** Whether glyph offsets have 32 bits. */
  get isLong(): boolean {
    return this.table('head').readInt16BE(LOCA_FORMAT_AT) === 1
  }

  /** Outline of a glyph, as stored in the file. */
  glyph(number: number): Buffer {
    const loca = this.table('loca')
    const place = (index: number): number =>
      this.isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index)
    return this.table('glyf').subarray(place(number), place(number + 1))
  }

  /** Advance and left side bearing of a glyph, as stored in `hmtx`. */
  metrics(number: number): Buffer {
    const hmtx = this.table('hmtx')
    const count = this.table('hhea').readUInt16BE(METRICS_AT)
    if (number < count) return hmtx.subarray(4 * number, 4 * number + 4)
    // After the last advance, which applies to all that follow, there are bearings only.
    const bearing = 4 * count + 2 * (number - count)
    return Buffer.concat([
      hmtx.subarray(4 * count - 4, 4 * count - 2),
      hmtx.subarray(bearing, bearing + 2),
    ])
  }
}

/** The glyphs that a document uses, and the font file for them; implements the interface that pdf-lib expects. */
export class FontSubset {
  readonly #file: TrueTypeFile
  /** Glyph numbers in the font, by number in the subset; the glyph for missing characters comes first. */
  readonly #glyphs: number[] = []
  readonly #numbers = new Map<number, number>()

  constructor(file: TrueTypeFile) {
    this.#file = file
    this.includeGlyph(0)
  }

  /** Adds a glyph; returns its number in the subset. */
  includeGlyph(glyph: number | { id: number }): number {
    const number = typeof glyph === 'number' ? glyph : glyph.id
    const known = this.#numbers.get(number)
    if (known !== undefined) return known
    this.#numbers.set(number, this.#glyphs.length)
    this.#glyphs.push(number)
    return this.#glyphs.length - 1
  }

  /**
   * The font file.
   * @param more tables beside those of a font that a document addresses by glyph numbers
   * @param advances of glyphs of the font, in its units, where the document has others
   */
  encode(more: readonly Table[] = [], advances?: ReadonlyMap<number, number>): Uint8Array {
    const file = this.#file
    const outlines: Buffer[] = []
    // Grows during the loop: a composite glyph adds its components.
    for (const number of this.#glyphs) outlines.push(this.#outline(number))
    const count = outlines.length
    return joined([
      ['head', file.table('head')],
      ['hhea', changed(file.table('hhea'), METRICS_AT, count)],
      ['loca', placesOf(outlines, file.isLong)],
      ['maxp', changed(file.table('maxp'), GLYPHS_AT, count)],
      ...file.present(HINTS.before),
      ['glyf', Buffer.concat(outlines)],
      ['hmtx', Buffer.concat(this.#glyphs.map((number) => this.#metrics(number, advances)))],
      ...file.present(HINTS.after),
      ...more,
    ])
  }

  #metrics(number: number, advances: ReadonlyMap<number, number> | undefined): Buffer {
    const metrics = this.#file.metrics(number)
    const advance = advances?.get(number)
    return advance === undefined ? metrics : changed(metrics, 0, advance)
  }

  #outline(number: number): Buffer {
    const glyph = this.#file.glyph(number)
    if (!isComposite(glyph)) return glyph
    const own = Buffer.from(glyph)
    for (const at of partsOf(glyph))
      own.writeUInt16BE(this.includeGlyph(glyph.readUInt16BE(at)), at)
    return own
  }
}

function changed(table: Buffer, at: number, value: number): Buffer {
  const own = Buffer.from(table)
  own.writeUInt16BE(value, at)
  return own
}

/** `loca`: the offset of each outline, and the end of the last one. */
function placesOf(outlines: readonly Buffer[], isLong: boolean): Buffer {
  const table = Buffer.alloc((outlines.length + 1) * (isLong ? 4 : 2))
  let place = 0
  for (let index = 0; index <= outlines.length; index++) {
    if (isLong) table.writeUInt32BE(place, 4 * index)
    else table.writeUInt16BE(place / 2, 2 * index)
    place += outlines[index]?.length ?? 0
  }
  return table
}

/**
 * The tables after their directory; checksums of embedded fonts are not verified, so they are left out, as in
 * fontkit.
 */
function joined(tables: readonly Table[]): Buffer {
  const head = Buffer.alloc(12 + tables.length * HEAD_ROW)
  const largest = 31 - Math.clz32(tables.length)
  head.write(SIGNATURE, 0, 'latin1')
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(HEAD_ROW << largest, 6)
  head.writeUInt16BE(largest, 8)
  head.writeUInt16BE(tables.length * HEAD_ROW - (HEAD_ROW << largest), 10)
  let offset = head.length
  for (const [row, [tag, { length }]] of tables.entries()) {
    const at = 12 + row * HEAD_ROW
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(length, at + 12)
    offset += length
  }
  return Buffer.concat([head, ...tables.map(([, table]) => table)])
}
