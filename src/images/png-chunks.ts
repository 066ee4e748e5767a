/** The chunks of a PNG (ISO/IEC 15948, 5.3): its metadata can be read without decoding it. */
import { crc32 } from 'node:zlib'
import { asBuffer } from '../kernel/bytes.ts'

const SIGNATURE_BYTES = 8
/** Bytes around its data: the length and the type before, and the checksum after. */
const [LENGTH_BYTES, TYPE_BYTES, CHECKSUM_BYTES] = [4, 4, 4]
const CHUNK_BYTES = LENGTH_BYTES + TYPE_BYTES + CHECKSUM_BYTES

/** One chunk. */
export interface PngChunk {
  type: string
  data: Buffer
  /** The file ends before the chunk does; it is then the last one. */
  isCut: boolean
  /** Whether type and data match the checksum after them. */
  isIntact(): boolean
}

const HEADER_BYTES = 13
/** Channels by colour type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** The header (11.2.2) in a PNG's first chunk; undefined if the chunk is none. */
export function pngHeader(chunk: PngChunk | undefined) {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== HEADER_BYTES) return undefined
  const { data } = chunk
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bitsPerPixel: data.readUInt8(8) * (CHANNELS[data.readUInt8(9)] ?? 4),
    interlaced: data.readUInt8(12) === 1,
  }
}

/** Every chunk in order, of a file that begins like a PNG. */
export function* pngChunks(file: Uint8Array): Generator<PngChunk, void> {
  const bytes = asBuffer(file)
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= bytes.length; ) {
    const typeAt = at + LENGTH_BYTES
    const dataAt = typeAt + TYPE_BYTES
    const end = dataAt + bytes.readUInt32BE(at)
    const isCut = end + CHECKSUM_BYTES > bytes.length
    yield {
      type: bytes.toString('latin1', typeAt, dataAt),
      data: bytes.subarray(dataAt, end),
      isCut,
      isIntact: () => !isCut && crc32(bytes.subarray(typeAt, end)) === bytes.readUInt32BE(end),
    }
    if (isCut) return
    at = end + CHECKSUM_BYTES
  }
}
