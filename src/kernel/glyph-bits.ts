/** Which characters fonts have: one bit for each code point, shared between threads. */

const CODE_POINTS = 0x110000

/**
 * Sets the bits of character sets.
 * @param charsets as fontconfig prints them: `20-7e a0 …` in hexadecimal
 * @param before bits that are set already; never changed
 */
export function glyphBits(charsets: Iterable<string>, before?: SharedArrayBuffer) {
  const buffer = new SharedArrayBuffer(CODE_POINTS / 8)
  const bits = new Uint8Array(buffer)
  if (before !== undefined) bits.set(new Uint8Array(before))
  for (const charset of charsets)
    for (const range of charset.split(' ')) {
      const [first = NaN, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
      for (let code = first; code <= last && code < CODE_POINTS; code++)
        bits[code >> 3] = (bits[code >> 3] ?? 0) | (1 << (code & 7))
    }
  return buffer
}
