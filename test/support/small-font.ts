/** A small TrueType font, every letter a box, and documents that bring it; with one thing wrong where a test asks. */
import { docxOf } from './docx-package.ts'

/** What differs from a sound font. */
export interface SmallFont {
  family?: string
  /** `fsType` of OS/2. */
  usage?: number
  /** `fsSelection` of OS/2: 0x20 bold, 0x1 italic. */
  selection?: number
  /** Replaces or adds tables, after they are made. */
  change?: (tables: Map<string, Buffer>) => void
}

const FIRST = 0x20
const LAST = 0x7e
const GLYPHS = LAST - FIRST + 2

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2)
  return bytes
}
const longs = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** A box of one contour, four points with coordinates of two bytes each. */
const BOX = Buffer.concat([
  words(1, 0, 0, 800, 700, 3, 0),
  Buffer.from([1, 1, 1, 1]),
  words(0, 800, 0, -800),
  words(0, 0, 700, 0),
  Buffer.alloc(2),
])

/** A glyph of other glyphs. */
export const composite = (...glyphs: number[]): Buffer =>
  Buffer.concat([
    words(-1, 0, 0, 800, 700),
    ...glyphs.map((glyph, index) => words(index === glyphs.length - 1 ? 2 : 0x22, glyph, 0)),
  ])

/** Outlines and where each begins: boxes, with some replaced. */
export function outlines(
  own: ReadonlyMap<number, Buffer> = new Map(),
): [glyf: Buffer, loca: Buffer] {
  const glyphs = Array.from({ length: GLYPHS }, (_, index) => own.get(index) ?? BOX)
  const offsets = [0]
  for (const glyph of glyphs) offsets.push((offsets.at(-1) ?? 0) + glyph.length)
  return [Buffer.concat(glyphs), longs(...offsets)]
}

const cffIndex = (items: readonly Buffer[]): Buffer => {
  if (items.length === 0) return words(0)
  const offsets = [1]
  for (const item of items) offsets.push((offsets.at(-1) ?? 0) + item.length)
  return Buffer.concat([words(items.length), Buffer.from([4]), longs(...offsets), ...items])
}
const cffNumber = (value: number): Buffer => Buffer.concat([Buffer.from([29]), longs(value)])
/** `0 0 rmoveto 800 700 -800 hlineto endchar`. */
export const CFF_BOX = Buffer.from('8b8b15 1c0320 1c02bc 1cfce0 06 0e'.replaceAll(' ', ''), 'hex')

/** Turns the font into an OpenType one: the same boxes in CFF, with some replaced, and subroutines for all. */
export const inCff =
  (own: ReadonlyMap<number, Buffer> = new Map(), subrs: readonly Buffer[] = [], glyphs = GLYPHS) =>
  (tables: Map<string, Buffer>): void => {
    const outlines = cffIndex(Array.from({ length: glyphs }, (_, at) => own.get(at) ?? CFF_BOX))
    const [header, name] = [Buffer.from([1, 0, 4, 4]), cffIndex([Buffer.from('Boxes')])]
    const top = (at: number): Buffer =>
      cffIndex([
        Buffer.concat([
          ...[cffNumber(at), Buffer.from([17])],
          ...[cffNumber(0), cffNumber(at + outlines.length), Buffer.from([18])],
        ]),
      ])
    const texts = Buffer.concat([cffIndex([]), cffIndex(subrs)])
    const at = header.length + name.length + top(0).length + texts.length
    tables.set('CFF ', Buffer.concat([header, name, top(at), texts, outlines]))
    tables.delete('glyf')
    tables.delete('loca')
  }

function nameTable(family: string): Buffer {
  const texts = new Map([
    [1, family],
    [2, 'Regular'],
    [4, family],
    [6, family.replaceAll(' ', '')],
  ])
  const stored = [...texts].map(([id, text]) => ({
    id,
    bytes: Buffer.from(text, 'utf16le').swap16(),
  }))
  let at = 0
  const records = stored.map(({ id, bytes }) => {
    const record = words(3, 1, 0x409, id, bytes.length, at)
    at += bytes.length
    return record
  })
  const head = words(0, stored.length, 6 + 12 * stored.length)
  return Buffer.concat([head, ...records, ...stored.map(({ bytes }) => bytes)])
}

