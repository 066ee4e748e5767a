/** Reads size, density and EXIF orientation from the markers of a JPEG (ITU-T T.81, JFIF, EXIF 2.3). */
import { type ImageFacts, Malformed } from './image-facts.ts'

const SOI_END = 2
const CM_PER_INCH = 2.54
const TAG_ORIENTATION = 0x0112
const TAG_X_RESOLUTION = 0x011a
const TAG_Y_RESOLUTION = 0x011b
const TAG_RESOLUTION_UNIT = 0x0128

/** Baseline, extended and progressive Huffman frames; the others few programs can read. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2])
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

function readFrame(view: DataView, at: number, marker: number, facts: ImageFacts): void {
  if (!FRAMES.has(marker)) {
    throw new Malformed('it is a lossless, hierarchical or arithmetic-coded JPEG')
  }
  if (view.getUint8(at) !== 8) throw new Malformed('it is a JPEG with more than 8 bits per colour')
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

/** The first directory of the TIFF structure inside an EXIF segment. */
function readExif(view: DataView, at: number, end: number, facts: ImageFacts): void {
  if (end - at < 20 || view.getUint32(at) !== 0x45786966) return
  const tiff = at + 6
  const order = view.getUint16(tiff)
  if (order !== 0x4949 && order !== 0x4d4d) return
  const little = order === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > end) return
  const count = view.getUint16(directory, little)
  let [x, y, unit] = [0, 0, 2]
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > end) break
    const tag = view.getUint16(entry, little)
    const short = view.getUint16(entry + 8, little)
    const rational = (): number => {
      const where = tiff + view.getUint32(entry + 8, little)
      if (where + 8 > end) return 0
      return view.getUint32(where, little) / (view.getUint32(where + 4, little) || 1)
    }
    if (tag === TAG_ORIENTATION && short >= 1 && short <= 8) facts.orientation = short
    else if (tag === TAG_X_RESOLUTION) x = rational()
    else if (tag === TAG_Y_RESOLUTION) y = rational()
    else if (tag === TAG_RESOLUTION_UNIT) unit = short
  }
  if (facts.dpiX !== 0) return
  const factor = unit === 3 ? CM_PER_INCH : 1
  facts.dpiX = x * factor
  facts.dpiY = y * factor
}

/** @throws Malformed when a marker is broken, the frame is of a kind few read, or data are missing. */
export function readJpeg(bytes: Uint8Array): ImageFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const facts: ImageFacts = { width: 0, height: 0, dpiX: 0, dpiY: 0, orientation: 1 }
  let at = SOI_END
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Malformed('the JPEG has a broken marker')
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff || standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const length = view.getUint16(at + 2)
    const [from, end] = [at + 4, at + 2 + length]
    if (length < 2 || end > bytes.length) throw new Malformed('the JPEG is cut short')
    if (isFrame(marker) && length >= 8) readFrame(view, from, marker, facts)
    else if (marker === 0xe0 && length >= 14) readJfif(view, from, facts)
    else if (marker === 0xe1) readExif(view, from, end, facts)
    else if (marker === 0xda) {
      if (facts.width === 0) throw new Malformed('the JPEG has no frame before its pixels')
      return facts
    }
    at = end
  }
  throw new Malformed('the JPEG is cut short before its pixels')
}
