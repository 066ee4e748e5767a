import { expect, it } from 'vitest'
import { closeContentsHeading } from '../../../../src/docx/layout/contents-heading.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'

const STYLES =
  '<w:styles><w:style w:type="paragraph" w:styleId="Heading1"><w:pPr><w:pageBreakBefore/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="TOCHeading"><w:basedOn w:val="Heading1"/><w:pPr><w:spacing w:before="480"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Plain"/></w:styles>'
const styles = (): TextStyles => new TextStyles(STYLES, '')
const settings = (mode: number): string =>
  `<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="${mode}"/></w:compat>`
const NEW = settings(15)
const contents = (properties: string): string =>
  `<w:body><w:p/><w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent><w:bookmarkStart w:id="1"/><w:p w:rsidR="1"><w:pPr>${properties}</w:pPr></w:p><w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr></w:p></w:sdtContent></w:sdt></w:body>`

it('drops the space before a heading of contents that begins a page', () => {
  const heading = '<w:pStyle w:val="TOCHeading"/>'
  expect(closeContentsHeading(contents(heading), NEW, styles)).toBe(
    contents(`${heading}<w:spacing w:before="0"/>`),
  )
})

it('leaves other headings, and documents without contents, as they are', () => {
  const own = '<w:pStyle w:val="TOCHeading"/><w:spacing w:before="200"/>'
  const off = '<w:pStyle w:val="TOCHeading"/><w:pageBreakBefore w:val="0"/>'
  for (const properties of [own, off, '<w:pStyle w:val="Plain"/>', '<w:jc w:val="center"/>'])
    expect(closeContentsHeading(contents(properties), NEW, styles)).toBe(contents(properties))
  const old = contents('<w:pStyle w:val="TOCHeading"/>')
  expect(closeContentsHeading(old, settings(12), styles)).toBe(old)
  expect(closeContentsHeading(old, '', styles)).toBe(old)
  expect(closeContentsHeading('<w:body><w:p/></w:body>', NEW, styles)).toBe(
    '<w:body><w:p/></w:body>',
  )
})
