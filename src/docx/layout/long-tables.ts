/**
 * Long tables in pieces. LibreOffice takes four times as long for twice the rows of one table, and joins tables that touch:
 * a hidden paragraph, which has no height, keeps the pieces apart. The page looks the same; the seam has the border that
 * lies between two rows. Header rows that repeat would stand at each seam, so that such a table is cut only where it could
 * not be converted at all, and then each piece begins on a page of its own.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import { isOn } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'

/** Rows from which a table is cut, and with header rows that repeat. */
const LONG = 300
const HOPELESS = 4_000
/** Rows of a piece: even, and a multiple of the usual bands, so that bands go on across a seam. */
const PIECE = 120
const PIECE_WITH_HEADER = 600
/** Rows that are tried for one before which no merged cell goes on. */
const TRIED = 60

const TAGS = /<(\/?)w:(tbl|tr|txbxContent)(?:\s[^<>]*)?(\/?)>/g
const SIDES = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'] as const
const BORDERS = /<w:tblBorders>[\s\S]*?<\/w:tblBorders>/
const AFTER_BORDERS =
  /<w:(?:shd|tblLayout|tblCellMar|tblLook|tblCaption|tblDescription|tblPrChange)\b/
const NO_LINE = ' w:val="nil"/>'
const MERGED = /<w:vMerge(?:\s*\/>|\s+w:val="continue")/
const HIDDEN =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:rPr><w:vanish/></w:rPr><w:t>-</w:t></w:r></w:p>'
const NEXT_PAGE =
  '<w:p><w:pPr><w:pageBreakBefore/><w:spacing w:before="0" w:after="0" w:line="1" w:lineRule="exact"/></w:pPr></w:p>'

/** A table of the text, and its rows. */
interface LongTable {
  start: number
  /** Where its properties and its grid end, and where the table ends. */
  headEnd: number
  rows: { start: number; end: number }[]
}

/** Collects the tables of the body that have many rows and nothing between them. */
class TableFinder {
  readonly found: LongTable[] = []
  #frames = 0
  #depth = 0
  #table: LongTable = { start: 0, headEnd: 0, rows: [] }

