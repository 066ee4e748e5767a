import { expect, it } from 'vitest'
import { thinBorders } from '../../../../src/docx/layout/border-groups.ts'

const line = (kind: string, size: number): string =>
  `<w:bottom w:val="${kind}" w:sz="${size}" w:space="0" w:color="auto"/>`
const cell = (border: string): string =>
  `<w:tbl><w:tr><w:tc><w:tcPr><w:tcBorders><w:top w:val="nil"/>${border}</w:tcBorders></w:tcPr><w:p/></w:tc></w:tr></w:tbl>`

it('gives a single line of size 0 the width of an eighth of a point', () => {
  expect(thinBorders(cell(line('single', 0)))).toBe(cell(line('single', 1)))
  expect(thinBorders(`<w:tblBorders>${line('single', 0)}</w:tblBorders>`)).toBe(
    `<w:tblBorders>${line('single', 1)}</w:tblBorders>`,
  )
})

it('leaves other sizes, lines that are not drawn, and borders of paragraphs as they are', () => {
  const paragraph = `<w:p><w:pPr><w:pBdr>${line('single', 0)}</w:pBdr></w:pPr></w:p>`
  const others = [cell(line('single', 4)), cell(line('nil', 0)), cell(line('none', 0)), paragraph]
  for (const other of others) expect(thinBorders(other)).toBe(other)
})
