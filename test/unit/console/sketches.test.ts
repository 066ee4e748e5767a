/** What the console's page makes of a field that was written there: always something that the API takes or names. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boundsOf,
  membersOf,
  namesOf,
  newSketch,
  pagesOf,
  type Sketch,
} from '../../../src/browser/console/compose/sketches.ts'
import { newChecker } from '../../../src/http/schema-check.ts'
import { INPUT_TYPES } from '../../../src/kernel/field-types.ts'
import { fieldFindings } from '../../../src/signing/fields/definitions.ts'
import { FieldSchema } from '../../../src/signing/model/schemas/signature-field.ts'

const sketch = (more: Partial<Sketch>): Sketch => ({ ...newSketch('text', 'Text 1', ''), ...more })
const named = (one: Sketch, name = 'n') => new Map([[one, name]])
const isField = newChecker().compile(FieldSchema)
const PLACE = { page: 1, x: 10, y: 10 }

test('a new field of every type is taken as it is', () => {
  for (const type of ['signature', ...INPUT_TYPES] as const) {
    const one = newSketch(type, 'Étiquette 1', 'Yes\nNo')
    const { width, height, min } = boundsOf(one)
    expect(width >= min.width && height >= min.height, type).toBe(true)
    const field = { ...membersOf(one, named(one, namesOf([one])[0])), ...PLACE, width, height }
    expect(isField(field), JSON.stringify(isField.errors)).toBe(true)
    expect(fieldFindings([{ fields: [field] }], { signatures: 5, files: 1 }), type).toEqual([])
  }
})

test('names are made from the labels: each its own, none that a list of people needs', () => {
  const labels = [
    'First day',
    'first  day',
    'Prénom & nom ?',
    'email',
    '',
    '!',
    '住所',
    '__proto__',
  ]
  expect(namesOf(labels.map((label) => sketch({ label })))).toEqual([
    ...['first_day', 'first_day_2', 'prénom_nom', 'email_2', 'text', 'text_2', '住所', 'proto'],
  ])
  const typed = [sketch({ label: 'Rent' }), sketch({ name: ' rent ' })]
  expect(namesOf(typed)).toEqual(['rent_2', 'rent'])
})

test('whatever a label is, its name is one that the API takes', () => {
  const label = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(fc.array(label, { maxLength: 6 }), (labels) => {
      const names = namesOf(labels.map((one) => sketch({ label: one })))
      const unique = new Set(names.map((name) => name.toLowerCase()))
      return (
        unique.size === labels.length &&
        names.every((name) => isField({ type: 'text', name, ...PLACE }))
      )
    }),
  )
})

test('what was typed goes out as the API names it, and nothing that was left empty', () => {
  const number = sketch({ type: 'number', min: '-1,5', max: '12', value: '3,5', required: false })
  expect(membersOf(number, named(number))).toEqual({
    ...{ type: 'number', name: 'n', required: false, label: 'Text 1' },
    ...{ min: -1.5, max: 12, value: '3,5' },
  })
  const box = sketch({ type: 'checkbox', label: ' Read ', read_only: true })
  expect(membersOf(box, named(box))).toEqual({
    ...{ type: 'checkbox', name: 'n', required: true, label: 'Read' },
    ...{ value: false, read_only: true },
  })
  const choice = sketch({ type: 'select', label: '', options: ' a \n\nb\n', value: 'b' })
  expect(membersOf(choice, named(choice))).toEqual({
    ...{ type: 'select', name: 'n', required: true, options: ['a', 'b'], value: 'b' },
  })
  expect(boundsOf(sketch({ type: 'radio', options: 'a\nb\nc' })).height).toBe(48)
})

test('rules name fields as the API does: by their names, not by their labels', () => {
  const rent = sketch({ type: 'number', label: 'Rent' })
  const months = sketch({ type: 'number', label: 'Months' })
  const whens = [{ field: rent, operator: 'greater_than', value: '0,5' }] as const
  const total = sketch({ type: 'number', label: 'Total', formula: ' [rent] * [Months] ', whens })
  const names = new Map([rent, months, total].map((each, index) => [each, `n${index}`]))
  expect(membersOf(total, names)).toEqual({
    ...{ type: 'number', name: 'n2', required: true, label: 'Total', formula: '[n0] * [n1]' },
    visible_if: { conditions: [{ field: 'n0', operator: 'greater_than', value: 0.5 }] },
  })
  const both = [...whens, { field: months, operator: 'filled', value: 'kept' }] as const
  const either = sketch({ whens: both, when_match: 'any' })
  expect(membersOf(either, new Map([...names, [either, 'e']])).visible_if).toEqual({
    match: 'any',
    conditions: [
      { field: 'n0', operator: 'greater_than', value: 0.5 },
      { field: 'n1', operator: 'filled' },
    ],
  })
  const gone = sketch({
    whens: [{ field: sketch({ label: 'removed' }), operator: 'filled', value: '' }],
  })
  expect(membersOf(gone, named(gone)).visible_if).toBeUndefined()
  expect(pagesOf(sketch({ pages: ' ' }), 3)).toEqual({ page: 3 })
  expect(pagesOf(sketch({ pages: 'All' }), 3)).toEqual({ pages: 'all' })
  expect(pagesOf(sketch({ pages: '5, 7-9' }), 3)).toEqual({ pages: '3,5,7-9' })
})
