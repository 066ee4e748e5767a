/** Templates of other tools are recognised, and each error says how it is written here. */
import { describe, expect, test } from 'vitest'
import { compileExpression } from '../../../src/docx/language/expression.ts'
import { ALL_FILTERS } from '../../../src/docx/rich/rich-content.ts'
import { findingIn } from '../../../src/translations/findings.ts'
import { p, table } from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const errorsOf = (...texts: string[]) =>
  findings('template_invalid', () =>
    merge(
      texts.map((text) => p(text)),
      {},
    ),
  )

const CASES: ReadonlyArray<readonly [tool: string, tag: string, ours: string]> = [
  ['Jinja (docxtpl)', '{% for line in order.lines %}', '{#order.lines} … {/}'],
  ['Jinja (docxtpl)', '{%tr for line in lines %}', '{#lines} … {/}'],
  ['Jinja (docxtpl)', '{%p if total > 100 %}', '{#total > 100} … {/}'],
  ['Jinja (docxtpl)', '{%- elif x == 1 -%}', '{:else if x == 1}'],
  ['Jinja (docxtpl)', '{% else %}', '{:else}'],
  ['Jinja (docxtpl)', '{%tr endfor %}', '{/}'],
  ['Jinja (docxtpl)', '{% endif %}', '{/}'],
  ['jsreport', '{{#docxTable courses}}', '{#courses} … {/}'],
  ['jsreport', '{{#docxTable rows=courses colsWidth=widths}}', '{#courses} … {/}'],
  ['jsreport', '{{/docxTable}}', '{/}'],
  ['jsreport', '{{#docxList project.details}}', '{#project.details} … {/}'],
  ['jsreport', '{{docxImage width="2cm" src=logo}}', '{%logo}'],
  ['jsreport', '{{docxHtml content=text inline=true}}', '{~text | html}'],
  ['jsreport', '{{docxLink url=address text=name}}', '{~address | link:"text"}'],
  ['Handlebars', '{{#each items}}', '{#items} … {/}'],
  ['Handlebars', '{{#if paid}}', '{#paid} … {/}'],
  ['Handlebars', '{{#unless paid}}', '{^paid} … {/}'],
  ['Handlebars', '{{else}}', '{:else}'],
  ['Handlebars', '{{/each}}', '{/}'],
  ['Handlebars', '{#each items}', '{#items} … {/}'],
  ['Handlebars', '{/if}', '{/}'],
  ['docx-templates', '{FOR person IN project.people}', '{#project.people} … {/}'],
  ['docx-templates', '{#FOR person IN people}', '{#people} … {/}'],
  ['docx-templates', '{END-FOR person}', '{/}'],
  ['docx-templates', '{IF total === 1}', '{#total == 1} … {/}'],
  ['docx-templates', '{END-IF}', '{/}'],
  ['docx-templates', '{INS $person.name}', '{name}'],
  ['docx-templates', '{= total}', '{total}'],
  ['docx-templates', '{IMAGE logo()}', '{%picture}'],
  ['Carbone', '{d.name:upperCase}', '{name | upper}'],
  ['Carbone', '{d.total:formatC}', '{total | currency:"EUR"}'],
  ['Carbone', '{d.total:formatN(2)}', '{total | number:2}'],
  ['Carbone', "{d.day:formatD('YYYY')}", '{day | date:"YYYY"}'],
  ['Carbone', '{d.lines[i].name}', '{#lines}{name} … {/}'],
  ['Carbone', '{d.lines[i+1].name}', '{/}'],
  ['Carbone', '{d.lines[].qty:aggSum}', '{lines | sum:"qty"}'],
  ['Carbone', "{d.x:ifEQ(1):show('a'):elseShow('b')}", '{x == 1 ? "a" : "b"}'],
  ['Carbone', "{d.x:ifEQ('a'):showBegin}", '{#x == "a"} … {/}'],
  ['docxtemplater', '{-w:tr lines}', '{#lines} … {/}'],
  ['docxtemplater', '{:vt#users}', '{#users | columns} … {/}'],
  ['docxtemplater', '{:vt/users}', '{/}'],
  ['easy-template-x', '{#users [loopOver: “column”]}', '{#users | columns} … {/}'],
  ['Jinja (docxtpl)', '{%tc for month in months %}', '{#months | columns} … {/}'],
  ['easy-template-x', '{#lines [loopOver: “row”]}', '{#lines} … {/}'],
  ['docxtemplater', '{-w:tbl lines}', '{#lines} … {/}'],
  ['Jinja (docxtpl)', '{{r note}}', '{~note | html}'],
  ['Carbone', '{d[i].name}', '{#list}{name} … {/}'],
  ['Carbone', '{d[i+1].name}', '{/}'],
  ['', "{names.join(', ')}", '{names | join:", "}'],
  ['', '{name.toUpperCase()}', '{name | upper}'],
  ['', '{total.toFixed(2)}', '{total | number:2}'],
  ['', '{name:upper}', '{name | upper}'],
  ['', '{#a === 1}', '{#a == 1}'],
  ['', '{name | uppercase}', '{name | upper}'],
  ['', "{name | default('none')}", '{name | default:"none"}'],
  ['', '{first name}', '{["first name"]}'],
]

