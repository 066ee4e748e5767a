/** Numbers in a font's tables, big-endian (ISO/IEC 14496-22). */

/** Reads from a table; NaN outside of it, which no comparison accepts. */
export const u16 = (table: Buffer | undefined, at: number): number =>
  table !== undefined && at >= 0 && at + 2 <= table.length ? table.readUInt16BE(at) : Number.NaN
/** The same of four bytes. */
export const u32 = (table: Buffer | undefined, at: number): number =>
  table !== undefined && at >= 0 && at + 4 <= table.length ? table.readUInt32BE(at) : Number.NaN

/**
 * A number as CFF packs it, in its dictionaries and charstrings alike (Adobe technical note 5176, table 3).
 * @returns its value and size; undefined where none begins or it is cut off
 */
export function packedNumber(bytes: Buffer, at: number): [value: number, size: number] | undefined {
  const [first = 0, next] = [bytes[at], bytes[at + 1]]
  if (first === 28) return at + 3 <= bytes.length ? [bytes.readInt16BE(at + 1), 3] : undefined
  if (first < 32 || first === 255) return undefined
  if (first <= 246) return [first - 139, 1]
  if (next === undefined) return undefined
  return [first <= 250 ? (first - 247) * 256 + next + 108 : -(first - 251) * 256 - next - 108, 2]
}
