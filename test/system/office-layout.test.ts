import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openTemplate } from '../../src/docx/engine/template-cache.ts'
import { textWidth } from '../../src/docx/layout/text-widths.ts'
import type { OfficePool } from '../../src/office/office.ts'
import { makeDocx, type Relationship } from '../../src/office/sample.ts'
import { openOffice } from './office-fixture.ts'

/** The PDF of a Word file as the service makes it. */
async function converted(
  office: OfficePool,
  body: string,
  relationships: readonly Relationship[] = [],
  parts: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { warnings: _, ...cleaned } = openTemplate(makeDocx(body, relationships, parts)).cleaned()
  return (await office.convert({ ...cleaned, kind: 'pdf' })).pdf
}

/** The lines as they stand on the page: without `-layout`, poppler joins divided words. */
const pdfText = (pdf: Uint8Array): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { encoding: 'utf8', input: pdf })

const pagesOf = (pdf: Uint8Array): number =>
  Number(
    /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', ['-'], { input: pdf, encoding: 'utf8' }))?.[1],
  )

const FONT = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/>'
const text = (words: string, more = ''): string =>
  `<w:p><w:r><w:rPr>${FONT}${more}<w:sz w:val="20"/></w:rPr><w:t>${words}</w:t></w:r></w:p>`
const PAGE =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="1440" w:right="1440" w:top="1440" w:bottom="1440"/>'

/** Three sections, the later two with these properties. */
const sections = (properties: string): string =>
  `<w:p><w:pPr><w:sectPr>${PAGE}</w:sectPr></w:pPr></w:p>${text('second')}<w:p><w:pPr><w:sectPr>${properties}${PAGE}</w:sectPr></w:pPr></w:p>${text('third')}<w:sectPr>${properties}${PAGE}</w:sectPr>`

