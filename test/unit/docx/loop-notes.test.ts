/** Footnotes and endnotes in loops and conditions: every copy has a note of its own. */
import { describe, expect, test } from 'vitest'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { textBlocks } from '../../../src/docx/tags/text-blocks.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import {
  type DocxParts,
  docx,
  footnoted,
  p,
  paragraph,
  partXml,
  run,
  table,
  type Xml,
} from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const NOTE = '<w:r><w:footnoteReference w:id="2"/></w:r>'
const END = '<w:r><w:endnoteReference w:id="2"/></w:r>'
const items = [
  { name: 'Pain', origin: 'Lyon' },
  { name: 'Lait', origin: 'Annecy' },
]

/** Each paragraph's text with the texts of its notes in brackets, as a reader sees them. */
function read(bytes: Uint8Array, kind = 'footnote'): string[] {
  const notes = new Map<string, string>()
  const part = partXml(bytes, `word/${kind}s.xml`)
  for (const [, id = '', body = ''] of part.matchAll(
    new RegExp(`<w:${kind}[^>]*\\sw:id="(\\d+)"[^>]*>(.*?)</w:${kind}>`, 'gs'),
  )) {
    expect(notes.has(id)).toBe(false)
    notes.set(id, body.replace(/<[^>]+>/g, ''))
  }
  const xml = partXml(bytes)
  expect(xml).not.toContain('paraph-')
  for (const whole of [xml, part]) expect(() => textBlocks(whole)).not.toThrow()
  return [...xml.matchAll(/<w:p(?:\s[^>]*)?>(.*?)<\/w:p>/gs)].map(([, inner = '']) =>
    inner
      .replace(
        new RegExp(`<w:${kind}Reference w:id="(\\d+)"/>`, 'g'),
        (_all, id) => `[${notes.get(id)}]`,
      )
      .replace(/<[^>]+>/g, ''),
  )
}

const rendered = (body: Xml[], data: JsonObject, parts: DocxParts, kind?: string) =>
  read(merge(body, data, parts).docx, kind)
const footnote = [p('from {origin}')]

describe('a footnote in a loop', () => {
  test('over paragraphs, rows, bullets and words has the text and the data of its item', () => {
    const expected = ['Pain[from Lyon]', 'Lait[from Annecy]']
    const noted = footnoted('{name}')
    expect(rendered([p('{#items}'), noted, p('{/}')], { items }, { footnote })).toEqual(expected)
    expect(
      rendered(
        [table([paragraph(run('{#items}{name}') + NOTE), p('x{/items}')])],
        { items },
        { footnote },
      ),
    ).toEqual(['Pain[from Lyon]', 'x', 'Lait[from Annecy]', 'x'])
    expect(
      rendered(
        [paragraph(`${run('{#items}{name}')}${NOTE}${run(' {/}')}`)],
        { items },
        { footnote },
      ),
    ).toEqual(['Pain[from Lyon] Lait[from Annecy] '])
  })
  test('without tags has a note for each copy too', () => {
    const body = [p('{#items}'), footnoted('{name}'), p('{/}')]
    expect(rendered(body, { items }, { footnote: [p('as is')] })).toEqual([
      'Pain[as is]',
      'Lait[as is]',
    ])
  })
  test('stands before the tag of its row and is repeated with it', () => {
    const row = [paragraph(run('No.') + NOTE), p('{#items}{name}'), p('{/}')]
    expect(rendered([table(row)], { items }, { footnote })).toEqual([
      'No.[from Lyon]',
      'Pain',
      '',
      'No.[from Annecy]',
      'Lait',
      '',
    ])
  })
  test('may hold sections, several paragraphs and formatted text', () => {
    const parts = { footnote: [p('{#origin}'), p('{origin}'), p('{/}'), p('{~note | markdown}')] }
    const data = {
      items: items.map((item) => ({ ...item, note: '**bold** [x](https://a.example/)' })),
    }
    const merged = merge([p('{#items}'), footnoted('{name}'), p('{/}')], data, parts).docx
    expect(read(merged)).toEqual(['Pain[Lyonbold x]', 'Lait[Annecybold x]'])
    const used = new Set(partXml(merged, 'word/footnotes.xml').match(/(?<=r:id=")[^"]+/g))
    const declared = partXml(merged, 'word/_rels/footnotes.xml.rels')
    for (const id of used) expect(declared).toContain(`Id="${id}"`)
    expect(used.size).toBeGreaterThan(0)
  })
  test('of an empty list or a false condition is left out, and asks for no data', () => {
    const body = [p('{#items}'), footnoted('{name}'), p('{/}'), p('end')]
    const merged = merge(body, { items: [] }, { footnote }).docx
    expect(read(merged)).toEqual(['end'])
    expect(partXml(merged, 'word/footnotes.xml')).not.toContain('from')
  })
  test('names what is missing at the item', () => {
    const body = [p('{#items}'), footnoted('{name}'), p('{/}')]
    expect(
      findings('data_missing', () =>
        merge(body, { items: [items[0] ?? {}, { name: 'x' }] }, { footnote }),
      ),
    ).toMatchObject([{ tag: '{origin}', pointer: '/items/1/origin' }])
  })
  test('outside of sections is what it was, byte for byte', () => {
    const body = [footnoted('{a}'), p('{#items}'), p('{name}'), p('{/}')]
    const merged = merge(body, { a: 1, items }, { footnote: [p('note {a}')] }).docx
    expect(partXml(merged)).toContain('<w:footnoteReference w:id="2"/>')
    expect(read(merged)).toEqual(['1[note 1]', 'Pain', 'Lait'])
  })
  test('is whole in a document that is converted without data', () => {
    const template = docx([p('{#items}'), footnoted('{name}'), p('{/}')], { footnote })
    expect(read(openTemplate(template).cleaned().docx)).toEqual([
      '{#items}',
      '{name}[from {origin}]',
      '{/}',
    ])
  })
})

test('an endnote in a loop is one of its item too', () => {
  const body = [p('{#items}'), paragraph(run('{name}') + END), p('{/}')]
  expect(rendered(body, { items }, { endnote: [p('from {origin}')] }, 'endnote')).toEqual([
    'Pain[from Lyon]',
    'Lait[from Annecy]',
  ])
})
