/** Reads size, density and EXIF orientation from the markers of a JPEG (ITU-T T.81, JFIF, EXIF 2.3). */
import { say } from '../translations/texts.ts'
import { type ImageFacts, Malformed } from './facts.ts'

const SOI_END = 2
const CM_PER_INCH = 2.54
const TAG_ORIENTATION = 0x0112
const TAG_X_RESOLUTION = 0x011a
const TAG_Y_RESOLUTION = 0x011b
const TAG_RESOLUTION_UNIT = 0x0128

/** Baseline, extended and progressive Huffman frames; few programs can read the others. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function readFrame(view: DataView, at: number, marker: number, facts: ImageFacts): void {
  if (!FRAMES.has(marker)) {
    throw new Malformed(say('images.jpegKind'))
  }
  if (view.getUint8(at) !== 8) throw new Malformed(say('images.jpegBits'))
  facts.height = view.getUint16(at + 1)
  facts.width = view.getUint16(at + 3)
}

function readJfif(view: DataView, at: number, facts: ImageFacts): void {
  if (view.getUint32(at) !== 0x4a464946) return
  const unit = view.getUint8(at + 7)
  const factor = unit === 1 ? 1 : unit === 2 ? CM_PER_INCH : 0
  facts.dpiX = view.getUint16(at + 8) * factor
  facts.dpiY = view.getUint16(at + 10) * factor
}

/** Numbers of a TIFF structure; 0 beyond its end. */
class Tiff {
  readonly #view: DataView
  readonly #start: number
  readonly #end: number
  readonly #little: boolean

  constructor(view: DataView, start: number, end: number) {
    this.#view = view
    this.#start = start
    this.#end = end
    this.#little = this.#end - start >= 8 && view.getUint16(start) === 0x4949
  }

  short(at: number): number {
    const where = this.#start + at
    return where + 2 <= this.#end ? this.#view.getUint16(where, this.#little) : 0
  }

  long(at: number): number {
    const where = this.#start + at
    return where + 4 <= this.#end ? this.#view.getUint32(where, this.#little) : 0
  }

  /** The rational number at the offset that is stored at `at`. */
  rational(at: number): number {
    const where = this.long(at)
    return this.long(where) / (this.long(where + 4) || 1)
  }

  /** Offset of the value field of each entry of the first directory, by tag. */
  entries(): Map<number, number> {
    const directory = this.long(4)
    const count = Math.min(this.short(directory), (this.#end - this.#start) / 12)
    const values = new Map<number, number>()
    for (let index = 0; index < count; index += 1) {
      const entry = directory + 2 + index * 12
      values.set(this.short(entry), entry + 8)
    }
    return values
  }
}

/** Orientation, and density if JFIF did not state it, from the first EXIF directory. */
function readExif(view: DataView, at: number, end: number, facts: ImageFacts): void {
  if (end - at < 20 || view.getUint32(at) !== 0x45786966) return
  const tiff = new Tiff(view, at + 6, end)
  const entries = tiff.entries()
  const short = (tag: number, fallback: number): number => {
    const value = entries.get(tag)
    return value === undefined ? fallback : tiff.short(value)
  }
  const orientation = short(TAG_ORIENTATION, 1)
  if (orientation >= 1 && orientation <= 8) facts.orientation = orientation
  if (facts.dpiX !== 0) return
  const factor = short(TAG_RESOLUTION_UNIT, 2) === 3 ? CM_PER_INCH : 1
  const density = (tag: number): number => {
    const value = entries.get(tag)
    return value === undefined ? 0 : tiff.rational(value) * factor
  }
  facts.dpiX = density(TAG_X_RESOLUTION)
  facts.dpiY = density(TAG_Y_RESOLUTION)
}

/** Processes a segment; true when the pixel data begins after it. */
function readSegment(
  view: DataView,
  segment: { marker: number; from: number; end: number },
  facts: ImageFacts,
): boolean {
  const { marker, from, end } = segment
  const length = end - from
  if (isFrame(marker) && length >= 6) readFrame(view, from, marker, facts)
  else if (marker === 0xe0 && length >= 12) readJfif(view, from, facts)
  else if (marker === 0xe1) readExif(view, from, end, facts)
  return marker === 0xda
}

/** The segment at an offset, after fill bytes and markers without a segment. @throws Malformed */
export function segmentAt(view: DataView, start: number) {
  let at = start
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) throw new Malformed('the JPEG has a broken marker')
    const marker = view.getUint8(at + 1)
    if (marker !== 0xff && !standsAlone(marker)) {
      const end = at + 2 + view.getUint16(at + 2)
      if (end < at + 4 || end > view.byteLength) break
      return { marker, from: at + 4, end }
    }
    at += marker === 0xff ? 1 : 2
  }
  throw new Malformed('the JPEG is cut short before its pixels')
}

/** @throws Malformed when a marker is broken, the frame is of a kind that few programs read, or data is missing */
export function readJpeg(bytes: Uint8Array): ImageFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts: ImageFacts = { width: 0, height: 0, dpiX: 0, dpiY: 0, orientation: 1 }
  let segment = segmentAt(view, SOI_END)
  while (!readSegment(view, segment, facts)) segment = segmentAt(view, segment.end)
  if (facts.width === 0) throw new Malformed('the JPEG has no frame before its pixels')
  return facts
}
