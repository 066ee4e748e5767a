import { describe, expect, test } from 'vitest'
import { checkData } from '../../../src/docx/data.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import { ALL_FILTERS } from '../../../src/docx/rich/rich-content.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { docx, p, partXml, table, texts } from '../../support/docx-builder.ts'
import { FRENCH, findings, merge, refusal, textsOf } from '../../support/merging.ts'

describe('missing values', () => {
  const body = [p('{a.b} {c}'), table(['{#items}{name}', '{price | number}{/}'])]
  const data = { a: {}, items: [{ name: 'x', price: 1 }, { name: null }] }

  test('are refused all at once with JSON pointers', () => {
    const errors = findings('data_missing', () => merge(body, data))
    expect(errors.map(({ pointer, tag, part }) => [pointer, tag, part])).toEqual([
      ['/a/b', '{a.b}', 'word/document.xml'],
      ['/c', '{c}', 'word/document.xml'],
      ['/items/1/name', '{name}', 'word/document.xml'],
      ['/items/1/price', '{price | number}', 'word/document.xml'],
    ])
  })
  test('are left blank and reported', () => {
    const { docx: merged, missing } = merge([p('[{a}]')], {}, {}, { missing: 'blank' })
    expect(texts(merged)).toEqual(['[]'])
    expect(missing.map(({ pointer }) => pointer)).toEqual(['/a'])
  })
  test('are marked so that they are seen', () => {
    const { docx: merged } = merge([p('[{a | upper}]')], {}, {}, { missing: 'mark' })
    expect(texts(merged)).toEqual(['[{a | upper}]'])
    expect(partXml(merged)).toContain('<w:highlight w:val="yellow"/>')
  })
  test('are no fault in conditions, loops and defaults', () => {
    expect(
      textsOf([p('{#a}x{/a}{^b}y{/b}{c | default:"z"}{d.e | default:1 | number:2}')], {}),
    ).toEqual(['yz1,00'])
  })
  test('make a calculation missing too', () => {
    expect(findings('data_missing', () => merge([p('{a + b * 2}')], { a: 1 }))[0]?.pointer).toBe(
      '/b',
    )
  })
})

describe('values that do not fit', () => {
  test('are refused all at once', () => {
    const errors = findings('data_invalid', () =>
      merge([p('{a | number} {b} {c} {d | date}'), p('{#items}{x - 1}{/}')], {
        a: 'x',
        b: [1],
        c: {},
        d: '2026-02-30',
        items: [{ x: 1 }, { x: 'y' }],
      }),
    )
    expect(errors.map(({ code, tag, pointer }) => [code, tag, pointer])).toEqual([
      ['value_unusable', '{a | number}', '/a'],
      ['value_not_text', '{b}', undefined],
      ['value_not_text', '{c}', undefined],
      ['value_unusable', '{d | date}', '/d'],
      ['value_unusable', '{x - 1}', '/items/1/x'],
    ])
  })
  test('a text of more than 256 KiB is not printed', () => {
    const errors = findings('data_invalid', () => merge([p('{a}')], { a: 'x'.repeat(300_000) }))
    expect(errors[0]?.code).toBe('value_too_long')
  })
  test('an unknown locale or time zone is refused', () => {
    expect(refusal(() => merge([p('x')], {}, {}, { locale: 'not a locale' })).code).toBe(
      'validation_failed',
    )
    expect(refusal(() => merge([p('x')], {}, {}, { timezone: 'Mars/Olympus' })).code).toBe(
      'validation_failed',
    )
  })
})

describe('data are checked where they enter', () => {
  const nested = (depth: number): JsonObject => {
    let value: JsonObject = {}
    for (let level = 1; level < depth; level++) value = { a: value }
    return value
  }
  test.each<[string, unknown, string]>([
    ['a NUL', { a: { 'b/c': ['\u0000'] } }, '/a/b~1c/0'],
    ['U+FFFE', { a: 'x\ufffe' }, '/a'],
    ['half a character', { a: '\ud800' }, '/a'],
    ['an infinite number', JSON.parse('{"a":1e400}'), '/a'],
    ['a forged link', { a: { rich: 'link', address: 'file:///etc/passwd', text: 'x' } }, '/a'],
    ['33 levels', nested(33), `${'/a'.repeat(32)}`],
  ])('%s is refused with its pointer', (_name, data, pointer) => {
    const errors = findings('data_invalid', () => checkData(data))
    expect(errors[0]?.pointer).toBe(pointer)
  })
  test('32 levels, whole characters and line breaks pass', () => {
    expect(() => checkData(nested(32))).not.toThrow()
    expect(() => checkData({ a: '😀\t\r\n', b: -1.5e300 })).not.toThrow()
  })
  test('only an object is data', () => {
    for (const data of [null, [], 'x', 1])
      expect(refusal(() => checkData(data)).code).toBe('data_invalid')
  })
})

