import { expect, it } from 'vitest'
import { closeCells } from '../../../../src/docx/layout/cell-spacing.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const STYLES =
  '<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:pPr><w:spacing w:after="240"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Tight"><w:pPr><w:contextualSpacing/></w:pPr></w:style>' +
  '<w:style w:type="table" w:styleId="TableGrid"><w:pPr><w:contextualSpacing/></w:pPr></w:style>' +
  '<w:style w:type="table" w:styleId="FirstRow"><w:tblStylePr w:type="firstRow"><w:pPr><w:contextualSpacing/></w:pPr></w:tblStylePr></w:style></w:styles>'

const cell = (...paragraphs: string[]): string => `<w:tc>${paragraphs.join('')}</w:tc>`
const table = (style: string, ...cells: string[]): string =>
  `<w:body><w:tbl><w:tblPr><w:tblStyle w:val="${style}"/></w:tblPr><w:tr>${cells.join('')}</w:tr></w:tbl></w:body>`
const closed = (xml: string): string => closeCells(xml, STYLES, () => new TextStyles(STYLES, ''))
const P = (properties: string): string => `<w:p><w:pPr>${properties}</w:pPr></w:p>`

it('drops the space between cells whose paragraphs have one style, where the style of the table asks for it', () => {
  const [heading, entry] = ['<w:pStyle w:val="Heading"/>', '<w:pStyle w:val="Entry"/>']
  const xml = table('TableGrid', cell(P(heading)), cell(P(heading)), cell(P(entry)), cell(P(entry)))
  const zero = (side: string): string => `<w:spacing w:${side}="0"/>`
  // the last heading keeps its space: the next paragraph has another style
  expect(closed(xml)).toBe(
    table(
      'TableGrid',
      cell(P(heading + zero('after'))),
      cell(P(heading + zero('before'))),
      cell(P(entry + zero('after'))),
      cell(P(entry + zero('before'))),
    ),
  )
})

it('drops the space at the end of a row, whose mark is a paragraph without a style', () => {
  const [plain, entry] = ['<w:jc w:val="left"/>', '<w:pStyle w:val="Entry"/>']
  const after = '<w:p><w:pPr><w:pStyle w:val="Heading"/></w:pPr></w:p>'
  const followed = (content: string): string =>
    table('TableGrid', cell(content)).replace('</w:body>', `${after}</w:body>`)
  expect(closed(followed(P(plain)))).toContain('w:after="0"')
  expect(closed(followed(P(entry)))).not.toContain('w:after="0"')
})

it('keeps what a paragraph says of its spacing otherwise', () => {
  const own =
    '<w:spacing w:before="40" w:afterAutospacing="1" w:after="240" w:line="240" w:lineRule="auto"/><w:contextualSpacing/>'
  const xml = table('Plain', cell(P(own)), cell(P(own)))
  const kept = 'w:line="240" w:lineRule="auto"/><w:contextualSpacing/>'
  expect(closed(xml)).toBe(
    table(
      'Plain',
      cell(P(`<w:spacing w:after="0" w:before="40" ${kept}`)),
      cell(P(`<w:spacing w:before="0" w:after="0" ${kept}`)),
    ),
  )
})

it('writes the spacing also where a paragraph has no properties', () => {
  const after = '<w:pPr><w:spacing w:after="0"/></w:pPr>'
  const both = '<w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr>'
  expect(
    closed(
      table(
        'TableGrid',
        cell('<w:p/>'),
        cell('<w:p w:rsidR="1"></w:p>'),
        cell('<w:p><w:pPr/></w:p>'),
      ),
    ),
  ).toBe(
    table(
      'TableGrid',
      cell(`<w:p>${after}</w:p>`),
      cell(`<w:p w:rsidR="1">${both}</w:p>`),
      cell(`<w:p>${both}</w:p>`),
    ),
  )
})

it('leaves alone what asks for no contextual spacing, or refuses it', () => {
  const plain = table('Plain', cell(P('')), cell(P('')))
  const refused = table(
    'TableGrid',
    cell(P('<w:contextualSpacing w:val="0"/>')),
    cell(P('<w:contextualSpacing w:val="0"/>')),
  )
  const someRows = table('FirstRow', cell(P('')), cell(P('')))
  const outside = `<w:body>${P('<w:pStyle w:val="Tight"/>').repeat(2)}<w:tbl></w:tbl></w:body>`
  for (const xml of [plain, refused, someRows, outside]) expect(closed(xml)).toBe(xml)
  const never = (): TextStyles => {
    throw new Error('styles are read only where a table needs them')
  }
  expect(closeCells('<w:body><w:p/></w:body>', STYLES, never)).toBe('<w:body><w:p/></w:body>')
})
