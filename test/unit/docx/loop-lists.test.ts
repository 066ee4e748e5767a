/** Numbered lists in loops: they count anew for each item of the loop around, and on where the loop itself is numbered. */

import PizZip from 'pizzip'
import { expect, test } from 'vitest'
import { mergeDocx } from '../../../src/docx/merge.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { docx, p, paragraph, partXml, run } from '../../support/docx-builder.ts'
import { FRENCH } from '../../support/merging.ts'

const numbered = (text: string, level = 0): string =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`)
const NUMBERS =
  '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>'

function merged(body: string[], data: JsonObject, styles = '') {
  const zip = new PizZip(docx(body, { styles }))
  const before = zip.file('word/numbering.xml')?.asText() ?? ''
  zip.file(
    'word/numbering.xml',
    before
      .replace('<w:num ', `${NUMBERS}<w:num `)
      .replace(
        '</w:numbering>',
        '<w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num></w:numbering>',
      ),
  )
  const result = mergeDocx({ template: zip.generate({ type: 'uint8array' }), data, ...FRENCH }).docx
  const xml = partXml(result)
  expect(xml).not.toContain('paraph-')
  const ids = [...xml.matchAll(/<w:p>(.*?)<\/w:p>/gs)].flatMap(([one]) => {
    const id = /<w:numId w:val="(\d+)"/.exec(one)?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  return { ids, numbering: partXml(result, 'word/numbering.xml'), xml }
}
const groups = [{ items: ['a', 'b'] }, { items: ['c'] }, { items: ['d', 'e'] }]

test('a list of a loop inside another counts from its start for each item of the outer one', () => {
  const body = [p('{#groups}'), p('{#items}'), numbered('{.}'), p('{/items}'), p('{/groups}')]
  const { ids, numbering } = merged(body, { groups })
  expect(ids).toEqual([7, 7, 8, 9, 9])
  expect(numbering).toContain(
    '<w:num w:numId="8"><w:abstractNumId w:val="4"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride>',
  )
  const short = [p('{#groups}'), numbered('{#items}{.}{/items}'), p('{/groups}')]
  expect(merged(short, { groups }).ids).toEqual([7, 7, 8, 9, 9])
})

test('a numbered loop counts on, also with paragraphs under conditions or lists below it', () => {
  const one = [p('{#groups}'), numbered('x'), p('{/groups}')]
  expect(merged(one, { groups }).ids).toEqual([7, 7, 7])
  const conditions = [
    p('{#groups}'),
    p('{#items}'),
    p('{/}'),
    p('{#yes}'),
    numbered('x'),
    p('{/}'),
    p('{/groups}'),
  ]
  expect(merged(conditions, { groups, yes: true }).ids).toEqual([7, 7, 7])
  const chapters = [
    p('{#groups}'),
    numbered('x'),
    p('{#items}'),
    numbered('{.}', 1),
    p('{/items}'),
    p('{/groups}'),
  ]
  expect(new Set(merged(chapters, { groups }).ids)).toEqual(new Set([7]))
})

test('a list that its style numbers restarts as well', () => {
  const style =
    '<w:style w:type="paragraph" w:styleId="Base"><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Mine"><w:basedOn w:val="Base"/></w:style>'
  const item = paragraph(run('{.}'), '<w:pStyle w:val="Mine"/><w:jc w:val="center"/>')
  const body = [p('{#groups}'), p('{#items}'), item, p('{/items}'), p('{/groups}')]
  const { ids, xml } = merged(body, { groups }, style)
  expect(ids).toEqual([8, 9, 9])
  expect(xml).toContain(
    '<w:pPr><w:pStyle w:val="Mine"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="8"/></w:numPr><w:jc w:val="center"/></w:pPr>',
  )
})
