/**
 * Pictures of signatures: decoded completely, so that a damaged one is rejected and nothing but its pixels (no EXIF,
 * no comment, no second picture) goes into the document.
 */

import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { asBuffer } from '../kernel/bytes.ts'
import type { CodedError, Wording } from '../kernel/coded-error.ts'
import { invariant } from '../kernel/invariant.ts'
import { say } from '../translations/texts.ts'
import { pngChunks, pngHeader } from './png-chunks.ts'
import { readImage, unusable } from './read.ts'

/** Largest file, in bytes. */
export const PICTURE_BYTES_MAX = 500_000
/** Most pixels on a side. */
const PICTURE_SIDE_MAX = 2_000

/** Pixels, four bytes each (red, green, blue, alpha), upright. */
export interface Picture {
  width: number
  height: number
  rgba: Uint8Array
}

const NAME = 'signature'
const MEMORY_MB = 256

const refused = (why: Wording, cause?: unknown): CodedError => unusable(why, NAME, cause)

/**
 * The decoder tolerates missing rows, so check here: the compressed data must contain exactly the rows that the
 * header declares.
 */
function assertRows(bytes: Buffer): void {
  const [first, ...chunks] = pngChunks(bytes)
  const header = pngHeader(first)
  invariant(header !== undefined, 'a PNG that was read has a header')
  const { width, height, bitsPerPixel: bits, interlaced } = header
  const rows = height * (1 + Math.ceil((width * bits) / 8))
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)
  // Each of the seven passes may end its rows in the middle of a byte.
  const max = interlaced ? rows * 2 + 7 * (height + 8) : rows
  const { length } = inflateSync(Buffer.concat(parts), { maxOutputLength: max })
  if (interlaced ? length * 8 < width * height * bits : length !== rows)
    throw new RangeError('rows are missing')
}

function decoded(format: string, bytes: Buffer): Picture {
  try {
    if (format === 'png') {
      assertRows(bytes)
      const { width, height, data } = PNG.sync.read(bytes, { checkCRC: true })
      return { width, height, rgba: data }
    }
    const { width, height, data } = jpeg.decode(bytes, {
      useTArray: true,
      formatAsRGBA: true,
      tolerantDecoding: false,
      maxResolutionInMP: (PICTURE_SIDE_MAX * PICTURE_SIDE_MAX) / 1_000_000,
      maxMemoryUsageInMB: MEMORY_MB,
    })
    return { width, height, rgba: data }
  } catch (cause) {
    throw refused(say('images.damaged', { format: format.toUpperCase() }), cause)
  }
}

/** Maps a pixel of the stored picture to the upright one, by EXIF orientation. */
function uprightAt(orientation: number, x: number, y: number, width: number, height: number) {
  const [right, down] = [width - 1 - x, height - 1 - y]
  if (orientation === 2) return [right, y] as const
  if (orientation === 3) return [right, down] as const
  if (orientation === 4) return [x, down] as const
  if (orientation === 5) return [y, x] as const
  if (orientation === 6) return [down, x] as const
  if (orientation === 7) return [down, right] as const
  if (orientation === 8) return [y, right] as const
  return [x, y] as const
}

function upright({ width, height, rgba }: Picture, orientation: number): Picture {
  if (orientation < 2 || orientation > 8) return { width, height, rgba }
  const turned = orientation >= 5
  const [across, down] = turned ? [height, width] : [width, height]
  const from = new Uint32Array(rgba.slice().buffer)
  const to = new Uint32Array(across * down)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [toX, toY] = uprightAt(orientation, x, y, width, height)
      to[toY * across + toX] = from[y * width + x] ?? 0
    }
  return { width: across, height: down, rgba: new Uint8Array(to.buffer) }
}

/**
 * Reads a PNG or JPEG of at most 500 kB and 2000 × 2000 pixels that is visible on white paper.
 * @throws CodedError `image_invalid`
 */
export function readPicture(bytes: Uint8Array): Picture {
  if (bytes.length > PICTURE_BYTES_MAX)
    throw refused(say('images.bytes', { bytes: bytes.length, max: PICTURE_BYTES_MAX }))
  const { format, width, height, orientation } = readImage(bytes, NAME)
  if (format !== 'png' && format !== 'jpeg')
    throw refused(say('images.kind', { kind: format, accepted: 'PNG, JPEG' }))
  if (width > PICTURE_SIDE_MAX || height > PICTURE_SIDE_MAX)
    throw refused(say('images.pixels', { width, height, max: '2000 × 2000' }))
  const plain = asBuffer(bytes)
  const picture = upright(decoded(format, plain), orientation)
  if (trimmed(picture) === null) throw refused(say('images.blank'))
  return picture
}

const ALPHA_LEAST = 8
const WHITE = 245

/** Whether a pixel is visible on white paper. */
function isInk(rgba: Uint8Array, at: number): boolean {
  if ((rgba[at + 3] ?? 0) < ALPHA_LEAST) return false
  return [0, 1, 2].some((channel) => (rgba[at + channel] ?? 0) < WHITE)
}

/** The picture without blank margins, so that a small drawing is not reduced further; null when it is blank. */
export function trimmed(picture: Picture): Picture | null {
  const { width, height, rgba } = picture
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!isInk(rgba, (y * width + x) * 4)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return null
  const [across, down] = [right - left + 1, bottom - top + 1]
  const kept = new Uint8Array(across * down * 4)
  for (let y = 0; y < down; y += 1) {
    const from = ((top + y) * width + left) * 4
    kept.set(rgba.subarray(from, from + across * 4), y * across * 4)
  }
  return { width: across, height: down, rgba: kept }
}

/** The picture scaled down, each pixel the mean of those it replaces; never scaled up. */
export function scaledDown(picture: Picture, max: { width: number; height: number }): Picture {
  const factor = Math.min(1, max.width / picture.width, max.height / picture.height)
  if (factor === 1) return picture
  const width = Math.max(1, Math.round(picture.width * factor))
  const height = Math.max(1, Math.round(picture.height * factor))
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) meanInto(rgba, { x, y, width, height }, picture)
  return { width, height, rgba }
}

function meanInto(
  rgba: Uint8Array,
  at: { x: number; y: number; width: number; height: number },
  from: Picture,
): void {
  const [left, right] = span(at.x, at.width, from.width)
  const [top, bottom] = span(at.y, at.height, from.height)
  const sums = [0, 0, 0]
  let alphas = 0
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) {
      const pixel = (y * from.width + x) * 4
      const alpha = from.rgba[pixel + 3] ?? 0
      alphas += alpha
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (from.rgba[pixel + channel] ?? 0) * alpha
    }
  const to = (at.y * at.width + at.x) * 4
  for (const channel of [0, 1, 2])
    rgba[to + channel] = alphas === 0 ? 255 : Math.round((sums[channel] ?? 0) / alphas)
  rgba[to + 3] = Math.round(alphas / ((right - left) * (bottom - top)))
}

function span(index: number, of: number, size: number): [from: number, to: number] {
  const from = Math.floor((index * size) / of)
  return [from, Math.max(from + 1, Math.floor(((index + 1) * size) / of))]
}
