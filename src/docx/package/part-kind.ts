/** Identifies a part of a .docx by its bytes, never by its name. */
import { isUtf8 } from 'node:buffer'
import { gunzipSync } from 'node:zlib'

/** What the bytes of a part are. */
export type PartKind =
  | 'empty'
  | 'xml'
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'bmp'
  | 'tiff'
  | 'emf'
  | 'wmf'
  | 'pdf'
  | 'gzip'
  | 'zip'
  | 'ole'
  | 'other'

/** Picture kinds that Word or another writer of .docx stores and that the converter decodes. */
export const PICTURE_KINDS: ReadonlySet<PartKind> = new Set([
  'png',
  'jpeg',
  'gif',
  'bmp',
  'tiff',
  'emf',
  'wmf',
  'pdf',
])

const SIGNATURES: readonly (readonly [PartKind, readonly number[]])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
  ['tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a]],
  ['wmf', [0xd7, 0xcd, 0xc6, 0x9a]],
  ['wmf', [0x01, 0x00, 0x09, 0x00]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
  ['bmp', [0x42, 0x4d]],
]

/** Identifies bytes by their signature. */
export function partKind(bytes: Uint8Array): PartKind {
  if (bytes.length === 0) return 'empty'
  if (looksLikeXml(bytes)) return 'xml'
  for (const [kind, signature] of SIGNATURES)
    if (signature.every((byte, index) => bytes[index] === byte)) return kind
  const isEmf = bytes[0] === 1 && Buffer.from(bytes.subarray(40, 44)).toString('latin1') === ' EMF'
  return isEmf ? 'emf' : 'other'
}

/** The first character after a byte order mark, white space and the zero bytes of UTF-16 is `<`. */
function looksLikeXml(bytes: Uint8Array): boolean {
  const skipped = new Set([0xef, 0xbb, 0xbf, 0xfe, 0xff, 0x00, 0x20, 0x09, 0x0a, 0x0d])
  for (let at = 0; at < Math.min(bytes.length, 1024); at++) {
    const byte = bytes[at] ?? 0
    if (!skipped.has(byte)) return byte === 0x3c
  }
  return false
}

/**
 * Unpacks a compressed metafile (.emz, .wmz), which Word writes for pictures of old documents, only to identify it.
 * Returns its unpacked size, or `null` when it is something else or larger than `maxBytes`.
 */
export function metafileSize(bytes: Uint8Array, maxBytes: number): number | null {
  try {
    const content = gunzipSync(bytes, { maxOutputLength: Math.max(1, maxBytes) })
    const kind = partKind(content)
    return kind === 'emf' || kind === 'wmf' ? content.length : null
  } catch {
    // Not gzip, or larger than allowed: not a metafile that is accepted.
    return null
  }
}

/**
 * Converts an XML part to UTF-8 without byte order mark, the only form that the merge reads; OPC (ISO/IEC 29500-2,
 * 6.1.4) allows only UTF-8 and UTF-16. Returns a message when it is neither.
 */
export function toUtf8Xml(bytes: Uint8Array): Uint8Array | string {
  const wide = utf16Encoding(bytes)
  if (wide !== null) return fromUtf16(bytes, wide)
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = hasMark ? bytes.subarray(3) : bytes
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 200))
  const declared = declaredEncoding(head.toString('latin1'))
  if (declared !== null && !/^(utf-?8|us-ascii|ascii)$/i.test(declared))
    return `declares the encoding ${declared}; only UTF-8 and UTF-16 are accepted`
  return isUtf8(content) ? content : 'is not valid UTF-8'
}

function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  return null
}

function fromUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Uint8Array | string {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return Buffer.from(text.replace(/^(<\?xml[^>]*?encoding\s*=\s*["'])[^"']*/, '$1UTF-8'), 'utf8')
  } catch {
    return 'is not valid UTF-16'
  }
}

const declaredEncoding = (head: string): string | null =>
  /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? null
