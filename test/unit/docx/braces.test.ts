/** Which braces are tags, which are text, and how a brace is written that is meant as text. */
import { describe, expect, test } from 'vitest'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { docx, p, partXml, table, texts } from '../../support/docx-builder.ts'
import { findings, merge, textsOf } from '../../support/merging.ts'

const DATA = { name: 'Ada', items: [{ x: 1 }, { x: 2 }] }

describe('braces that are plainly no tag stay text', () => {
  test.each([
    'Id {6F9619FF-8B86-D011-B42D-00CF4FC964FF}',
    'the set {1, 2, 3} and {1; 2}',
    'a\\d{5} or b{2,}',
    'from {1 … 9}',
    'A = {a, b, c′}',
    'A = {x₁, red, …}',
    'JSON {"a": 1}',
    'JSON {“a”: {“b”: [1, 2]}, “c”: {}}',
    'let x = { a: 1, b: f(2) };',
    'a = { b: "c" }',
    'function f() { return 1; }',
    'if (x) { a(); if (y) { b(); } }',
    'p { color: red; }',
    'int main() {}',
    'field { TOC \\o "1-3" }',
    '\\frac{a}{b} and \\begin{itemize}',
  ])('%s', (text) => {
    expect(textsOf([p(text), p('{name}')], DATA)).toEqual([text, 'Ada'])
  })
  test('a block of code over several paragraphs', () => {
    const code = ['query x {', '  items {', '    id', '  }', '}', 'if (a) {', '} else {', '});']
    expect(textsOf([...code.map((line) => p(line)), p('{name}')], DATA)).toEqual([...code, 'Ada'])
  })
  test('cut into several runs, in cells and in loops', () => {
    const body = [
      table(['{#items}{x}', '{1, 2}{/}']),
      p('a {1, ', '2, 3', '} {na', 'me} {', '6F9619FF-8B86-D011-B42D-00CF4FC964FF}'),
    ]
    expect(textsOf(body, DATA)).toEqual([
      '1',
      '{1, 2}',
      '2',
      '{1, 2}',
      'a {1, 2, 3} Ada {6F9619FF-8B86-D011-B42D-00CF4FC964FF}',
    ])
  })
  test('a document of such braces alone is given back as it was, and asks for no data', () => {
    const template = docx([p('{1, 2, 3}')])
    expect(inspectTemplate(template)).toMatchObject({ errors: [], sample: {} })
    expect(texts(merge([p('{1, 2, 3}')], {}).docx)).toEqual(['{1, 2, 3}'])
  })
  test('braces written as character references are text', () => {
    const coded = p('a').replace('>a<', '>&#123;name&#x7D; {name} &#x07b;<')
    expect(textsOf([coded], DATA)).toEqual(['{name} Ada {'])
  })
  test.each([
    '{client.name, client.city}',
    '{name;x | upper}',
    '{name',
    'name}',
    '{}',
    '{a | pad:6,0}',
    '{{name}}',
    '{client name}',
    '{x:upper}',
  ])('%s is still a mistake in a tag', (text) => {
    expect(findings('template_invalid', () => merge([p(text)], {})).length).toBeGreaterThan(0)
  })
  test('a calculation of numbers alone is still a tag', () => {
    expect(textsOf([p('{1 + 2} {0 | plural:"a":"b"} {items.0.x}')], DATA)).toEqual(['3 a 1'])
  })
})

describe('a brace that is meant as text is put into quotation marks in a tag', () => {
  test.each([
    ['{"{"}name{"}"}', '{name}'],
    ['{"{name}"}', '{name}'],
    ["{'{'}", '{'],
    ['{“{“}x{”}”}', '{x}'],
    ['{‘{name}’} {name}', '{name} Ada'],
    ['{name + "}"}', 'Ada}'],
    ['{"{a}" | replace:"{":"(" | replace:"}":")"}', '(a)'],
    ['{#name}{"{"}{/}', '{'],
  ])('%s prints %s', (text, result) => {
    expect(textsOf([p(text)], DATA)).toEqual([result])
  })
  test('also when Word cut the tag into several runs', () => {
    expect(textsOf([p('{“', '{', '“}x{“}', '”} {na', 'me}')], DATA)).toEqual(['{x} Ada'])
  })
  test('an apostrophe in a tag is no quotation mark', () => {
    const errors = findings('template_invalid', () => merge([p("{l'un} {name} {d'autre}")], DATA))
    expect(errors.map(({ tag }) => tag)).toEqual(["{l'un}", "{d'autre}"])
  })
})

