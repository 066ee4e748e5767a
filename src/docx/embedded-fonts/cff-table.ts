/** Reads the outlines of an OpenType font (CFF, Adobe technical notes 5176 and 5177) whole, as hostile input. */
import { charstringReader } from './charstrings.ts'
import { packedNumber, u16 } from './font-numbers.ts'

/** Operators of dictionaries; two bytes are `12 n`, here 0x0c00 + n. */
const [CHARSET, CHAR_STRINGS, PRIVATE, SUBRS] = [15, 17, 18, 19]
const [CHARSTRING_TYPE, ROS, FD_ARRAY, FD_SELECT] = [0xc06, 0xc1e, 0xc24, 0xc25]
/** Charsets that the standard has, which are named by their numbers. */
const STANDARD_CHARSETS = 2
const FD_MAX = 256
const OPERANDS_MAX = 48

/** Operands by operator. */
type Dict = ReadonlyMap<number, readonly number[]>

/** A list of byte strings; undefined when one of them is not inside the table. */
function readIndex(table: Buffer, at: number) {
  const count = u16(table, at)
  if (Number.isNaN(count)) return undefined
  if (count === 0) return { items: [], end: at + 2 }
  const size = table[at + 2] ?? 0
  const data = at + 2 + (count + 1) * size
  if (size < 1 || size > 4 || data > table.length) return undefined
  const offset = (item: number): number => data + table.readUIntBE(at + 3 + item * size, size)
  const items: Buffer[] = []
  if (offset(0) !== data + 1) return undefined
  for (let item = 0; item < count; item++) {
    const [from, to] = [offset(item), offset(item + 1)]
    if (to < from || to > table.length) return undefined
    items.push(table.subarray(from, to))
  }
  return { items, end: offset(count) }
}

/** A decimal number, two digits a byte; its value does not matter, where it ends does. */
function realEnd(dict: Buffer, at: number): number {
  let next = at
  while (next < dict.length && ((dict[next] ?? 0) & 0xf) !== 0xf) next++
  return next + 1
}

/** An operand of a dictionary and its size. */
function operandAt(dict: Buffer, at: number): [number, number] | undefined {
  if (dict[at] === 30) return [Number.NaN, realEnd(dict, at + 1) - at]
  if (dict[at] !== 29) return packedNumber(dict, at)
  return at + 5 <= dict.length ? [dict.readInt32BE(at + 1), 5] : undefined
}

function readDict(dict: Buffer): Dict | undefined {
  const found = new Map<number, number[]>()
  let operands: number[] = []
  for (let at = 0; at < dict.length; ) {
    const first = dict.readUInt8(at)
    if (first <= 21) {
      const size = first === 12 ? 2 : 1
      found.set(size === 2 ? u16(dict, at) : first, operands)
      operands = []
      at += size
      continue
    }
    const operand = operandAt(dict, at)
    if (operand === undefined || operands.length >= OPERANDS_MAX) return undefined
    operands.push(operand[0])
    at += operand[1]
  }
  return operands.length === 0 ? found : undefined
}

/** The local subroutines of a dictionary; undefined when its private part is not sound. */
function localSubrs(table: Buffer, dict: Dict): readonly Buffer[] | undefined {
  const [size, at] = dict.get(PRIVATE) ?? []
  if (size === undefined || at === undefined || !(size >= 0 && at > 0)) return undefined
  if (at + size > table.length) return undefined
  const inside = readDict(table.subarray(at, at + size))
  const [offset] = inside?.get(SUBRS) ?? []
  if (inside === undefined || offset === undefined) return inside && []
  return offset > 0 ? readIndex(table, at + offset)?.items : undefined
}

