import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutMember, JsonText } from '../../../src/kernel/json-text.ts'

describe('cutting a member out of a JSON text', () => {
  test('leaves the rest and the member, whatever is around and inside', () => {
    const text = ' {"a": [1, {"data": 2}], "data" : {"x": "}\\"{,", "y": [{}]} , "b": "data"} '
    expect(cutMember(text, ['data'])).toEqual({
      name: 'data',
      member: '{"x": "}\\"{,", "y": [{}]} ',
      rest: ' {"a": [1, {"data": 2}], "data" : {}, "b": "data"} ',
    })
  })

  test.each([
    '{}',
    '[]',
    '',
    'x',
    '{"a":{}}',
    '{"data":[]}',
    '{"data":null}',
    '{"data":{},"data":{}}',
    '{"data":{},"json_data":{}}',
    '{"data"}',
    '{"a":{"data":{}}}',
    '{"d\\u0061ta":{}}',
  ])('cuts nothing out of %s', (text) => {
    expect(cutMember(text, ['data', 'json_data'])).toBeUndefined()
  })

  test('neither loses nor invents anything: the two parsed are the whole parsed', () => {
    // Through JSON once, because JSON writes the -0 that a property may draw as 0.
    const value = fc
      .json({ maxDepth: 4 })
      .map((text): unknown => JSON.parse(JSON.stringify(JSON.parse(text))))
    const objects = fc.dictionary(fc.string(), value)
    fc.assert(
      fc.property(objects, objects, fc.constantFrom(undefined, 1, '\t'), (around, data, space) => {
        const whole = { ...around, data }
        const cut = cutMember(JSON.stringify(whole, null, space), ['data'])
        if (cut === undefined) throw new Error('nothing was cut')
        expect({ ...JSON.parse(cut.rest), data: JSON.parse(cut.member) }).toEqual(whole)
      }),
    )
  })

  test('accepts no text that is not JSON as a whole', () => {
    const pieces = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"data"', '1', ' '))
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = `{"data":${parts.join('')}}`
        const cut = cutMember(text, ['data'])
        if (cut === undefined) return
        const parses = (one: string) => {
          try {
            JSON.parse(one)
            return true
          } catch {
            return false
          }
        }
        expect(parses(cut.rest) && parses(cut.member)).toBe(parses(text))
      }),
      { numRuns: 2_000 },
    )
  })
})

test('text that came in a field is named by it when it is wrong', () => {
  expect(() => new JsonText('{"a":}', 'json_data').parse()).toThrow(/json_data/)
})
