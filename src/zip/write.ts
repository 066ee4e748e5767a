/**
 * Writes zip archives (APPNOTE 6.3): the records of each file and of the end. Deterministic: the same files give the
 * same bytes.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import { invariant } from '../kernel/invariant.ts'

/** A file as stored in the archive. */
interface PackedFile {
  name: string
  /** Deflated, or stored. */
  content: Uint8Array
  isStored: boolean
  /** CRC-32 of the file, and its uncompressed length. */
  checksum: number
  size: number
}

const STORED = 0
const DEFLATED = 8
const VERSION = 20
const UTF8_NAMES = 0x800
/** Above these limits the format would need ZIP64. */
const BYTES_MAX = 0xffff_ffff
const FILES_MAX = 0xffff
/** Time and date of 1 January 1980, the earliest MS-DOS date. */
const DOS_EPOCH: DosTime = [0, 0x21]

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1')
const DIRECTORY_HEADER = Buffer.from(`PK\x01\x02${String.fromCharCode(VERSION)}\0`, 'latin1')

type DosTime = readonly [time: number, date: number]

/** MS-DOS time and date of an instant, in UTC. */
export function dosTime(at: Date): DosTime {
  const year = Math.max(1980, at.getUTCFullYear())
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

/** The 26 bytes that a local header and its directory row share (4.3.7, 4.3.12). */
function sharedHeader(file: PackedFile, nameLength: number, [time, date]: DosTime): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(VERSION, 0)
  header.writeUInt16LE(UTF8_NAMES, 2)
  header.writeUInt16LE(file.isStored ? STORED : DEFLATED, 4)
  header.writeUInt16LE(time, 6)
  header.writeUInt16LE(date, 8)
  header.writeUInt32LE(file.checksum, 10)
  header.writeUInt32LE(file.content.length, 14)
  header.writeUInt32LE(file.size, 18)
  header.writeUInt16LE(nameLength, 22)
  return header
}

/** The records of a file at this offset; `at` is its time. */
export function zipRecords(file: PackedFile, offset: number, at = DOS_EPOCH) {
  const name = Buffer.from(file.name, 'utf8')
  const shared = sharedHeader(file, name.length, at)
  const entry = [LOCAL_HEADER, shared, name, file.content]
  const end = offset + LOCAL_HEADER.length + shared.length + name.length + file.content.length
  invariant(end <= BYTES_MAX, 'an archive stays below 4 GB')
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(offset, 10)
  return { entry, row: [DIRECTORY_HEADER, shared, tail, name], end }
}

/** The end of an archive: number of files, offset and length of its central directory. */
export function zipEnd(files: number, directoryAt: number, directoryBytes: number): Buffer {
  invariant(files <= FILES_MAX, 'an archive has no more files than its directory counts')
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryAt, 16)
  return end
}

/** Not from Node's buffer pool: transferring it to another thread must not take its neighbours along. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** An archive of packed files; it has a buffer of its own. */
export function writeZip(files: Iterable<PackedFile>): Uint8Array {
  const entries: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  let count = 0
  for (const file of files) {
    const { entry, row, end } = zipRecords(file, offset)
    entries.push(...entry)
    directory.push(...row)
    offset = end
    count++
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return joined([...entries, ...directory, zipEnd(count, offset, size)])
}

/** Compresses one file synchronously. */
export function packedFile(name: string, bytes: Uint8Array): PackedFile {
  const { length: size } = bytes
  const content = deflateRawSync(bytes)
  return { name, content, isStored: false, checksum: crc32(bytes), size }
}

/** One file as it is: a PDF is compressed inside. */
export const storedFile = (name: string, content: Uint8Array): PackedFile => {
  const { length: size } = content
  return { name, content, isStored: true, checksum: crc32(content), size }
}
