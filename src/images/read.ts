/**
 * Reads the metadata of a picture: format, pixels, density, orientation. Nothing is decoded, so a hostile picture
 * costs no more than a walk over its chunks.
 */

import { CodedError, inLanguage, type Wording } from '../kernel/coded-error.ts'
import { say } from '../translations/texts.ts'
import { type ImageFacts, Malformed, type RasterImage } from './facts.ts'
import { readJpeg } from './jpeg.ts'
import { type PngChunk, pngChunks, pngHeader } from './png-chunks.ts'

const BYTES_MAX = 10 * 1024 * 1024
const PIXELS_MAX = 25_000_000
const DEFAULT_DPI = 96
const DPI_RANGE = [36, 4800] as const

const starts = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

const SIGNATURES: readonly [format: RasterImage['format'], bytes: readonly number[]][] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
]
/** Formats that people send by mistake, by their first bytes. */
const OTHERS: readonly [pattern: RegExp, name: string][] = [
  [/^\s*(<\?xml|<svg|<!DOCTYPE svg)/i, 'svg'],
  [/^%PDF/, 'pdf'],
  [/^BM/, 'bmp'],
  [/^(II\*\0|MM\0\*)/, 'tiff'],
  [/^....ftyp(heic|heix|mif1|avif)/s, 'heic'],
  [/^\s*(<!DOCTYPE html|<html)/i, 'html'],
]

/** Whether bytes begin like a format. */
export const beginsAs = (format: RasterImage['format'], bytes: Uint8Array): boolean =>
  SIGNATURES.some(([name, signature]) => name === format && starts(bytes, signature))

function formatOf(bytes: Uint8Array): RasterImage['format'] {
  const known = SIGNATURES.find(([, signature]) => starts(bytes, signature))
  if (known !== undefined) return known[0]
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'webp'
  const head = ascii(bytes, 0, 256)
  const kind = OTHERS.find(([pattern]) => pattern.test(head))?.[1] ?? 'other'
  throw new Malformed(say('images.kind', { kind, accepted: 'PNG, JPEG, GIF, WebP' }))
}

/** Chunks up to the one that ends the picture. @throws Malformed */
function* soundChunks(bytes: Uint8Array): Generator<PngChunk, void> {
  for (const chunk of pngChunks(bytes)) {
    if (chunk.isCut) throw new Malformed(`the PNG is cut short in its ${chunk.type} chunk`)
    if (!chunk.isIntact())
      throw new Malformed(`the checksum of the PNG's ${chunk.type} chunk is wrong`)
    if (chunk.type === 'IEND') return
    yield chunk
  }
  throw new Malformed('the PNG is cut short')
}

function readPng(bytes: Uint8Array): ImageFacts {
  const chunks = soundChunks(bytes)
  const header = pngHeader(chunks.next().value ?? undefined)
  if (header === undefined) throw new Malformed('the PNG does not begin with its header')
  const { width, height } = header
  const facts = { width, height, dpiX: 0, dpiY: 0 }
  let pixels = false
  for (const { type, data } of chunks) {
    if (type === 'IDAT') pixels = true
    if (type === 'pHYs' && data.length === 9 && data[8] === 1) {
      facts.dpiX = data.readUInt32BE(0) * 0.0254
      facts.dpiY = data.readUInt32BE(4) * 0.0254
    }
  }
  if (!pixels) throw new Malformed('the PNG has no pixels')
  return { ...facts, orientation: 1 }
}

function readGif(bytes: Uint8Array): ImageFacts {
  if (bytes.length < 14) throw new Malformed('the GIF is cut short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!bytes.subarray(13).includes(0x2c)) throw new Malformed('the GIF has no picture in it')
  return {
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    dpiX: 0,
    dpiY: 0,
    orientation: 1,
  }
}

/** RIFF container of VP8, VP8L or VP8X (RFC 9649). */
function readWebp(bytes: Uint8Array): ImageFacts {
  if (bytes.length < 30) throw new Malformed('the WebP is cut short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(4, true) + 8 > bytes.length) throw new Malformed('the WebP is cut short')
  const facts = { dpiX: 0, dpiY: 0, orientation: 1 }
  const kind = ascii(bytes, 12, 4)
  if (kind === 'VP8X') {
    if (((bytes[20] ?? 0) & 2) !== 0) throw new Malformed(say('images.animated'))
    const at = (offset: number): number =>
      view.getUint16(offset, true) + (bytes[offset + 2] ?? 0) * 65_536 + 1
    return { ...facts, width: at(24), height: at(27) }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { ...facts, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ') {
    return {
      ...facts,
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    }
  }
  throw new Malformed(`the WebP begins with an unknown chunk`)
}

const READERS = { png: readPng, jpeg: readJpeg, gif: readGif, webp: readWebp }

/** The error for a picture. @param name `signature`, else any picture */
export const unusable = (why: Wording, name: string, cause?: unknown): CodedError => {
  const detail = say('images.unusable', (locale) => ({ name, why: inLanguage(why, locale) }))
  return new CodedError('image_invalid', detail, cause === undefined ? {} : { cause })
}

const usableDpi = (dpi: number): number =>
  dpi >= DPI_RANGE[0] && dpi <= DPI_RANGE[1] ? dpi : DEFAULT_DPI

/**
 * The picture in these bytes. A density outside 36 to 4800 dpi counts as not stated.
 * @param pixelsMax most pixels, where the picture is decoded by others
 * @throws CodedError image_invalid when it is not a PNG, JPEG, GIF or WebP, is damaged, or is over 10 MB or 25
 *   megapixels. The message calls the picture of a signature by that name.
 */
export function readImage(
  bytes: Uint8Array,
  name = 'picture',
  pixelsMax = PIXELS_MAX,
): RasterImage {
  try {
    if (bytes.length === 0) throw new Malformed(say('images.empty'))
    if (bytes.length > BYTES_MAX) {
      throw new Malformed(say('images.bytes', { bytes: bytes.length, max: BYTES_MAX }))
    }
    const format = formatOf(bytes)
    const facts = READERS[format](bytes)
    const pixels = facts.width * facts.height
    if (pixels === 0) throw new Malformed(say('images.noPixels'))
    if (pixels > pixelsMax) {
      const { width, height } = facts
      throw new Malformed(say('images.megapixels', { width, height, max: pixelsMax / 1_000_000 }))
    }
    return {
      kind: 'raster',
      bytes,
      format,
      ...facts,
      dpiX: usableDpi(facts.dpiX),
      dpiY: usableDpi(facts.dpiY),
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    throw unusable(error.wording, name)
  }
}
