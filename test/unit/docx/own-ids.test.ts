/** What a loop copies has numbers and names of its own; references lead to the copy beside them. */
import { expect, test } from 'vitest'
import { p, paragraph, partXml, run } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'

const WP = 'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const drawing = (id: number): string =>
  `<w:p ${W14} w14:paraId="1111111${id}"><w:r><w:drawing><wp:inline ${WP}><wp:docPr id="${id}" name="Pic"/></wp:inline></w:drawing></w:r></w:p>`
const marked = (name: string, text: string): string =>
  paragraph(`<w:bookmarkStart w:id="0" w:name="${name}"/>${run(text)}<w:bookmarkEnd w:id="0"/>`)
const reference = (name: string): string =>
  paragraph(
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF ${name} \\h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  )
const commented = paragraph(
  `<w:commentRangeStart w:id="7"/>${run('x')}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r>`,
)
const items = [{ x: 1 }, { x: 2 }, { x: 3 }]
const loop = (...blocks: string[]): string[] => [p('{#items}'), ...blocks, p('{/}')]
const all = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, one = '']) => one)
const merged = (body: string[], converts = false): string =>
  partXml(merge(body, { items }, {}, { converts }).docx)

test('numbers of drawings and paragraphs are unique in every copy', () => {
  const xml = merged([drawing(1), ...loop(drawing(2), p('{x}'))])
  for (const pattern of [/docPr id="([^"]*)"/g, /paraId="([^"]*)"/g]) {
    const ids = all(xml, pattern)
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(4)
  }
  expect(all(xml, /docPr id="([^"]*)"/g).slice(0, 2)).toEqual(['1', '2'])
})

test('bookmarks have pairs of numbers and names of their own, and references lead to the copy beside them', () => {
  for (const converts of [false, true]) {
    const xml = merged(
      [...loop(marked('here', '{x}'), reference('here')), reference('here')],
      converts,
    )
    expect(all(xml, /bookmarkStart [^>]*w:name="([^"]*)"/g)).toEqual(['here', 'here_2', 'here_3'])
    const starts = all(xml, /bookmarkStart w:id="([^"]*)"/g)
    expect(new Set(starts).size).toBe(3)
    expect(all(xml, /bookmarkEnd w:id="([^"]*)"/g)).toEqual(starts)
    expect(all(xml, /REF (\w+)/g).slice(0, 3)).toEqual(['here', 'here_2', 'here_3'])
  }
})

test('a reference before its bookmark leads to the copy that follows', () => {
  const xml = merged(loop(reference('here'), marked('here', '{x}')))
  expect(all(xml, /REF (\w+)/g)).toEqual(['here', 'here_2', 'here_3'])
})

test('a comment stays with the first copy of its text', () => {
  const xml = merged(loop(commented))
  expect(all(xml, /comment(RangeStart|RangeEnd|Reference) /g)).toHaveLength(3)
})

test('without loops the file is as it was', () => {
  const body = [drawing(1), drawing(1), marked('here', 'x'), reference('here')]
  expect(merged(body)).toContain(body.join(''))
})
