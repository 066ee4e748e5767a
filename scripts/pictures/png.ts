/** Writes pictures as PNG files with a palette, which keeps pages of text small. */
import { crc32, deflateSync } from 'node:zlib'
import type { Raster } from './raster.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const COLORS_MAX = 256

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

/** A channel value rounded to so many even steps; 0 and 255 stay. */
const rounded = (value: number, steps: number): number =>
  Math.round((Math.round((value / 255) * (steps - 1)) * 255) / (steps - 1))

/** Colours of the pixels when each channel has so many steps; null when they are too many. */
function indexed(picture: Raster, steps: number, most: number) {
  const palette = new Map<number, number>()
  const pixels = new Uint8Array(picture.width * picture.height)
  const table = Uint8Array.from({ length: 256 }, (_, value) => rounded(value, steps))
  for (let at = 0; at < pixels.length; at++) {
    const [red, green, blue] = [0, 1, 2].map((part) => table[picture.rgb[at * 3 + part]!]!)
    const color = (red! << 16) | (green! << 8) | blue!
    let index = palette.get(color)
    if (index === undefined) {
      index = palette.size
      if (index === most) return null
      palette.set(color, index)
    }
    pixels[at] = index
  }
  return { palette: [...palette.keys()], pixels }
}

/** The PNG of a picture with at most 256 colours, fewer steps of colour where it has more. */
export function pngOf(picture: Raster): Uint8Array {
  for (const [steps, most] of [
    [16, 16],
    [18, COLORS_MAX],
    [9, COLORS_MAX],
    [6, COLORS_MAX],
  ] as const) {
    const found = indexed(picture, steps, most)
    if (found !== null) return write(picture, found.palette, found.pixels)
  }
  throw new Error('six steps of three channels are fewer than 256 colours')
}

function write(
  { width, height }: Raster,
  palette: readonly number[],
  pixels: Uint8Array,
): Uint8Array {
  const depth = palette.length <= 16 ? 4 : 8
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = 3
  const stride = Math.ceil((width * depth) / 8) + 1
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = pixels[y * width + x]!
      const at = y * stride + 1 + (depth === 8 ? x : x >> 1)
      rows[at] = depth === 8 ? index : rows[at]! | (index << (x % 2 === 0 ? 4 : 0))
    }
  const colors = palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255])
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.from(colors)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}
