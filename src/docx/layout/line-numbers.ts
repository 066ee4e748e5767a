/**
 * Line numbers (ISO/IEC 29500-1, 17.6.8): Word numbers the lines of the sections that ask for it, and of the text only.
 * LibreOffice has one setting for the whole document, and takes the first section that asks for all. Paragraphs elsewhere
 * are left out of the count.
 */
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
