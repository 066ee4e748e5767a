/** What the proof says of rules: why a field was asked for or not, and what a value was computed from. */
import { expect, test } from 'vitest'
import type { Input } from '../../../src/signing/model/fields.ts'
import type { SignerRow } from '../../../src/signing/model/rows.ts'
import { proofValues } from '../../../src/signing/proof/values.ts'

const common = { required: true, places: [{ page: 1, box: { x: 0, y: 0, width: 9, height: 9 } }] }
const FIRST: Input[] = [
  { ...common, type: 'select', name: 'plan', label: 'Your plan', options: ['Gold', 'Basic'] },
  { ...common, type: 'date', name: 'start', label: 'First day' },
]
const SECOND: Input[] = [
  { ...common, type: 'number', name: 'qty', label: 'Quantity' },
  {
    ...{ ...common, type: 'number', name: 'total', label: 'Total', decimals: 2 },
    formula: 'round([qty] * 12.5, 2)',
  },
  {
    ...{ ...common, type: 'text', name: 'why', label: 'Why' },
    visible_if: {
      match: 'any',
      conditions: [
        { signer: 'sgr_1', field: 'plan', operator: 'one_of', value: ['Gold', 'Basic'] },
        { signer: 'sgr_1', field: 'start', operator: 'less_than', value: '2026-12-01' },
        { field: 'qty', operator: 'greater_than', value: 2.5 },
      ],
    },
  },
]
const signer = (id: string, inputs: Input[], intent: object) =>
  ({
    id,
    inputs,
    intent,
    first_name: 'Ada',
    last_name: 'Ł',
    email: 'a@example.com',
  }) as never as SignerRow

const said = (locale: 'en' | 'fr', hidden: string[]) => {
  const signers = [
    signer('sgr_1', FIRST, {}),
    signer('sgr_2', SECOND, { values: { qty: 4, total: 50 }, hidden }),
  ]
  const [, second] = signers
  return proofValues(second as SignerRow, locale, { signers }).map(({ text, rules }) => [
    text,
    rules,
  ])
}

test('values, what they were computed from, and conditions, in words', () => {
  expect(said('en', [])).toEqual([
    ['4', undefined],
    ['50.00', ['calculated: round(“Quantity” × 12.5; 2)']],
    [
      null,
      [
        'asked for, since “Your plan (Ada Ł)” is one of “Gold, Basic”, “First day (Ada Ł)” is less than “1 December 2026” or “Quantity” is more than “2.5”',
      ],
    ],
  ])
})

test('a field that was hidden says that it was not asked for, and why', () => {
  const [, , why] = said('fr', ['why'])
  expect(why).toEqual([
    null,
    [
      'non demandé : seulement si « Your plan (Ada Ł) » est parmi « Gold, Basic », « First day (Ada Ł) » est inférieur à « 1 décembre 2026 » ou « Quantity » est supérieur à « 2,5 »',
    ],
  ])
})