describe('a render ends at its limits, long before a test runs out of time', () => {
  const ended = (text: string, data: JsonObject): void => {
    const template = docx([p(text)])
    expect(refusal(() => mergeDocx({ template, data, ...FRENCH })).code).toBe(
      'render_limit_exceeded',
    )
  }
  const hundred = Array.from({ length: 100 }, () => 1)
  test('three loops over a hundred', () => {
    ended('{#a}{#a}{#a}x{/a}{/a}{/a}', { a: hundred })
  })
  test('sixteen loops over ten', () => {
    ended(`${'{#a}'.repeat(16)}${'{/a}'.repeat(16)}`, { a: hundred.slice(0, 10) })
  })
  test('but a total named in every row is made once', () => {
    const a = Array.from({ length: 20_000 }, (_, x) => ({ x }))
    expect(textsOf([p('{#a}{#$last}{a | sum:"x"}{/}{/a}{a | sum:"x"}')], { a })).toHaveLength(1)
  })
  test('a large text printed many times', () => {
    ended('{#a}{#a}{b}{/a}{/a}', { a: hundred, b: 'x'.repeat(200_000) })
  })
  test('a search through the whole list in every turn', () => {
    const a = Array.from({ length: 20_000 }, (_, x) => ({ x }))
    ended('{#a}{a | where:"x":x | count}{/a}', { a })
  })
})

describe('a total', () => {
  const lines = [
    { qty: 2, price: '1.20', net: { amount: 3 } },
    { qty: 3, price: '0.95' },
  ]
  const data: JsonObject = { lines, none: [], rate: 2 }
  const missing = (tag: string, values: JsonObject = data) =>
    findings('data_missing', () => merge([p(tag)], values))
  test.each(['sum', 'avg', 'min', 'max'])('%s of a member that no item has is missing', (total) => {
    expect(missing(`{lines | ${total}:"amout"}`)).toMatchObject([{ pointer: '/lines/0/amout' }])
    expect(missing(`{lines | where:"qty" | ${total}:"a.b"}`)).toMatchObject([
      { pointer: '/lines/0/a/b' },
    ])
  })
  test('the sum of an empty list is 0, and an item without the member adds nothing', () => {
    expect(textsOf([p('{none | sum:"x"} {lines | sum:"net.amount"}')], data)).toEqual(['0 3'])
  })
  test('takes an expression for each item, with names of the item and of what is around it', () => {
    expect(
      textsOf(
        [p(`{lines | sum:'qty * price'} {lines | sum:"qty*price*rate"} {lines | max:'-qty'}`)],
        data,
      ),
    ).toEqual(['5.25 10.5 -2'])
    expect(
      textsOf([p(`{#groups}{lines | sum:'qty * $parent.factor'} {/}`)], {
        groups: [
          { factor: 2, lines },
          { factor: 3, lines },
        ],
      }),
    ).toEqual(['10 15 '])
  })
  test('of an expression is missing when an item lacks one of its names', () => {
    expect(missing(`{lines | sum:'qty * net.amount'}`)).toMatchObject([
      { pointer: '/lines/1/net/amount' },
    ])
  })
  test('a member whose name holds an operator is a member', () => {
    expect(
      textsOf([p('{l | sum:"a-b"} {l | sum:"prix (HT)"}')], {
        l: [{ 'a-b': 5, a: 1, b: 1, 'prix (HT)': 7 }],
      }),
    ).toEqual(['5 7'])
  })
})

describe('what a value is stays with its sender', () => {
  const SECRET = 'Zq-4711 secret'
  const tags = [...ALL_FILTERS.values()].map(({ example }) => `{${example}}`)
  const data: JsonObject = Object.fromEntries(
    tags.map((tag) => [/[A-Za-z]+/.exec(tag)?.[0] ?? '', SECRET]),
  )
  const payment = { name: 'N', iban: SECRET, bic: SECRET, amount: SECRET, reference: SECRET }
  test.each([
    ...tags.map((tag): [string, JsonObject] => [tag, data]),
    ['{%payment | epcqr}', { payment }],
    ['{%payment | epcqr}', { payment: { ...payment, iban: 'FR7630006000011234567890189' } }],
    ['{%payment | epcqr}', { payment: { ...payment, amount: '1', bic: SECRET.slice(0, 9) } }],
    ['{%code | barcode:"ean13"}', { code: SECRET }],
    ['{%picture}', { picture: SECRET }],
    ['{%picture}', { picture: `https://host.example/${SECRET}` }],
    ['{~link | link}', { link: `javascript:${SECRET}` }],
    ['{when | date}', { when: SECRET }],
    ['{a + b}', { a: SECRET, b: 1 }],
  ])('%s quotes no value when it refuses one', (tag, values) => {
    try {
      merge([p(tag)], values)
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      expect(JSON.stringify([error.message, error.errors])).not.toContain(SECRET.slice(0, 7))
    }
  })
})
