/**
 * Reads what the bytes of a picture say about it: format, pixels, density, orientation. Nothing is
 * decoded, so a hostile picture costs no more than a walk over its chunks.
 */
import { crc32 } from 'node:zlib'
import { AppError } from '../../kernel/errors.ts'
import { type ImageFacts, Malformed } from './image-facts.ts'
import { readJpeg } from './jpeg-reader.ts'
import type { RasterImage } from './values.ts'

const BYTES_MAX = 10 * 1024 * 1024
const PIXELS_MAX = 25_000_000
const DEFAULT_DPI = 96
const DPI_RANGE = [36, 4800] as const

const starts = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)
const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

function formatOf(bytes: Uint8Array): RasterImage['format'] {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  const head = ascii(bytes, 0, 6)
  if (head === 'GIF87a' || head === 'GIF89a') return 'gif'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'webp'
  const text = ascii(bytes, 0, 256).trimStart()
  const name = /^(<\?xml|<svg|<!DOCTYPE svg)/i.test(text)
    ? 'an SVG drawing'
    : starts(bytes, [0x25, 0x50, 0x44, 0x46])
      ? 'a PDF'
      : starts(bytes, [0x42, 0x4d])
        ? 'a BMP'
        : /^(II\*\0|MM\0\*)/.test(head)
          ? 'a TIFF'
          : 'of an unknown kind'
  throw new Malformed(`it is ${name}; PNG, JPEG, GIF and WebP are accepted`)
}

function readPng(bytes: Uint8Array): ImageFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts: ImageFacts = { width: 0, height: 0, dpiX: 0, dpiY: 0, orientation: 1 }
  let at = 8
  let pixels = false
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const type = ascii(bytes, at + 4, 4)
    const end = at + 8 + length
    if (end + 4 > bytes.length) throw new Malformed(`the PNG is cut short in its ${type} chunk`)
    if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) {
      throw new Malformed(`the checksum of the PNG's ${type} chunk is wrong`)
    }
    if (at === 8 && (type !== 'IHDR' || length !== 13)) {
      throw new Malformed('the PNG does not begin with its header')
    }
    if (type === 'IHDR') {
      facts.width = view.getUint32(at + 8)
      facts.height = view.getUint32(at + 12)
    } else if (type === 'pHYs' && length === 9 && bytes[at + 16] === 1) {
      facts.dpiX = view.getUint32(at + 8) * 0.0254
      facts.dpiY = view.getUint32(at + 12) * 0.0254
    } else if (type === 'IDAT') pixels = true
    else if (type === 'IEND') {
      if (!pixels) throw new Malformed('the PNG has no pixels')
      return facts
    }
    at = end + 4
  }
  throw new Malformed('the PNG is cut short')
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
    if (((bytes[20] ?? 0) & 2) !== 0) throw new Malformed('animated WebP is not accepted')
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

const usableDpi = (dpi: number): number =>
  dpi >= DPI_RANGE[0] && dpi <= DPI_RANGE[1] ? dpi : DEFAULT_DPI

/**
 * The picture in these bytes. A density outside 36 to 4800 dpi is taken as not said.
 * @throws AppError image_invalid when it is no PNG, JPEG, GIF or WebP, is damaged, or is over 10 MB
 * or 25 megapixels. `name` says which picture in the message.
 */
export function readImage(bytes: Uint8Array, name = 'The picture'): RasterImage {
  try {
    if (bytes.length === 0) throw new Malformed('it is empty')
    if (bytes.length > BYTES_MAX) {
      throw new Malformed(`it has ${bytes.length} bytes, at most ${BYTES_MAX} (10 MB) are accepted`)
    }
    const format = formatOf(bytes)
    const facts = READERS[format](bytes)
    const pixels = facts.width * facts.height
    if (pixels === 0) throw new Malformed('it is zero pixels wide or high')
    if (pixels > PIXELS_MAX) {
      throw new Malformed(
        `it is ${facts.width} × ${facts.height} pixels, at most 25 megapixels are accepted`,
      )
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
    throw new AppError('image_invalid', `${name} cannot be used: ${error.message}.`)
  }
}
