/** What the readers of the picture formats share. */
import type { Wording } from '../kernel/coded-error.ts'

/** Result of a format reader; a density of 0 means "not stated". */
export interface ImageFacts {
  /** Pixels as stored, before any EXIF rotation. */
  width: number
  height: number
  /** Dots per inch. */
  dpiX: number
  dpiY: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
}

/** An unchanged picture file, with the properties in its header; 96 dots per inch if it states none. */
export interface RasterImage extends ImageFacts {
  kind: 'raster'
  bytes: Uint8Array
  format: 'png' | 'jpeg' | 'gif' | 'webp'
}

/** A reason why the bytes are not a usable picture; becomes an `image_invalid`. */
export class Malformed extends Error {
  readonly wording: Wording

  /** @param why what a person can change; of a damaged file, in English: it is for programmers */
  constructor(why: Wording | string) {
    super(typeof why === 'string' ? why : why.en)
    this.wording = typeof why === 'string' ? { en: why } : why
  }
}
