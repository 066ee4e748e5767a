import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { readJpeg } from '../../../src/images/jpeg.ts'
import { strippedJpeg, strippedPng } from '../../../src/images/stripped.ts'
import { located, photo } from '../../support/photographs.ts'

const pixels = (bytes: Uint8Array) => jpeg.decode(bytes, { useTArray: true }).data

describe('a photograph without metadata', () => {
  test('keeps its pixels and how it was held, and nothing of where and with what it was taken', () => {
    for (const orientation of [1, 6]) {
      const before = located(orientation)
      expect(before.includes('Paris')).toBe(true)
      const after = Buffer.from(strippedJpeg(before))
      expect(readJpeg(after)).toMatchObject({ orientation, width: 64, height: 48 })
      expect(pixels(after)).toEqual(pixels(before))
      for (const secret of ['Paris', 'camera', '\x25\x88'])
        expect(after.includes(secret, 'latin1')).toBe(false)
      expect(after.includes('Exif')).toBe(orientation !== 1)
      // Stripped again, it stays the same: its hash can be compared.
      expect(strippedJpeg(after)).toEqual(after)
    }
  })

  test('ends where the picture ends', () => {
    const plain = strippedJpeg(photo(3))
    expect(strippedJpeg(Buffer.concat([photo(3), Buffer.from('<script>')]))).toEqual(plain)
    expect(() => strippedJpeg(photo(3).subarray(0, -20))).toThrow('cut short')
  })
})

describe('a PNG without metadata', () => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
  }
  const plain = PNG.sync.write(new PNG({ width: 4, height: 3, filterType: 0, fill: true }))

  test('has neither texts nor anything after its end', () => {
    const end = plain.length - 12
    const spoken = Buffer.concat([
      plain.subarray(0, end),
      chunk('tEXt', Buffer.from('Author\0somebody')),
      chunk('eXIf', Buffer.from('II*\0')),
      plain.subarray(end),
      Buffer.from('PK\u0003\u0004'),
    ])
    expect(strippedPng(spoken)).toEqual(strippedPng(plain))
    expect(PNG.sync.read(Buffer.from(strippedPng(spoken)))).toMatchObject({ width: 4, height: 3 })
  })

  test('is refused when it is cut short', () => {
    expect(() => strippedPng(plain.subarray(0, -6))).toThrow('cut short')
  })
})
