/** Finds the pictures of a document that are photographs saved as PNG. */

import { pngChunks } from '../images/png-chunks.ts'
import { partKind } from './package/part-kind.ts'
import { pictureSize } from './package/picture-size.ts'

/** Bytes per pixel from which a PNG is a photograph rather than artwork or a screenshot. */
const PHOTOGRAPH_BYTES = 0.25
/** Smaller ones are icons. */
const SIDE_MIN = 64
/** Offsets in a PNG (ISO/IEC 15948, 11.2.2): bits per sample, followed by the colour type. */
const BITS_AT = 24
/** Colours without transparency. */
const TRUE_COLOUR = 2
/** The default gamma, in the units of `gAMA` (11.3.3.2). */
const USUAL_GAMMA = 45_455

/**
 * Names of the parts that compress ten times better as JPEG with no visible loss: true colours of 8 bits without
 * transparency or a gamma of their own, many bytes per pixel.
 */
export function photographsAmong(parts: Iterable<readonly [string, Uint8Array]>): string[] {
  return [...parts].filter(([, bytes]) => isPhotograph(bytes)).map(([name]) => name)
}

function isPhotograph(bytes: Uint8Array): boolean {
  if (bytes[BITS_AT] !== 8 || bytes[BITS_AT + 1] !== TRUE_COLOUR) return false
  if (partKind(bytes) !== 'png') return false
  const size = pictureSize(bytes, 'png')
  if (size === null || Math.min(size.width, size.height) < SIDE_MIN) return false
  const pixels = size.width * size.height
  return bytes.length >= pixels * PHOTOGRAPH_BYTES && isPlain(bytes)
}

/** Whether nothing before the pixel data changes how it is shown. */
function isPlain(bytes: Uint8Array): boolean {
  for (const { type, data, isCut } of pngChunks(bytes)) {
    if (type === 'IDAT') return true
    if (isCut || type === 'tRNS') return false
    if (type === 'gAMA' && (data.length !== 4 || data.readUInt32BE(0) !== USUAL_GAMMA)) return false
  }
  return false
}
