import { expect, test } from 'vitest'
import { PoisonDocuments } from '../../../src/office/poison-documents.ts'

const document = (n: number): Uint8Array => Buffer.from(`document ${n}`)

test('a document is refused after two deaths, with the last reason', () => {
  const poison = new PoisonDocuments()
  poison.note(document(1), 'first')
  expect(poison.reasonToRefuse(document(1))).toBeUndefined()
  poison.note(document(1), 'second')
  expect(poison.reasonToRefuse(document(1))).toBe('second')
  expect(poison.reasonToRefuse(document(2))).toBeUndefined()
})

test('nothing is held against a document for longer than an hour', () => {
  let now = 0
  const poison = new PoisonDocuments(() => now)
  poison.note(document(1), 'x')
  poison.note(document(1), 'x')
  now = 3_599_999
  expect(poison.reasonToRefuse(document(1))).toBe('x')
  now = 3_600_001
  expect(poison.reasonToRefuse(document(1))).toBeUndefined()
})

test('the memory of documents is bounded, the oldest is dropped first', () => {
  const poison = new PoisonDocuments()
  for (let n = 0; n < 257; n++)
    for (let death = 0; death < 2; death++) poison.note(document(n), 'x')
  expect(poison.reasonToRefuse(document(0))).toBeUndefined()
  expect(poison.reasonToRefuse(document(1))).toBe('x')
  expect(poison.reasonToRefuse(document(256))).toBe('x')
})
