import { describe, expect, test } from 'vitest'
import { violations } from '../../../src/pades/permitted-changes.ts'
import { changeOf } from '../../../src/pdf/compare/change-words.ts'

const added = changeOf('signature_field_added', { field: 'Later' })
const codesOf = (level: number | undefined, ...more: ReturnType<typeof changeOf>[]): string[] =>
  violations([added, ...more], 'Ada', level, undefined).map(({ code }) => code)

describe('a signature field without a signature that is added after one', () => {
  test.each([1, 2, 3])('is more than certification %i permits', (level) => {
    expect(codesOf(level)).toEqual(['certification_violated'])
  })

  test.each([
    ['signature_added', 'Later', []],
    ['timestamp_added', 'Later', []],
    ['signature_added', 'Another', ['certification_violated']],
  ] as const)('is permitted if it is signed afterwards: %s in %s', (code, field, said) => {
    expect(codesOf(2, changeOf(code, { field }))).toEqual(said)
  })

  test('is permitted where nobody certified', () => {
    expect(codesOf(undefined)).toEqual([])
  })
})
