/**
 * Pictures in the line of a header or footer, with room for an effect (`wp:effectExtent`, ISO/IEC 29500-1, 20.4.2.6) such
 * as a shadow: Word makes their line higher by it, and the text of each page begins lower. LibreOffice leaves the room
 * out, and ignores distances in a line; space after the paragraph makes up for it.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import type { TextStyles } from './text-styles.ts'

const PARAGRAPH = /<w:p(?:\s[^<>]*)?>((?:(?!<w:p[\s>]|<\/w:p>)[\s\S])*)<\/w:p>/g
const ROOM = /<wp:inline(?:\s[^<>]*)?>(?:\s*<wp:extent\s[^<>]*>)?\s*(<wp:effectExtent\s[^<>]*>)/
const SPACING = /<w:spacing\s(?=[^>]*w:after=")[^>]*>/
const EMU_PER_TWIP = 635

function withRoom(paragraph: string, room: number, styles: TextStyles): string {
  const end = paragraph.indexOf('</w:pPr>')
  const properties = end === -1 ? '' : paragraph.slice(0, end)
  const style = /<w:pStyle\s[^>]*>/.exec(properties)?.[0]
  const said =
    SPACING.exec(properties)?.[0] ??
    styles.tagIn(attribute(style ?? '', 'w:val') ?? styles.normal, SPACING)
  const after = Number(attribute(said ?? '', 'w:after') ?? 0) + room
  const own = /<w:spacing\s[^>]*>/.exec(properties)?.[0]
  if (own !== undefined) {
    const bare = own.replace(/\sw:after="[^"]*"/, '')
    return paragraph.replace(own, bare.replace('<w:spacing', `<w:spacing w:after="${after}"`))
  }
  const added = `<w:spacing w:after="${after}"/>`
  if (style !== undefined) return paragraph.replace(style, `${style}${added}`)
  return end === -1
    ? `<w:pPr>${added}</w:pPr>${paragraph}`
    : paragraph.replace('<w:pPr>', `<w:pPr>${added}`)
}

/** The part of a header or footer with that room. */
export function keepRoom(xml: string, styles: () => TextStyles): string {
  if (!xml.includes('<wp:effectExtent ')) return xml
  const edits = [...xml.matchAll(PARAGRAPH)].flatMap(
    ({ 0: all, 1: content = '', index }): Edit[] => {
      const tag = ROOM.exec(content)?.[1] ?? ''
      const room = Number(attribute(tag, 't') ?? 0) + Number(attribute(tag, 'b') ?? 0)
      const twips = Math.round(room / EMU_PER_TWIP)
      if (!(twips > 0) || !content.includes('<pic:pic')) return []
      const start = index + all.indexOf('>') + 1
      const end = start + content.length
      return [{ start, end, text: withRoom(content, twips, styles()) }]
    },
  )
  return edited(xml, edits)
}
