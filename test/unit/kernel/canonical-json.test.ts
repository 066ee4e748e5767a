import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from '../../../src/audit/standalone/verify-trail.mjs'
import { canonicalJson, type JsonValue } from '../../../src/kernel/canonical-json.ts'
import { NUMBERS, SAMPLES } from '../../support/rfc8785.ts'

/** Both writers of the project: the service's and that of the stand-alone verifier. */
const WRITERS = [
  ['the service', canonicalJson],
  ['the stand-alone verifier', canonical],
] as const

describe.each(WRITERS)('canonical JSON of %s', (_name, write) => {
  test.each(SAMPLES)(
    'writes the samples of RFC 8785 as the standard does: %s',
    (json, expected) => {
      expect(write(JSON.parse(json) as JsonValue)).toBe(expected)
    },
  )

  test.each(NUMBERS)('writes the number %s of appendix B as %s', (ieee, expected) => {
    const value = Buffer.from(ieee, 'hex').readDoubleBE()
    if (expected === undefined) expect(() => write(value)).toThrow()
    else expect(write(value)).toBe(expected)
  })

  test('escapes control characters in their short form where there is one, and nothing else', () => {
    expect(write('\b\t\n\f\r"\\\u0000\u001f\u007f\u2028/é')).toBe(
      '"\\b\\t\\n\\f\\r\\"\\\\\\u0000\\u001f\u007f\u2028/é"',
    )
  })

  test.each([
    ['half a surrogate pair', '\ud83d'],
    ['half a surrogate pair in a name', { '\ude00': 1 }],
    ['nothing at all', { a: undefined }],
    ['a whole number of the other kind', 1n],
    ['a function', [() => 1]],
  ])('refuses %s, which JSON cannot hold', (_what, value) => {
    expect(() => write(value as never)).toThrow()
  })

  test('has one text per value, whatever the order of members, and it reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = write(value as JsonValue)
        expect(write(JSON.parse(text) as JsonValue)).toBe(text)
        const turned =
          value !== null && typeof value === 'object' && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value
        expect(write(turned as JsonValue)).toBe(text)
      }),
    )
  })
})

test('both writers agree on every value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonical(value)).toBe(canonicalJson(value as JsonValue))
    }),
  )
})
