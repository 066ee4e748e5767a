/** The workbook inside a chart (ISO/IEC 29500-1, 18), which Word opens to edit its data: read, and written anew. */
import { asBuffer } from '../../kernel/bytes.ts'
import { edited } from '../../xml/edits.ts'
import { escapeXml, unescapeXml } from '../../xml/escape.ts'
import { attribute, scanXml } from '../../xml/scan.ts'
import { DocxError } from '../docx-error.ts'
import { DOCX_LIMITS } from '../lint/limits.ts'
import { LintFindings } from '../lint/lint-findings.ts'
import { readZip } from '../lint/zip-read.ts'
import { relationsPath } from '../package/registrations.ts'
import { targetsOf } from '../package/relationships.ts'
import { packDocx } from '../package/zip-parts.ts'

const BOOK = 'xl/workbook.xml'
const STRUCTURE = {
  textWanted: false,
  text: () => undefined,
  open: () => true,
  close: () => undefined,
}
const CELL = /<c\s([^>]*?)(?:\/>|>(.*?)<\/c>)/gs
const RANGE = /^(.*)!\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/
/** What names cells or columns that are not there any more. */
const STALE = /(?:table|calcChain)\d*\.xml$/

/** A range of a sheet; rows and columns count from 0. */
export type SheetRange = NonNullable<ReturnType<typeof sheetRange>>

/** The XML of a cell and its place; empty for one without a value. */
export type PlacedCell = readonly [row: number, column: number, xml: string]

const columnAt = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** The name of a column. */
export const columnName = (at: number): string =>
  (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** The range that a formula names; undefined where it is no plain one. */
export function sheetRange(formula: string) {
  const [, sheet = '', left = '', top = '', right = left, bottom = top] =
    RANGE.exec(unescapeXml(formula)) ?? []
  const [row, column] = [Number(top) - 1, columnAt(left)]
  if (top === '') return undefined
  return { sheet, row, column, rows: Number(bottom) - row, columns: columnAt(right) - column + 1 }
}

interface Found {
  value: string
  style: string
  xml: string
}

const textOf = (xml: string): string =>
  [...xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)]
    .map(([, text = '']) => unescapeXml(text))
    .join('')

/** A text or a number. @param style what the template shows it in */
export function cellAt(
  row: number,
  column: number,
  { value, isNumeric, style }: { value: string; isNumeric: boolean; style: string },
): PlacedCell {
  const own = `${style === '' ? '' : ` s="${style}"`}${isNumeric ? '' : ' t="inlineStr"'}`
  const text = escapeXml(value)
  const inner = isNumeric ? `<v>${text}</v>` : `<is><t xml:space="preserve">${text}</t></is>`
  const xml = `<c r="${columnName(column)}${row + 1}"${own}>${inner}</c>`
  return [row, column, value === '' ? '' : xml]
}

/** Rows of cells; of two in one place the later one counts. */
function rowsXml(cells: readonly PlacedCell[]): string {
  const rows = new Map<number, Map<number, string>>()
  for (const [row, column, xml] of cells)
    rows.set(row, (rows.get(row) ?? new Map<number, string>()).set(column, xml))
  const ascending = <T>(map: Map<number, T>) => [...map].sort(([a], [b]) => a - b)
  return ascending(rows)
    .map(
      ([row, own]) =>
        `<row r="${row + 1}">${ascending(own)
          .map(([, xml]) => xml)
          .join('')}</row>`,
    )
    .join('')
}

/** A workbook. */
export class ChartWorkbook {
  readonly #parts: Map<string, Uint8Array>
  readonly #strings: readonly string[]
  readonly #sheets = new Map<string, Map<string, Found>>()

