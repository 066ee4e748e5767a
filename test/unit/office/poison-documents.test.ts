import { expect, test } from 'vitest'
import { PoisonDocuments } from '../../../src/office/poison-documents.ts'

const FIRST = { en: 'first' }
const SECOND = { en: 'second' }

const document = (n: number): Uint8Array => Buffer.from(`document ${n}`)

test('a document is refused after two deaths, with the last reason', () => {
  const poison = new PoisonDocuments()
  poison.note(document(1), FIRST)
  expect(poison.reasonToRefuse(document(1))).toBeUndefined()
  poison.note(document(1), SECOND)
  expect(poison.reasonToRefuse(document(1))).toBe(SECOND)
  expect(poison.reasonToRefuse(document(2))).toBeUndefined()
})

test('nothing is held against a document for longer than an hour', () => {
  let now = 0
  const poison = new PoisonDocuments(() => now)
  poison.note(document(1), FIRST)
  poison.note(document(1), FIRST)
  now = 3_599_999
  expect(poison.reasonToRefuse(document(1))).toBe(FIRST)
  now = 3_600_001
  expect(poison.reasonToRefuse(document(1))).toBeUndefined()
})

test('the memory of documents is bounded, the oldest is dropped first', () => {
  const poison = new PoisonDocuments()
  for (let n = 0; n < 257; n++)
    for (let death = 0; death < 2; death++) poison.note(document(n), FIRST)
  expect(poison.reasonToRefuse(document(0))).toBeUndefined()
  expect(poison.reasonToRefuse(document(1))).toBe(FIRST)
  expect(poison.reasonToRefuse(document(256))).toBe(FIRST)
})
