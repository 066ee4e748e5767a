/** Charts as data have filled them: points and series counted, their colours, and the workbook inside in step. */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { say } from '../../translations/texts.ts'
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeXml, unescapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'
import { DocxError } from '../docx-error.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { addPartType, relationsPath } from '../package/registrations.ts'
import { readContentTypes, targetsOf } from '../package/relationships.ts'
import { partText } from '../package/zip-parts.ts'
import {
  type CellText,
  type ChartRange,
  isFirst,
  POINT_END,
  pointsXml,
  rangesOf,
  SERIES,
} from './chart-cells.ts'
import {
  ChartWorkbook,
  cellAt,
  columnName,
  type PlacedCell,
  type SheetRange,
  sheetRange,
} from './workbook.ts'

const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What Word itself takes in a chart. */
const SERIES_MAX = 255
const POINTS_MAX = 32_000
const UNIQUE_ID = /<c:ext\s[^>]*>\s*<c16:uniqueId\s[^>]*\/>\s*<\/c:ext>/g
const POINT_STYLE = /<c:dPt>\s*<c:idx\s+val="(\d+)"\s*\/>.*?<\/c:dPt>/gs
const ACCENTS = 6
/** How Word tints the colours of a theme once each has been used. */
const TINTS = ['', ...[60, 80, 50].map((share) => `<a:lumMod val="${share}000"/>`)]

/** A series that is filled, with the rows of the template that each of its points comes from. */
interface Filled {
  xml: string
  start: number
  /** Which copy it is of the series of the template. */
  copy: number
  ranges: ChartRange[]
  rows: number[]
}

const pieces = (text: string): string[] =>
  text.includes(POINT_END) ? text.split(POINT_END).slice(1, -1) : [text]

/** The series of a chart with as many points in each of their ranges. */
function filledSeries(xml: string): Filled[] {
  const copies = new Map<string, number>()
  const found = [...xml.matchAll(SERIES)].map(({ 0: series, index }) => {
    const id = /<c:idx\s+val="(\d+)"/.exec(series)?.[1] ?? ''
    const copy = copies.get(id) ?? 0
    copies.set(id, copy + 1)
    return { xml: series, start: index, copy, ranges: rangesOf(series), rows: [] as number[] }
  })
  if (found.length > SERIES_MAX)
    throw new DocxError('render_limit_exceeded', say('data.chartSeriesMost', { max: SERIES_MAX }))
  const table = ({ ranges }: Filled): string => ranges.find(isFirst)?.formula ?? ''
  const heights = new Map(found.map((series) => [table(series), [] as number[]]))
  const heightsOf = (series: Filled): number[] => heights.get(table(series)) ?? []
  for (const series of found) measure(series, heightsOf(series))
  for (const series of found) {
    series.rows = heightsOf(series).flatMap((height, row) => Array<number>(height).fill(row))
    if (series.rows.length > POINTS_MAX)
      throw new DocxError('render_limit_exceeded', say('data.chartPointsMost', { max: POINTS_MAX }))
    for (const range of series.ranges) fillRange(range, heightsOf(series), series.rows)
  }
  return found
}

/** How many points each row of the template has become. */
function measure({ ranges }: Filled, heights: number[]): void {
  for (const { texts } of ranges.filter(({ role }) => role !== 'tx'))
    for (const [row, text] of texts.entries())
      heights[row] = Math.max(heights[row] ?? 0, pieces(text).length)
}

function fillRange(range: ChartRange, heights: readonly number[], rows: readonly number[]): void {
  if (range.role === 'tx') return
  const { formats } = range
  range.formats = rows.map((row) => formats[row] ?? '')
  range.texts = heights.flatMap((height, row) => {
    const own = pieces(range.texts[row] ?? '')
    return Array.from({ length: height }, (_unused, index) => own[index] ?? '')
  })
}

