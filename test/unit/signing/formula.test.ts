/** Formulas of computed fields: what they give, when they give nothing, and what is no formula. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compute } from '../../../src/signing/fields/formula.ts'
import {
  FormulaError,
  formulaWords,
  readFormula,
} from '../../../src/signing/fields/formula-tree.ts'
import type { InputValue } from '../../../src/signing/model/fields.ts'

const VALUES: Readonly<Record<string, InputValue>> = {
  a: 0.1,
  b: 0.2,
  zero: 0,
  big: 999_999_999_999_999,
  start: '2026-02-27',
  end: '2028-03-01',
  plan: 'Gold',
  agreed: true,
}
const of = (formula: string, kind: 'number' | 'date' = 'number') =>
  compute(readFormula(formula), ({ field }) => VALUES[field], { kind })

test.each([
  ['[a] + [b]', 0.3],
  ['a + b * 10', 2.1],
  ['(a + b) * 10', 3],
  ['1 - 2 - 3', -4],
  ['-a - -b', 0.1],
  ['2 × 3 ÷ 4 − 1', 0.5],
  ['round(2 / 3, 2)', 0.67],
  ['round(2.5)', 3],
  ['round(-2.5)', -3],
  ['10 / 3', 3.333333],
  ['sum([a]; [missing]; [b])', 0.3],
  ['min(3, [a], 2)', 0.1],
  ['max(3, [missing])', 3],
  ['days([start], [end])', 733],
  ['[end] - [start]', 733],
  ['if([plan] = "Gold", 10, 1 / 0)', 10],
  ['if([agreed], 1, 2)', 1],
  ['if([start] < [end], 1, 2)', 1],
  ['if([a] != [b], 1, 2)', 1],
  ['0 * -1', 0],
])('%s is %s', (formula, value) => {
  expect(of(formula)).toEqual({ value })
})

test('a day and a number of days give a day', () => {
  expect(of('[start] + 2', 'date')).toEqual({ value: '2026-03-01' })
  expect(of('[end] - 1', 'date')).toEqual({ value: '2028-02-29' })
  expect(of('[end] + 9999999', 'date')).toEqual({ fault: 'range' })
})

test.each([
  ['[missing] + 1', 'empty'],
  ['sum([missing])', 'empty'],
  ['1 / [zero]', 'division'],
  ['[big] * 10', 'range'],
  ['[plan] + 1', 'kind'],
  ['[start]', 'kind'],
  ['if([a], 1, 2)', 'kind'],
  ['[plan] < "Silver"', 'kind'],
  ['round(1, 0.5)', 'kind'],
])('%s has no result: %s', (formula, fault) => {
  expect(of(formula)).toEqual({ fault })
})

test.each([
  '',
  '1 +',
  '(1',
  '1 2',
  '[a',
  'eval(1)',
  'constructor(1)',
  'round()',
  'if(1, 2)',
  'a.b',
  'a[0]',
  "'a'",
  '1 & 2',
  '('.repeat(200),
  `${'-'.repeat(400)}1`,
])('%s is no formula', (formula) => {
  expect(() => readFormula(formula)).toThrow(FormulaError)
})

test('whatever is typed, a formula is read or refused, and gives a value or says why not', () => {
  const part = fc.constantFrom(
    ...['[a]', '[start]', '"x"', '1', '2.5', '+', '-', '*', '/', '(', ')', ',', '=', '<'],
    ...['sum(', 'round(', 'if(', 'days(', 'toString', '__proto__', '[constructor]'],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      try {
        const { value, fault } = of(parts.join(' '))
        return (typeof value === 'number' && Number.isFinite(value)) !== (fault !== undefined)
      } catch (error) {
        return error instanceof FormulaError
      }
    }),
  )
})

test('people read a formula with the labels of its fields', () => {
  const label = ({ field, signer }: { field: string; signer?: string }) =>
    signer === undefined ? field.toUpperCase() : `${field} (of ${signer})`
  expect(formulaWords('round([qty]*price - sum([sgr_1:rent],2), 2)', label)).toBe(
    'round(“QTY” × “PRICE” − sum(“rent (of sgr_1)”; 2); 2)',
  )
})
