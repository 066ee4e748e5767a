/** The rows of a batch: a JSON array, JSON lines, or CSV whose header names members of the data. */
import { CsvError, parse } from 'csv-parse/sync'
import { jsonObject, type UploadedFile } from '../http/form.ts'
import { listText } from '../http/list-text.ts'
import { invalid } from '../kernel/errors.ts'
import { isJsonObject, type JsonObject, setAt } from '../kernel/json.ts'
import { type DetailName, findingAt } from '../translations/texts.ts'

/** Bounds of one batch, each defined once. */
export const BATCH_LIMITS = {
  rows: 1_000,
  /** Characters of one row. */
  row: 1_000_000,
  /** Bytes of all finished files together. */
  bytes: 256 * 1_048_576,
} as const

function fromCsv(text: string, delimiter: string, firstLine: number): JsonObject[] {
  try {
    const [header = [], ...records] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return records.map((cells) => {
      const row: JsonObject = {}
      cells.forEach((cell, index) => {
        const name = header[index]?.trim()
        if (name) setAt(row, name.split('.'), cell)
      })
      return row
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1) + firstLine - 1
    return refuse('/rows', 'csv_broken', 'lists.csv', { line })
  }
}

const refuse = <Name extends DetailName>(...finding: Parameters<typeof findingAt<Name>>): never => {
  throw invalid([findingAt(...finding)])
}

/** A row's text is parsed where it is used. */
function checkLength(count: number, index: number): void {
  const { row: max } = BATCH_LIMITS
  if (count > max)
    refuse(`/rows/${index}`, 'row_too_long', 'lists.rowLong', { row: index + 1, count, max })
}

function fromLines(text: string): JsonObject[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  checkCount(lines.length)
  return lines.map((line, index) => {
    checkLength(line.length, index)
    return jsonObject(line, `rows/${index}`)
  })
}

function fromArray(text: string): JsonObject[] {
  const { rows } = jsonObject(`{"rows":${text}}`, 'rows')
  if (!Array.isArray(rows)) return refuse('/rows', 'type', 'lists.none')
  return rows.map((row, index) =>
    isJsonObject(row)
      ? row
      : refuse(`/rows/${index}`, 'type', 'lists.rowObject', { row: index + 1 }),
  )
}

function checkCount(count: number): void {
  const { rows: max } = BATCH_LIMITS
  if (count === 0) refuse('/rows', 'rows_missing', 'lists.none')
  if (count > max) refuse('/rows', 'rows_too_many', 'lists.most', { max })
}

/**
 * The rows of an uploaded list.
 * @throws validation_failed, json_invalid, data_invalid: a list that cannot be read at all makes no document
 */
export function batchRows(file: UploadedFile): JsonObject[] {
  const { text, format, separator, firstLine, guessed } = listText(file.bytes, file)
  if (guessed) refuse('/rows', 'list_encoding', 'lists.notUnicode')
  const isArray = /^\s*\[/.test(text)
  if (!isArray && format === 'ndjson') return fromLines(text)
  const rows = isArray ? fromArray(text) : fromCsv(text, separator, firstLine)
  checkCount(rows.length)
  for (const [index, row] of rows.entries()) checkLength(JSON.stringify(row).length, index)
  return rows
}
