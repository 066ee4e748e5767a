/**
 * Cells whose own shading is `auto` (ISO/IEC 29500-1, 17.4.32): Word leaves them without any, also where the style of the
 * table fills its cells. LibreOffice then draws the fill of the style.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute, type TextStyles } from './text-styles.ts'

const CLEAR = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'
/** What a page is: the paper's white hides the fill of the style as no fill would. */
const WHITE = '<w:shd w:val="clear" w:color="auto" w:fill="FFFFFF"/>'
const FILL = /<w:shd\s[^>]*w:fill="[0-9A-Fa-f]{6}"/
/** The style of a table, the properties of a cell, and shading, which may also be a paragraph's or a run's. */
const TAGS = new RegExp(`<w:tblPr>|<w:tblStyle\\s[^>]*>|<w:tcPr>|</w:tcPr>|${CLEAR}`, 'g')

/** The part with such cells white where the style of their table would fill them. */
export function fillCells(xml: string, styles: () => TextStyles): string {
  if (!xml.includes(CLEAR)) return xml
  let style: string | undefined
  let inCell = false
  const edits: Edit[] = []
  for (const { 0: tag, index } of xml.matchAll(TAGS)) {
    if (tag === '<w:tblPr>') style = undefined
    else if (tag.startsWith('<w:tblStyle')) style = attribute(tag, 'w:val')
    else if (tag !== CLEAR) inCell = tag === '<w:tcPr>'
    else if (inCell && style !== undefined && styles().fillsCells(style, FILL))
      edits.push({ start: index, end: index + tag.length, text: WHITE })
  }
  return edited(xml, edits)
}
