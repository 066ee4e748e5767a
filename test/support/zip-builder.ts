/** Builds zip archives for tests, honest ones and ones that lie in any field. */
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** One entry. What is left out is computed correctly. */
export interface ZipPart {
  name: string
  content?: Uint8Array | string
  /** Packed bytes to use instead of deflating `content`. */
  packed?: Uint8Array
  method?: number
  flags?: number
  /** Unpacked size that directory and local header declare. */
  size?: number
  /** Unpacked size in the local header only. */
  localSize?: number
  localName?: string
  crc?: number
  /** Unix mode, e.g. 0o120777 for a symbolic link. */
  mode?: number
  /** Sizes as a zip64 extra field. */
  zip64Size?: bigint
  /** Points the directory at the local header of this entry index instead of its own. */
  sameAs?: number
  /** Moves the offset in the directory. */
  shift?: number
}

interface Placed {
  part: ZipPart
  name: Buffer
  packedSize: number
  size: number
  crc: number
  offset: number
}

const bytesOf = (content: Uint8Array | string | undefined): Buffer =>
  typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content ?? [])

/** Makes the archive. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const chunks: Buffer[] = []
  const placed: Placed[] = []
  let offset = 0
  for (const part of parts) {
    const twin = part.sameAs === undefined ? undefined : placed[part.sameAs]
    if (twin !== undefined) {
      placed.push({ ...twin, part, name: Buffer.from(part.name), offset: twin.offset })
      continue
    }
    const content = bytesOf(part.content)
    const packed = Buffer.from(
      part.packed ?? (part.method === 0 ? content : deflateRawSync(content)),
    )
    const name = Buffer.from(part.localName ?? part.name, 'utf8')
    const entry: Placed = {
      part,
      name: Buffer.from(part.name, 'utf8'),
      packedSize: packed.length,
      size: part.size ?? content.length,
      crc: part.crc ?? crc32(content),
      offset: offset + (part.shift ?? 0),
    }
    const header = Buffer.alloc(30)
    header.write('PK\x03\x04', 'latin1')
    header.writeUInt16LE(part.flags ?? 0, 6)
    header.writeUInt16LE(part.method ?? 8, 8)
    header.writeUInt32LE(entry.crc, 14)
    header.writeUInt32LE(entry.packedSize, 18)
    header.writeUInt32LE(part.localSize ?? entry.size, 22)
    header.writeUInt16LE(name.length, 26)
    chunks.push(header, name, packed)
    offset += 30 + name.length + packed.length
    placed.push(entry)
  }
  const directory = Buffer.concat(placed.map(directoryEntry))
  return Buffer.concat([...chunks, directory, endOf(placed.length, directory.length, offset)])
}

function directoryEntry({ part, name, packedSize, size, crc, offset }: Placed): Buffer {
  const extra = part.zip64Size === undefined ? Buffer.alloc(0) : Buffer.alloc(12)
  if (part.zip64Size !== undefined) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(part.zip64Size, 4)
  }
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt8(20, 4)
  entry.writeUInt8(part.mode === undefined ? 0 : 3, 5)
  entry.writeUInt16LE(part.flags ?? 0, 8)
  entry.writeUInt16LE(part.method ?? 8, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packedSize, 20)
  entry.writeUInt32LE(part.zip64Size === undefined ? size : 0xffffffff, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt16LE(extra.length, 30)
  entry.writeUInt32LE(((part.mode ?? 0) * 0x10000) >>> 0, 38)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name, extra])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

const MIB = 1024 * 1024

/** Deflated spaces, one full-flushed block per MiB, so that gigabytes are made in no time. */
export function deflatedSpaces(mebibytes: number): { packed: Buffer; size: number } {
  const block = deflateRawSync(Buffer.alloc(MIB, 0x20), { finishFlush: constants.Z_FULL_FLUSH })
  const blocks = Array.from({ length: mebibytes }, () => block)
  return { packed: Buffer.concat([...blocks, Buffer.from([3, 0])]), size: mebibytes * MIB }
}