  see(name: string, step: number, start: number, end: number): void {
    if (name === 'txbxContent') this.#frames += step
    else if (this.#frames > 0) return
    else if (name === 'tbl') this.#seeTable(step, start)
    else if (this.#depth === 1) this.#seeRow(step, start, end)
  }

  #seeTable(step: number, start: number): void {
    this.#depth += step
    if (this.#depth === 1 && step === 1) this.#table = { start, headEnd: 0, rows: [] }
    const { rows } = this.#table
    const isWhole = rows.every((row, at) => at === 0 || row.start === rows[at - 1]?.end)
    if (this.#depth === 0 && rows.length >= LONG && isWhole) this.found.push(this.#table)
  }

  #seeRow(step: number, start: number, end: number): void {
    const { rows } = this.#table
    const last = rows.at(-1)
    if (step === -1 && last !== undefined) last.end = end
    if (step === -1) return
    if (last === undefined) this.#table.headEnd = start
    rows.push({ start, end: 0 })
  }
}

function longTables(xml: string): LongTable[] {
  const finder = new TableFinder()
  for (const { 0: tag, 1: close, 2: name = '', 3: empty, index } of xml.matchAll(TAGS)) {
    if (empty !== '/') finder.see(name, close === '/' ? -1 : 1, index, index + tag.length)
  }
  return finder.found
}

/** What is drawn on each side of a table and between its cells, by its style and itself. */
function bordersOf(head: string, styles: () => TextStyles): Map<string, string> {
  const style = attribute(/<w:tblStyle\s[^<>]*>/.exec(head)?.[0] ?? '', 'w:val')
  const given = [
    ...(style === undefined ? [] : styles().allIn(style, BORDERS)),
    ...(BORDERS.exec(head) ?? []),
  ]
  return new Map(
    SIDES.flatMap((side) => {
      const tags = given.flatMap((text) => new RegExp(`<w:${side}\\s[^<>]*>`).exec(text)?.[0] ?? [])
      const last = tags.at(-1)
      return last === undefined ? [] : [[side, last.slice(side.length + 3)] as const]
    }),
  )
}

/** The properties of a table as those of a piece of it. */
function headOf(
  head: string,
  borders: ReadonlyMap<string, string>,
  isFirst: boolean,
  ending: 'last' | 'line' | 'bare',
): string {
  const own = new Map(borders)
  const isLast = ending === 'last'
  const between = ending === 'line' ? borders.get('insideH') : undefined
  if (!isFirst) own.set('top', NO_LINE)
  if (!isLast) own.set('bottom', between ?? NO_LINE)
  const text = `<w:tblBorders>${SIDES.map((side) => (own.has(side) ? `<w:${side}${own.get(side)}` : '')).join('')}</w:tblBorders>`
  const bare = head.replace(BORDERS, '')
  const end = bare.indexOf('</w:tblPr>')
  const place = bare.slice(0, end).search(AFTER_BORDERS)
  const at = place === -1 ? end : place
  const whole = bare.slice(0, at) + text + bare.slice(at)
  return whole.replace(/<w:tblLook\s[^<>]*>/, (look) => {
    const bits = Number.parseInt(attribute(look, 'w:val') ?? '0', 16)
    const kept = bits & ~(isFirst ? 0 : 0x20) & ~(isLast ? 0 : 0x40)
    const value = look.replace(/w:val="[^"]*"/, `w:val="${kept.toString(16).padStart(4, '0')}"`)
    const first = isFirst ? value : value.replace(/w:firstRow="[^"]*"/, 'w:firstRow="0"')
    return isLast ? first : first.replace(/w:lastRow="[^"]*"/, 'w:lastRow="0"')
  })
}

const OWN_TOP = /(<w:tcBorders>\s*)<w:top\s[^<>]*>/g
const OWN_BOTTOM = /<w:tcBorders>(?:(?!<\/w:tcBorders>)[\s\S])*<w:bottom\s/

/** Numbers of the rows before which a table is cut. */
function seams(xml: string, rows: LongTable['rows'], first: number, piece: number): number[] {
  const found: number[] = []
  const goesOn = (at: number): boolean => MERGED.test(xml.slice(rows[at]?.start, rows[at]?.end))
  for (let at = first + piece; at < rows.length - piece / 4; at += piece) {
    const from = at
    while (at < rows.length && at < from + TRIED && goesOn(at)) at += 2
    if (at < rows.length && !goesOn(at)) found.push(at)
  }
  return found
}

function cut(xml: string, { start, headEnd, rows }: LongTable, styles: () => TextStyles): Edit[] {
  const head = xml.slice(start, headEnd)
  if (/<w:(?:tblpPr|tblCellSpacing)\s/.test(head) || !head.includes('</w:tblPr>')) return []
  const text = (at: number): string => xml.slice(rows[at]?.start, rows[at]?.end)
  const repeats = (at: number): boolean => {
    const [tag] = /<w:tblHeader(?=[\s/>])[^<>]*>/.exec(text(at)) ?? []
    return tag !== undefined && isOn(tag)
  }
  let headers = 0
  while (headers < 10 && repeats(headers)) headers++
  if (headers > 0 && (rows.length < HOPELESS || /w:lastRow="1"/.test(head))) return []
  const header = headers === 0 ? '' : xml.slice(headEnd, rows[headers]?.start)
  const isFirstApart = /w:firstRow="1"/.test(head) ? 1 : 0
  const found = seams(xml, rows, headers || isFirstApart, headers > 0 ? PIECE_WITH_HEADER : PIECE)
  if (found.length === 0) return []
  const borders = bordersOf(head, styles)
  // the line of a seam is drawn once: by the row above it if that has one, else by the row below, else by the piece
  const endingAt = (at: number | undefined): 'last' | 'line' | 'bare' => {
    if (at === undefined) return 'last'
    return text(at).search(OWN_TOP) !== -1 && !OWN_BOTTOM.test(text(at - 1)) ? 'bare' : 'line'
  }
  const edits = found.map((at, order): Edit => {
    const { start: place = 0, end = 0 } = rows[at] ?? {}
    if (headers > 0)
      return { start: place, end: place, text: `</w:tbl>${NEXT_PAGE}${head}${header}` }
    const isDrawn = OWN_BOTTOM.test(text(at - 1))
    const row = isDrawn ? text(at).replace(OWN_TOP, '$1<w:top w:val="nil"/>') : text(at)
    const piece = headOf(head, borders, false, endingAt(found[order + 1]))
    return { start: place, end, text: `</w:tbl>${HIDDEN}${piece}${row}` }
  })
  if (headers > 0) return edits
  return [{ start, end: headEnd, text: headOf(head, borders, true, endingAt(found[0])) }, ...edits]
}

/** The text of the main part with its long tables in pieces. */
export function cutTables(xml: string, styles: () => TextStyles): string {
  if (xml.length < LONG * 50) return xml
  return edited(
    xml,
    longTables(xml).flatMap((table) => cut(xml, table, styles)),
  )
}
