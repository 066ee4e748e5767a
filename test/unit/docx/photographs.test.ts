import { describe, expect, test } from 'vitest'
import { photographsAmong } from '../../../src/docx/photographs.ts'

const TRUE_COLOUR = 2
const WITH_ALPHA = 6

function chunk(kind: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)])
}

interface Look {
  bytesPerPixel?: number
  colourType?: number
  bits?: number
  /** Chunks between the head and the pixels. */
  between?: Buffer[]
}

/** The head of a PNG, and as many bytes as its pixels are said to take. */
function png(
  width: number,
  height: number,
  { bytesPerPixel = 1.2, colourType = TRUE_COLOUR, bits = 8, between = [] }: Look = {},
) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bits, colourType], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...between,
    chunk('IDAT', Buffer.alloc(Math.ceil(width * height * bytesPerPixel))),
  ])
}

function gamma(value: number): Buffer {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(value)
  return chunk('gAMA', data)
}

const isPhotograph = (bytes: Uint8Array): boolean => photographsAmong([['a', bytes]]).length === 1

describe('photographs among the parts of a document', () => {
  test('are the PNG files of many bytes, whatever is beside them', () => {
    expect(
      photographsAmong([
        ['word/document.xml', Buffer.from('<w:document/>')],
        ['word/media/1.png', png(640, 400)],
        ['word/media/2.png', png(640, 400, { bytesPerPixel: 0.08 })],
        ['word/media/3.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9])],
        ['word/media/4', png(300, 900)],
      ]),
    ).toEqual(['word/media/1.png', 'word/media/4'])
  })

  test.each([
    ['a small logo', png(60, 60)],
    ['a transparent picture', png(640, 400, { colourType: WITH_ALPHA })],
    ['one with a transparent colour', png(640, 400, { between: [chunk('tRNS', Buffer.alloc(6))] })],
    ['one of 16 bits', png(640, 400, { bits: 16 })],
    ['one with a gamma of its own', png(640, 400, { between: [gamma(100_000)] })],
    ['one without pixels', png(640, 400).subarray(0, 33)],
    ['one cut off before its size', png(640, 400).subarray(0, 12)],
    ['one that claims more pixels than are shown', png(50_000, 20_000, { bytesPerPixel: 0 })],
  ])('are not %s', (_what, bytes) => {
    expect(isPhotograph(bytes)).toBe(false)
  })

  test('may say the usual gamma and whatever else', () => {
    const between = [chunk('sRGB', Buffer.alloc(1)), gamma(45_455), chunk('pHYs', Buffer.alloc(9))]
    expect(isPhotograph(png(640, 400, { between }))).toBe(true)
  })

  test('are found in a view into a larger buffer', () => {
    const file = png(640, 400)
    const larger = Buffer.concat([Buffer.alloc(7), file])
    expect(isPhotograph(larger.subarray(7))).toBe(true)
  })
})
