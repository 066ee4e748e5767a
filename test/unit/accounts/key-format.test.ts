import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isWellFormedKey, maskedKey, newKey } from '../../../src/accounts/key-format.ts'

describe('the text of a key', () => {
  test('is prefix, mode, 32 random and 6 checksum characters', () => {
    expect(newKey('pk', 'live')).toMatch(/^pk_live_[0-9A-Za-z]{38}$/)
    expect(newKey('acme', 'test')).toMatch(/^acme_test_[0-9A-Za-z]{38}$/)
  })

  test('is well formed and never the same', () => {
    const keys = Array.from({ length: 2_000 }, () => newKey('pk', 'live'))
    expect(new Set(keys).size).toBe(2_000)
    expect(keys.filter((key) => !isWellFormedKey(key))).toEqual([])
  })

  test('uses every character about equally often', () => {
    const counts = new Map<string, number>()
    for (let made = 0; made < 2_000; made++) {
      for (const character of newKey('pk', 'live').slice(8, 40)) {
        counts.set(character, (counts.get(character) ?? 0) + 1)
      }
    }
    expect(counts.size).toBe(62)
    const expected = (2_000 * 32) / 62
    // Five standard deviations; a plain modulo 62 would put the first 8 characters 24 % too high.
    for (const count of counts.values()) {
      expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected))
    }
  })

  test('with one character changed is not well formed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 45 }),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
        (index, character) => {
          const key = newKey('pk', 'live')
          const changed = key.slice(0, index) + character + key.slice(index + 1)
          expect(isWellFormedKey(changed)).toBe(changed === key)
        },
      ),
    )
  })

  test('cannot move between live and test or to another prefix', () => {
    const key = newKey('pk', 'live')
    expect(isWellFormedKey(key.replace('_live_', '_test_'))).toBe(false)
    expect(isWellFormedKey(key.replace('pk_', 'sk_'))).toBe(false)
  })

  test('is never well formed for any other text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => !isWellFormedKey(text)))
    expect(isWellFormedKey(`${newKey('pk', 'live')}\n`)).toBe(false)
  })

  test('is shown by its start and its last four characters', () => {
    const key = newKey('pk', 'test')
    expect(maskedKey(key)).toBe(`pk_test_…${key.slice(-4)}`)
  })
})