/** Which of the font dictionaries each glyph belongs to; undefined when one is missing. */
function selectedDicts(table: Buffer, at: number, glyphs: number): Uint8Array | undefined {
  const format = table[at]
  if (format === 0) {
    const list = table.subarray(at + 1, at + 1 + glyphs)
    return list.length === glyphs ? list : undefined
  }
  const ranges = u16(table, at + 1)
  if (format !== 3 || !(ranges > 0) || u16(table, at + 3) !== 0) return undefined
  const selected = new Uint8Array(glyphs)
  for (let range = 0; range < ranges; range++) {
    const [from, to] = [u16(table, at + 3 + range * 3), u16(table, at + 6 + range * 3)]
    if (!(from < to && to <= glyphs)) return undefined
    selected.fill(table[at + 5 + range * 3] ?? 0, from, to)
  }
  return u16(table, at + 3 + ranges * 3) === glyphs ? selected : undefined
}

/** Whether every glyph but the first has a name. */
function hasSaneCharset(table: Buffer, at: number, glyphs: number): boolean {
  if (at <= STANDARD_CHARSETS) return at >= 0
  const format = table[at]
  if (format === 0) return at + 1 + (glyphs - 1) * 2 <= table.length
  if (format !== 1 && format !== 2) return false
  let next = at + 1
  for (let named = 1; named < glyphs; next += 2 + format) {
    const left = format === 1 ? (table[next + 2] ?? Number.NaN) : u16(table, next + 2)
    if (Number.isNaN(left)) return false
    named += left + 1
  }
  return true
}

/** The local subroutines of each glyph. */
function subrsByGlyph(
  table: Buffer,
  top: Dict,
  glyphs: number,
): ((glyph: number) => readonly Buffer[]) | undefined {
  if (!top.has(ROS)) {
    const subrs = localSubrs(table, top)
    return subrs && (() => subrs)
  }
  const [arrayAt = 0] = top.get(FD_ARRAY) ?? []
  const [selectAt = 0] = top.get(FD_SELECT) ?? []
  const fonts = arrayAt > 0 ? readIndex(table, arrayAt)?.items : undefined
  const selected = selectAt > 0 ? selectedDicts(table, selectAt, glyphs) : undefined
  if (fonts === undefined || fonts.length > FD_MAX || selected === undefined) return undefined
  const subrs: (readonly Buffer[])[] = []
  for (const font of fonts) {
    const dict = readDict(font)
    const local = dict && localSubrs(table, dict)
    if (local === undefined) return undefined
    subrs.push(local)
  }
  return selected.every((dict) => dict < subrs.length)
    ? (glyph) => subrs[selected[glyph] ?? 0] ?? []
    : undefined
}

/** The top dictionary and the global subroutines, after the font's only name. */
function readHead(table: Buffer): { top: Dict; global: readonly Buffer[] } | undefined {
  const headerBytes = table[2] ?? 0
  if (table[0] !== 1 || headerBytes < 4) return undefined
  const names = readIndex(table, headerBytes)
  const tops = names && readIndex(table, names.end)
  const texts = tops && readIndex(table, tops.end)
  const global = texts && readIndex(table, texts.end)
  const [first, ...more] = tops?.items ?? []
  const top = first && readDict(first)
  if (names?.items.length !== 1 || more.length > 0 || !global || !top) return undefined
  return { top, global: global.items }
}

/** Whether the table has an outline for each of the font's glyphs, and nothing in it leads elsewhere. */
export function isSoundCff(table: Buffer, glyphs: number): boolean {
  const head = readHead(table)
  if (head === undefined) return false
  const { top, global } = head
  if ((top.get(CHARSTRING_TYPE)?.[0] ?? 2) !== 2) return false
  const [outlinesAt = 0] = top.get(CHAR_STRINGS) ?? []
  const outlines = outlinesAt > 0 ? readIndex(table, outlinesAt)?.items : undefined
  if (outlines?.length !== glyphs) return false
  if (!hasSaneCharset(table, top.get(CHARSET)?.[0] ?? 0, glyphs)) return false
  const subrs = subrsByGlyph(table, top, glyphs)
  if (subrs === undefined) return false
  const isSound = charstringReader(global)
  return outlines.every((outline, glyph) => isSound(outline, subrs(glyph)))
}