describe('braces in the properties of the file are never an error', () => {
  const core = (title: string, data = {}, missing: 'error' | 'blank' | 'mark' = 'error') =>
    partXml(merge([p('x')], data, { title }, { missing }).docx, 'docProps/core.xml')
      .replace(/^.*<dc:title>|<\/dc:title>.*$/gs, '')
      .replaceAll('&#123;', '{')
      .replaceAll('&#125;', '}')
      .replaceAll('&quot;', '"')
  test.each([
    '{6F9619FF-8B86-D011-B42D-00CF4FC964FF}',
    'Report {draft}',
    'Report {a.b | upper} {#x',
    '{{ title }}',
    '{% if x %}',
    '{@raw}',
  ])('a title %s stays as it is', (title) => {
    expect(core(title)).toBe(title)
  })
  test('a title is filled where the data has the value, and is no gap where it has none', () => {
    expect(core('Contract {number}', { number: 'K-31' })).toBe('Contract K-31')
    expect(core('Contract {number}', {}, 'blank')).toBe('Contract ')
    expect(core('Contract {number | currency:"EUR"}', { number: 'x' })).toBe(
      'Contract {number | currency:"EUR"}',
    )
  })
  test('other properties hold no tags', () => {
    const XMLNS = 'http://schemas.openxmlformats.org/officeDocument/2006'
    const app = `<Properties xmlns="${XMLNS}/extended-properties" xmlns:vt="${XMLNS}/docPropsVTypes"><Company>{name} {</Company></Properties>`
    const extra = { 'docProps/app.xml': app }
    const { docx: merged, missing } = merge([p('{name}')], DATA, { extra })
    expect(missing).toEqual([])
    expect(texts(merged)).toEqual(['Ada'])
  })
})

describe('where braces need not be tags, what can be none is text, and a warning names it', () => {
  const sure = (lines: string[], data: JsonObject) => {
    const { docx: merged, warnings } = merge(
      lines.map((text) => p(text)),
      data,
      {},
      { tags: 'sure' },
    )
    return { shown: texts(merged), left: warnings.map(({ code, text }) => `${code} ${text}`) }
  }
  test.each([
    'value in {member, member …}',
    'signed {authors of this paper}',
    '#define swap(a, b) { typeof(a) temp = a;    \\',
    'decimal digit – { decimal digit };',
    'geometry "{\\"type\\":{\\"name\\":1}}"',
    'the {£sum} of {x ∈ R | x > 0}',
    'in <c>{/<component>}*',
  ])('%s, beside tags that are filled', (text) => {
    const { shown, left } = sure([text, '{client}'], { client: 'Ada' })
    expect(shown).toEqual([text, 'Ada'])
    expect(left.every((one) => one.startsWith('braces_left '))).toBe(true)
    expect(left.length).toBeGreaterThan(0)
  })
  test('names alone are text in a file without data, and tags as soon as there are some', () => {
    const file = ['GET /users/{id}', 'Product {X} of ${version.logback-classic}']
    expect(sure(file, {})).toEqual({
      shown: file,
      left: ['braces_left {id}', 'braces_left {X}', 'braces_left {version.logback-classic}'],
    })
    const merging = () => merge([p('{id} {X}')], { id: 1 }, {}, { tags: 'sure' })
    expect(findings('data_missing', merging)).toMatchObject([{ tag: '{X}' }])
  })
  test('a section, a filter or another sign of the language makes tags of them', () => {
    for (const text of ['{name | upper}', '{#name}x{/}', '{%logo}', '{a > b ? a : b}']) {
      expect(() => merge([p(text), p('{id}')], {}, {}, { tags: 'sure' })).toThrow()
    }
  })
  test.each([
    '{client.name, client.city}',
    '{name;x | upper}',
    '{name',
    'name}',
    '{{name}}',
    '{client name}',
    '{name:upper}',
    '{#items}{x}',
    '{% for a in items %}',
    '{d.items[i].x}',
    '{name | uper}',
    '{#nobody',
  ])('%s is a mistake in a tag, by the names that the data have', (text) => {
    const data = { ...DATA, client: { name: 'x' } }
    const merging = () => merge([p(text)], data, {}, { tags: 'sure' })
    expect(findings('template_invalid', merging).length).toBeGreaterThan(0)
  })
})

test('with tags off nothing is a tag, and nothing is left out', () => {
  const body = ['{name}', '{#x}', '{{y}}', '}', '«Name_1»']
  const { docx: merged, warnings } = merge(
    body.map((text) => p(text)),
    DATA,
    {},
    { tags: 'off' },
  )
  expect([texts(merged), warnings]).toEqual([body, []])
})
