import { expect, it } from 'vitest'
import { fitTables } from '../../../../src/docx/layout/autofit-tables.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'
import { textWidth } from '../../../../src/docx/layout/text-widths.ts'

const STYLES =
  '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/><w:sz w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  '<w:style w:type="paragraph" w:styleId="Heavy"><w:basedOn w:val="Big"/><w:rPr><w:b/></w:rPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Big"><w:basedOn w:val="Heavy"/><w:rPr><w:sz w:val="40"/></w:rPr></w:style></w:styles>'
const THEME = '<a:minorFont><a:latin typeface="Calibri"/></a:minorFont>'
const styles = (): TextStyles => new TextStyles(STYLES, THEME)

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const cell = (content: string, width = '<w:tcW w:w="0" w:type="auto"/>', style = ''): string =>
  `<w:tc><w:tcPr>${width}</w:tcPr><w:p><w:pPr>${style}</w:pPr>${content}</w:p></w:tc>`
const table = (columns: readonly number[], cells: string, properties = ''): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${columns.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid><w:tr>${cells}</w:tr></w:tbl>`
const page = (content: string): string =>
  `<w:document><w:body>${content}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="1000" w:right="1000"/></w:sectPr></w:body></w:document>`
const columnsOf = (xml: string): number[] =>
  [...xml.matchAll(/<w:gridCol w:w="(\d+)"\/>/g)].map(([, width]) => Number(width))
const fitted = (xml: string): number[] => columnsOf(fitTables(page(xml), styles))

it('gives a column that is as wide as its word what LibreOffice needs to keep the word whole', () => {
  // Word's own grid: 20.6 pt of bold Calibri and twice 5.4 pt of margin
  const cells = cell(run('1.1.6', '<w:b/>')) + cell(run('Verify implementation of controls'))
  const width = '<w:tblW w:w="7192" w:type="dxa"/>'
  const [number = 0, text = 0] = fitted(table([627, 6565], cells, width))
  expect(number).toBeGreaterThanOrEqual(633)
  expect(number).toBeLessThan(640)
  expect(text).toBe(6565)
})

it('keeps a line whole that fills its column, in a table as wide as its content', () => {
  const name = Math.round(
    textWidth('Tonimir Kisasondi', { family: 'Calibri', bold: false, size: 20 }),
  )
  const names = cell(run('Tonimir ') + run('Kisasondi ')) + cell(run('Elar Lang'))
  const [first = 0, second = 0] = fitted(table([name + 216, 3000], names))
  expect(first).toBe(name + 216 + 6)
  expect(second).toBe(3000)
  const wide = '<w:tblW w:w="9000" w:type="dxa"/>'
  const xml = fitTables(page(table([name + 216, 3000], names, wide)), styles)
  expect(xml).toContain('<w:tblW w:w="9006" w:type="dxa"/>')
  // a line that Word breaks as well, and one before a tabulator, ask for nothing
  const broken = cell(run('Tonimir Kisasondi of Zagreb'))
  expect(fitted(table([name + 216], broken))).toEqual([name + 216])
  const tabbed = cell('<w:r><w:t>Tonimir</w:t><w:tab/><w:t>Kisasondi</w:t></w:r>')
  expect(fitted(table([name + 216], tabbed))).toEqual([name + 216])
})

it('leaves a table alone that is fixed, or has room for every word', () => {
  const narrow = cell(run('incomprehensibilities'))
  const fixed = page(table([300], narrow, '<w:tblLayout w:type="fixed"/>'))
  const roomy = page(table([6000], narrow))
  const bare = page('<w:p/>')
  const unread = (): TextStyles => {
    throw new Error('styles are read only where a table needs them')
  }
  expect(fitTables(fixed, unread)).toBe(fixed)
  expect(fitTables(bare, unread)).toBe(bare)
  expect(fitTables(roomy, styles)).toBe(roomy)
})

it('widens a table that has nothing to spare, but not beyond the margins of the page', () => {
  const word = cell(run('incomprehensibilities'))
  const [grown = 0] = fitted(table([300], word))
  expect(grown).toBeGreaterThan(
    textWidth('incomprehensibilities', { family: 'Calibri', bold: false, size: 20 }),
  )
  const long = cell(run('incomprehensibilities'.repeat(20)))
  expect(
    fitted(table([300, 300], long + word)).reduce((sum, width) => sum + width),
  ).toBeLessThanOrEqual(9906 + 2 * 7)
})

it('takes hidden and deleted text, and what is drawn, for nothing, and a word of two runs for one', () => {
  const nothing = `${run('incomprehensible', '<w:vanish/>')}<w:del><w:r><w:delText>x</w:delText><w:t>incomprehensible</w:t></w:r></w:del>`
  expect(fitted(table([300, 9000], cell(nothing) + cell('')))).toEqual([300, 9000])
  const [one = 0] = fitted(table([300, 9000], cell(run('incomprehensible')) + cell('')))
  const [two = 0] = fitted(table([300, 9000], cell(run('incompre') + run('hensible')) + cell('')))
  const [apart = 0] = fitted(
    table([300, 9000], cell(run('incompre-') + run('hensible')) + cell('')),
  )
  expect(two).toBe(one)
  expect(apart).toBeLessThan(one - 300)
})

it('measures a picture in the line, and keeps the widths of cells in step with the columns', () => {
  const picture =
    '<w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="1"/><wp:docPr><w:t>not text</w:t></wp:docPr></wp:inline></w:drawing></w:r>'
  const width = '<w:tcW w:w="500" w:type="dxa"/>'
  const xml = fitTables(page(table([500, 8000], cell(picture, width) + cell(''))), styles)
  const [first = 0] = columnsOf(xml)
  expect(first).toBe(2000 + 216 - 8 + 6)
  expect(xml).toContain(`<w:tcW w:w="${first}" w:type="dxa"/>`)
})

it('follows styles to their base and ends where they form a circle', () => {
  const plain = fitted(table([300, 9000], cell(run('word')) + cell('')))
  const heavy = fitted(
    table([300, 9000], cell(run('word'), '', '<w:pStyle w:val="Heavy"/>') + cell('')),
  )
  expect(plain[0]).toBeLessThan(700)
  expect(heavy[0]).toBeGreaterThan(900)
})

it('makes room in a table within a table, and in the cell around it', () => {
  const inner = table([300, 300], cell(run('incomprehensible')) + cell(run('incomprehensible')))
  const [outer = 0, other = 0, ...columns] = fitted(
    table([800, 9000], `<w:tc><w:p/>${inner}<w:p/></w:tc>${cell('')}`),
  )
  expect(columns.every((width) => width > 1000)).toBe(true)
  expect(outer).toBeGreaterThan(columns.reduce((sum, width) => sum + width))
  expect(outer + other).toBeLessThanOrEqual(9906 + 2 * 7)
})

it('measures the words of a first row or column as the style of the table formats them', () => {
  const rule = (type: string): string =>
    `<w:tblStylePr w:type="${type}"><w:rPr><w:b/></w:rPr></w:tblStylePr>`
  const more = `<w:style w:type="table" w:styleId="Grid">${rule('firstRow')}${rule('firstCol')}</w:style>`
  const gridStyles = (): TextStyles =>
    new TextStyles(STYLES.replace('</w:styles>', `${more}</w:styles>`), THEME)
  const widthOf = (bold: boolean): number =>
    textWidth('Timestamp'.repeat(3), { family: 'Calibri', bold, size: 20 }) + 216
  // wide enough for the word in regular letters
  const given = Math.ceil(widthOf(false)) + 7
  const columns = (look: string): number[] => {
    const properties = `<w:tblStyle w:val="Grid"/><w:tblLook ${look}/>`
    const row = cell(run('a')) + cell(run('Timestamp'.repeat(3)))
    return columnsOf(fitTables(page(table([3000, given], row, properties)), gridStyles))
  }
  for (const look of ['w:firstRow="1"', 'w:val="0020"'])
    expect(columns(look)[1]).toBeGreaterThan(given + 6)
  for (const look of ['w:firstRow="0" w:val="0020"', 'w:val="0080"', 'w:firstColumn="1"'])
    expect(columns(look)).toEqual([3000, given])
})

it('makes a table of 100 % as wide as Word did before 2013: the text and the margins of its cells', () => {
  const whole = '<w:tblW w:w="5000" w:type="pct"/>'
  const half = '<w:tblW w:w="2500" w:type="pct"/>'
  const cells = cell(run('a')) + cell(run('b'))
  const widthOf = (columns: readonly number[], width: string, isOld: boolean): string | undefined =>
    /<w:tblW [^>]*>/.exec(fitTables(page(table(columns, cells, width)), styles, isOld))?.[0]
  // 9,906 between the margins of the page, 108 in each cell on both sides
  expect(widthOf([5061, 5061], whole, true)).toBe('<w:tblW w:w="10122" w:type="dxa"/>')
  expect(widthOf([2530, 2531], half, true)).toBe('<w:tblW w:w="5061" w:type="dxa"/>')
  // since 2013, or where the columns do not say so, it stays as it is
  expect(widthOf([5061, 5061], whole, false)).toBe(whole)
  expect(widthOf([4953, 4953], whole, true)).toBe(whole)
})

it('keeps the page number of a footer in one line, in the size of its paragraph', () => {
  const whole = '<w:tblW w:w="5000" w:type="pct"/>'
  const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const number = `${field('begin')}${field('separate')}${run('51', '<w:sz w:val="16"/>')}${field('end')}`
  const footer = `<w:ftr>${table([9000, 400], cell(run('A title')) + cell(number), whole)}</w:ftr>`
  const [title = 0, last = 0] = columnsOf(fitTables(footer, styles, false, page('')))
  const digits = textWidth('51', { family: 'Calibri', bold: false, size: 20 })
  // with the margins of the cell and a line beside it
  expect(last).toBeGreaterThanOrEqual(Math.floor(digits + 216 + 60) - 8)
  expect(title + last).toBeLessThanOrEqual(9400 + 2 * 7)
  // in the body a number is as wide as it is written
  expect(columnsOf(fitTables(page(footer), styles))[1]).toBeLessThan(last)
})