function tablesOf(family: string, usage: number, selection: number): Map<string, Buffer> {
  const [glyf, loca] = outlines()
  const os2 = Buffer.alloc(96)
  words(4, 900, 400, 5, usage).copy(os2, 0)
  words(selection, FIRST, LAST, 800, 65_336, 200, 900, 200).copy(os2, 62)
  const ranges = Buffer.alloc(8)
  const map = words(4, 32, 0, 4, 4, 1, 0, LAST, 0xffff, 0, FIRST, 0xffff, 1 - FIRST, 1)
  return new Map([
    ['OS/2', os2],
    ['cmap', Buffer.concat([words(0, 1, 3, 1), longs(12), map, ranges.subarray(0, 4)])],
    ['glyf', glyf],
    [
      'head',
      Buffer.concat([
        longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
        words(0, 1000),
        Buffer.alloc(16),
        words(0, 0, 800, 700, 0, 8, 2, 1, 0),
      ]),
    ],
    [
      'hhea',
      Buffer.concat([longs(0x10000), words(800, -200, 0, 900), Buffer.alloc(22), words(GLYPHS)]),
    ],
    ['hmtx', words(...Array.from({ length: GLYPHS }, () => [900, 0]).flat())],
    ['loca', loca],
    ['maxp', Buffer.concat([longs(0x10000), words(GLYPHS, 4, 1, 4, 1, 2, 0, 0, 0, 0, 0, 0, 2, 4)])],
    ['name', nameTable(family)],
    ['post', Buffer.concat([longs(0x30000), Buffer.alloc(28)])],
  ])
}

/** The font file, OpenType where it has outlines in CFF. */
export function smallFont({
  family = 'Boxes',
  usage = 0,
  selection = 0x40,
  change,
}: SmallFont = {}): Buffer {
  const tables = tablesOf(family, usage, selection)
  change?.(tables)
  let at = 12 + tables.size * 16
  const records: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, body] of tables) {
    records.push(Buffer.concat([Buffer.from(tag), longs(0, at, body.length)]))
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    bodies.push(padded)
    at += padded.length
  }
  const version = tables.has('CFF ') ? 0x4f54544f : 0x10000
  return Buffer.concat([longs(version), words(tables.size, 128, 3, 32), ...records, ...bodies])
}

const KEY = '{01234567-89AB-CDEF-0123-456789ABCDEF}'

/** The file as Word stores it: its first 32 bytes combined with the key, from the key's end. */
export function obfuscated(font: Uint8Array, key = KEY): Buffer {
  const mask = Buffer.from(key.replaceAll(/[{}-]/g, ''), 'hex').reverse()
  return Buffer.from(font.map((byte, at) => (at < 32 ? byte ^ (mask[at % 16] ?? 0) : byte)))
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A document in the declared family that brings the font. */
export function docxWithFont(
  font: Uint8Array,
  { declared = 'Boxes', text = 'Word' } = {},
): Uint8Array {
  return docxOf({
    body: `<w:p><w:r><w:rPr><w:rFonts w:ascii="${declared}" w:hAnsi="${declared}"/></w:rPr><w:t>${text}</w:t></w:r></w:p>`,
    rels: [{ id: 'rId1', type: 'fontTable', target: 'fontTable.xml' }],
    types: {
      'word/fontTable.xml':
        'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml',
      'word/fonts/font1.odttf': 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
    },
    files: {
      'word/fontTable.xml': `<w:fonts ${W} xmlns:r="${R}"><w:font w:name="${declared}"><w:family w:val="auto"/><w:embedRegular r:id="rId9" w:fontKey="${KEY}"/></w:font></w:fonts>`,
      'word/_rels/fontTable.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${R}/font" Target="fonts/font1.odttf"/></Relationships>`,
      'word/fonts/font1.odttf': obfuscated(font),
    },
  })
}
