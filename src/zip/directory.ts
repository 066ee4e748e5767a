/** Reads the central directory of a zip archive (APPNOTE 6.3.10) and detects every inconsistency in it. */
import { asBuffer } from '../kernel/bytes.ts'

/** One entry of the central directory. */
export interface ZipEntry {
  name: string
  method: number
  flags: number
  crc32: number
  packedSize: number
  size: number
  /** Offset of the local header. */
  offset: number
  /** Unix file type and permissions, 0 if created elsewhere. */
  mode: number
}

/** The end record: where the directory is and how many entries it declares. */
export type ZipEnd = NonNullable<ReturnType<typeof findZipEnd>>

const END = 0x06054b50
const END64 = 0x06064b50
const LOCATOR64 = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const MAX16 = 0xffff
const MAX32 = 0xffffffff
const UTF8_NAMES = 0x800
const HAS_DESCRIPTOR = 0x8
const ENCRYPTED = 0x1 | 0x40 | 0x2000

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const nameOf = (bytes: Uint8Array, flags: number): string =>
  asBuffer(bytes).toString(
    (flags & UTF8_NAMES) !== 0 || bytes.some((byte) => byte > 127) ? 'utf8' : 'latin1',
  )

/** Finds the end-of-central-directory record; `null` when the archive has none (not a zip, or truncated). */
export function findZipEnd(bytes: Uint8Array) {
  const view = viewOf(bytes)
  const lowest = Math.max(0, bytes.length - 22 - MAX16)
  for (let at = bytes.length - 22; at >= lowest; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== END) continue
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      start: view.getUint32(at + 16, true),
    }
    const wide = end.count === MAX16 || end.size === MAX32 || end.start === MAX32
    return wide ? (findZip64End(view, at) ?? end) : end
  }
  return null
}

function findZip64End(view: DataView, endAt: number) {
  const locator = endAt - 20
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR64) return null
  const at = Number(view.getBigUint64(locator + 8, true))
  if (at + 56 > locator || view.getUint32(at, true) !== END64) return null
  return {
    count: Number(view.getBigUint64(at + 32, true)),
    size: Number(view.getBigUint64(at + 40, true)),
    start: Number(view.getBigUint64(at + 48, true)),
  }
}

/** Reads all entries. Returns a message instead when the directory is broken. */
export function readZipDirectory(bytes: Uint8Array, end: ZipEnd): ZipEntry[] | string {
  const view = viewOf(bytes)
  const entries: ZipEntry[] = []
  let at = end.start
  for (let index = 0; index < end.count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL)
      return `the directory of the archive is broken at entry ${index + 1} of ${end.count}`
    const flags = view.getUint16(at + 8, true)
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    if (extraEnd > bytes.length) return `the directory entry ${index + 1} reaches past the end`
    const madeByUnix = view.getUint8(at + 5) === 3
    const entry: ZipEntry = {
      name: nameOf(bytes.subarray(at + 46, nameEnd), flags),
      method: view.getUint16(at + 10, true),
      flags,
      crc32: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
      mode: madeByUnix ? view.getUint16(at + 40, true) : 0,
    }
    widen(entry, view, nameEnd, extraEnd)
    entries.push(entry)
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

/** Replaces values of 0xFFFFFFFF with the 64-bit ones of the zip64 extra field. */
function widen(entry: ZipEntry, view: DataView, from: number, to: number): void {
  let at = from
  while (at + 4 <= to && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true)
  const fieldEnd = Math.min(to, at + 4 + (at + 4 <= to ? view.getUint16(at + 2, true) : 0))
  at += 4
  for (const key of ['size', 'packedSize', 'offset'] as const) {
    if (entry[key] !== MAX32) continue
    if (at + 8 > fieldEnd) return
    entry[key] = Number(view.getBigUint64(at, true))
    at += 8
  }
}

/** Position of an entry's compressed bytes. */
export type ZipSpan = Exclude<ReturnType<typeof locateZipEntry>, string>

/** Compares the local header with the directory. Returns a message when they disagree. */
export function locateZipEntry(bytes: Uint8Array, entry: ZipEntry, end: ZipEnd) {
  const view = viewOf(bytes)
  const at = entry.offset
  if (at + 30 > end.start || view.getUint32(at, true) !== LOCAL)
    return 'has no local header where the directory says'
  const flags = view.getUint16(at + 6, true)
  const nameEnd = at + 30 + view.getUint16(at + 26, true)
  const dataStart = nameEnd + view.getUint16(at + 28, true)
  const dataEnd = dataStart + entry.packedSize
  if (dataEnd > end.start) return 'reaches into the directory of the archive'
  if (nameOf(bytes.subarray(at + 30, nameEnd), flags) !== entry.name)
    return 'has another name in its local header'
  if (view.getUint16(at + 8, true) !== entry.method)
    return 'has another compression method in its local header'
  if (((flags | entry.flags) & ENCRYPTED) !== 0) return 'is encrypted'
  const descriptor = (flags & HAS_DESCRIPTOR) !== 0
  const sizes = [
    [view.getUint32(at + 14, true), entry.crc32],
    [view.getUint32(at + 18, true), entry.packedSize],
    [view.getUint32(at + 22, true), entry.size],
  ] as const
  const lies = sizes.some(
    ([local, central]) => local !== central && local !== MAX32 && !(descriptor && local === 0),
  )
  return lies ? 'has other sizes in its local header' : { entry, dataStart, dataEnd }
}
