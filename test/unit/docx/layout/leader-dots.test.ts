import { expect, it } from 'vitest'
import { alignLeaders } from '../../../../src/docx/layout/leader-dots.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'
import { textWidth } from '../../../../src/docx/layout/text-widths.ts'

const FACE = { family: 'Verdana', bold: false, size: 20 }
/** Of a dot of Verdana at 10 points, at 600 dots per inch: 30 of them. */
const ADVANCE = 72
const [LEFT, STOP] = [1440, 9000]

const STYLES =
  '<w:styles><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Verdana"/><w:sz w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults>' +
  `<w:style w:type="paragraph" w:styleId="TOC1"><w:pPr><w:tabs><w:tab w:val="left" w:pos="400"/><w:tab w:val="right" w:leader="dot" w:pos="${STOP}"/></w:tabs></w:pPr></w:style>` +
  '<w:style w:type="paragraph" w:styleId="Numbered"><w:basedOn w:val="TOC1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>'
const section = (more = ''): string =>
  `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="${LEFT}" w:right="1440"/>${more}</w:sectPr>`
const run = (content: string): string => `<w:r><w:rPr><w:noProof/></w:rPr>${content}</w:r>`
const text = (words: string): string => run(`<w:t>${words}</w:t>`)
const TAB = run('<w:tab/>')
const line = (...runs: string[]): string =>
  `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>${runs.join('')}</w:p>`

const aligned = (xml: string, settings = ''): string =>
  alignLeaders(xml, STYLES, settings, () => new TextStyles(STYLES, ''))

/** Widths of the blanks before and behind the tabulator, with the five of the blank itself. */
const blanks = (xml: string): number[] =>
  [...xml.matchAll(/<w:spacing w:val="(-?\d+)"\/><w:sz w:val="2"\/>/g)].map(
    ([, more]) => Number(more) + 5,
  )

it.each([
  ['where the text ends', ['Introduction'], LEFT + textWidth('Introduction', FACE), '3'],
  [
    'after a number and a tabulator',
    ['1', 'Related work'],
    LEFT + 400 + textWidth('Related work', FACE),
    '17',
  ],
])('begins the dots in a column of the page, %s', (_, words, end, number) => {
  const before = words.map(text).join(TAB)
  const xml = line(before, TAB, text(number)) + section()
  const [first = 0, last = 0] = blanks(aligned(xml))
  const to = LEFT + STOP - textWidth(number, FACE)
  const [from, dots] = [end + first, to - last]
  // LibreOffice counts the dots that fit: some room is left, equally on both sides
  const column = Math.ceil(end / ADVANCE) * ADVANCE
  expect(Math.abs(from - column)).toBeLessThanOrEqual(4)
  const count = Math.floor((dots - from) / ADVANCE)
  expect(count).toBe(Math.floor((to - column) / ADVANCE))
  expect(dots - from - count * ADVANCE).toBeLessThan(10)
})

it('keeps every word, and the properties of the tabulator around it', () => {
  const xml = line(text('Scope'), run('<w:tab/><w:t>3</w:t>')) + section()
  const made = aligned(xml)
  expect(made.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, '')).toBe('Scope3')
  expect(made).toContain(TAB)
  expect(made).toContain('<w:r><w:rPr><w:noProof/></w:rPr><w:t>3</w:t></w:r>')
})

it('goes on where a long title goes on in a second line', () => {
  const words = 'a long title of many words that needs more than one line of the page '.repeat(3)
  expect(blanks(aligned(line(text(words), TAB, text('3')) + section()))).toHaveLength(2)
})

it.each([
  ['no leader', '<w:p><w:r><w:t>a</w:t></w:r><w:r><w:tab/></w:r></w:p>', ''],
  ['columns', line(text('Scope'), TAB, text('3')), '<w:cols w:num="2"/>'],
  ['a table', `<w:tbl>${line(text('Scope'), TAB, text('3'))}</w:tbl>`, ''],
  ['a number of its own', line(text('Scope'), TAB, text('3')).replace('TOC1', 'Numbered'), ''],
  ['a picture', line(text('Scope'), run('<w:drawing/>'), TAB, text('3')), ''],
  ['two leaders', line(text('Scope'), TAB, text('3'), TAB, text('4'), TAB, text('5')), ''],
  ['hardly any room', line(text('Scope'), TAB, text('9'.repeat(85))), ''],
])('leaves a paragraph with %s as it is', (_, body, more) => {
  const xml = body + section(more)
  expect(aligned(xml)).toBe(xml)
})

it('leaves pages alone whose left margin is another on every second one', () => {
  const xml =
    line(text('Scope'), TAB, text('3')) + section().replace('right="1440"', 'right="1000"')
  expect(aligned(xml, '<w:settings><w:mirrorMargins/></w:settings>')).toBe(xml)
  expect(aligned(xml)).not.toBe(xml)
})
