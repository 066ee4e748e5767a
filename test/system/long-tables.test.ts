import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { cutTables } from '../../src/docx/layout/long-tables.ts'
import { TextStyles } from '../../src/docx/layout/text-styles.ts'
import { makeDocx } from '../../src/office/sample.ts'
import { openOffice } from './office-fixture.ts'

const LINE = 'w:val="single" w:sz="4" w:space="0" w:color="888888"'
const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
const BORDERS = `<w:tblBorders>${SIDES.map((side) => `<w:${side} ${LINE}/>`).join('')}</w:tblBorders>`
const PAGE =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="1134" w:right="1134" w:top="1134" w:bottom="1134"/></w:sectPr>'

/** A table whose rows are one or two lines high, between two paragraphs. */
function document(count: number): string {
  const cell = (text: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="1900" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`
  const rows = Array.from({ length: count }, (_, row) => {
    const text = row % 7 === 3 ? 'words that take two lines of a cell' : `row ${row}`
    return `<w:tr>${cell(text)}${cell('a')}${cell('b')}</w:tr>`
  })
  const grid =
    '<w:tblGrid><w:gridCol w:w="1900"/><w:gridCol w:w="1900"/><w:gridCol w:w="1900"/></w:tblGrid>'
  return `<w:p/><w:tbl><w:tblPr><w:tblW w:w="5700" w:type="dxa"/>${BORDERS}</w:tblPr>${grid}${rows.join('')}</w:tbl><w:p><w:r><w:t>end</w:t></w:r></w:p>${PAGE}`
}

const cut = (body: string): string => cutTables(body, () => new TextStyles('', ''))
const drawn = (pdf: Uint8Array): Buffer =>
  execFileSync('pdftoppm', ['-r', '75', '-gray', '-'], { input: pdf, maxBuffer: 2 ** 28 })

test('a long table in pieces is drawn as the whole one', { timeout: 120_000 }, async () => {
  const office = await openOffice()
  const pdf = async (body: string): Promise<Uint8Array> =>
    (await office.convert({ docx: makeDocx(body), kind: 'pdf' })).pdf
  const body = document(400)
  expect(cut(body).match(/<w:tbl>/g)).toHaveLength(4)
  const [whole, pieces] = [drawn(await pdf(body)), drawn(await pdf(cut(body)))]
  expect(pieces.equals(whole)).toBe(true)
})
