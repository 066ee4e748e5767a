import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { findingsOf, newChecker } from '../../../src/http/schema-check.ts'
import { idPattern } from '../../../src/kernel/ids.ts'

const Person = Type.Object(
  {
    locale: Type.String({ pattern: '^[a-z]{2}$', description: 'Two letters, e.g. fr' }),
    template: Type.Optional(Type.String({ pattern: idPattern('tpl') })),
    code: Type.Optional(Type.String({ pattern: '^x$' })),
    size: Type.Optional(Type.Enum(['small', 'large'])),
    place: Type.Optional(
      Type.Union([Type.Object({ page: Type.Integer() }), Type.Object({ anchor: Type.String() })]),
    ),
  },
  { additionalProperties: false },
)

function detailsOf(value: unknown): string[] {
  const check = newChecker().compile(Person)
  expect(check(value)).toBe(false)
  return findingsOf(check.errors, '/person').map(({ detail }) => detail)
}

test('a field that is missing, unknown, or none of the values is said by its place', () => {
  expect(detailsOf({ colour: 'red', size: 'huge' })).toEqual([
    '/person/locale is required.',
    '/person/colour is not known here; known are locale, template, code, size, place.',
    '/person/size must be one of: small, large.',
  ])
})

test('a text of the wrong form is reported by what the field is for, never by an expression alone', () => {
  expect(detailsOf({ locale: 'french', template: 'tpl_1', code: 'y' })).toEqual([
    '/person/locale is not of the right form: Two letters, e.g. fr.',
    '/person/template is not such an id; it looks like tpl_01k….',
    '/person/code must match pattern "^x$".',
  ])
})

test('of a choice, what each branch lacks is said', () => {
  expect(detailsOf({ locale: 'fr', place: {} })).toEqual([
    '/person/place/page is required.',
    '/person/place/anchor is required.',
  ])
})

test('the value is in nothing that is said', () => {
  expect(detailsOf({ locale: 'secret', size: 'secret', code: 'secret' }).join('')).not.toContain(
    'secret',
  )
})
