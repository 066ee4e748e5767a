/** Word files that the service makes, as others judge them: nothing is wrong with them that is not wrong with their template. */
import PizZip from 'pizzip'
import { describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../scripts/language-docs/document.ts'
import { wordFile } from '../../scripts/language-docs/word.ts'
import { mergeDocx } from '../../src/docx/merge.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { bullet, docx, footnoted, p, partXml, table } from '../support/docx-builder.ts'
import { FRENCH } from '../support/merging.ts'
import { newFaults, ooxmlVerdicts } from '../support/ooxml.ts'

const items = ['Ada', 'Bob & Co', 'Cy'].map((name) => ({ name, lines: ['a', 'b'] }))
const marked =
  '<w:p w14:paraId="1F000001" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:bookmarkStart w:id="3" w:name="who"/><w:r><w:t>{name}</w:t></w:r><w:bookmarkEnd w:id="3"/></w:p>'
const commented =
  '<w:p><w:commentRangeStart w:id="5"/><w:r><w:t>{name}</w:t></w:r><w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r></w:p>'

/** A document with the comment that its text refers to. */
function withComments(template: Uint8Array): Uint8Array {
  const zip = new PizZip(template)
  const add = (part: string, root: string, text: string): unknown =>
    zip.file(part, (zip.file(part)?.asText() ?? '').replace(`</${root}>`, `${text}</${root}>`))
  const word = 'http://schemas.openxmlformats.org'
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml'
  add(
    '[Content_Types].xml',
    'Types',
    `<Override PartName="/word/comments.xml" ContentType="${type}"/>`,
  )
  const relation = `${word}/officeDocument/2006/relationships/comments`
  const path = 'word/_rels/document.xml.rels'
  add(path, 'Relationships', `<Relationship Id="rIdC" Type="${relation}" Target="comments.xml"/>`)
  const comment = `<w:comment w:id="5" w:author="A">${p('Really?')}</w:comment>`
  const space = `${word}/wordprocessingml/2006/main`
  zip.file('word/comments.xml', `<w:comments xmlns:w="${space}">${comment}</w:comments>`)
  return zip.generate({ type: 'uint8array' })
}

const loops: Record<string, Uint8Array> = {
  bookmarks: docx([p('{#items}'), marked, p('{/items}')]),
  notes: docx([p('{#items}'), footnoted('{name}'), p('{/items}')], {
    footnote: [p('About {name}')],
  }),
  comments: withComments(docx([p('{#items}'), commented, p('{/items}')])),
  tables: docx([table(['Name', 'Lines'], ['{#items}{name}', '{#lines}{.} {/}{/items}'])]),
  lists: docx([
    p('{#items}'),
    bullet('{name}'),
    p('{#lines}'),
    bullet('{.}'),
    p('{/lines}'),
    p('{/items}'),
  ]),
}
const documents: ReadonlyArray<
  readonly [string, Uint8Array, JsonObject, Record<string, Uint8Array>]
> = [
  ...EXAMPLES.map(
    ({ id, data, uploads, ...rest }) =>
      [id, wordFile({ id, ...rest } as never), data, uploads ?? {}] as const,
  ),
  ...Object.entries(loops).map(([name, template]) => [name, template, { items }, {}] as const),
]

describe('openxml-audit, python-docx and openpyxl', () => {
  const pairs = documents.map(([name, template, data, uploads]) => {
    const pictures = new Map(Object.entries(uploads))
    const merged = mergeDocx({ template, data, ...FRENCH, missing: 'blank', pictures })
    return { name, template, document: merged.docx }
  })
  const verdicts = ooxmlVerdicts(pairs.flatMap(({ template, document }) => [template, document]))
  test.each(pairs.map(({ name }, at) => [name, at] as const))(
    'find nothing new in %s',
    (_name, at) => {
      const [template, document] = verdicts.slice(2 * at)
      expect(template && document && newFaults(template, document)).toEqual([])
    },
  )
  test('find what is wrong', () => {
    const template = docx([p('{name}')])
    const broken = docx([
      '<w:p><w:r><w:rPr><w:sz w:val="large"/><w:b/></w:rPr><w:t>x</w:t></w:r></w:p>',
    ])
    expect(partXml(broken)).toContain('large')
    const [before, after] = ooxmlVerdicts([template, broken])
    expect(before && after && newFaults(before, after).length).toBeGreaterThan(0)
  })
})
