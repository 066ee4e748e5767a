/** What an account may store, for each mode of keys. */

/** Faces: ten families of four. */
export const FONTS_MAX = 40
/** Bytes of all files together. */
export const BYTES_MAX = 64 * 1_048_576
