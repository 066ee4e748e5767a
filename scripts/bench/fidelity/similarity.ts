/** How alike two pages look: structural similarity (SSIM, Wang et al. 2004) over windows of seven by seven pixels. */
import type { Raster } from '../../pictures/raster.ts'

const WINDOW = 7
/** The usual constants, (0.01 · 255)² and (0.03 · 255)². */
const [C1, C2] = [6.5025, 58.5225]

/** Brightness of every pixel, on white where the other page is larger. */
function greyOf(picture: Raster, width: number, height: number): Float64Array {
  const grey = new Float64Array(width * height).fill(255)
  for (let y = 0; y < picture.height; y++)
    for (let x = 0; x < picture.width; x++) {
      const at = (y * picture.width + x) * 3
      const [red = 0, green = 0, blue = 0] = picture.rgb.subarray(at, at + 3)
      grey[y * width + x] = 0.299 * red + 0.587 * green + 0.114 * blue
    }
  return grey
}

/** Sums of all pixels above and left of each, so that a window's sum is four of them. */
function sums(width: number, height: number, value: (at: number) => number): Float64Array {
  const table = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += value(y * width + x)
      table[(y + 1) * (width + 1) + x + 1] = (table[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  return table
}

/** Similarity of two pages, 1 for the same, about 0 for nothing in common. */
export function ssim(one: Raster, other: Raster): number {
  const width = Math.max(one.width, other.width)
  const height = Math.max(one.height, other.height)
  const [a, b] = [greyOf(one, width, height), greyOf(other, width, height)]
  const product = (left: Float64Array, right: Float64Array) => (at: number) =>
    (left[at] ?? 0) * (right[at] ?? 0)
  const tables = [
    sums(width, height, (at) => a[at] ?? 0),
    sums(width, height, (at) => b[at] ?? 0),
    sums(width, height, product(a, a)),
    sums(width, height, product(b, b)),
    sums(width, height, product(a, b)),
  ]
  const mean = (table: Float64Array | undefined, x: number, y: number): number => {
    const corner = (dx: number, dy: number): number => table?.[(y + dy) * (width + 1) + x + dx] ?? 0
    const sum = corner(WINDOW, WINDOW) - corner(WINDOW, 0) - corner(0, WINDOW) + corner(0, 0)
    return sum / WINDOW ** 2
  }
  let total = 0
  for (let y = 0; y <= height - WINDOW; y++)
    for (let x = 0; x <= width - WINDOW; x++) {
      const [ma = 0, mb = 0, aa = 0, bb = 0, ab = 0] = tables.map((table) => mean(table, x, y))
      const [va, vb, cov] = [aa - ma * ma, bb - mb * mb, ab - ma * mb]
      total += ((2 * ma * mb + C1) * (2 * cov + C2)) / ((ma * ma + mb * mb + C1) * (va + vb + C2))
    }
  return total / ((height - WINDOW + 1) * (width - WINDOW + 1))
}
