/** What is left of a document whose objects, links and fields lead outside: everything else. */
import { expect, test } from 'vitest'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { type DocxRel, documentXml, docxOf, PNG_PIXEL } from '../../support/docx-package.ts'

/** The body of the cleaned document, and the warnings. */
function cleaned(body: string, rels: readonly DocxRel[] = [], files = {}) {
  const { parts, losses } = lintDocx(docxOf({ body, rels, files }))
  const xml = Buffer.from(parts.get('word/document.xml') ?? []).toString('utf8')
  const [head, tail] = documentXml('|').split('|')
  return { body: xml.slice(head?.length, xml.length - (tail?.length ?? 0)), losses, parts }
}
const outside = (type: string, target: string): DocxRel[] => [
  { id: 'rId7', type, target, mode: 'External' },
  { id: 'rId8', type: 'image', target: 'media/i.png' },
]
const PICTURE = { 'word/media/i.png': PNG_PIXEL }
const run = (inside: string) => `<w:r>${inside}</w:r>`
const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)

test('an embedded object loses the object and keeps its preview picture', () => {
  const preview = '<v:shape><v:imagedata r:id="rId8" o:title=""/></v:shape>'
  const found = cleaned(
    `<w:p><w:r><w:object>${preview}<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="rId7"/></w:object></w:r></w:p>`,
    [
      { id: 'rId7', type: 'package', target: 'embeddings/a.xlsx' },
      { id: 'rId8', type: 'image', target: 'media/i.png' },
    ],
    { ...PICTURE, 'word/embeddings/a.xlsx': docxOf() },
  )
  expect(found.body).toBe(`<w:p><w:r><w:object>${preview}</w:object></w:r></w:p>`)
  expect(found.losses).toEqual([
    { code: 'object_removed', text: 'Excel.Sheet.12', part: 'word/document.xml' },
  ])
  expect([...found.parts.keys()]).toContain('word/media/i.png')
  expect([...found.parts.keys()]).not.toContain('word/embeddings/a.xlsx')
})

test('a linked picture shows the copy that is stored in the file', () => {
  const { body, losses } = cleaned(
    '<w:p><a:blip r:embed="rId8" r:link="rId7" cstate="print"/></w:p>',
    outside('image', 'http://127.0.0.1:9/x.png'),
    PICTURE,
  )
  expect(body).toBe('<w:p><a:blip r:embed="rId8"  cstate="print"/></w:p>')
  expect(losses.map(({ code, text }) => [code, text])).toEqual([
    ['picture_not_loaded', 'http://127.0.0.1:9/x.png'],
  ])
})

test('an INCLUDEPICTURE loses its code, with the fields inside it, and keeps its result', () => {
  const result = run('<w:drawing><a:blip r:embed="rId8"/></w:drawing>')
  const { body, losses } = cleaned(
    `<w:p>${mark('begin')}${run('<w:instrText> INCLUDEPICTURE </w:instrText>')}` +
      `${mark('begin')}${run('<w:instrText>MERGEFIELD Logo</w:instrText>')}${mark('separate')}` +
      `${run('<w:t>C:\\logo.png</w:t>')}${mark('end')}${mark('separate')}${result}${mark('end')}</w:p>`,
    outside('hyperlink', 'https://example.com'),
    PICTURE,
  )
  expect(body.replaceAll('<w:r></w:r>', '')).toBe(`<w:p>${result}</w:p>`)
  expect(losses.map(({ code }) => code)).toEqual(['picture_not_loaded'])
})

test('a simple field keeps its text, one that is split over paragraphs too', () => {
  const simple =
    '<w:p><w:fldSimple w:instr="INCLUDETEXT a"><w:r><w:t>kept</w:t></w:r></w:fldSimple></w:p>'
  expect(cleaned(simple).body).toBe('<w:p><w:r><w:t>kept</w:t></w:r></w:p>')
  const split =
    `<w:p>${mark('begin')}${run('<w:instrText>LINK Excel.Sheet.12 a</w:instrText>')}${mark('separate')}` +
    `<w:r><w:t>one</w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r>${mark('end')}</w:p>`
  expect(cleaned(split).body.replaceAll('<w:r></w:r>', '')).toBe(
    '<w:p><w:r><w:t>one</w:t></w:r></w:p><w:p><w:r><w:t>two</w:t></w:r></w:p>',
  )
})

test('a link in a drawing goes, the drawing stays; a link in the text stays as text', () => {
  const { body } = cleaned(
    '<w:p><w:hyperlink r:id="rId7" w:history="1"><w:r><w:t>text</w:t></w:r></w:hyperlink>' +
      '<wp:docPr id="1" name="p"><a:hlinkClick r:id="rId7"/></wp:docPr></w:p>',
    outside('hyperlink', '\\\\server\\share'),
    PICTURE,
  )
  expect(body).toBe(
    '<w:p><w:hyperlink  w:history="1"><w:r><w:t>text</w:t></w:r></w:hyperlink>' +
      '<wp:docPr id="1" name="p"></wp:docPr></w:p>',
  )
})

test('comments of XML are taken out, so that nothing in them is read as content', () => {
  const { body, losses } = cleaned(
    '<!-- <w:p> { --><w:p><w:r><w:t>a<!-- {#x} -->b</w:t></w:r></w:p><!---->',
  )
  expect([body, losses]).toEqual(['<w:p><w:r><w:t>ab</w:t></w:r></w:p>', []])
})

test('fields within fields within fields are cut in linear time', () => {
  const depth = 5_000
  const body = `<w:p>${(mark('begin') + run('<w:instrText> INCLUDETEXT "a" </w:instrText>')).repeat(depth)}${mark('end').repeat(depth)}</w:p>`
  const found = cleaned(body)
  expect(found.body.replaceAll('<w:r></w:r>', '')).toBe('<w:p></w:p>')
  expect(found.losses.length).toBeLessThanOrEqual(1000)
})
