import { describe, expect, test } from 'vitest'
import { mergeDocx } from '../../../src/docx/merge.ts'
import type { Finding } from '../../../src/kernel/coded-error.ts'
import type { ErrorCode } from '../../../src/kernel/errors.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { cell, docx, linked, p, table, textBox, type Xml } from '../../support/docx-builder.ts'
import { FRENCH, findings, merge, refusal } from '../../support/merging.ts'

const errorsOf = (...body: Xml[]): readonly Finding[] =>
  findings('template_invalid', () => merge(body, {}))
const codesOf = (...body: Xml[]) => errorsOf(...body).map(({ code }) => code)

describe('every error of a template is reported at once', () => {
  test('with its code, tag, part, paragraph and what to do', () => {
    const errors = findings('template_invalid', () =>
      merge(
        [p('Hello {name'), p('total {amount | curency:"EUR"} end'), p('{#items}'), p('{@raw}')],
        {},
        {
          header: [p('{/x}')],
        },
      ),
    )
    expect(errors.map(({ code, tag, part }) => [code, tag, part])).toEqual([
      ['tag_unclosed', '{name', 'word/document.xml'],
      ['filter_unknown', '{amount | curency:"EUR"}', 'word/document.xml'],
      ['tag_refused', '{@raw}', 'word/document.xml'],
      ['section_unclosed', '{#items}', 'word/document.xml'],
      ['section_unopened', '{/x}', 'word/header1.xml'],
    ])
    expect(errors[1]).toMatchObject({
      paragraph: 'total {amount | curency:"EUR"} end',
      fix: expect.stringContaining('Did you mean "currency"?'),
    })
    for (const error of errors) {
      expect(error.detail.length).toBeGreaterThan(10)
      expect(error.fix?.length).toBeGreaterThan(10)
    }
  })
  test.each([
    ['{a', ['tag_unclosed']],
    ['x{/a}', ['section_unopened']],
    ['{{a}}', ['brace_doubled']],
    ['a}', ['tag_unopened']],
    ['{}', ['expression_empty']],
    ['{#}x{/}', ['expression_empty']],
    ['{=<% %>=}', ['tag_refused']],
    ['{:elsee}', ['tag_unknown']],
    ['{:else}', ['else_outside']],
    ['{#a}{:else}{:else}{/}', ['else_after_else']],
    ['{#a}{#b}{/a}{/b}', ['section_unclosed', 'section_unopened']],
    ['{#a}{/b}', ['section_crossed']],
    ["{constructor.constructor('return process.pid')()}", ['name_refused']],
    ['{__proto__.x}', ['name_refused']],
    ['{x.__proto__=1}', ['assignment_refused']],
    ['{a|constructor}', ['filter_unknown']],
    ['{a.b(1)}', ['call_refused']],
    ['{a = 1}', ['assignment_refused']],
    ['{a | date:"DD/MM/YYYY"}', ['filter_arguments_invalid']],
    ['{a | sort:"x":"up"}', ['filter_arguments_invalid']],
    ['{a | currency}', ['filter_arguments_invalid']],
    ['{%a | size:"big"}', ['filter_arguments_invalid']],
    ['{a ~ b}', ['character_unknown']],
    ['{first-}', ['expression_invalid']],
    ['{"a}', ['text_unclosed']],
  ])('%s', (text, codes) => {
    expect(codesOf(p(text))).toEqual(codes)
  })
  test('an inherited name is nothing to a template', () => {
    const error = refusal(() => merge([p('{a.toString} {hasOwnProperty}')], { a: {} }))
    expect(error.code).toBe('data_missing')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('sections at places that do not belong together', () => {
  test.each<[string, Xml[]]>([
    ['a cell and the text after the table', [table(['{#a}', 'x']), p('{/a}')]],
    ['the text and a text box', [p('{#a}'), textBox(p('{/a}'))]],
    ['two tables', [table(['{#a}']), table(['{/a}'])]],
    ['a link and the text after it', [linked('{#a}x', 'y{/a}')]],
    ['overlapping rows', [table(['{#a}x', '{/a}{#b}y{/b}'], ['{#c}', ''], ['{/c}{#d}', '{/d}'])]],
  ])('%s', (_name, body) => {
    const errors = errorsOf(...body)
    expect(errors.length).toBeGreaterThan(0)
    for (const { code, tag } of errors) {
      expect(code).toBe('section_misplaced')
      expect(tag).toMatch(/^\{/)
    }
  })
  test('section tags alone in their paragraphs may be in links', () => {
    const body = [linked('{#a}'), p('x'), p('{/a}')]
    expect(merge(body, { a: true }).missing).toEqual([])
  })
  test('a table belongs between two paragraphs', () => {
    expect(merge([p('{#a}'), table(['x']), p('{/a}')], { a: [1, 2] }).missing).toEqual([])
  })
  test('a section may hold a table in a cell', () => {
    const inner = `${p('{#a}')}${table(['{#b}{x}', '{/b}'])}${p('{/a}')}`
    expect(
      merge([`<w:tbl><w:tr>${cell(inner)}</w:tr></w:tbl>`], { a: 1, b: [{ x: 1 }] }),
    ).toBeDefined()
  })
})

describe('limits of templates hold before the engine starts', () => {
  const quick = (template: Uint8Array, data = {}) => {
    const start = performance.now()
    const error = refusal(() => mergeDocx({ template, data, ...FRENCH }))
    return { code: error.code, ms: performance.now() - start }
  }
  test.each([
    ['2,000 nested sections', '{#a}'.repeat(2000) + '{/a}'.repeat(2000), 'template_too_complex'],
    ['3,000 tags', '{a}'.repeat(3000), 'template_too_complex'],
    ['a million opening braces', '{'.repeat(1_000_000), 'template_invalid'],
    ['a million loose braces', '{ x } } '.repeat(200_000), 'template_invalid'],
    ['an endless expression', `{${'a+'.repeat(1000)}a}`, 'template_invalid'],
    ['deep parentheses', `{${'('.repeat(400)}a${')'.repeat(400)}}`, 'template_invalid'],
    ['a tower of negations', `{${'!'.repeat(900)}a}`, 'template_invalid'],
  ])('%s', (_name, text, code) => {
    const result = quick(docx([p(text)]))
    expect(result.code).toBe(code)
    expect(result.ms).toBeLessThan(3000)
  })
  test('a file that is no document is refused', () => {
    expect(quick(new Uint8Array([1, 2, 3])).code).toBe('template_not_docx')
  })
})

test('nothing is written to the console, and no value of the data is in an error', () => {
  const seen: unknown[] = []
  const saved = [console.log, console.error, console.warn] as const
  console.log = console.error = console.warn = (...parts: unknown[]) => void seen.push(parts)
  const secret = 'very-secret-value'
  const errors = [
    () => merge([p('{a | number}')], { a: secret }),
    () => merge([p('{a - 1} {b}')], { a: secret }),
    () => merge([p('{a}')], { a: { secret } }),
    () => merge([p('{a | date}')], { a: secret }),
    () => merge([p('{#a}{b | map:"x" | join}{/a}')], { a: secret, b: [{ x: { secret } }] }),
    () => merge([p('{a')], { a: secret }),
  ].map(refusal)
  ;[console.log, console.error, console.warn] = saved
  expect(seen).toEqual([])
  expect(JSON.stringify(errors.map(({ message, errors: list }) => [message, list]))).not.toContain(
    secret,
  )
})

describe('one mistake has one finding, and says what was meant', () => {
  const said = (text: string, data: JsonObject, code: ErrorCode = 'template_invalid') =>
    findings(code, () => merge([p(text)], data)).map((one) => [one.code, one.tag])
  test.each([
    '{#items [loopOver: "row"]}{x}{/items}',
    '{#each items}{x}{/each}',
    '{#for x in items}{x}{/for}{name}',
  ])('the end of %s is not wrong too', (text) => {
    expect(said(text, {}).every(([code]) => code === 'tag_foreign')).toBe(true)
  })
  test.each([
    ['{d | date:dd/MM/yyyy}', 'date:"dd/MM/yyyy"'],
    ['{d | time:HH:mm | upper}', 'time:"HH:mm"'],
    ['{%logo | size:4cm}', 'size:"4cm"'],
  ])('%s is told its quotation marks', (text, write) => {
    const [finding] = findings('template_invalid', () => merge([p(text)], {}))
    expect(finding).toMatchObject({ code: 'filter_arguments_invalid', fix: `Write ${write}.` })
  })
  test.each([
    ['{nmae}', 'Did you mean {name}?'],
    ['{client.ctiy}', 'Did you mean {client.city}?'],
    ['{#items}{amout}{/}', 'Did you mean {amount}?'],
  ])('%s: %s', (text, meant) => {
    const data = { name: 'A', client: { city: 'B' }, items: [{ amount: 1 }] }
    const [finding] = findings('data_missing', () => merge([p(text)], data))
    expect(finding?.fix).toContain(meant)
  })
  test('a value that cannot be used is named with its pointer, beside what is missing', () => {
    const data = { day: 'soon', items: [{ at: '2026-01-01' }, { at: 'later' }] }
    const text = '{day | date} {nobody} {#items}{at | date:"long"}{/}'
    const all = findings('data_invalid', () => merge([p(text)], data))
    expect(all.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['value_unusable', '/day'],
      ['value_unusable', '/items/1/at'],
      ['value_missing', '/nobody'],
    ])
  })
})
