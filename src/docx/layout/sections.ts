/** What page sections ask for (ISO/IEC 29500-1, 17.6), where LibreOffice does otherwise: numbers of lines, columns. */
import { attribute } from '../../xml/scan.ts'
import type { TextStyles } from './text-styles.ts'

// Line numbers (17.6.8): Word numbers the lines of the sections that ask for it. LibreOffice has one setting for the whole
// document, and numbers headers as well; paragraphs elsewhere are left out of the count.

const ASKED = '<w:lnNumType'
const LEFT_OUT = '<w:suppressLineNumbers/>'
const SECTION_ENDS = /(?<=<\/w:sectPr>|<w:sectPr(?:\s[^<>]*)?\/>)/
/** A paragraph that has content, with its properties up to the end of its style. */
const START = /(<w:p(?:\s[^<>]*)?(?<!\/)>)(?:<w:pPr\s*\/>|(<w:pPr>(?:\s*<w:pStyle\s[^<>]*\/>)?))?/g

/** A text none of whose lines are numbered. */
const uncounted = (xml: string): string =>
  xml.replace(START, (_all, open: string, properties?: string) =>
    properties === undefined
      ? `${open}<w:pPr>${LEFT_OUT}</w:pPr>`
      : `${open}${properties}${LEFT_OUT}`,
  )

/** Whether any section numbers its lines. */
export const hasLineNumbers = (xml: string): boolean => xml.includes(ASKED)

/** The main part with the lines counted only of the sections that number them. */
export function numberLines(xml: string): string {
  if (!hasLineNumbers(xml)) return xml
  const sections = xml.split(SECTION_ENDS)
  // what follows the last one ends the body
  const isOdd = (text: string, at: number): boolean =>
    at < sections.length - 1 && !hasLineNumbers(text)
  if (!sections.some(isOdd)) return xml
  return sections.map((text, at) => (isOdd(text, at) ? uncounted(text) : text)).join('')
}

/** A header or footer of such a document. */
export const unnumbered = (xml: string, main: string): string =>
  hasLineNumbers(main) ? uncounted(xml) : xml

// Columns (17.6.4): Word leaves space before the first paragraph of a section in its first column only, LibreOffice above
// all of them. A paragraph of that height keeps it where it belongs.

const COLUMNS = /<w:cols\s[^<>]*w:num="(?:[2-9]|\d\d)"/
const FIRST = /^\s*(<w:p(?:\s[^<>]*)?(?<!\/)>)(?:<w:pPr>((?:(?!<\/w:pPr>)[\s\S])*)<\/w:pPr>)?/
const BEFORE = /<w:spacing(?=[^<>]*\sw:before=")[^<>]*>/
const SPACING = /<w:spacing\s[^<>]*>/
const STYLE = /^\s*<w:pStyle\s[^<>]*w:val="([^"]*)"[^<>]*>/
const APART = /<w:(?:pageBreakBefore|numPr|framePr|sectPr|pBdr)[\s/>]|w:beforeAutospacing="[1to]/

/** The text of a section from its first paragraph on, with the space before that in a paragraph of its own. */
function spaced(text: string, styles: () => TextStyles): string {
  const [all, open = '', properties = ''] = FIRST.exec(text) ?? []
  if (all === undefined || APART.test(properties)) return text
  const style = STYLE.exec(properties)
  const own = SPACING.exec(properties)?.[0] ?? ''
  const said = BEFORE.exec(own)?.[0] ?? styles().tagIn(style?.[1] ?? styles().normal, BEFORE) ?? ''
  const height = Number(attribute(said, 'w:before') ?? 0)
  if (!(height > 0) || APART.test(said)) return text
  const rest = properties.replace(own, '').slice(style?.[0].length ?? 0)
  const kept = own.replace(/\sw:before(?:Lines)?="[^"]*"/g, '').replace(/\s*\/>$/, '')
  const spacing = `${kept || '<w:spacing'} w:before="0"/>`
  const room = `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${height}" w:lineRule="exact"/></w:pPr></w:p>`
  return `${room}${open}<w:pPr>${style?.[0] ?? ''}${spacing}${rest}</w:pPr>${text.slice(all.length)}`
}

/** The main part with columns that begin where the section does. */
export function spaceColumns(xml: string, styles: () => TextStyles): string {
  if (!COLUMNS.test(xml)) return xml
  return xml
    .split(SECTION_ENDS)
    .map((text, at) => {
      const before = at === 0 ? '<w:body>' : '</w:p>'
      const start = COLUMNS.test(text) ? text.indexOf(before) + before.length : 0
      return start < before.length ? text : text.slice(0, start) + spaced(text.slice(start), styles)
    })
    .join('')
}
