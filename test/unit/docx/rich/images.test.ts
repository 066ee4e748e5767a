import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readImage } from '../../../../src/images/read.ts'
import { CodedError } from '../../../../src/kernel/coded-error.ts'
import { makePng } from './fixture.ts'

const GIF = Buffer.from(
  'R0lGODlhEAAQAIAAAP8AAP///yH5BAAAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw==',
  'base64',
)
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]),
    data,
  ])
/** Markers of a JPEG as far as its pixels. */
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0xff, 0xd9]),
  ])
const frame = (marker = 0xc0, bits = 8): Buffer =>
  segment(marker, Buffer.from([bits, 0, 100, 0, 200, 1, 1, 0x11, 0]))
const jfif = (unit: number, density: number): Buffer =>
  segment(
    0xe0,
    Buffer.from([
      0x4a,
      0x46,
      0x49,
      0x46,
      0,
      1,
      1,
      unit,
      density >> 8,
      density & 255,
      density >> 8,
      density & 255,
      0,
      0,
    ]),
  )
const exif = (orientation: number): Buffer =>
  segment(
    0xe1,
    Buffer.concat([
      Buffer.from('Exif\0\0', 'latin1'),
      Buffer.from(
        `4d4d002a00000008000101120003000000010${orientation.toString(16).padStart(3, '0')}000000000000`,
        'hex',
      ),
    ]),
  )

const reasonOf = (bytes: Uint8Array): string => {
  try {
    readImage(bytes)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(CodedError)
    expect((error as CodedError).code).toBe('image_invalid')
    return (error as CodedError).message
  }
}

describe('what the bytes of a picture say', () => {
  test('a PNG gives its pixels and the density of its pHYs chunk', () => {
    const image = readImage(makePng(30, 20, { dpi: 300 }))
    expect(image).toMatchObject({ format: 'png', width: 30, height: 20, orientation: 1 })
    expect(image.dpiX).toBeCloseTo(300, 1)
  })

  test('a picture without a density has 96 dots per inch', () => {
    expect(readImage(makePng(3, 2))).toMatchObject({ dpiX: 96, dpiY: 96 })
    expect(readImage(GIF)).toMatchObject({ format: 'gif', width: 16, height: 16, dpiX: 96 })
    expect(readImage(jpeg(jfif(0, 1), frame()))).toMatchObject({ dpiX: 96 })
  })

  test('a JPEG gives size, density in inches or centimetres, and EXIF orientation', () => {
    expect(readImage(jpeg(jfif(1, 150), frame()))).toMatchObject({
      width: 200,
      height: 100,
      dpiX: 150,
    })
    expect(readImage(jpeg(jfif(2, 100), frame(0xc2))).dpiX).toBeCloseTo(254)
    expect(readImage(jpeg(exif(6), frame()))).toMatchObject({ orientation: 6 })
  })

  test.each([
    [Buffer.from('<svg xmlns="x"/>'), 'an SVG drawing'],
    [Buffer.from('%PDF-1.7'), 'a PDF'],
    [Buffer.from('BM......'), 'a BMP'],
    [Buffer.from('<!doctype html>'), 'a web page'],
    [Buffer.from('hello'), 'of an unknown kind'],
    [Buffer.alloc(0), 'it is empty'],
    [makePng(3, 2).subarray(0, 40), 'cut short'],
    [jpeg(frame(0xc3)), 'lossless'],
    [jpeg(frame(0xc0, 12)), 'more than 8 bits'],
    [jpeg(), 'no frame'],
    [jpeg(frame()).subarray(0, 12), 'cut short'],
    [makePng(0, 4), 'zero pixels'],
    [GIF.subarray(0, 16), 'no picture'],
  ])('a wrong file says why (%#)', (bytes, reason) => {
    expect(reasonOf(bytes)).toContain(reason)
  })

  test('a changed bit in a PNG is found by its checksum', () => {
    const bytes = Buffer.from(makePng(30, 20))
    bytes[50] = bytes[50]! ^ 1
    expect(reasonOf(bytes)).toContain('checksum')
  })

  test('more than 25 megapixels or 10 MB are refused', () => {
    const huge = Buffer.from(makePng(1, 1))
    expect(reasonOf(Buffer.concat([huge, Buffer.alloc(11_000_000)]))).toContain('bytes, at most 10')
    const wide = makePng(50, 1)
    expect(readImage(wide).width).toBe(50)
    expect(reasonOf(makePng(5_200, 5_000))).toContain('25 megapixels')
  })

  test('any bytes are a picture or an image_invalid, never another error', () => {
    const heads = [makePng(2, 2), jpeg(exif(3), frame()), GIF].map((bytes) => Buffer.from(bytes))
    fc.assert(
      fc.property(
        fc.constantFrom(...heads),
        fc.nat(200),
        fc.uint8Array({ maxLength: 60 }),
        (head, length, tail) => {
          const bytes = Buffer.concat([head.subarray(0, length), tail])
          try {
            expect(readImage(bytes).width).toBeGreaterThan(0)
          } catch (error) {
            expect(error).toBeInstanceOf(CodedError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
