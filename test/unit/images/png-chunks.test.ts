import { PNG } from 'pngjs'
import { expect, test } from 'vitest'
import { pngChunks } from '../../../src/images/png-chunks.ts'

const picture = PNG.sync.write(new PNG({ width: 2, height: 3 }))
const chunksOf = (bytes: Buffer) =>
  [...pngChunks(bytes)].map(({ type, data, isCut, isIntact }) => [
    type,
    data.length,
    isCut,
    isIntact(),
  ])

test('every chunk, in order, with its data', () => {
  const [first, ...rest] = pngChunks(picture)
  expect([first?.data.readUInt32BE(0), first?.data.readUInt32BE(4)]).toEqual([2, 3])
  expect(rest.map(({ type }) => type)).toEqual(['IDAT', 'IEND'])
  expect([first, ...rest].every((chunk) => chunk?.isIntact() && !chunk.isCut)).toBe(true)
})

test('a changed bit is noticed in its chunk alone', () => {
  const spoiled = Buffer.from(picture)
  spoiled[20] = (spoiled[20] ?? 0) ^ 1
  expect(chunksOf(spoiled).map(([, , , intact]) => intact)).toEqual([false, true, true])
})

test.each([
  ['in the pixels', -20, ['IHDR', 'IDAT'], [false, true]],
  ['in the last checksum', -1, ['IHDR', 'IDAT'], [false, false]],
  ['after the signature', 8 - picture.length, [], []],
])('a file that is cut %s ends there', (_where, end, types, cut) => {
  const chunks = chunksOf(picture.subarray(0, picture.length + end))
  expect(chunks.map(([type]) => type)).toEqual(types)
  expect(chunks.map(([, , isCut]) => isCut)).toEqual(cut)
})

test('a length beyond the file is no way out of it', () => {
  const lying = Buffer.from(picture)
  lying.writeUInt32BE(0xffffffff, 8)
  expect(chunksOf(lying)).toEqual([['IHDR', picture.length - 16, true, false]])
})
