import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '../../../src/kernel/json-places.ts'

const TEXT = `{
  "number": "F-1",
  "buyer": {
    "name": "a \\"quoted\\" {name}, [x]",
    "a/b": { "~": 1 }
  },
  "lines": [
    { "price": 1 },
    {
      "price": -2.5e3
    }
  ]
}`

const lineOf = (pointer: string, text = TEXT) => linesOf(text, [pointer]).get(pointer)

describe('the line of a pointer', () => {
  test.each([
    ['', 1],
    ['/number', 2],
    ['/buyer/name', 4],
    ['/buyer/a~1b', 5],
    ['/buyer/a~1b/~0', 5],
    ['/lines', 7],
    ['/lines/0/price', 8],
    ['/lines/1', 9],
    ['/lines/1/price', 10],
  ])('%s', (pointer, line) => expect(lineOf(pointer)).toBe(line))

  test.each([
    ['/buyer/city', 3],
    ['/lines/1/vat/rate', 9],
    ['/lines/7', 7],
  ])('that is not there is the line around it: %s', (pointer, line) =>
    expect(lineOf(pointer)).toBe(line),
  )

  test('is as good as can be where the text is no JSON', () => {
    expect(lineOf('/a', '{\n"a": 1,\n"b": oops')).toBe(2)
    expect(lineOf('/b', '{\n"a": "never closed')).toBeUndefined()
    expect(lineOf('', '')).toBe(1)
    expect(lineOf('/0'.repeat(70), '['.repeat(100_000))).toBe(1)
  })

  test('of which nothing is there is none', () => {
    expect(lineOf('/nothing/at/all')).toBeUndefined()
  })

  test('is the position of the value, in any JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), (data) => {
        const text = JSON.stringify(data, null, 1)
        const pointers = Object.keys(data).map(
          (key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        )
        const lines = linesOf(text, pointers)
        for (const [index, key] of Object.keys(data).entries()) {
          const line = text.split('\n')[(lines.get(pointers[index] ?? '') ?? 0) - 1]
          expect(line?.trimStart().startsWith(JSON.stringify(key))).toBe(true)
        }
      }),
    )
  })
})
