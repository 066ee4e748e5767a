/** What the readers of the picture formats share. */

/** What a format reader found; densities of 0 mean "not said". */
export interface ImageFacts {
  width: number
  height: number
  dpiX: number
  dpiY: number
  orientation: number
}

/** A reason why the bytes are not a usable picture; becomes an `image_invalid`. */
export class Malformed extends Error {}
