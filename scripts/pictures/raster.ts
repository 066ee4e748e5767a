/** Pictures of PDF pages in memory: read from poppler, cut to their content, framed, set side by side. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A picture: three bytes (red, green, blue) a pixel, row by row. */
export interface Raster {
  width: number
  height: number
  rgb: Uint8Array
}

/** Red, green, blue. */
export type Color = readonly [number, number, number]

export const WHITE: Color = [255, 255, 255]

/** A picture of one colour. */
export function blank(width: number, height: number, color: Color = WHITE): Raster {
  const rgb = new Uint8Array(width * height * 3)
  for (let at = 0; at < rgb.length; at += 3) rgb.set(color, at)
  return { width, height, rgb }
}

/** Draws one picture onto another, which must be large enough. */
export function paste(onto: Raster, picture: Raster, left: number, top: number): void {
  for (let y = 0; y < picture.height; y++) {
    const row = picture.rgb.subarray(y * picture.width * 3, (y + 1) * picture.width * 3)
    onto.rgb.set(row, ((top + y) * onto.width + left) * 3)
  }
}

/** The pictures of a stream of binary PPM files (P6), as pdftoppm writes them. */
function readPpms(bytes: Buffer): Raster[] {
  const pictures: Raster[] = []
  for (let at = 0; at < bytes.length; ) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 40))
    if (head === null) throw new Error('pdftoppm wrote something that is no PPM')
    const [width, height] = [Number(head[1]), Number(head[2])]
    const from = at + head[0].length
    at = from + width * height * 3
    pictures.push({ width, height, rgb: new Uint8Array(bytes.subarray(from, at)) })
  }
  return pictures
}

/** The first pages of a PDF, drawn by poppler. */
export async function pdfPages(pdf: Uint8Array, dpi: number, most = 50): Promise<Raster[]> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-pages-'))
  try {
    const file = join(folder, 'file.pdf')
    await writeFile(file, pdf)
    const { stdout } = await promisify(execFile)(
      'pdftoppm',
      ['-r', String(dpi), '-l', String(most), file],
      { encoding: 'buffer', maxBuffer: 1 << 30 },
    )
    return readPpms(stdout)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error
    throw new Error('pdftoppm is missing: apt-get install poppler-utils', { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A part of a picture. */
export function crop(
  picture: Raster,
  left: number,
  top: number,
  width: number,
  height: number,
): Raster {
  const part = blank(width, height)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 3
    part.rgb.set(picture.rgb.subarray(from, from + width * 3), y * width * 3)
  }
  return part
}

/** Leaves out the white rows at the top and bottom, but for a margin of some pixels. */
export function trimRows(picture: Raster, margin: number): Raster {
  const stride = picture.width * 3
  const inked = (y: number): boolean =>
    picture.rgb.subarray(y * stride, (y + 1) * stride).some((value) => value < 250)
  let [top, bottom] = [0, picture.height - 1]
  while (top < bottom && !inked(top)) top++
  while (bottom > top && !inked(bottom)) bottom--
  top = Math.max(0, top - margin)
  bottom = Math.min(picture.height - 1, bottom + margin)
  return crop(picture, 0, top, picture.width, bottom - top + 1)
}

/** A frame of some pixels around a picture. */
export function framed(picture: Raster, thickness: number, color: Color): Raster {
  const around = blank(picture.width + 2 * thickness, picture.height + 2 * thickness, color)
  paste(around, picture, thickness, thickness)
  return around
}

/** Pictures in rows of so many, on white. */
export function grid(pictures: readonly Raster[], columns: number, gap: number): Raster {
  const across = Math.min(columns, pictures.length)
  const width = Math.max(...pictures.map((picture) => picture.width)) + gap
  const height = Math.max(...pictures.map((picture) => picture.height)) + gap
  const sheet = blank(across * width + gap, Math.ceil(pictures.length / columns) * height + gap)
  pictures.forEach((picture, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    paste(sheet, picture, gap + column * width, gap + row * height)
  })
  return sheet
}

/** Makes a picture no wider and no higher than a box, each pixel the mean of those it covers. */
export function shrunk(picture: Raster, width: number, height: number): Raster {
  const scale = Math.min(1, width / picture.width, height / picture.height)
  if (scale === 1) return picture
  const small = blank(
    Math.max(1, Math.floor(picture.width * scale)),
    Math.max(1, Math.floor(picture.height * scale)),
  )
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++)
      small.rgb.set(meanOf(picture, x / scale, y / scale, 1 / scale), (y * small.width + x) * 3)
  return small
}

function meanOf(picture: Raster, left: number, top: number, size: number): Color {
  const sum = [0, 0, 0]
  let count = 0
  for (let y = Math.floor(top); y < Math.min(picture.height, top + size); y++)
    for (let x = Math.floor(left); x < Math.min(picture.width, left + size); x++) {
      const at = (y * picture.width + x) * 3
      for (let part = 0; part < 3; part++) sum[part] = sum[part]! + picture.rgb[at + part]!
      count++
    }
  return [sum[0]! / count, sum[1]! / count, sum[2]! / count]
}

/** Share of pixels (0 to 1) that clearly differ; 1 when the sizes do. */
export function difference(one: Raster, other: Raster): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  let differing = 0
  for (let at = 0; at < one.rgb.length; at += 3) {
    const differs = [0, 1, 2].some(
      (part) => Math.abs(one.rgb[at + part]! - other.rgb[at + part]!) > 40,
    )
    if (differs) differing++
  }
  return differing / (one.width * one.height)
}