  private constructor(parts: Map<string, Uint8Array>) {
    this.#parts = parts
    const strings = this.#text('xl/sharedStrings.xml').matchAll(/<si>(.*?)<\/si>/gs)
    this.#strings = [...strings].map(([, item = '']) =>
      textOf(item.replace(/<rPh\s[^>]*[^/]>.*?<\/rPh>/gs, '')),
    )
  }

  /** Undefined where the bytes are no workbook that can be read. */
  static open(bytes: Uint8Array | undefined): ChartWorkbook | undefined {
    try {
      if (bytes === undefined) return undefined
      const book = new ChartWorkbook(readZip(bytes, DOCX_LIMITS, new LintFindings()))
      return book.#text(BOOK).includes('<sheet ') ? book : undefined
    } catch (error) {
      if (error instanceof DocxError) return undefined
      throw error
    }
  }

  #text(part: string): string {
    const bytes = this.#parts.get(part)
    const xml = bytes === undefined ? '' : asBuffer(bytes).toString('utf8')
    // nothing may begin and not end: Excel writes neither comments nor CDATA
    return xml.includes('<!') || scanXml(xml, STRUCTURE) !== null ? '' : xml
  }

  /** The part of a sheet by its name as formulas have it. */
  #partOf(sheet: string): string {
    const name = sheet.replace(/^'|'$/g, '').replaceAll("''", "'")
    const entries = [...this.#text(BOOK).matchAll(/<sheet\s[^>]*>/g)].map(([entry]) => entry)
    const entry = entries.find((one) => unescapeXml(attribute(one, 'name') ?? '') === name)
    const targets = targetsOf(this.#text(relationsPath(BOOK)), BOOK)
    return targets.get(attribute(entry ?? '', 'r:id') ?? '') ?? ''
  }

  #cells(part: string): Map<string, Found> {
    let cells = this.#sheets.get(part)
    if (cells !== undefined) return cells
    cells = new Map()
    for (const { 0: xml, 1: head = '', 2: body = '' } of this.#text(part).matchAll(CELL)) {
      const tag = `<c ${head}>`
      const raw = /<v>([^<]*)<\/v>/.exec(body)?.[1] ?? ''
      const kind = attribute(tag, 't')
      const value = kind === 's' ? (this.#strings[Number(raw)] ?? '') : unescapeXml(raw)
      cells.set(attribute(tag, 'r') ?? '', {
        value: kind === 'inlineStr' ? textOf(body) : value,
        style: attribute(tag, 's') ?? '',
        xml: xml.replace(/<f\s[^>]*t="shared".*?(?:\/>|<\/f>)/s, ''),
      })
    }
    this.#sheets.set(part, cells)
    return cells
  }

  /** A cell of a range, by its place in it. */
  at(formula: string, index: number): Found | undefined {
    const range = sheetRange(formula)
    if (range === undefined) return undefined
    const [down, right] = range.columns === 1 ? [index, 0] : [0, index]
    const name = columnName(range.column + right) + (range.row + down + 1)
    return this.#cells(this.#partOf(range.sheet)).get(name)
  }

  /**
   * The workbook with a table in the place of another one; undefined where it has no such sheet.
   * @param old what the table takes the place of
   */
  with(old: SheetRange, table: readonly PlacedCell[]): Uint8Array | undefined {
    const part = this.#partOf(old.sheet)
    const sheet = this.#text(part)
    const data = /<sheetData\s*\/>|<sheetData>.*<\/sheetData>/s.exec(sheet)
    if (data === null) return undefined
    const text = `<sheetData>${rowsXml([...this.#outside(part, old), ...table])}</sheetData>`
    const after = edited(sheet, [{ start: data.index, end: data.index + data[0].length, text }])
    const parts = new Map([...this.#parts].filter(([name]) => !STALE.test(name)))
    const set = (name: string, xml: string): unknown => parts.set(name, Buffer.from(xml, 'utf8'))
    set(
      part,
      after
        .replace(/<tableParts\s[^>]*(?:\/>|>.*?<\/tableParts>)/s, '')
        .replace(/<dimension\s[^>]*\/>/, ''),
    )
    const stale =
      /<(?:Relationship\s[^>]*\/(?:table|calcChain)"|Override\s[^>]*(?:table|calcChain)\d*\.xml")[^>]*\/>/g
    for (const name of ['[Content_Types].xml', ...[BOOK, part].map(relationsPath)])
      if (parts.has(name)) set(name, this.#text(name).replace(stale, ''))
    return packDocx(parts)
  }

  /** The cells of a sheet that are not in a range. */
  #outside(part: string, { row, column, rows, columns }: SheetRange): PlacedCell[] {
    return [...this.#cells(part)].flatMap(([name, { xml }]): PlacedCell[] => {
      const at = sheetRange(`!${name}`)
      if (at === undefined) return []
      const [down, right] = [at.row - row, at.column - column]
      const isInside = down >= 0 && down < rows && right >= 0 && right < columns
      return isInside ? [] : [[at.row, at.column, xml]]
    })
  }
}