test('a document is laid out as Word lays it out', { timeout: 60_000 }, async () => {
  const office = await openOffice()

  // a number as wide as its column, as Word writes such columns
  const cell = (content: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="0" w:type="auto"/></w:tcPr>${content}</w:tc>`
  const row = (number: string): string =>
    `<w:tr>${cell(text(number, '<w:b/>'))}${cell(text('controls'))}${cell(text('L2'))}${cell(text('L3'))}</w:tr>`
  const table = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="pct"/></w:tblPr><w:tblGrid><w:gridCol w:w="627"/><w:gridCol w:w="7565"/><w:gridCol w:w="402"/><w:gridCol w:w="402"/></w:tblGrid>${row('1.1.6')}${row('1.1.7')}</w:tbl>`
  const words = pdfText(await converted(office, `${table}<w:sectPr>${PAGE}</w:sectPr>`)).split(
    /\s+/,
  )
  expect(words).toEqual(expect.arrayContaining(['1.1.6', '1.1.7', 'L2', 'L3']))

  // numbers that begin anew leave no page blank; a section that asks for an odd page does
  const anew = await converted(office, sections('<w:pgNumType w:start="1"/>'))
  expect(pagesOf(anew)).toBe(3)
  const odd = await converted(office, sections('<w:type w:val="oddPage"/>'))
  expect(pagesOf(odd)).toBe(5)

  // words are divided where the document asks for it, in its own language
  const german = `<w:p><w:r><w:rPr><w:lang w:val="de-DE"/></w:rPr><w:t>${'Verantwortungsbewusstsein '.repeat(20)}</w:t></w:r></w:p><w:sectPr>${PAGE}</w:sectPr>`
  const settings =
    '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
  const asking = (element: string): [Relationship[], Record<string, string>] => [
    [{ id: 'rId1', type: 'settings', target: 'settings.xml' }],
    { 'word/settings.xml': `${settings}${element}</w:settings>` },
  ]
  const divided = /Ver-\s*antwortung|Verant-\s*wortung|tungs-\s*be|be-\s*wusst|wusst-\s*sein/
  expect(pdfText(await converted(office, german, ...asking('<w:autoHyphenation/>')))).toMatch(
    divided,
  )
  expect(pdfText(await converted(office, german, ...asking('')))).not.toMatch(divided)

  // lines stand as the styles of the document say, though these come from a template that is not there
  const lines = `${text('one')}${text('two')}<w:sectPr>${PAGE}</w:sectPr>`
  const heights = (pdf: Uint8Array): string[] =>
    execFileSync('pdftotext', ['-bbox', '-', '-'], { encoding: 'utf8', input: pdf }).match(
      /yMin="[\d.]+"/g,
    ) ?? []
  const linked = await converted(office, lines, ...asking('<w:linkStyles/>'))
  expect(heights(linked)).toEqual(heights(await converted(office, lines, ...asking(''))))
  expect(heights(linked)).toHaveLength(2)
})

test('a control that is bound by a path without its namespace shows what Word stored', {
  timeout: 60_000,
}, async () => {
  const office = await openOffice()
  const store = '{7E93F72A-5097-4344-9C5C-91ADA9B832C6}'
  const control = `<w:p><w:sdt><w:sdtPr><w:dataBinding w:xpath="/ns0:map[1]" w:storeItemID="${store}"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>stored</w:t></w:r></w:sdtContent></w:sdt></w:p>`
  const pdf = await converted(office, `${control}<w:sectPr>${PAGE}</w:sectPr>`)
  expect(pdfText(pdf)).toMatch(/stored/)
})

test('letters of Calibri stand beside each other as wide as Word has them, not joined', {
  timeout: 60_000,
}, async () => {
  const office = await openOffice()
  const word = 'tittitti'.repeat(4)
  const defaults = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:docDefaults><w:rPrDefault><w:rPr>${FONT}</w:rPr></w:rPrDefault></w:docDefaults></w:styles>`
  const pdf = await converted(
    office,
    `${text(word)}<w:sectPr>${PAGE}</w:sectPr>`,
    [{ id: 'rId1', type: 'styles', target: 'styles.xml' }],
    { 'word/styles.xml': defaults },
  )
  const boxes = execFileSync('pdftotext', ['-bbox', '-', '-'], { encoding: 'utf8', input: pdf })
  const [, from = '', to = ''] = /<word xMin="([\d.]+)".*xMax="([\d.]+)"/.exec(boxes) ?? []
  const points = textWidth(word, { family: 'Calibri', bold: false, size: 20 }) / 20
  // each ligature would take a thousandth or more of it
  expect((Number(to) - Number(from)) / points).toBeCloseTo(1, 2)
})

test('the bullet of a list is drawn with the font that has the heights of Symbol, and copied as a bullet', {
  timeout: 60_000,
}, async () => {
  const office = await openOffice()
  const defaults = (main: string): string =>
    `<w:styles ${main}><w:docDefaults><w:rPrDefault><w:rPr>${FONT}</w:rPr></w:rPrDefault></w:docDefaults></w:styles>`
  const line = (properties: string): string =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>line</w:t></w:r></w:p>`
  const main = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const level =
    '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol" w:hint="default"/></w:rPr></w:lvl>'
  const numbering = `<w:numbering ${main}><w:abstractNum w:abstractNumId="0">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
  const listed = line('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>').repeat(3)
  const pdf = await converted(
    office,
    `${listed}<w:sectPr>${PAGE}</w:sectPr>`,
    [
      { id: 'rId1', type: 'numbering', target: 'numbering.xml' },
      { id: 'rId2', type: 'styles', target: 'styles.xml' },
    ],
    { 'word/numbering.xml': numbering, 'word/styles.xml': defaults(main) },
  )
  expect(execFileSync('pdffonts', ['-'], { encoding: 'utf8', input: pdf })).toContain(
    'ParaphSymbol',
  )
  expect(pdfText(pdf).match(/\u2022 +line/g)).toHaveLength(3)
})