/** A copy of a series in the next colours of the theme. */
function recoloured(series: string, copy: number): string {
  if (copy === 0) return series
  const shape = /<c:spPr>.*?<\/c:spPr>/s.exec(series)?.[0] ?? ''
  const main = /<a:srgbClr val="([^"]*)"/.exec(shape)?.[1] ?? '-'
  const colour = new RegExp(
    `<a:(?:schemeClr val="accent(\\d)"|srgbClr val="${main}")(?:\\s*/>|>(.*?)</a:(?:scheme|srgb)Clr>)`,
    'gs',
  )
  return series.replace(UNIQUE_ID, '').replace(colour, (_whole, accent = '1', inner = '') => {
    const next = Number(accent) - 1 + copy
    const tint = TINTS[Math.floor(next / ACCENTS) % TINTS.length] ?? ''
    return `<a:schemeClr val="accent${(next % ACCENTS) + 1}">${tint}${inner}</a:schemeClr>`
  })
}

/** The looks of single points, in turn where the template has them for each of its first points. */
function withPointStyles(series: string, count: number): string {
  const styles = [...series.matchAll(POINT_STYLE)]
  const isRow = styles.length > 1 && styles.every(([, idx], at) => Number(idx) === at)
  const written = Array.from({ length: isRow ? count : 0 }, (_unused, at) =>
    recoloured(styles[at % styles.length]?.[0] ?? '', at - (at % styles.length)).replace(
      /(<c:idx\s+val=")\d+/,
      `$1${at}`,
    ),
  )
  const [first] = styles
  return edited(
    series,
    styles.map(({ 0: style, 1: idx, index }): Edit => {
      const own = Number(idx) < count ? style : ''
      const text = isRow ? (index === first?.index ? written.join('') : '') : own
      return { start: index, end: index + style.length, text }
    }),
  )
}

/** Where the sheet has the data of a template's chart. */
function tableOf(series: readonly Filled[]): SheetRange | undefined {
  const formulas = series.flatMap(({ ranges }) => ranges.map(({ formula }) => formula))
  const found = formulas.filter((formula) => formula !== '').map(sheetRange)
  const [first] = found
  const ranges = found.filter((range) => range !== undefined)
  if (first === undefined || ranges.length < found.length) return undefined
  if (ranges.some(({ sheet }) => sheet !== first.sheet)) return undefined
  const [row, column] = [
    Math.min(...ranges.map((range) => range.row)),
    Math.min(...ranges.map((range) => range.column)),
  ]
  const bottom = Math.max(...ranges.map((range) => range.row + range.rows))
  const right = Math.max(...ranges.map((range) => range.column + range.columns))
  return { sheet: first.sheet, row, column, rows: bottom - row, columns: right - column }
}

/** Lays the data out as Word does: names in the first row, categories before the values. Gives each range its formula. */
class Table {
  readonly cells: PlacedCell[] = []
  readonly #range: SheetRange
  readonly #style: (formula: string, index: number) => string
  #next: number
  #categories = { key: '', formula: '' }

  constructor(range: SheetRange, style: (formula: string, index: number) => string) {
    this.#range = range
    this.#style = style
    this.#next = range.column
  }

  add({ ranges, rows }: Filled): void {
    const names = ranges.filter(({ role }) => role === 'tx')
    for (const range of ranges.filter((one) => one.role !== 'tx')) {
      const key = isFirst(range) ? [range.formula, ...range.texts].join('\n') : ''
      if (key !== '' && key === this.#categories.key) {
        range.formula = this.#categories.formula
        continue
      }
      const column = this.#next++
      if (!isFirst(range))
        for (const name of names.splice(0)) this.#column(name, column, this.#range.row, [0])
      this.#column(range, column, this.#range.row + 1, rows)
      if (key !== '') this.#categories = { key, formula: range.formula }
    }
  }

  #column(range: ChartRange, column: number, row: number, rows: readonly number[]): void {
    const { formula, texts, isNumeric } = range
    for (const [at, text] of texts.entries()) {
      const [value, style] = [unescapeXml(text).trim(), this.#style(formula, rows[at] ?? 0)]
      this.cells.push(cellAt(row + at, column, { value, isNumeric, style }))
    }
    const name = `$${columnName(column)}$`
    const last = texts.length > 1 ? `:${name}${row + texts.length}` : ''
    range.formula = `${escapeXml(this.#range.sheet)}!${name}${row + 1}${last}`
  }
}

/** A chart with its data in order, and its workbook in step, where it has one that can be written. */
function filledChart(xml: string, book: ChartWorkbook | undefined) {
  const series = filledSeries(xml)
  const isRepeated = series.some(({ copy }) => copy > 0)
  const old = xml.includes('<c:multiLvlStrRef>') ? undefined : tableOf(series)
  const table = old && new Table(old, (formula, index) => book?.at(formula, index)?.style ?? '')
  const edits = series.map((one, number): Edit => {
    table?.add(one)
    const pieces = one.ranges.flatMap(({ place, formula, start, end, ...range }): Edit[] => {
      const text = pointsXml(range.texts, range.formats, range.isNumeric)
      const points = { start, end, text }
      return place.start === place.end ? [points] : [{ ...place, text: formula }, points]
    })
    let written = withPointStyles(edited(one.xml, pieces), one.rows.length)
    written = recoloured(written, one.copy)
    if (isRepeated) written = written.replace(/(<c:(?:idx|order)\s+val=")\d+/g, `$1${number}`)
    return { start: one.start, end: one.start + one.xml.length, text: written }
  })
  const workbook = old && table && book?.with(old, table.cells)
  return { xml: edited(xml, edits), workbook }
}

/**
 * Completes the charts of a rendered package.
 * @param isFile whether the package is what the caller gets: a converter reads no workbook
 */
export function fillCharts(draft: DocumentDraft, charts: Iterable<string>, isFile: boolean) {
  const written = new Set<string>()
  return [...charts].flatMap((part): DocumentWarning[] => {
    const xml = partText(draft, part) ?? ''
    const at = workbookOf(xml, partText(draft, relationsPath(part)) ?? '', part)
    const bytes = isFile ? draft.files[at.part]?.bytes : undefined
    const filled = filledChart(xml, ChartWorkbook.open(bytes))
    draft.file(part, filled.xml)
    if (!isFile) return []
    if (filled.workbook === undefined) return [{ code: 'chart_workbook_left', part }]
    let name = at.part
    for (let number = 1; draft.files[name] !== undefined && written.has(at.part); number++)
      name = `word/embeddings/paraph-chart${number}.xlsx`
    written.add(at.part)
    draft.file(name, filled.workbook)
    if (name !== at.part) nameCopy(draft, part, at.id, name)
    return []
  })
}

function workbookOf(xml: string, rels: string, part: string): { id: string; part: string } {
  const id = attribute(/<c:externalData\s[^>]*>/.exec(xml)?.[0] ?? '', 'r:id') ?? ''
  return { id, part: targetsOf(rels, part).get(id) ?? '' }
}

/** Leads a copy of a chart to its own workbook. */
function nameCopy(draft: DocumentDraft, part: string, id: string, name: string): void {
  const path = relationsPath(part)
  const rels = (partText(draft, path) ?? '').replace(/<Relationship\s[^>]*>/g, (one) =>
    attribute(one, 'Id') === id ? one.replace(/(\sTarget=")[^"]*/, `$1/${name}`) : one,
  )
  draft.file(path, rels)
  const types = readContentTypes(partText(draft, '[Content_Types].xml') ?? '')
  if (!('of' in types) || types.of(name) === '') addPartType(draft, name, SHEETS)
}

/** What the workbook of each chart of a template holds. */
export const chartCells = (
  xml: string,
  rels: string,
  part: string,
  bytesOf: (part: string) => Uint8Array | undefined,
): CellText => {
  const book = ChartWorkbook.open(bytesOf(workbookOf(xml, rels, part).part))
  return (formula, index) => book?.at(formula, index)?.value
}
