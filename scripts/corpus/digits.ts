/** Writes a number onto a picture, so that a tile of a contact sheet can be found in the report. */
import { blank, type Color, paste, type Raster } from '../pictures/raster.ts'

/** Three by five dots a digit, row by row. */
const DIGITS = [
  ...['111101101101111', '010110010010111', '111001111100111', '111001111001111'],
  ...['101101111001001', '111100111001111', '111100111101111', '111001001001001'],
  ...['111101111101111', '111101111001111'],
]
const DOT = 4
const MARGIN = 4

/** Draws the number in the upper left corner, white on a colour. */
export function number(picture: Raster, value: number, color: Color): void {
  const digits = String(value)
  const label = blank(digits.length * 4 * DOT + 2 * MARGIN - DOT, 5 * DOT + 2 * MARGIN, color)
  const dot = blank(DOT, DOT)
  ;[...digits].forEach((digit, place) => {
    ;[...DIGITS[Number(digit)]!].forEach((mark, index) => {
      const [x, y] = [place * 4 + (index % 3), Math.floor(index / 3)]
      if (mark === '1') paste(label, dot, MARGIN + x * DOT, MARGIN + y * DOT)
    })
  })
  if (picture.width > label.width && picture.height > label.height) paste(picture, label, 0, 0)
}
