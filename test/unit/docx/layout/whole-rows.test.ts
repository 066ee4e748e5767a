import { expect, it } from 'vitest'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'
import { keepRows } from '../../../../src/docx/layout/whole-rows.ts'

const STYLES =
  '<w:styles><w:style w:type="table" w:styleId="Whole"><w:trPr><w:cantSplit/></w:trPr></w:style>' +
  '<w:style w:type="table" w:styleId="Derived"><w:basedOn w:val="Whole"/></w:style>' +
  '<w:style w:type="table" w:styleId="Again"><w:basedOn w:val="Whole"/><w:trPr><w:cantSplit w:val="0"/></w:trPr></w:style>' +
  '<w:style w:type="table" w:styleId="First"><w:tblStylePr w:type="firstRow"><w:trPr><w:cantSplit/></w:trPr></w:tblStylePr></w:style></w:styles>'
const kept = (xml: string): string => keepRows(xml, STYLES, () => new TextStyles(STYLES, ''))
const table = (style: string, rows: string): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="${style}"/></w:tblPr>${rows}</w:tbl>`
const CELL = '<w:tc><w:p/></w:tc>'

it.each(['Whole', 'Derived'])('keeps the rows of a table whose style %s says so', (style) => {
  const exceptions = '<w:tblPrEx><w:tblW w:w="0"/></w:tblPrEx>'
  const own = '<w:tr w:rsidR="1"><w:trPr><w:cantSplit w:val="0"/></w:trPr><w:tc/></w:tr>'
  const rows = (more: string, before: string): string =>
    `<w:tr>${before}${CELL}</w:tr><w:tr w:rsidR="1">${exceptions}${before}${CELL}</w:tr><w:tr><w:trPr>${more}<w:tblHeader/></w:trPr>${CELL}</w:tr>${own}`
  expect(kept(table(style, rows('', '')))).toBe(
    table(style, rows('<w:cantSplit/>', '<w:trPr><w:cantSplit/></w:trPr>')),
  )
})

it('leaves other tables as they are, also inside and after such a one', () => {
  const plain = table('Grid', `<w:tr>${CELL}</w:tr>`)
  const row = '<w:tr><w:trPr><w:cantSplit/></w:trPr>'
  const around = table('Whole', `${row}<w:tc>${plain}</w:tc></w:tr>${row}${CELL}</w:tr>`)
  const others = ['Again', 'First'].map((style) => table(style, `<w:tr>${CELL}</w:tr>`)).join('')
  expect(kept(around + plain + others)).toBe(around + plain + others)
})
