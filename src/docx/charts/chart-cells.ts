/**
 * The data of a chart (ISO/IEC 29500-1, 21.2): what Word stores of its sheet for each series, as rows of texts. A loop
 * over points opens in the first cell of a row and closes in its last one, a loop over series in the name of a series and
 * in the last cell of its column; for the render each cell gets what opens and closes around it.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'

/** Stands before the points that a cell was repeated for, and behind each; no character of a text. */
export const POINT_END = '\ufdd0'

/** What a cell of the workbook inside holds, by the formula of its range and its place in it. */
export type CellText = (formula: string, index: number) => string | undefined

/** A row or column of the sheet, as a series holds it. */
export type ChartRange = ReturnType<typeof rangesOf>[number]

export const SERIES = /<c:ser>.*?<\/c:ser>/gs
const RANGE = /<c:(tx|cat|val|xVal|yVal|bubbleSize)>(.*?)<\/c:\1>/gs
const POINTS = /<c:ptCount\s+val="(\d+)"\s*\/>((?:\s*<c:pt\s.*?<\/c:pt>)*)/s
const POINT = /<c:pt\s[^>]*>(?:(?!<\/c:pt>).)*?<c:v>([^<]*)<\/c:v>/gs
const SECTION = /\{\s*([#^/]|:\s*else\b)[^{}]*\}/g
const CACHED_MAX = 32_000

/** Whether a range is where the points of a series begin: categories, or x of a scatter chart. */
export const isFirst = ({ role }: ChartRange): boolean => role === 'cat' || role === 'xVal'
/** Whether a part is a chart with data. Word puts no comments into it, in which a series could begin and not end. */
export const isChart = (xml: string): boolean => xml.includes('<c:ser>') && !/<!(?:--|\[)/.test(xml)
const isValue = (range: ChartRange): boolean => range.role !== 'tx' && !isFirst(range)

/** The ranges of a series: its name, categories and values. */
export function rangesOf(series: string) {
  return [...series.matchAll(RANGE)].flatMap(({ 0: whole, 1: role = '', 2: inner = '', index }) => {
    const found = POINTS.exec(inner)
    const count = Number(found?.[1])
    if (found === null || inner.includes('<c:lvl>') || count > CACHED_MAX) return []
    // from here to `end` are the number of points and the points, in the XML of the series
    const start = index + whole.indexOf('>') + 1 + found.index
    // formats are those of single points
    const [texts, formats] = [Array<string>(count).fill(''), Array<string>(count).fill('')]
    for (const { 0: point, 1: text = '' } of (found[2] ?? '').matchAll(POINT)) {
      const at = Number(attribute(point, 'idx'))
      if (at < count) texts[at] = text
      if (at < count) formats[at] = attribute(point, 'formatCode') ?? ''
    }
    const reference = /<c:f>([^<]*)<\/c:f>/.exec(inner)
    const formula = reference?.[1] ?? ''
    const at = start - found.index + (reference?.index ?? 0) + '<c:f>'.length
    /** Where the formula stands in the XML of the series. */
    const place = { start: at, end: at + formula.length }
    const isNumeric = /<c:num(?:Cache|Lit)>/.test(inner)
    const end = start + found[0].length
    return [{ role, formula, place, start, end, texts, isNumeric, formats }]
  })
}

/** The number of points and the points, as {@link rangesOf} reads them. @param isNumeric leaves out what is empty */
export const pointsXml = (
  texts: readonly string[],
  formats: readonly string[],
  isNumeric = false,
) =>
  `<c:ptCount val="${texts.length}"/>${texts
    .map((text, index) => {
      if (isNumeric && text.trim() === '') return ''
      const format = formats[index] ? ` formatCode="${formats[index]}"` : ''
      return `<c:pt idx="${index}"${format}><c:v>${text}</c:v></c:pt>`
    })
    .join('')}`

/** Whether a chart can show a text as a number; an empty one is a gap. */
export const isChartNumber = (text: string): boolean =>
  /^\s*(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)?\s*$/.test(text)

/** The section tags of a cell whose other half stands in another one. */
function looseTags(text: string) {
  const loose: Record<'opens' | 'closes', RegExpExecArray[]> = { opens: [], closes: [] }
  for (const tag of text.matchAll(SECTION)) {
    if (tag[1] === '#' || tag[1] === '^') loose.opens.push(tag)
    else if (tag[1] === '/' && loose.opens.pop() === undefined) loose.closes.push(tag)
  }
  return loose
}

const without = (text: string, tags: readonly RegExpExecArray[]): string =>
  edited(
    text,
    tags.map(({ 0: tag, index }) => ({ start: index, end: index + tag.length })),
  )

const isBlank = (text: string): boolean => text.replace(SECTION, '').trim() === ''

/** A cell whose whole text is a section, with the end of a point in each of its branches. */
function withPointEnds(text: string): string {
  const tags = [...text.matchAll(SECTION)]
  const closing = new Map<number, number>()
  const open: number[] = []
  const depths = tags.map(({ 1: kind = '' }, index) => {
    if ('#^'.includes(kind)) open.push(index)
    const depth = open.length
    if (kind === '/') closing.set(open.pop() ?? -1, index)
    return depth
  })
  let outer = 0
  for (let last = tags.length - 1; outer < last && closing.get(outer) === last; last--) {
    const end = (tags[last]?.index ?? 0) + (tags[last]?.[0].length ?? 0)
    if (!isBlank(text.slice(0, tags[outer]?.index)) || !isBlank(text.slice(end))) break
    outer++
  }
  if (outer === 0) return text
  const ends = tags.filter(
    ({ 1: kind = '' }, index) =>
      index === tags.length - outer || (kind.startsWith(':') && (depths[index] ?? 0) <= outer),
  )
  const edits = ends.map(({ index }) => ({ start: index, end: index, text: POINT_END }))
  return POINT_END + edited(text, edits)
}

/** A series of a template, as it is going to be rendered. */
interface Column {
  xml: string
  start: number
  ranges: ChartRange[]
  /** The tags that repeat it. */
  opens: string[]
}

/** Takes the tags of a loop over series out of the name of a series and the end of its column. */
function takeSeriesLoop({ ranges, opens }: Column): void {
  const name = ranges.find(({ role }) => role === 'tx')
  const own = looseTags(name?.texts[0] ?? '').opens
  const cells = ranges
    .filter(isValue)
    .flatMap(({ texts }) => texts.map((text, at) => ({ texts, at, ...looseTags(text) })))
  const last = cells.findLast(({ closes }) => closes.length > 0)
  const closes = last?.closes.slice(-own.length) ?? []
  if (name === undefined || last === undefined || own.length === 0) return
  if (closes.length < own.length) return
  name.texts[0] = without(name.texts[0] ?? '', own)
  last.texts[last.at] = without(last.texts[last.at] ?? '', closes)
  opens.push(...own.map(([tag]) => tag))
}

/** Puts the tags of a loop over points, or of one in a single cell, around each cell of a row. */
function spreadRow(ranges: readonly ChartRange[], row: number): void {
  const cells = ranges.filter(({ texts }) => row < texts.length)
  const seen = new Set<string>()
  const all = cells.map((range) => ({ range, loose: looseTags(range.texts[row] ?? '') }))
  // each series repeats the categories
  const once = all.filter(({ range }) => {
    const key = isFirst(range) ? range.formula : String(seen.size)
    return !seen.has(key) && seen.add(key)
  })
  const opens = once.flatMap(({ loose }) => loose.opens.map(([tag]) => tag))
  const closes = once.reduce((sum, { loose }) => sum + loose.closes.length, 0)
  if (opens.length !== closes) return
  for (const { range, loose } of all) {
    const text = range.texts[row] ?? ''
    range.texts[row] =
      opens.length === 0
        ? withPointEnds(text)
        : POINT_END +
          opens.join('') +
          without(text, [...loose.opens, ...loose.closes]) +
          POINT_END +
          '{/}'.repeat(opens.length)
  }
}

const lone = (tags: readonly string[]): string =>
  tags.map((tag) => `<w:p><w:r><w:t>${tag}</w:t></w:r></w:p>`).join('')

/**
 * The part of a chart with its loops around each cell that they repeat; itself where no cell has a tag.
 * @param cell what the workbook holds: Word stores 0 for a text in the place of a value
 */
export function spreadLoops(xml: string, cell: CellText): string {
  const columns = [...xml.matchAll(SERIES)].map(({ 0: series, index }): Column => {
    const ranges = rangesOf(series)
    for (const { formula, texts } of ranges)
      for (const [at, text] of texts.entries()) {
        const own = cell(formula, at)
        texts[at] = own?.includes('{') ? escapeXml(own) : text
      }
    return { xml: series, start: index, ranges, opens: [] }
  })
  const hasTags = ({ ranges }: Column): boolean =>
    ranges.some(({ texts }) => texts.some((text) => text.includes('{')))
  if (!columns.some(hasTags)) return xml
  for (const column of columns) takeSeriesLoop(column)
  // series with other categories have rows of their own
  const table = ({ ranges }: Column): string => ranges.find(isFirst)?.formula ?? ''
  for (const name of new Set(columns.map(table))) {
    const own = columns.filter((column) => table(column) === name)
    const ranges = own.flatMap((column) => column.ranges.filter(({ role }) => role !== 'tx'))
    const rows = Math.max(0, ...ranges.map(({ texts }) => texts.length))
    for (let row = 0; row < rows; row++) spreadRow(ranges, row)
  }
  return edited(
    xml,
    columns.map(({ xml: series, start, ranges, opens }): Edit => {
      const written = edited(
        series,
        ranges.map(({ start: from, end, texts, formats }) => ({
          start: from,
          end,
          text: pointsXml(texts, formats),
        })),
      )
      const text = lone(opens) + written + lone(opens.map(() => '{/}'))
      return { start, end: start + series.length, text }
    }),
  )
}
