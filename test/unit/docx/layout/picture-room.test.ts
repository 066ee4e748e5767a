import { expect, it } from 'vitest'
import { keepRoom } from '../../../../src/docx/layout/picture-room.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const STYLES =
  '<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:pPr><w:spacing w:before="60" w:after="120"/></w:pPr></w:style></w:styles>'
const picture = (below: number): string =>
  `<w:r><w:drawing><wp:inline distT="0"><wp:extent cx="9" cy="9"/><wp:effectExtent l="0" t="0" r="0" b="${below}"/><pic:pic/></wp:inline></w:drawing></w:r>`
const kept = (xml: string): string => keepRoom(xml, () => new TextStyles(STYLES, ''))

it.each([
  ['nothing', '', '<w:pPr><w:spacing w:after="127"/></w:pPr>'],
  [
    'a style',
    '<w:pPr><w:pStyle w:val="Normal"/></w:pPr>',
    '<w:pPr><w:pStyle w:val="Normal"/><w:spacing w:after="127"/></w:pPr>',
  ],
  [
    'a space before',
    '<w:pPr><w:spacing w:before="9"/></w:pPr>',
    '<w:pPr><w:spacing w:after="127" w:before="9"/></w:pPr>',
  ],
  [
    'a space after',
    '<w:pPr><w:spacing w:after="10"/></w:pPr>',
    '<w:pPr><w:spacing w:after="17"/></w:pPr>',
  ],
  [
    'an alignment',
    '<w:pPr><w:jc w:val="left"/></w:pPr>',
    '<w:pPr><w:spacing w:after="127"/><w:jc w:val="left"/></w:pPr>',
  ],
])('adds the room to the space after a paragraph that says %s', (_, before, after) => {
  expect(kept(`<w:hdr><w:p>${before}${picture(4445)}</w:p></w:hdr>`)).toBe(
    `<w:hdr><w:p>${after}${picture(4445)}</w:p></w:hdr>`,
  )
})

it('leaves other paragraphs as they are', () => {
  const xml = `<w:hdr><w:p>${picture(0)}</w:p><w:p/><w:p w:rsidR="1"><w:r><w:t>a</w:t></w:r></w:p></w:hdr>`
  expect(kept(xml)).toBe(xml)
})
