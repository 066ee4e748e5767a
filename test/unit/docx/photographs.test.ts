import { describe, expect, test } from 'vitest'
import { arePhotographs } from '../../../src/docx/photographs.ts'

const TRUE_COLOUR = 2
const WITH_ALPHA = 6

/** The head of a PNG, and as many bytes as its pixels are said to take. */
function png(width: number, height: number, bytesPerPixel: number, colourType = TRUE_COLOUR) {
  const file = Buffer.alloc(Math.max(33, Math.ceil(width * height * bytesPerPixel)))
  file.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  file.set([8, colourType], 24)
  return file
}

const PHOTOGRAPH = png(640, 400, 1.2)
const SCREENSHOT = png(640, 400, 0.08)
const LOGO = png(120, 60, 0.05)
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9])
const XML = Buffer.from('<w:document/>')

describe('the pictures of a document are photographs', () => {
  test('when they are PNG files of many bytes, with or without a small logo beside them', () => {
    expect(arePhotographs([XML, PHOTOGRAPH])).toBe(true)
    expect(arePhotographs([XML, LOGO, PHOTOGRAPH, PHOTOGRAPH])).toBe(true)
  })

  test('not when there are none', () => {
    expect(arePhotographs([XML])).toBe(false)
    expect(arePhotographs([])).toBe(false)
  })

  test('not when artwork or a screenshot would suffer', () => {
    expect(arePhotographs([LOGO])).toBe(false)
    expect(arePhotographs([PHOTOGRAPH, SCREENSHOT])).toBe(false)
  })

  test('not when one is transparent', () => {
    expect(arePhotographs([png(640, 400, 1.2, WITH_ALPHA)])).toBe(false)
  })

  test('not when one is JPEG, which is carried over untouched', () => {
    expect(arePhotographs([PHOTOGRAPH, PHOTOGRAPH, JPEG])).toBe(false)
  })

  test('not when a picture is cut off before its size', () => {
    expect(arePhotographs([PHOTOGRAPH.subarray(0, 12)])).toBe(false)
  })
})
