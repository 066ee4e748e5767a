import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/kernel/json.ts'
import {
  bullet,
  footnoted,
  p,
  paragraph,
  partXml,
  rows,
  run,
  sectionBreak,
  table,
  textBox,
  texts,
  type Xml,
} from '../../support/docx-builder.ts'
import { merge, textsOf } from '../../support/merging.ts'

const rowsOf = (body: Xml[], data: JsonObject) => rows(merge(body, data).docx)

const items = [
  { name: 'Pain', price: '1.20' },
  { name: 'Lait', price: '0.95' },
]

describe('values', () => {
  test('a tag prints its value, also when Word cut it into several runs', () => {
    expect(
      textsOf([p('Bonjour {cli', 'ent.na', 'me} !')], { client: { name: 'Ada & <Bob>' } }),
    ).toEqual(['Bonjour Ada & <Bob> !'])
  })
  test('line breaks and tabs in a value become line breaks and tabs', () => {
    expect(textsOf([p('{a}')], { a: '1\n2\r\n3\t4' })).toEqual(['1\n2\n3\t4'])
  })
  test('markup in a value stays text', () => {
    const evil = '</w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/>'
    const { docx: merged } = merge([p('{a}')], { a: evil })
    expect(partXml(merged)).not.toContain('<w:fldChar')
    expect(texts(merged)).toEqual([evil])
  })
  test('numbers are printed without exponent and without grouping', () => {
    expect(textsOf([p('{a} {b} {c}')], { a: 1e21, b: 1234.5, c: 1e-7 })).toEqual([
      '1000000000000000000000 1234.5 0.0000001',
    ])
  })
})

