import { expect, test } from 'vitest'
import { appendedTo, growableBuffer, growableCopy } from '../../../src/kernel/bytes.ts'

const MORE = Buffer.from('more')

test('what is appended needs no copy while there is room', () => {
  const given = Buffer.from('a file')
  const file = growableCopy(given)
  const grown = appendedTo(file, MORE)
  expect(Buffer.from(grown).toString()).toBe('a filemore')
  expect(grown.buffer).toBe(file.buffer)
  expect(Buffer.from(file).toString()).toBe('a file')
  expect(given.toString()).toBe('a file')
})

test('where there is no room left it is made', () => {
  const file = growableCopy(Buffer.from('a file'))
  const rest = Buffer.alloc(file.buffer.byteLength - file.length, 1)
  const full = appendedTo(file, rest)
  expect(full.buffer).toBe(file.buffer)
  const larger = appendedTo(full, MORE)
  expect(larger.buffer).not.toBe(file.buffer)
  expect(Buffer.from(larger).equals(Buffer.concat([full, MORE]))).toBe(true)
  expect(appendedTo(larger, MORE).buffer).toBe(larger.buffer)
})

test('a buffer is nobody else’s, also behind what is in it', () => {
  const [one, other] = [growableBuffer(10), growableBuffer(10)]
  expect(one.buffer).not.toBe(other.buffer)
  expect([one.byteOffset, other.byteOffset, one.length]).toEqual([0, 0, 10])
})
