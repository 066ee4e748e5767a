/** What the readers of the picture formats share. */

/** What a format reader found; densities of 0 mean "not said". */
export interface ImageFacts {
  width: number
  height: number
  dpiX: number
  dpiY: number
  orientation: number
}

/** A picture file as it came, with what its own bytes say about it. */
export interface RasterImage {
  kind: 'raster'
  bytes: Uint8Array
  format: 'png' | 'jpeg' | 'gif' | 'webp'
  /** Pixels as stored, before any EXIF rotation. */
  width: number
  height: number
  /** Dots per inch; 96 where the file does not say. */
  dpiX: number
  dpiY: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
}

/** A reason why the bytes are not a usable picture; becomes an `image_invalid`. */
export class Malformed extends Error {}
