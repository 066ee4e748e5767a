/** Reads the rows of a list: CSV (RFC 4180, as spreadsheets write it) or JSON lines. Nothing is checked against rules yet. */
import { setImmediate as breathe } from 'node:timers/promises'
import { jsonObject } from '../../http/form.ts'
import { csvRecords, type ListText } from '../../http/list-text.ts'
import { type Finding, saying, type Wording } from '../../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { detailIn } from '../../translations/findings.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { findingAt, inEveryLanguage, say } from '../../translations/texts.ts'
import type { Role } from '../templates/schemas.ts'
import { type Columns, columnsOf } from './columns.ts'
import { BULK_LIMITS, type RowFinding, type RowUse } from './schemas.ts'

/** A row as it was read. */
export interface ReadRow {
  /** From 1. */
  row: number
  /** Where it begins in the file. */
  line: number
  use: RowUse
  findings: RowFault[]
}

/** A finding about a row before it is stored. */
export type RowFault = RowFinding & Pick<Finding, 'wording'>

/** As it is stored: in English. */
export const stored = ({ wording: _wording, ...finding }: RowFault): RowFinding => finding

/** What the rows are read for. */
export interface ReadFor {
  roles: readonly Role[]
  isWord: boolean
}

/** Line breaks and tabs may be in a cell. */
const CONTROL = /(?![\n\r\t])\p{Cc}/u

const tooMany = () => findingAt('/rows', 'rows_too_many', 'lists.most', { max: BULK_LIMITS.rows })

/** The rows of a list. @throws AppError `validation_failed` for what concerns the whole list */
export async function readRows(list: ListText, about: ReadFor): Promise<ReadRow[]> {
  const rows = list.format === 'csv' ? await readCsv(list, about) : await readLines(list)
  if (rows.length === 0) throw invalidAt('/rows', 'rows_missing', 'lists.none')
  return rows
}

async function readCsv(list: ListText, about: ReadFor): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  let columns: Columns | undefined
  for await (const { cells, line } of csvRecords(list)) {
    if (columns === undefined) {
      columns = columnsOf(cells, { ...about, line })
      const { length: count } = cells
      const { columns: max } = BULK_LIMITS
      if (count > max)
        throw invalidAt('/rows/header', 'columns_too_many', 'lists.columnsMost', {
          line,
          count,
          max,
        })
      throwIfInvalid(columns.findings)
      continue
    }
    if (rows.length === BULK_LIMITS.rows) throwIfInvalid([tooMany()])
    rows.push(rowOf(cells, columns, { row: rows.length + 1, line }))
  }
  return rows
}

function rowOf(
  cells: readonly string[],
  { setters, names }: Columns,
  at: { row: number; line: number },
): ReadRow {
  const read: ReadRow = { ...at, use: {}, findings: [] }
  const add = (code: string, detail: Wording, column: string) =>
    read.findings.push({ ...at, column, code, ...saying(detail) })
  cells.forEach((raw, index) => {
    const cell = raw.trim()
    if (cell === '') return
    const set = setters[index]
    const column = names[index] || `column ${index + 1}`
    const { length: count } = cell
    if (set === undefined)
      add('cell_without_column', say('lists.noColumn', { number: index + 1 }), column)
    else if (count > BULK_LIMITS.cell)
      add('cell_too_long', say('lists.cellLong', { column, count, max: BULK_LIMITS.cell }), column)
    else if (CONTROL.test(cell))
      add('cell_hidden_characters', say('lists.cellHidden', { column }), column)
    else set(read.use, cell)
  })
  return read
}

/** Lines between pauses, in which others are served. */
const LINES_AT_ONCE = 500

async function readLines({ text, firstLine }: ListText): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  let line = firstLine - 1
  for (const each of text.split('\n')) {
    line += 1
    if (line % LINES_AT_ONCE === 0) await breathe()
    if (each.trim() === '') continue
    if (rows.length === BULK_LIMITS.rows) throwIfInvalid([tooMany()])
    rows.push(lineOf(each, { row: rows.length + 1, line }))
  }
  return rows
}

function lineOf(text: string, at: { row: number; line: number }): ReadRow {
  const bad = (code: string, detail: Wording): ReadRow => ({
    ...at,
    use: {},
    findings: [{ ...at, code, ...saying(detail) }],
  })
  if (text.length > BULK_LIMITS.cell)
    return bad(
      'line_too_long',
      say('lists.lineLong', { count: text.length, max: BULK_LIMITS.cell }),
    )
  try {
    return { ...at, use: jsonObject(text, 'the line') as RowUse, findings: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return bad(
      error.code,
      inEveryLanguage((_, locale) => detailIn(locale, error)),
    )
  }
}
