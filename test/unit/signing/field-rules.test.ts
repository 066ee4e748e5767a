/** Conditions: which fields are there, and which rules are refused. */
import { expect, test } from 'vitest'
import { ruleFindings } from '../../../src/signing/fields/rule-check.ts'
import { applyRules } from '../../../src/signing/fields/rules.ts'
import type { Input } from '../../../src/signing/model/fields.ts'
import type { Condition } from '../../../src/signing/model/schemas/fields.ts'

const input = (name: string, more: Partial<Input> = {}): Input => ({
  ...{ type: 'text', name, label: name, required: true, places: [] },
  ...more,
})
const on = (...conditions: Condition[]): Partial<Input> => ({ visible_if: { conditions } })

test.each([
  ['equals', 'Gold', 'Gold', true],
  ['equals', 'gold', 'Gold', false],
  ['not_equals', undefined, 'Gold', true],
  ['filled', 'x', undefined, true],
  ['filled', undefined, undefined, false],
  ['empty', undefined, undefined, true],
  ['checked', true, undefined, true],
  ['checked', false, undefined, false],
  ['unchecked', undefined, undefined, true],
  ['one_of', 'b', ['a', 'b'], true],
  ['one_of', undefined, ['a', 'b'], false],
  ['greater_than', 2, 1, true],
  ['greater_than', undefined, 1, false],
  ['less_than', '2026-01-01', '2026-01-02', true],
] as const)('%s with %s and %s: %s', (operator, value, asked, isShown) => {
  const condition = { field: 'other', operator, ...(asked && { value: asked as never }) }
  const inputs = [input('other'), input('it', on(condition))]
  const { hidden } = applyRules(inputs, value === undefined ? {} : { other: value })
  expect(hidden.has('it')).toBe(!isShown)
})

test('a hidden field counts as empty for the fields that depend on it, in whichever order they come', () => {
  const inputs = [
    input('total', { type: 'number', formula: 'sum([rent], [extra])' }),
    input('why', on({ field: 'extra', operator: 'filled' })),
    input('extra', { type: 'number', ...on({ field: 'more', operator: 'checked' }) }),
    input('more', { type: 'checkbox' }),
    input('rent', { type: 'number' }),
  ]
  const given = { rent: 5, extra: 7, why: 'x' }
  const without = applyRules(inputs, given)
  expect([...without.hidden]).toEqual(['why', 'extra'])
  expect(without.values).toEqual({ total: 5, rent: 5 })
  expect(applyRules(inputs, { ...given, more: true }).values).toEqual({
    ...{ total: 12, why: 'x', extra: 7, more: true, rent: 5 },
  })
})

test('values of earlier signers decide, and any of several conditions may be enough', () => {
  const conditions: Condition[] = [
    { signer: 'sgr_1', field: 'Plan', operator: 'equals', value: 'Gold' },
    { field: 'own', operator: 'filled' },
  ]
  const inputs = [input('own'), input('it', { visible_if: { match: 'any', conditions } })]
  const earlier = [{ signer: 'sgr_1', name: 'plan', value: 'Gold' }]
  expect(applyRules(inputs, {}, earlier).hidden.size).toBe(0)
  expect(applyRules(inputs, {}).hidden.size).toBe(1)
  expect(applyRules(inputs, { own: 'x' }).hidden.size).toBe(0)
})

test('should there be a circle all the same, it ends', () => {
  const inputs = [
    input('a', on({ field: 'b', operator: 'filled' })),
    input('b', on({ field: 'a', operator: 'filled' })),
    input('c', { type: 'number', formula: '[c] + 1' }),
  ]
  expect(applyRules(inputs, { a: 'x', b: 'y' }).hidden.size).toBe(2)
})

const codes = (...people: Input[][]) =>
  ruleFindings(
    people.map((inputs, index) => ({
      names: [`signer${index + 1}`],
      step: index + 1,
      asked: inputs,
      inputs,
    })),
  ).map(({ pointer, code }) => `${pointer} ${code}`)
const AT = '/signers/0/fields'

test('a circle is refused with the names of its fields, once', () => {
  const circle = [
    input('a', on({ field: 'b', operator: 'filled' })),
    input('b', { type: 'number', formula: '[c] * 2' }),
    input('c', { type: 'number', ...on({ field: 'A', operator: 'empty' }) }),
    input('d', on({ field: 'a', operator: 'filled' })),
  ]
  const [finding, ...others] = ruleFindings([{ names: [], step: 1, asked: circle, inputs: circle }])
  expect(others).toEqual([])
  expect(finding).toMatchObject({ pointer: `${AT}/0/visible_if`, code: 'rule_circle' })
  expect(finding?.detail).toContain('a → b → c → a')
  expect(codes([input('own', { type: 'number', formula: 'own + 1' })])).toEqual([
    `${AT}/0/formula rule_circle`,
  ])
})

test('what a rule cannot refer to or compare is refused at its place', () => {
  const plan = input('plan', { type: 'select', options: ['Gold', 'Basic'] })
  const all = (condition: Condition) => codes([plan, input('it', on(condition))], [input('later')])
  const at = `${AT}/1/visible_if/conditions/0`
  expect(all({ field: 'plans', operator: 'filled' })).toEqual([`${at}/field rule_unknown`])
  expect(all({ signer: 'x', field: 'plan', operator: 'filled' })).toEqual([
    `${at}/field rule_unknown`,
  ])
  expect(all({ signer: 'signer2', field: 'later', operator: 'filled' })).toEqual([
    `${at}/field rule_later`,
  ])
  expect(all({ field: 'plan', operator: 'greater_than', value: 1 })).toEqual([
    `${at}/operator rule_operator`,
  ])
  expect(all({ field: 'plan', operator: 'equals', value: 'gold' })).toEqual([
    `${at}/value rule_value`,
  ])
  expect(all({ field: 'plan', operator: 'one_of', value: 'Gold' })).toEqual([
    `${at}/value rule_value`,
  ])
  expect(all({ field: 'plan', operator: 'filled', value: 'Gold' })).toEqual([
    `${at}/value rule_value`,
  ])
  expect(all({ field: 'plan', operator: 'one_of', value: ['Gold'] })).toEqual([])
  const number = (formula: string) => codes([plan, input('n', { type: 'number', formula })])
  expect(number('[plan] + 1')).toEqual([`${AT}/1/formula formula_invalid`])
  expect(number('if([plan] = "Gold", 1, 0)')).toEqual([])
  expect(
    codes([plan], [input('n', on({ signer: 'Signer1', field: 'plan', operator: 'filled' }))]),
  ).toEqual([])
})
