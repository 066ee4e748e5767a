/**
 * Photographs without what they say besides their pixels: where and when they were taken, by which device, thumbnails,
 * comments, and whatever follows the picture. Nothing is decoded; the pixels stay as they were compressed.
 */
import { asBuffer } from '../kernel/bytes.ts'
import { Malformed } from './facts.ts'
import { readJpeg, segmentAt } from './jpeg.ts'
import { pngChunks } from './png-chunks.ts'

const [SOI, EOI, SOS] = [0xd8, 0xd9, 0xda]
const [APP0, ICC, ADOBE, APP15, COMMENT] = [0xe0, 0xe2, 0xee, 0xef, 0xfe]
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/** What colours need: JFIF, the colour profile, and Adobe's transform; of every other application nothing. */
function isKept(marker: number, data: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  // Its thumbnail goes, too.
  if (marker === APP0)
    return data.subarray(0, 5).equals(Buffer.from('JFIF\0')) && data.length === 14
  if (marker === ICC) return data.subarray(0, 12).equals(Buffer.from('ICC_PROFILE\0'))
  return marker === ADOBE && data.subarray(0, 5).equals(Buffer.from('Adobe'))
}

/** EXIF that says how the camera was held, and nothing else. */
function orientationSegment(orientation: number): Buffer {
  const exif = Buffer.from(
    'ffe1002245786966000049492a0008000000010012010300010000000000000000000000',
    'hex',
  )
  exif.writeUInt16LE(orientation, 28)
  return exif
}

/** Where the marker after compressed pixels is. @throws Malformed when the file ends before */
function endOfPixels(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw new Malformed('the JPEG is cut short in its pixels')
}

/** Whether the picture ends here; fill bytes may come before the marker. */
function endsAt(bytes: Buffer, start: number): boolean {
  let at = start
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1
  return bytes[at] === 0xff && bytes[at + 1] === EOI
}

/** A JPEG without metadata, turned as before. @throws Malformed when it is cut short or broken */
export function strippedJpeg(file: Uint8Array): Uint8Array {
  const bytes = asBuffer(file)
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const { orientation } = readJpeg(file)
  const parts: Uint8Array[] = [Buffer.from([0xff, SOI])]
  if (orientation !== 1) parts.push(orientationSegment(orientation))
  for (let at = 2; !endsAt(bytes, at); ) {
    const { marker, from, end } = segmentAt(view, at)
    if (isKept(marker, bytes.subarray(from, end))) parts.push(bytes.subarray(from - 4, end))
    at = marker === SOS ? endOfPixels(bytes, end) : end
    parts.push(bytes.subarray(end, at))
  }
  return Buffer.concat([...parts, Buffer.from([0xff, EOI])])
}

/** What the pixels and their colours need. */
const PNG_KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'pHYs'])
const PNG_BEGINNING = 8
/** The checksum, and the length and type before the data. */
const [PNG_BEFORE, PNG_AFTER] = [8, 4]

/** A PNG without metadata. @throws Malformed when it is cut short */
export function strippedPng(file: Uint8Array): Uint8Array {
  const bytes = asBuffer(file)
  const parts: Uint8Array[] = [bytes.subarray(0, PNG_BEGINNING)]
  let at = PNG_BEGINNING
  for (const { type, data, isCut } of pngChunks(file)) {
    const end = at + PNG_BEFORE + data.length + PNG_AFTER
    if (isCut) break
    if (type === 'IEND' || PNG_KEPT.has(type)) parts.push(bytes.subarray(at, end))
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  throw new Malformed('the PNG is cut short')
}
