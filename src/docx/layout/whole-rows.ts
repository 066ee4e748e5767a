/**
 * Rows that stay whole: a table style may say that its rows do not go over two pages (`w:cantSplit`, ISO/IEC 29500-1,
 * 17.4.6). LibreOffice obeys it only where the row itself says so.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import { isOn } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'

const ASKED = 'w:cantSplit'
const TAGS = /<w:tbl>|<\/w:tbl>|<w:tblStyle\s[^<>]*>|<w:tr(?:\s[^<>]*)?>/g
const WHOLE = /<w:cantSplit[\s/>][^>]*/
/** What comes before the properties of a row (17.4.78). */
const EXCEPTIONS = /^<w:tblPrEx>[\s\S]*?<\/w:tblPrEx>/
const PROPERTIES = '<w:trPr>'
/** Characters of them, and of what comes before; a row that has more stays as it is. */
const PROPERTIES_MAX = 8192

/** The row with the property, unless it says something of its own. @param at where its content begins */
function whole(xml: string, at: number): Edit[] {
  const near = xml.slice(at, at + PROPERTIES_MAX)
  const before = EXCEPTIONS.exec(near)?.[0].length ?? 0
  const start = at + before
  if (!near.startsWith(PROPERTIES, before))
    return [{ start, end: start, text: '<w:trPr><w:cantSplit/></w:trPr>' }]
  const end = near.indexOf('</w:trPr>', before)
  if (end === -1 || near.slice(before, end).includes(ASKED)) return []
  const inside = start + PROPERTIES.length
  return [{ start: inside, end: inside, text: '<w:cantSplit/>' }]
}

/** The part whose rows say what the style of their table says. @param stylesText of the document */
export function keepRows(xml: string, stylesText: string, styles: () => TextStyles): string {
  if (!stylesText.includes(ASKED)) return xml
  const known = new Map<string | undefined, boolean>()
  const isWhole = (style: string | undefined): boolean => {
    let found = known.get(style)
    if (found === undefined) {
      const tag = style === undefined ? undefined : styles().tagIn(style, WHOLE)
      found = tag !== undefined && isOn(tag)
      known.set(style, found)
    }
    return found
  }
  const tables: (string | undefined)[] = []
  const edits: Edit[] = []
  for (const { 0: tag, index } of xml.matchAll(TAGS)) {
    if (tag === '<w:tbl>') tables.push(undefined)
    else if (tag === '</w:tbl>') tables.pop()
    else if (tag.startsWith('<w:tblStyle')) tables[tables.length - 1] = attribute(tag, 'w:val')
    else if (isWhole(tables.at(-1))) edits.push(...whole(xml, index + tag.length))
  }
  return edited(xml, edits)
}
