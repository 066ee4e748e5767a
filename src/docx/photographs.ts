/** Tells whether a document's pictures are photographs that were saved as PNG. */
import { partKind } from './lint/part-kind.ts'
import { pictureSize } from './lint/picture-size.ts'

/** Bytes of a pixel from which on a PNG is more like a photograph than like artwork or a screenshot. */
const PHOTOGRAPH_BYTES = 0.25
/** Of all pixels; the rest, a logo, is small beside the photographs. */
const PHOTOGRAPH_SHARE = 0.9
/** Offset of the colour type in a PNG (ISO/IEC 15948, 11.2.2), and its value for colours without transparency. */
const [COLOUR_TYPE_AT, TRUE_COLOUR] = [25, 2]

/**
 * Whether nearly all pixels of the pictures belong to photographs saved as PNG, which compress ten
 * times better as JPEG. One JPEG in the document means no: it is carried over as it is, and must be.
 * @param parts all parts of the document; what is no bitmap does not count
 */
export function arePhotographs(parts: Iterable<Uint8Array>): boolean {
  let [all, photographs] = [0, 0]
  for (const bytes of parts) {
    const kind = partKind(bytes)
    if (kind === 'jpeg') return false
    const size = kind === 'xml' ? null : pictureSize(bytes, kind)
    if (size === null) continue
    const pixels = size.width * size.height
    const isPhotograph = kind === 'png' && bytes[COLOUR_TYPE_AT] === TRUE_COLOUR
    all += pixels
    if (isPhotograph && bytes.length >= pixels * PHOTOGRAPH_BYTES) photographs += pixels
  }
  return all > 0 && photographs >= all * PHOTOGRAPH_SHARE
}
