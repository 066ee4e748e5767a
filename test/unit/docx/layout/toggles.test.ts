import { expect, it } from 'vitest'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'
import { toggleBold } from '../../../../src/docx/layout/toggles.ts'

const BOLD = '<w:rPr><w:b/></w:rPr>'
const STYLES = `<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"></w:style><w:style w:type="paragraph" w:styleId="Heading"><w:rPr><w:b/></w:rPr></w:style><w:style w:type="table" w:styleId="Grid"><w:tblStylePr w:type="firstRow">${BOLD}</w:tblStylePr><w:tblStylePr w:type="firstCol">${BOLD}</w:tblStylePr></w:style><w:style w:type="table" w:styleId="Plain"></w:style></w:styles>`
const styles = (): TextStyles => new TextStyles(STYLES, '')
const cell = (style: string, run: string): string =>
  `<w:tc><w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run}</w:p></w:tc>`
const table = (style: string, look: string, rows: readonly string[]): string =>
  `<w:tbl><w:tblPr><w:tblStyle w:val="${style}"/><w:tblLook ${look}/></w:tblPr>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`
const PLAIN = '<w:r><w:t>a</w:t></w:r>'
const SIZED = '<w:r><w:rPr><w:sz w:val="20"/></w:rPr><w:t>a</w:t></w:r>'
const ROW = 'w:firstRow="1" w:firstColumn="0"'
const COLUMN = 'w:firstRow="0" w:firstColumn="1"'

const part = (content: string): string => `<w:document><w:body>${content}</w:body></w:document>`
const toggled = (content: string): string => toggleBold(part(content), styles)

it('shows text regular that the styles of its table and of its paragraph both make bold', () => {
  const regular = (text: string): string =>
    text
      .replaceAll(PLAIN, '<w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>a</w:t></w:r>')
      .replaceAll(SIZED, '<w:r><w:rPr><w:b w:val="0"/><w:sz w:val="20"/></w:rPr><w:t>a</w:t></w:r>')
  const heading = cell('Heading', PLAIN) + cell('Heading', SIZED)
  expect(toggled(table('Grid', ROW, [heading, heading]))).toBe(
    part(table('Grid', ROW, [regular(heading), heading])),
  )
  const first = cell('Heading', PLAIN) + cell('Heading', PLAIN)
  expect(toggled(table('Grid', COLUMN, [first]))).toBe(
    part(table('Grid', COLUMN, [regular(cell('Heading', PLAIN)) + cell('Heading', PLAIN)])),
  )
})

it('leaves text as it is that is bold once, or that says so itself', () => {
  const own = `<w:r>${BOLD}<w:t>a</w:t></w:r>`
  const others = [
    table('Grid', ROW, [cell('Normal', PLAIN)]),
    table('Grid', ROW, [cell('Heading', own)]),
    table('Grid', 'w:val="0000"', [cell('Heading', PLAIN)]),
    table('Plain', ROW, [cell('Heading', PLAIN)]),
    '<w:p><w:pPr><w:pStyle w:val="Heading"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>',
  ]
  for (const other of others) expect(toggled(other)).toBe(part(other))
})