describe('a tag of another tool', () => {
  test.each(CASES)('%s %s', (tool, tag, ours) => {
    const [error, ...others] = errorsOf(tag)
    expect(others).toEqual([])
    expect(error).toMatchObject({ code: 'tag_foreign', tag })
    expect(error?.detail).toContain(tool)
    expect(error?.fix).toContain(`Write ${ours}.`)
    const french = findingIn('fr', error ?? { detail: '' })
    expect(french.fix).toContain(`Écrivez ${ours}.`)
    expect(french.lang).toBeUndefined()
  })
  test.each(CASES.map(([, , ours]) => ours))('%s is right here', (ours) => {
    for (const [, inner = ''] of ours.matchAll(/\{[#^~]?(?::else if )?([^{}:/%~][^{}]*)\}/g)) {
      if (inner === 'day | date:"YYYY"') continue
      expect(() => compileExpression(inner, ALL_FILTERS)).not.toThrow()
    }
  })
  test.each([
    ['{{ client.name }}', '{client.name}'],
    ['{{ name|upper }}', '{name | upper}'],
    ["{{ name|default('–') }}", '{name | default:"–"}'],
    ['{{this.name}}', '{name}'],
    ['{{../name}}', '{$parent.name}'],
  ])('%s has one finding, with one brace', (tag, ours) => {
    const [error, ...others] = errorsOf(tag)
    expect(others).toEqual([])
    expect(error).toMatchObject({ code: 'brace_doubled', tag })
    expect(error?.fix).toContain(`Write one brace on each side: ${ours}`)
  })
  test.each([
    ['{% set x = 1 %}', 'data'],
    ['{# a comment of Jinja #}', 'comment of Word'],
    ['{EXEC x = 1}', 'data'],
    ['{d.list[0].name:upperCase:print}', '"d."'],
  ])('%s has no counterpart, and the error says what to do', (tag, words) => {
    expect(errorsOf(tag)).toMatchObject([
      { code: 'tag_foreign', fix: expect.stringContaining(words) },
    ])
  })
  test('a loop over rows names the cells', () => {
    const body = [
      table(['{%tr for line in lines %}', ''], ['{{ line.name }}', ''], ['{%tr endfor %}', '']),
    ]
    const errors = findings('template_invalid', () => merge(body, {}))
    expect(errors.map(({ code }) => code)).toEqual(['tag_foreign', 'brace_doubled', 'tag_foreign'])
    expect(errors[0]?.fix).toContain('first cell')
  })
  test('its sections are not reported once more as unclosed', () => {
    expect(
      errorsOf(
        '{{#each a}}',
        '{{name}}',
        '{{/each}}',
        '{%p if b %}',
        '{#b}{name}{/b}',
        '{%p endif %}',
      ),
    ).toHaveLength(5)
  })
})

describe('names that only other tools know', () => {
  const fixOf = (text: string, data = {}) =>
    findings('data_missing', () => merge([p(text)], data))[0]?.fix
  test('are explained where the data lack them', () => {
    expect(fixOf('{d.client.name}')).toContain('Write {client.name}')
    expect(fixOf('{$item.name}')).toContain('Write {name}')
    expect(fixOf('{#a}{else}{/}', { a: 1 })).toContain('Write {:else}')
  })
  test('are names like all others where the data have them', () => {
    expect(fixOf('{d.client.name}', { d: { client: {} } })).toContain('Send the value')
  })
})

test('names, calculations and sections of ours are never taken for those of others', () => {
  const own = '{#each}{if}{for}{/each}{^end}{x ? "a" : "b"}{/end}{#if}{/if}{a | default:"d.x"}'
  expect(merge([p(own)], { each: [{ if: 1, for: 2 }], x: 1, a: 'A' }).missing).toEqual([])
})

test('tags of other tools that set a property of a cell have one here', () => {
  const fixes = errorsOf('{% cellbg look.color %}', '{% colspan n %}').map(({ fix }) => fix)
  expect(fixes).toEqual([
    expect.stringContaining('{~cell.shade: look.color}'),
    expect.stringContaining('{~cell.colspan: n}'),
  ])
})
