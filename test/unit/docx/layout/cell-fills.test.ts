import { expect, it } from 'vitest'
import { fillCells } from '../../../../src/docx/layout/cell-spacing.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const shade = (fill: string): string => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`
const STYLES = `<w:styles><w:style w:type="table" w:styleId="Filled"><w:tcPr>${shade('EDEDED')}</w:tcPr></w:style><w:style w:type="table" w:styleId="Striped"><w:tblStylePr w:type="band1Horz"><w:tcPr>${shade('DBDBDB')}</w:tcPr></w:tblStylePr></w:style><w:style w:type="table" w:styleId="Like"><w:basedOn w:val="Striped"/></w:style><w:style w:type="table" w:styleId="Plain"/></w:styles>`
const styles = (): TextStyles => new TextStyles(STYLES, '')
const table = (style: string, cell: string, paragraph = ''): string =>
  `<w:tbl><w:tblPr>${style}</w:tblPr><w:tr><w:tc><w:tcPr>${cell}</w:tcPr><w:p><w:pPr>${paragraph}</w:pPr></w:p></w:tc></w:tr></w:tbl>`
const styled = (id: string): string => `<w:tblStyle w:val="${id}"/>`

it('leaves a cell white that says so in a table whose style fills its cells', () => {
  for (const id of ['Filled', 'Striped', 'Like'])
    expect(fillCells(table(styled(id), shade('auto')), styles)).toBe(
      table(styled(id), shade('FFFFFF')),
    )
})

it('leaves paragraphs, other fills, and tables of other styles as they are', () => {
  const others = [
    table(styled('Filled'), shade('EDEDED'), shade('auto')),
    table(styled('Plain'), shade('auto')),
    table(styled('Filled'), shade('00FF00')) + table('', shade('auto')),
  ]
  for (const other of others) expect(fillCells(other, styles)).toBe(other)
})
