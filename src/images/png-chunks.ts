/** The chunks of a PNG (ISO/IEC 15948, 5.3): its metadata can be read without decoding it. */
import { crc32 } from 'node:zlib'
import { asBuffer } from '../kernel/as-buffer.ts'

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
