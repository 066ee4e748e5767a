/** What tables of contents and cross-references depend on, to see whether a merge has changed it. */

/** Fields that list or name other places of the document (ISO/IEC 29500-1, 17.16.5). */
const LISTING =
  /(?:<\w+:instrText(?:\s[^>]*)?>|<\w+:fldSimple\s[^>]*?\binstr=["'])\s*(?:TOC|REF|PAGEREF|NOTEREF)[\s<"']/
const STYLE = /<w:style\s[^>]*?w:styleId="([^"]*)"[^>]*>([\s\S]*?)<\/w:style>/g
const HEADING = /<w:outlineLvl\s|<w:name\s+w:val="(?:heading [1-9]|title)"/i
const PARAGRAPH = /<w:p(?:\s[^>]*)?>(?:(?!<w:p[\s>])[\s\S])*?<\/w:p>/g

/** Whether a part has a table of contents or a reference to another place. */
export const hasListings = (xml: string): boolean => LISTING.test(xml)

/** Ids of the styles whose paragraphs are headings. */
export function headingStyles(styles: string): ReadonlySet<string> {
  return new Set(
    [...styles.matchAll(STYLE)]
      .filter(([, , inner = '']) => HEADING.test(inner))
      .map(([, id = '']) => id),
  )
}

/** The number of paragraphs, and the text of each heading: equal for documents that would list the same. */
export function outlineOf(xml: string, styles: ReadonlySet<string>): string {
  const headings: string[] = []
  for (const [paragraph] of xml.matchAll(PARAGRAPH)) {
    const style = /<w:pStyle\s[^>]*?w:val="([^"]*)"/.exec(paragraph)?.[1] ?? ''
    if (!styles.has(style) && !paragraph.includes('<w:outlineLvl')) continue
    const texts = paragraph.match(/<w:t(?:\s[^>]*)?>[^<]*/g) ?? []
    headings.push(texts.map((text) => text.replace(/^<[^>]*>/, '')).join(''))
  }
  const paragraphs = xml.match(/<w:p[\s>/]/g)?.length ?? 0
  return JSON.stringify([paragraphs, headings])
}
