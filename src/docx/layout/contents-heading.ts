/**
 * The heading of a table of contents that begins a page (`w:pageBreakBefore`): Word, since 2013, drops the space before
 * it, as at the top of any page. LibreOffice keeps it, since the table of contents is a section of its own there.
 */
import { edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import { isOn } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'

const GALLERY = '<w:docPartGallery w:val="Table of Contents"/>'
/** The first paragraph of the content: its properties up to the end of its style. */
const HEADING =
  /^(?:(?!<w:p[\s>])[\s\S])*?<w:p(?:\s[^>]*)?>\s*<w:pPr>\s*<w:pStyle\s[^>]*?w:val="([^"]*)"[^>]*\/>/
const CONTENT = '<w:sdtContent>'

/** Whether Word lays a document out as it does since 2013 (`w:compatSetting`, [MS-DOCX] 2.3.1). */
export const isOfWord2013 = (settings: string): boolean => {
  const setting = /<w:compatSetting\s[^>]*w:name="compatibilityMode"[^>]*>/.exec(settings)?.[0]
  return Number(attribute(setting ?? '', 'w:val') ?? 0) >= 15
}

/** The part without that space. @param settings text of word/settings.xml */
export function closeContentsHeading(xml: string, settings: string, styles: () => TextStyles) {
  const gallery = isOfWord2013(settings) ? xml.indexOf(GALLERY) : -1
  const content = gallery === -1 ? -1 : xml.indexOf(CONTENT, gallery)
  if (content === -1) return xml
  const from = content + CONTENT.length
  const heading = HEADING.exec(xml.slice(from, xml.indexOf('</w:p>', from)))
  if (heading === null) return xml
  const at = from + heading[0].length
  const properties = xml.slice(at, xml.indexOf('</w:pPr>', at))
  const own = /<w:pageBreakBefore[\s/>][^>]*/.exec(properties)?.[0]
  const tag = own ?? styles().tagIn(heading[1], /<w:pageBreakBefore[\s/>][^>]*/)
  if (tag === undefined || !isOn(tag) || properties.includes('<w:spacing ')) return xml
  return edited(xml, [{ start: at, end: at, text: '<w:spacing w:before="0"/>' }])
}
