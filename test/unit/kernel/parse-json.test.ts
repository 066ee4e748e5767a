/** Reading JSON from strangers. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import { locateJsonErrors } from '../../../src/kernel/json-errors.ts'
import { JSON_LIMITS, parseJsonObject } from '../../../src/kernel/parse-json.ts'
import { BROKEN_JSON, PLAIN_VALUES, REFUSED_DATA } from '../../support/hostile-data.ts'

function refusal(text: string): CodedError {
  try {
    parseJsonObject(text)
  } catch (error) {
    if (error instanceof CodedError) return error
    throw error
  }
  throw new Error('the text was accepted')
}

describe('JSON from outside', () => {
  test.each(BROKEN_JSON.map((broken) => [broken.name, broken] as const))(
    'that is broken, such as %s, is refused with line and column',
    (_, broken) => {
      const error = refusal(broken.text())
      expect(error.code).toBe('json_invalid')
      expect(error.message).toMatch(/line \d+, column \d+|is empty/)
      expect(error.errors.map(({ code }) => code)).toEqual(['json_syntax'])
    },
  )

  test.each(REFUSED_DATA.map((hostile) => [`${hostile.id} ${hostile.name}`, hostile] as const))(
    '%s is refused within a second of work',
    (_, hostile) => {
      const text = hostile.text()
      const start = process.cpuUsage()
      const error = refusal(text)
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(1000)
      expect(error.code).toBe(hostile.code)
      const found = error.errors.filter(({ code }) => code === hostile.finding)
      expect(found).not.toEqual([])
      if (hostile.pointer !== undefined)
        expect(found.map(({ pointer }) => pointer)).toContain(hostile.pointer)
      expect(Object.getPrototypeOf({})).not.toHaveProperty('x')
    },
  )

  test.each(PLAIN_VALUES)('keeps %s as it is', (value) => {
    expect(parseJsonObject(JSON.stringify({ a: [value] }))).toEqual({ a: [value] })
  })

  test('reports where the syntax error is', () => {
    expect(refusal('{\n  "a": 1,\n  "b": x\n}').message).toBe(
      'data is not valid JSON at line 3, column 8: a value was expected, found "x".',
    )
  })

  test('refuses a number that would become 0, and says where', () => {
    const { errors } = refusal('{"a":[{"b":0e-400},{"b":-1.5e-400}]}')
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([['number_range', '/a/1/b']])
    expect(parseJsonObject('{"a":1e-300,"b":"1e-400"}')).toEqual({ a: 1e-300, b: '1e-400' })
  })

  test('says where it nests too deep', () => {
    const { errors } = refusal(`{"a":{"b":${'['.repeat(40)}${']'.repeat(40)}}}`)
    expect(errors[0]?.code).toBe('too_deep')
    expect(errors[0]?.pointer).toMatch(/^\/a\/b(\/0)+$/)
  })

  test('reports all findings at once', () => {
    const { errors } = refusal('{"a":1e400,"b":["\\u0000"],"prototype":1,"a":2}')
    expect(errors.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['invalid_character', '/b/0'],
      ['forbidden_key', '/prototype'],
      ['duplicate_key', '/a'],
    ])
  })

  test('may begin with a byte order mark and may nest 32 deep', () => {
    expect(parseJsonObject('\ufeff{"a":1}')).toEqual({ a: 1 })
    const depth = JSON_LIMITS.depth
    expect(parseJsonObject(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toHaveProperty('a')
  })

  test('may hold a picture of megabytes as base64', () => {
    const picture = `data:image/png;base64,${'iVBORw0K'.repeat(200_000)}`
    expect(parseJsonObject(JSON.stringify({ picture }))).toEqual({ picture })
  })

  test('does not count brackets, colons and quotes inside texts', () => {
    const text = `${'[{:"\\'.repeat(100)}`
    expect(parseJsonObject(JSON.stringify({ [text]: text }))).toEqual({ [text]: text })
  })

  test('comes out as JSON.parse gives it, whatever it is', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 20 })
    const json = fc.dictionary(texts, fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }))
    fc.assert(
      fc.property(json, fc.nat(2), (value, space) => {
        const text = JSON.stringify(value, null, space)
        const expected: unknown = JSON.parse(text)
        try {
          expect(parseJsonObject(text)).toEqual(expected)
        } catch (error) {
          if (!(error instanceof CodedError)) throw error
          const known = ['forbidden_key', 'invalid_character', 'number_precision']
          for (const { code } of error.errors) expect(known).toContain(code)
        }
      }),
    )
  })

  test('has a syntax error exactly where JSON.parse finds one', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '"a"', '\\', '\\u0041', '1', '-', '.5', 'e3', '0'],
      ...['true', 'null', ' ', '\n', '\u0001', 'x'],
    )
    const accepts = (text: string): boolean => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (found) => {
        const text = found.join('')
        const faults = locateJsonErrors(text).filter(({ kind }) => kind === 'syntax')
        expect(faults.length === 0).toBe(accepts(text))
      }),
      { numRuns: 5000 },
    )
  })
})
