import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import { compileExpression } from '../../../src/docx/language/expression.ts'
import { ExpressionError, FilterError } from '../../../src/docx/language/filter-contract.ts'
import { mergeDocx } from '../../../src/docx/merge.ts'
import { ALL_FILTERS } from '../../../src/docx/rich/rich-content.ts'
import { textBlocks } from '../../../src/docx/tags/text-blocks.ts'
import { CodedError } from '../../../src/kernel/coded-error.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import {
  bullet,
  docx,
  linked,
  p,
  partXml,
  table,
  textBox,
  type Xml,
} from '../../support/docx-builder.ts'
import { FRENCH } from '../../support/merging.ts'

const RUNS = 150

const name = fc.constantFrom('a', 'b', 'items', 'c.d', 'is_x')
const jsonValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '12.50', '2026-03-31', '</w:t>', '<w:p>', '&amp;', '{a}', '\n\t'),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'items', 'is_x', 'n'), tie('value')),
}))
const data = jsonValue.object as fc.Arbitrary<JsonObject>

const filter = fc.constantFrom(
  '',
  ' | default:"x"',
  ' | upper',
  ' | number:2',
  ' | json',
  ' | sort:"a"',
  ' | count',
  ' | date',
)
const text = fc.tuple(name, filter).map(([path, rest]) => `x{${path}${rest}}`)
const section = (inner: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.constantFrom('#', '^'), name, inner, fc.boolean(), inner)
    .map(([sign, path, yes, both, no]) => `{${sign}${path}}${yes}${both ? `{:else}${no}` : ''}{/}`)
const inline = fc.oneof(text, fc.constant(''), section(text), section(section(text)))

/** Blocks that are whole in themselves: what stands between two paragraphs of section tags. */
const block: fc.Arbitrary<Xml[]> = fc.letrec<{ blocks: Xml[] }>((tie) => ({
  blocks: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    inline.map((one) => [p(one)]),
    fc.tuple(text, fc.nat(5)).map(([one, cut]) => [p(one.slice(0, cut), one.slice(cut))]),
    inline.map((one) => [bullet(one)]),
    fc.tuple(inline, name).map(([one, path]) => [table([`{#${path}}${one}`, '{/}'], ['', one])]),
    fc
      .tuple(name, inline)
      .map(([path, one]) => [
        table([`{#${path}}`, ''], [one, 'y'], ['{:else}', ''], ['z', ''], ['', '{/}']),
      ]),
    fc.tuple(name, text).map(([path, one]) => [linked(`{#${path}}`), p(one), p('{/}')]),
    fc
      .tuple(name, tie('blocks'), tie('blocks'))
      .map(([path, yes, no]) => [p(`{#${path}}`), ...yes, p('{:else}'), ...no, p(' {/}')]),
    fc
      .tuple(name, text, text)
      .map(([path, one, two]) => [p(`${one}{#${path}}${two}`), p(`${one}{/}`)]),
    tie('blocks').map((inner) => [textBox(...inner, p('end'))]),
  ),
})).blocks
const body = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.flat())

function expectWhole(bytes: Uint8Array): void {
  for (const part of ['word/document.xml', 'word/header1.xml']) {
    const xml = partXml(bytes, part)
    expect(() => textBlocks(xml)).not.toThrow()
    expect(xml).not.toMatch(/paraph-|<w:tc>(?:<w:tcPr>.*?<\/w:tcPr>)?<\/w:tc>|<w:tr><\/w:tr>/)
  }
}

describe('whatever the data is', () => {
  test('a merge gives whole XML or a refusal that callers understand', () => {
    fc.assert(
      fc.property(
        body,
        data,
        fc.constantFrom('blank', 'mark', 'error'),
        (blocks, values, missing) => {
          const template = docx(blocks, { header: [p('{#a}'), p('{b | default:""}'), p('{/}')] })
          try {
            expectWhole(mergeDocx({ ...FRENCH, template, data: values, missing }).docx)
          } catch (error) {
            if (!(error instanceof CodedError)) throw error
            expect(['data_invalid', 'data_missing', 'template_invalid']).toContain(error.code)
          }
        },
      ),
      { numRuns: RUNS },
    )
  })
  test('values without filters never fail under "blank", unless they are no text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const template = docx([p('{#show}{value}{/}')])
        const merge = () => mergeDocx({ ...FRENCH, template, data: { show: true, value } })
        try {
          expectWhole(merge().docx)
        } catch (error) {
          expect((error as CodedError).code).toBe('data_invalid')
          expect((error as CodedError).errors[0]?.code).toBe('character_invalid')
        }
      }),
      { numRuns: RUNS },
    )
  })
})

describe('the sample of a template', () => {
  const filters = fc.constantFrom(
    '',
    ' | upper',
    ' | number:2',
    ' | currency:"EUR"',
    ' | date:"long"',
    ' | datetime',
    ' | default:"x"',
    ' | words:"EUR"',
    ' * 2',
    ' + " €"',
  )
  // Each name with one use, as in a template that works.
  const field = fc.constantFrom('name', 'email', 'total', 'due', 'zip', 'n1', 'n2', 'n3', 'n4')
  const uses = fc.dictionary(field, filters, { minKeys: 1, maxKeys: 5 })
  const tags = (map: Record<string, string>, prefix = '') =>
    Object.entries(map).map(([key, use]) => `{${prefix}${key}${use}}`)
  test('renders without error when missing values are refused', () => {
    fc.assert(
      fc.property(uses, uses, uses, uses, (root, client, line, extra) => {
        const template = docx(
          [
            p(...tags(root)),
            p(...tags(client, 'client.')),
            table([`{#lines}${tags(line).join(' ')}`, '{qty * price | number:2}{/lines}']),
            p('{lines | sum:"price" | currency:"EUR"} {lines | where:"kind":"a" | count}'),
            p('{#lines | group:"land"}'),
            p('{key}'),
            p('{#items}{qty}{/items}'),
            p('{/}'),
            p('{#is_member}'),
            p(...tags(extra, 'extra.')),
            p('{:else if status == "late" && days > 30}'),
            p('{days}'),
            p('{/}'),
            p('{#tags}{.}{^$last}, {/}{/tags} {%logo}'),
            p('{%code | barcode:"ean13"} {~site | link} {~note | markdown}'),
          ],
          { header: [p('{title}')] },
        )
        const fields = inspectTemplate(template)
        expect(fields.errors).toEqual([])
        const { docx: merged } = mergeDocx({ ...FRENCH, template, data: fields.sample })
        expectWhole(merged)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the evaluator', () => {
  const piece = fc.constantFrom(
    ...'a b.c items . $index $parent $root 1 2.5 "t" true null + - * / == != < > && || ! ? : | ( ) [ ] , = \' “ ” upper sort sum count number'.split(
      ' ',
    ),
  )
  const soup = fc.oneof(
    fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(' ')),
    fc.string({ unit: 'grapheme' }),
    fc.string(),
  )
  test('throws nothing but its own errors', () => {
    fc.assert(
      fc.property(soup, data, (source, values) => {
        try {
          compileExpression(source, ALL_FILTERS).evaluate(
            { items: [values], kinds: [], positions: [], lengths: [] },
            {
              context: { ...FRENCH },
              missed: undefined,
              memo: new Map(),
              charge: () => undefined,
            },
          )
        } catch (error) {
          if (error instanceof ExpressionError || error instanceof FilterError) return
          throw error
        }
      }),
      { numRuns: 2000 },
    )
  })
})
