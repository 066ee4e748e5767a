/** Writes PNG files (ISO/IEC 15948): black and white ones, the sharpest and smallest form for codes, and pictures. */
import { crc32, deflateSync } from 'node:zlib'
import type { Picture } from './pixels.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

function pngOf(
  width: number,
  height: number,
  kind: { depth: number; color: number },
  rows: Uint8Array,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = kind.depth
  header[9] = kind.color
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ])
}

/** One fully transparent pixel (grey with alpha): takes space and shows nothing. */
export const BLANK_PNG = pngOf(1, 1, { depth: 8, color: 4 }, Uint8Array.of(0, 0, 0))

/**
 * One bit per pixel, no filter; `dark(x, y)` determines which pixels are black. It is called for every `repeat`th
 * row, which is then repeated.
 */
export function writeBilevelPng(
  width: number,
  height: number,
  dark: (x: number, y: number) => boolean,
  repeat = 1,
): Uint8Array {
  const stride = Math.ceil(width / 8) + 1
  const rows = new Uint8Array(stride * height).fill(0xff)
  for (let y = 0; y < height; y += repeat) {
    const from = y * stride
    rows[from] = 0
    for (let x = 0; x < width; x += 1) {
      const at = from + 1 + (x >> 3)
      if (dark(x, y)) rows[at] = (rows[at] ?? 0) & ~(0x80 >> (x & 7))
    }
    for (let copy = 1; copy < repeat; copy += 1) {
      rows.copyWithin(from + copy * stride, from, from + stride)
    }
  }
  return pngOf(width, height, { depth: 1, color: 0 }, rows)
}

/** A PNG of nothing but these pixels, no filter; without alpha if all are opaque. */
export function writePng({ width, height, rgba }: Picture): Buffer {
  const isOpaque = rgba.every((value, index) => index % 4 !== 3 || value === 255)
  const channels = isOpaque ? 3 : 4
  const stride = width * channels + 1
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1)
        rows[y * stride + 1 + x * channels + channel] = rgba[(y * width + x) * 4 + channel] ?? 0
  return pngOf(width, height, { depth: 8, color: isOpaque ? 2 : 6 }, rows)
}