describe('sections', () => {
  test('a loop over paragraphs repeats them and its tag paragraphs disappear', () => {
    expect(textsOf([p('{#items}'), p('{name}'), p('{/items}'), p('end')], { items })).toEqual([
      'Pain',
      'Lait',
      'end',
    ])
  })
  test('a loop in one row repeats the row', () => {
    expect(
      rowsOf([table(['Article', 'Prix'], ['{#items}{name}', '{price | currency:"EUR"}{/}'])], {
        items,
      }),
    ).toEqual([
      ['Article', 'Prix'],
      ['Pain', '1,20\u00a0€'],
      ['Lait', '0,95\u00a0€'],
    ])
  })
  test('a loop whose tags are in rows of their own repeats the rows between', () => {
    expect(
      rowsOf([table(['{#items}', ''], ['{name}', 'a'], ['', '{price}'], ['', '{/items}'])], {
        items,
      }),
    ).toEqual([
      ['Pain', 'a'],
      ['', '1.20'],
      ['Lait', 'a'],
      ['', '0.95'],
    ])
  })
  test('a loop over bullets repeats the bullets', () => {
    expect(textsOf([p('{#items}'), bullet('{name}'), p('{/}')], { items })).toEqual([
      'Pain',
      'Lait',
    ])
    expect(textsOf([bullet('{#items}{name}'), bullet('{/items}')], { items })).toEqual([
      'Pain',
      'Lait',
    ])
  })
  test('a loop around all of one bullet repeats the bullet', () => {
    const merged = merge([bullet('{#items}{name}{/items}'), p('end')], { items }).docx
    expect(texts(merged)).toEqual(['Pain', 'Lait', 'end'])
    expect(partXml(merged).match(/<w:numPr>/g)).toHaveLength(2)
    expect(textsOf([bullet('{#items}{name}{/}'), p('end')], { items: [] })).toEqual(['end'])
    expect(textsOf([table([bullet('{#items}{name}{/}')])], { items })).toEqual(['Pain', 'Lait'])
  })
  test('bullets can come from a style', () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="Dots"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="Dots"/></w:style>'
    const body = [paragraph(run('{#items}{name}{/}'), '<w:pStyle w:val="Mine"/>'), p('end')]
    const merged = merge(body, { items }, { styles }).docx
    expect(texts(merged)).toEqual(['Pain', 'Lait', 'end'])
  })
  test('a loop around some words of a bullet repeats the words', () => {
    expect(textsOf([bullet('Buy {#items}{name}, {/}today')], { items })).toEqual([
      'Buy Pain, Lait, today',
    ])
  })
  test('a loop from the start of a paragraph to the end of another repeats paragraphs', () => {
    expect(textsOf([p('{#items}{name}'), p('at {price}{/items}'), p('end')], { items })).toEqual([
      'Pain',
      'at 1.20',
      'Lait',
      'at 0.95',
      'end',
    ])
    expect(textsOf([p('{#no}{name}'), p('at {price}{/no}'), p('end')], {})).toEqual(['end'])
  })
  test('a loop over whole sections keeps a page break between them', () => {
    const { docx: merged } = merge([p('{#items}'), p('{name}'), sectionBreak(), p('{/items}')], {
      items,
    })
    expect(texts(merged).filter((text) => text !== '')).toEqual(['Pain', 'Lait'])
    expect(partXml(merged).match(/<w:sectPr/g)?.length).toBeGreaterThanOrEqual(2)
  })
  test('loops nest and see the scopes around them', () => {
    const data = {
      shop: 'X',
      groups: [
        { key: 'a', items: [{ n: 1 }, { n: 2 }] },
        { key: 'b', items: [{ n: 3 }] },
      ],
    }
    expect(
      textsOf(
        [
          p('{#groups}'),
          p('{key}:'),
          p('{#items}{shop}{$parent.key}{n}{$number}{$root.shop}{#!$last}, {/}{/items}'),
          p('{/groups}'),
        ],
        data,
      ),
    ).toEqual(['a:', 'Xa11X, Xa22X', 'b:', 'Xb31X'])
  })
  test('$parent before the place in a loop means that of the loop around', () => {
    const data = { groups: [{ items: ['a', 'b'] }, { items: ['c', 'd', 'e'] }] }
    const inner =
      '{#items}{$parent.$number}.{$number}/{$parent.$index}{#$parent.$last}!{/}{#$parent.$first}?{/} {/items}'
    expect(textsOf([p(`{#groups}${inner}{/groups}`)], data)).toEqual([
      '1.1/0? 1.2/0? 2.1/1! 2.2/1! 2.3/1! ',
    ])
  })
  test('an object opens a scope, an empty list shows the inverted section', () => {
    expect(
      textsOf([p('{#client}{name}{/client} {^items}rien{/items}')], {
        client: { name: 'Ada' },
        items: [],
      }),
    ).toEqual(['Ada rien'])
  })
  test('sections sort, filter and group without changing the data', () => {
    const body = [
      p('{#items | where:"price":">":1 | sort:"name"}{name} {/items}'),
      p('{items.0.name}'),
    ]
    expect(textsOf(body, { items })).toEqual(['Pain ', 'Pain'])
  })
  test('tag paragraphs with spaces or several tags disappear as well', () => {
    expect(
      textsOf([p('{#a} {#items} '), p('{name}'), p(' {/items}', '{/a}{#b}'), p('B'), p('{/b}')], {
        a: true,
        b: true,
        items,
      }),
    ).toEqual(['Pain', 'Lait', 'B'])
  })
})

