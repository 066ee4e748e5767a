/**
 * Dots before the page numbers of a table of contents. Word draws them at multiples of their own advance, counted from the
 * left edge of the page, so that those of all lines stand in the same columns; LibreOffice begins where the text ends and
 * spreads them evenly. A blank of a size that nobody sees, before and behind the tabulator, makes it begin and end where
 * Word's dots do.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import { type Leader, LeaderReader, type PageArea } from './leader-lines.ts'
import type { TextStyles } from './text-styles.ts'
import { textWidth } from './text-widths.ts'

const IS_DOTTED = /\sw:leader="dot"/
/** One dot of a printer of 600 dots per inch, at which Word and LibreOffice set text, in twentieths of a point. */
const PIXEL = 2.4
/** Width of the blank itself, one point high. */
const BLANK = 5
/** How much a text may be wider than it was measured, twentieths of a point. */
const SAFETY = 6
/** Fewer dots are not worth it. */
const DOTS_MIN = 4
/** Characters of a paragraph; a longer one is no line of a table of contents. */
const PARAGRAPH_MAX = 20_000

const TAB = '<w:tab/>'
const MARKS = /<w:p(?:\s[^<>]*)?>|<\/w:p>|<\/?w:(?:tbl|txbxContent)>/g

/** Where dots are to begin and end; undefined where there are too few. */
function placed({ face, from, to }: Leader): [start: number, end: number] | undefined {
  const advance = Math.round(textWidth('.', face) / PIXEL) * PIXEL
  // LibreOffice counts in whole twentieths of a point how many there is room for, then spreads them evenly
  const counted = Math.round(advance)
  const first = Math.ceil(from / advance) * advance
  for (let dots = Math.floor((to - first) / advance); dots >= DOTS_MIN; dots--) {
    const wanted = dots * advance
    const width = Math.min(Math.max(wanted, dots * counted + SAFETY), (dots + 1) * counted - SAFETY)
    const start = Math.max(from, first + (wanted - width) / 2)
    if (start + width <= to) return [start, start + width]
  }
  return undefined
}

/** A blank that nobody sees, of a width. */
const blank = (width: number): string =>
  width < 1
    ? ''
    : `<w:r><w:rPr><w:spacing w:val="${Math.round(width) - BLANK}"/><w:sz w:val="2"/></w:rPr><w:t xml:space="preserve"> </w:t></w:r>`

/** What takes the place of the tabulator. */
function aligned(leader: Leader): string | undefined {
  const found = placed(leader)
  if (found === undefined) return undefined
  const run = leader.properties === '' ? '<w:r>' : `<w:r><w:rPr>${leader.properties}</w:rPr>`
  const [start, end] = found
  return `</w:r>${blank(start - leader.from)}${run}${TAB}</w:r>${blank(leader.to - end)}${run}`
}

/** The areas of the sections, each with where its properties begin. */
function sectionsOf(xml: string, settings: string): { at: number; area: PageArea | undefined }[] {
  const step = Number(
    attribute(/<w:defaultTabStop\s[^>]*>/.exec(settings)?.[0] ?? '', 'w:val') ?? 720,
  )
  const isMirrored = /<w:mirrorMargins[\s/>]/.test(settings)
  return [...xml.matchAll(/<w:sectPr[\s>]/g)].map(({ index }) => {
    const text = xml.slice(index, xml.indexOf('</w:sectPr>', index))
    const margins = /<w:pgMar\s[^>]*>/.exec(text)?.[0] ?? ''
    const numberOf = (tag: string, name: string): number => Number(attribute(tag, name) ?? 0)
    const gutter = numberOf(margins, 'w:gutter')
    const left = numberOf(margins, 'w:left')
    const right =
      numberOf(/<w:pgSz\s[^>]*>/.exec(text)?.[0] ?? '', 'w:w') - numberOf(margins, 'w:right')
    const columns = /<w:cols\s[^>]*>/.exec(text)?.[0] ?? ''
    const isApart =
      numberOf(columns, 'w:num') > 1 ||
      /<w:(?:bidi|rtlGutter)[\s/>]/.test(text) ||
      (isMirrored && (gutter !== 0 || left !== numberOf(margins, 'w:right')))
    const area = { left: left + gutter, right, step: step > 0 ? step : 720 }
    return { at: index, area: isApart ? undefined : area }
  })
}

/** Every paragraph of the body with a tabulator, outside of tables and text boxes. */
function paragraphsOf(xml: string): [start: number, end: number][] {
  const found: [number, number][] = []
  let depth = 0
  let start = 0
  for (const { 0: tag, index } of xml.matchAll(MARKS)) {
    if (!/^<\/?w:p\b/.test(tag)) depth += tag.startsWith('</') ? -1 : 1
    else if (depth > 0) continue
    else if (tag === '</w:p>') found.push([start, index])
    else start = index
  }
  return found.filter(
    ([from, to]) => to - from <= PARAGRAPH_MAX && xml.slice(from, to).includes(TAB),
  )
}

/** The part with the dots where Word has them. @param settings text of word/settings.xml */
export function alignLeaders(
  xml: string,
  stylesText: string,
  settings: string,
  styles: () => TextStyles,
): string {
  if (!xml.includes(TAB) || !(IS_DOTTED.test(xml) || IS_DOTTED.test(stylesText))) return xml
  const sections = sectionsOf(xml, settings)
  const reader = new LeaderReader(styles())
  let section = 0
  const edits = paragraphsOf(xml).flatMap(([start, end]): Edit[] => {
    while (section < sections.length - 1 && (sections[section]?.at ?? 0) < start) section++
    const area = sections[section]?.area
    const leader = area === undefined ? undefined : reader.read(xml.slice(start, end), area)
    const text = leader === undefined ? undefined : aligned(leader)
    if (leader === undefined || text === undefined) return []
    const at = start + leader.at
    return [{ start: at, end: at + TAB.length, text }]
  })
  return edited(xml, edits)
}
