import { describe, expect, test } from 'vitest'
import { FieldTagError, fieldTagIn, parseFieldTag } from '../../../src/kernel/field-tags.ts'
import { tagFaultOf } from '../../../src/translations/findings.ts'

const faultOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof FieldTagError) return tagFaultOf(error).en
    throw error
  }
  return 'none'
}

describe('a tag for a field that is filled in', () => {
  test('with a signer and a name is a required text', () => {
    expect(parseFieldTag('client:start')).toEqual({
      signer: 'client',
      members: { type: 'text', name: 'start' },
      width: 180,
      height: 20,
      isWide: false,
      isRepeat: true,
    })
  })

  test('takes rules: a formula, and another field on which it depends', () => {
    const rulesOf = (text: string) => {
      const { formula, visible_if } = parseFieldTag(`client:n;type=number;${text}`).members
      return formula ?? visible_if?.conditions[0]
    }
    expect(rulesOf('formula=round([qty] * [price], 2)')).toBe('round([qty] * [price], 2)')
    expect(rulesOf('condition=pet')).toEqual({ field: 'pet', operator: 'filled' })
    expect(rulesOf('visible_if=!pet')).toEqual({ field: 'pet', operator: 'empty' })
    expect(rulesOf('condition=plan=Gold = best')).toEqual({
      ...{ field: 'plan', operator: 'equals', value: 'Gold = best' },
    })
    expect(rulesOf('condition=!age=18')).toEqual({
      ...{ field: 'age', operator: 'not_equals', value: 18 },
    })
    expect(faultOf(() => rulesOf('condition=?'))).not.toBe('none')
  })

  test('takes settings as people and Word write them', () => {
    const tag =
      'client :\u00a0start ; Type = date; label=First day: when you come; required=non; width = 4,5cm'
    expect(parseFieldTag(tag)).toEqual({
      signer: 'client',
      members: { type: 'date', name: 'start', label: 'First day: when you come', required: false },
      width: 127.56,
      height: 20,
      isWide: true,
      isRepeat: false,
    })
  })

  test.each([
    ['a:b;type=radio;options=Card, Transfer', { type: 'radio', options: ['Card', 'Transfer'] }],
    ['a:b;type=number;min=1;max=-2.5', { type: 'number', min: 1, max: -2.5 }],
    ['a:b;type=date;min=2026-01-01', { type: 'date', min: '2026-01-01' }],
    [
      'a:b;type=checkbox;value=yes;read_only=true',
      { type: 'checkbox', value: true, read_only: true },
    ],
    ['a:b;max_length=34;default=FR', { type: 'text', max_length: 34, value: 'FR' }],
  ])('%s', (text, members) => {
    expect(parseFieldTag(text).members).toEqual({ name: 'b', ...members })
  })

  test('as DocuSeal writes it', () => {
    const tag = 'First day;role=Client;type=date;required=false;default=2026-01-01'
    expect(fieldTagIn(tag)).toMatchObject({
      signer: 'Client',
      members: { name: 'First day', type: 'date', required: false, value: '2026-01-01' },
    })
    expect(fieldTagIn('City;type=text')?.signer).toBe('signer1')
    expect(fieldTagIn('Sign here;role=Client;type=signature')).toBeUndefined()
    expect(fieldTagIn('signature:client')).toBeUndefined()
    expect(fieldTagIn('name')).toBeUndefined()
  })

  test.each([
    ['start', 'needs a signer and a name'],
    ['a:b:c', 'needs a signer and a name'],
    [':b', 'cannot name a signer'],
    ['a:<b>', 'cannot be the name'],
    ['a:__proto__;type=constructor', 'no type “constructor”'],
    ['a:b;type=retina', 'there are text, number, date'],
    ['a:b;requred=no', 'no setting “requred”'],
    ['a:b;constructor=no', 'no setting “constructor”'],
    ['a:b;required=maybe', 'write required=yes'],
    ['a:b;required=yes;required=no', 'there twice'],
    ['a:b;date', '“date” is no setting'],
    ['a:b;label=', 'has no value'],
    ['a:b;type=select', 'needs options'],
    ['a:b;type=select;options=a,,b', 'each of the options'],
    [
      `a:b;type=select;options=${Array.from({ length: 31 }, (_, at) => at).join(',')}`,
      'at most 30',
    ],
    ['a:b;width=wide', 'is not a width'],
    ['a:b;width=9999', 'is not a width'],
    ['a:b;max_length=0', 'from 1 to 1000'],
    [`a:b;label=${'x'.repeat(201)}`, 'longer than 200'],
  ])('%s is refused', (text, detail) => {
    expect(faultOf(() => parseFieldTag(text))).toContain(detail)
  })
})