describe('else', () => {
  const branches = [p('{#a}'), p('A'), p('{:else if b}'), p('B'), p('{:else}'), p('C'), p('{/a}')]
  test.each([
    [{ a: true, b: true }, 'A'],
    [{ a: false, b: true }, 'B'],
    [{ a: false, b: false }, 'C'],
  ])('%j takes one branch', (data, branch) => {
    expect(textsOf(branches, data)).toEqual([branch])
    expect(textsOf([p('{#a}A{:else if b}B{:else}C{/a}')], data)).toEqual([branch])
  })
  test('the else of a loop is shown when the list is empty', () => {
    const body = [
      table(['{#items}', ''], ['{name}', 'x'], ['{:else}', ''], ['none', ''], ['{/}', '']),
    ]
    expect(rowsOf(body, { items })).toEqual([
      ['Pain', 'x'],
      ['Lait', 'x'],
    ])
    expect(rowsOf(body, { items: [] })).toEqual([['none', '']])
  })
  test('the else of an inverted section is the positive case', () => {
    expect(textsOf([p('{^a}no{:else}yes{/}')], { a: 1 })).toEqual(['yes'])
  })
})

describe('what is empty disappears', () => {
  test('a paragraph that holds only a false condition', () => {
    expect(
      textsOf([p('1'), p('{#a}text{/a}'), p('{#a}x{/}{#b}y{/}'), p('2')], { a: false }),
    ).toEqual(['1', '2'])
  })
  test('but not one whose condition is true and whose value is empty', () => {
    expect(textsOf([p('1'), p('{#a}{b}{/a}'), p('2')], { a: true, b: '' })).toEqual(['1', '', '2'])
  })
  test('a row that holds only a false condition', () => {
    expect(
      rowsOf([table(['h', 'h'], ['{#a}x{/a}', '{#a}y{/a}'], ['', '{#b}z{/b}'])], { b: 1 }),
    ).toEqual([
      ['h', 'h'],
      ['', 'z'],
    ])
  })
  test('a table without any row left is removed too', () => {
    expect(partXml(merge([table(['{#a}x', '{/a}']), p('end')], { a: [] }).docx)).not.toContain(
      '<w:tbl>',
    )
  })
  test('a cell keeps one paragraph', () => {
    const body = [table(['a', p('{#x}').concat(p('{/x}'))])]
    expect(partXml(merge(body, { x: false }).docx)).toMatch(/<\/w:tcPr><w:p>.*<\/w:p><\/w:tc>/)
  })
  test('blank rows of a loop stay', () => {
    expect(rowsOf([table(['{#items}', '{/items}'])], { items })).toEqual([
      ['', ''],
      ['', ''],
    ])
  })
})

describe('everywhere in the document', () => {
  test('headers, footers, notes, text boxes and properties are merged', () => {
    const { docx: merged } = merge(
      [footnoted('{a}'), textBox(p('box {a}'), p('{#items}'), p('{name}'), p('{/}'))],
      { a: 'A', items },
      {
        header: [p('{#a}'), p('head {a}'), p('{/}')],
        footer: [p('foot {a}')],
        footnote: [p('note {a}')],
        endnote: [p('end {a}')],
        title: 'Title {a}',
      },
    )
    expect(texts(merged, 'word/header1.xml')).toEqual(['head A'])
    expect(texts(merged, 'word/footer1.xml')).toEqual(['foot A'])
    expect(texts(merged, 'word/footnotes.xml')).toContain('note A')
    expect(texts(merged, 'word/endnotes.xml')).toContain('end A')
    expect(partXml(merged, 'docProps/core.xml')).toContain('<dc:title>Title A</dc:title>')
    const box = partXml(merged)
    expect(box).toContain('box A')
    expect(box.match(/Pain|Lait/g)).toEqual(['Pain', 'Lait'])
  })
  test('an emptied header keeps a paragraph', () => {
    const { docx: merged } = merge([p('x')], { a: false }, { header: [p('{#a}x{/a}')] })
    expect(partXml(merged, 'word/header1.xml')).toMatch(/<w:hdr[^>]*><w:p>/)
  })
})

test('equal input gives equal bytes', async () => {
  const once = merge([p('{a}')], { a: 1 }).docx
  await new Promise((resolve) => setTimeout(resolve, 2100))
  expect(Buffer.from(merge([p('{a}')], { a: 1 }).docx).equals(Buffer.from(once))).toBe(true)
})
