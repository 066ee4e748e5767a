/** Reads how many pixels a picture claims to have, from its header, without decoding it. */
import type { PartKind } from './part-kind.ts'

/** Width and height in pixels. */
interface PixelSize {
  width: number
  height: number
}

/** The largest size that the header of a bitmap claims; `null` for metafiles and broken headers. */
export function pictureSize(bytes: Uint8Array, kind: PartKind): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (kind === 'png') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (kind === 'gif') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (kind === 'bmp') return bmpSize(view)
    if (kind === 'jpeg') return jpegSize(view)
    return kind === 'tiff' ? tiffSize(view) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function bmpSize(view: DataView): PixelSize {
  const isCore = view.getUint32(14, true) === 12
  if (isCore) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  return {
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
  }
}

/** Whether a marker is a frame header (SOF): any of C0 to CF except C4, C8 and CC (ITU-T T.81, B.1.1.3). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegSize(view: DataView): PixelSize | null {
  let largest: PixelSize | null = null
  let at = 2
  while (at + 4 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return largest
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xda || marker === 0xd9) return largest
    if (isFrame(marker) && at + 9 <= view.byteLength)
      largest = larger(largest, {
        width: view.getUint16(at + 7),
        height: view.getUint16(at + 5),
      })
    at += 2 + view.getUint16(at + 2)
  }
  return largest
}

const TIFF_WIDTH = 256
const TIFF_HEIGHT = 257
const TIFF_PAGES_MAX = 64

function tiffSize(view: DataView): PixelSize | null {
  const little = view.getUint8(0) === 0x49
  let largest: PixelSize | null = null
  let directory = view.getUint32(4, little)
  for (let page = 0; page < TIFF_PAGES_MAX && directory !== 0; page++) {
    const count = view.getUint16(directory, little)
    const size = { width: 0, height: 0 }
    for (let index = 0; index < count; index++) {
      const at = directory + 2 + index * 12
      const tag = view.getUint16(at, little)
      if (tag !== TIFF_WIDTH && tag !== TIFF_HEIGHT) continue
      const isShort = view.getUint16(at + 2, little) === 3
      const value = isShort ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little)
      size[tag === TIFF_WIDTH ? 'width' : 'height'] = value
    }
    largest = larger(largest, size)
    directory = view.getUint32(directory + 2 + count * 12, little)
  }
  return largest
}

const larger = (one: PixelSize | null, other: PixelSize): PixelSize =>
  one !== null && one.width * one.height >= other.width * other.height ? one : other
