/** What the readers of the picture formats share. */

/** Result of a format reader; a density of 0 means "not stated". */
export interface ImageFacts {
  width: number
  height: number
  dpiX: number
  dpiY: number
  orientation: number
}

/** An unchanged picture file, with the properties in its header. */
export interface RasterImage {
  kind: 'raster'
  bytes: Uint8Array
  format: 'png' | 'jpeg' | 'gif' | 'webp'
  /** Pixels as stored, before any EXIF rotation. */
  width: number
  height: number
  /** Dots per inch; 96 if the file does not state it. */
  dpiX: number
  dpiY: number
  /** EXIF orientation, 1 to 8; 1 is upright. */
  orientation: number
}

/** A reason why the bytes are not a usable picture; becomes an `image_invalid`. */
export class Malformed extends Error {}
