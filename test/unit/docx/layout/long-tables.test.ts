import { expect, it } from 'vitest'
import { cutTables } from '../../../../src/docx/layout/long-tables.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const LINE = 'w:val="single" w:sz="4"/>'
const STYLES = `<w:styles><w:style w:type="table" w:styleId="Grid"><w:tblPr><w:tblBorders><w:top ${LINE}<w:bottom ${LINE}<w:insideH w:val="dotted" w:sz="2"/></w:tblBorders></w:tblPr></w:style></w:styles>`
const cut = (xml: string): string => cutTables(xml, () => new TextStyles(STYLES, ''))
const LOOK = '<w:tblLook w:val="0460" w:firstRow="1" w:lastRow="1"/>'
const rows = (count: number, cell = '<w:tc><w:p/></w:tc>', properties = ''): string =>
  Array.from({ length: count }, (_, n) => `<w:tr w:rsidR="${n}">${properties}${cell}</w:tr>`).join(
    '',
  )
const table = (content: string, properties = ''): string =>
  `<w:body><w:tbl><w:tblPr><w:tblStyle w:val="Grid"/>${properties}${LOOK}</w:tblPr><w:tblGrid/>${content}</w:tbl></w:body>`
const HEADER = '<w:trPr><w:tblHeader/></w:trPr>'

/** The tables of a text: their borders, what is apart in their first and last row, how many rows they have. */
const pieces = (xml: string) =>
  xml
    .split('<w:tbl>')
    .slice(1)
    .map((text) => ({
      top: /<w:top ([^>]*)\/>/.exec(text)?.[1],
      bottom: /<w:bottom ([^>]*)\/>/.exec(text)?.[1],
      look: /w:val="(\w+)" w:firstRow="(\d)" w:lastRow="(\d)"/.exec(text)?.slice(1).join(' '),
      rows: text.match(/<w:tr /g)?.length,
    }))

it('cuts a long table so that its seams look like the borders between its rows', () => {
  const [line, none, dotted] = ['w:val="single" w:sz="4"', 'w:val="nil"', 'w:val="dotted" w:sz="2"']
  const xml = cut(table(rows(400)))
  expect(pieces(xml)).toEqual([
    { top: line, bottom: dotted, look: '0420 1 0', rows: 121 },
    { top: none, bottom: dotted, look: '0400 0 0', rows: 120 },
    { top: none, bottom: dotted, look: '0400 0 0', rows: 120 },
    { top: none, bottom: line, look: '0440 0 1', rows: 39 },
  ])
  expect(xml.match(/w:rsidR="\d+"/g)).toEqual(table(rows(400)).match(/w:rsidR="\d+"/g))
  expect(xml.match(/<\/w:tbl><w:p>.*?<w:vanish\/>.*?<\/w:p><w:tbl>/g)).toHaveLength(3)
})

it('cuts no table that is short, floats, lies in another or has more than rows', () => {
  for (const xml of [
    table(rows(299)),
    table(rows(400), '<w:tblpPr w:tblpX="1"/>'),
    table(rows(400), '<w:tblCellSpacing w:w="20"/>'),
    table(rows(400).replace('</w:tr>', '</w:tr><w:bookmarkEnd w:id="1"/>')),
    table(`<w:tr><w:tc>${table(rows(400))}</w:tc></w:tr>`),
    table(rows(400, '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>')),
    table(rows(400, undefined, HEADER)),
  ])
    expect(cut(xml)).toBe(xml)
})

it('cuts no merged cell', () => {
  const merged = '<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>'
  const xml = cut(table(rows(121) + rows(3, merged) + rows(300)))
  expect(pieces(xml)[0]?.rows).toBe(125)
})

it('draws a border that belongs to two rows once', () => {
  const cell = (more = ''): string =>
    `<w:tc><w:tcPr><w:tcBorders><w:top ${LINE}${more}</w:tcBorders></w:tcPr><w:p/></w:tc>`
  const both = cut(table(rows(400, cell(`<w:bottom ${LINE}`))))
  expect(both.match(/<w:tcBorders><w:top w:val="nil"\/>/g)).toHaveLength(3)
  const above = cut(table(rows(400, cell())))
  expect(above).not.toContain('<w:tcBorders><w:top w:val="nil"/>')
  expect(pieces(above)[0]?.bottom).toBe('w:val="nil"')
})

it('repeats header rows on a page of its own for each piece, only where the table could not be converted', () => {
  const long = (look: string): string =>
    table(rows(1, undefined, HEADER) + rows(4_500)).replace('w:lastRow="1"', look)
  const found = pieces(cut(long('w:lastRow="0"')))
  expect(found.map((piece) => piece.rows)).toEqual([601, 601, 601, 601, 601, 601, 601, 301])
  expect(cut(long('w:lastRow="0"')).match(/<w:tblHeader\/>/g)).toHaveLength(8)
  expect(pieces(cut(long('w:lastRow="1"')))).toHaveLength(1)
})
