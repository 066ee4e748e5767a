import { expect, it } from 'vitest'
import { openBorders } from '../../../../src/docx/layout/border-groups.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const FRAME =
  '<w:pBdr><w:top w:val="single" w:sz="4" w:space="3" w:color="auto"/><w:bottom w:val="single" w:sz="4" w:space="3" w:color="auto"/></w:pBdr>'
const styles = (code: string): string =>
  `<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:pPr><w:spacing w:before="80" w:after="80"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Code"><w:basedOn w:val="Normal"/><w:pPr>${code}</w:pPr></w:style></w:styles>`
const TIGHT = `${FRAME}<w:spacing w:before="0" w:after="0"/>`

const opened = (xml: string, stylesText: string): string =>
  openBorders(xml, stylesText, () => new TextStyles(stylesText, ''))
const code = (more = '', text = 'x'): string =>
  `<w:p><w:pPr><w:pStyle w:val="Code"/>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const body = (...paragraphs: string[]): string => `<w:body>${paragraphs.join('')}</w:body>`
const nil = (...sides: string[]): string =>
  `<w:pBdr>${sides.map((side) => `<w:${side} w:val="nil"/>`).join('')}</w:pBdr>`
const PLAIN = '<w:p><w:r><w:t>between</w:t></w:r></w:p>'

it('keeps the borders of a group at its ends alone', () => {
  const mark = '<w:bookmarkStart w:id="1" w:name="a"/>'
  expect(opened(body(code(), mark, code(), code(), PLAIN, code()), styles(TIGHT))).toBe(
    body(code(nil('bottom')), mark, code(nil('top', 'bottom')), code(nil('top')), PLAIN, code()),
  )
})

it('changes the borders that a paragraph has of its own', () => {
  const own = (borders: string): string =>
    `<w:p><w:pPr>${borders}<w:spacing w:before="0" w:after="0"/></w:pPr></w:p>`
  const left = '<w:left w:val="single" w:sz="4"/>'
  const sides = FRAME.replace('<w:bottom', `${left}<w:bottom`)
  const [top = '', bottom = ''] = FRAME.match(/<w:(?:top|bottom)[^>]*>/g) ?? []
  expect(opened(body(own(sides), own(sides)), styles(''))).toBe(
    body(
      own(`<w:pBdr><w:bottom w:val="nil"/>${top}${left}</w:pBdr>`),
      own(`<w:pBdr><w:top w:val="nil"/>${left}${bottom}</w:pBdr>`),
    ),
  )
})

it.each([
  ['with space between the paragraphs', styles(FRAME), body(code(), code())],
  [
    'of another indent',
    styles(TIGHT),
    body(code(), code('<w:ind w:left="720"/>'), code('<w:numPr/>'), code('<w:sectPr/>')),
  ],
  [
    'with a line between its paragraphs',
    styles(TIGHT.replace('</w:pBdr>', '<w:between w:val="single" w:sz="4"/></w:pBdr>')),
    body(code(), code()),
  ],
  ['of tables', styles(TIGHT), `<w:tc>${code()}</w:tc><w:tc>${code()}</w:tc>`],
  ['without borders', styles('<w:spacing w:before="0" w:after="0"/>'), body(code(), code())],
])('leaves a group %s as it is', (_, stylesText, xml) => {
  expect(opened(xml, stylesText)).toBe(xml)
})

it('sees past text boxes: the paragraph around one is followed by the next', () => {
  const box = `<w:txbxContent>${PLAIN}</w:txbxContent>`
  const around = (more: string): string => code(more).replace('<w:t>x</w:t>', box)
  expect(opened(body(around(''), code()), styles(TIGHT))).toBe(
    body(around(nil('bottom')), code(nil('top'))),
  )
})
