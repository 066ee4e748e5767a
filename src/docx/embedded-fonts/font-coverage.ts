/** Reads which characters a font has a glyph for (cmap, ISO/IEC 14496-22, 5.2.1), as hostile input. */
import { u16, u32 } from './font-numbers.ts'

/** Subtables that map Unicode, the best one first: platform and encoding. */
const UNICODE: readonly (readonly [platform: number, encoding: number])[] = [
  [3, 10],
  [0, 6],
  [0, 4],
  [3, 1],
  [0, 3],
]
const LAST_CODE = 0x10ffff
/** Ranges of one font; 1,600 in the largest Chinese one. */
const RANGES_MAX = 20_000

type Range = readonly [first: number, last: number]

/** Ranges as fontconfig prints them: `20-7e a0`, hexadecimal. */
const asText = (ranges: readonly Range[]): string =>
  ranges
    .map(([first, last]) =>
      first === last ? first.toString(16) : `${first.toString(16)}-${last.toString(16)}`,
    )
    .join(' ')

/** Segments in ascending order, at most 65,536 characters together; undefined when they are not. */
function segmentRanges(table: Buffer): Range[] | undefined {
  const count = u16(table, 6) / 2
  if (!Number.isInteger(count) || 16 + count * 8 > table.length) return undefined
  const ranges: Range[] = []
  let before = -1
  for (let index = 0; index < count; index++) {
    const [last, first] = [u16(table, 14 + index * 2), u16(table, 16 + (count + index) * 2)]
    if (first <= before || last < first) return undefined
    before = last
    const delta = u16(table, 16 + (count * 2 + index) * 2)
    const offsetAt = 16 + (count * 3 + index) * 2
    const offset = u16(table, offsetAt)
    for (let code = first; code <= Math.min(last, 0xfffd); code++) {
      const glyph =
        offset === 0
          ? (code + delta) & 0xffff
          : u16(table, offsetAt + offset + (code - first) * 2) || 0
      if (glyph !== 0) addTo(ranges, code, code)
    }
  }
  return ranges
}

/** Adds to the last range where it continues that one. */
function addTo(ranges: Range[], first: number, last: number): void {
  const end = ranges.at(-1)
  if (end !== undefined && end[1] + 1 === first) ranges[ranges.length - 1] = [end[0], last]
  else ranges.push([first, last])
}

/** Groups in ascending order; undefined when they are not. */
function groupRanges(table: Buffer): Range[] | undefined {
  const count = u32(table, 12)
  if (!(16 + count * 12 <= table.length)) return undefined
  const ranges: Range[] = []
  let before = -1
  for (let index = 0; index < count; index++) {
    const at = 16 + index * 12
    const [first, last] = [u32(table, at), u32(table, at + 4)]
    if (first <= before || last < first || last > LAST_CODE) return undefined
    before = last
    addTo(ranges, first, last)
  }
  return ranges
}

function rangesOf(table: Buffer): Range[] | undefined {
  const format = u16(table, 0)
  if (format === 4) return segmentRanges(table)
  if (format === 12) return groupRanges(table)
  return []
}

/** The characters, such as `20-7e a0-ff`; empty for a font of symbols; undefined for a table that is not sane. */
export function coverageOf(cmap: Buffer | undefined): string | undefined {
  const count = u16(cmap, 2)
  if (cmap === undefined || !(4 + count * 8 <= cmap.length)) return undefined
  const offsets = new Map<string, number>()
  for (let at = 4; at < 4 + count * 8; at += 8)
    offsets.set(`${u16(cmap, at)} ${u16(cmap, at + 2)}`, u32(cmap, at + 4))
  for (const [platform, encoding] of UNICODE) {
    const offset = offsets.get(`${platform} ${encoding}`)
    if (offset === undefined) continue
    const ranges = rangesOf(cmap.subarray(offset))
    return ranges === undefined || ranges.length > RANGES_MAX ? undefined : asText(ranges)
  }
  return ''
}
