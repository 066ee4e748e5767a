/** A part of a package, and what is derived from it at most once: its text, checksum, compressed form. */
import { crc32, deflateRawSync } from 'node:zlib'
import { PICTURE_KINDS, partKind } from './part-kind.ts'

const METAFILES = new Set(['emf', 'wmf', 'bmp', 'tiff'])

/** Bitmaps that are already compressed and embedded workbooks are stored uncompressed. */
function isPacked(content: Uint8Array): boolean {
  const kind = partKind(content)
  return kind === 'zip' || kind === 'gzip' || (PICTURE_KINDS.has(kind) && !METAFILES.has(kind))
}

/** Immutable; a template's parts are shared by all its renders. */
export class DocxPart {
  /** Parts of a `.docx` are files; some readers check this. */
  readonly dir = false
  #bytes: Uint8Array | undefined
  #text: string | undefined
  #checksum: number | undefined
  #deflated: { level: number; bytes: Uint8Array } | undefined

  /** @param content bytes that no longer change, or the text of an XML part */
  constructor(content: Uint8Array | string) {
    if (typeof content === 'string') this.#text = content
    else this.#bytes = content
  }

  get bytes(): Uint8Array {
    this.#bytes ??= Buffer.from(this.#text ?? '', 'utf8')
    return this.#bytes
  }

  /** The content as UTF-8. */
  asText(): string {
    this.#text ??= Buffer.from(
      this.bytes.buffer,
      this.bytes.byteOffset,
      this.bytes.length,
    ).toString()
    return this.#text
  }

  /** CRC-32 of the content. */
  get checksum(): number {
    this.#checksum ??= crc32(this.bytes)
    return this.#checksum
  }

  /** The content compressed, or the content itself where compression does not pay. */
  packed(level: number): Uint8Array {
    if (level === 0) return this.bytes
    if (this.#deflated?.level !== level) {
      const bytes = isPacked(this.bytes) ? this.bytes : deflateRawSync(this.bytes, { level })
      this.#deflated = { level, bytes }
    }
    return this.#deflated.bytes
  }
}
