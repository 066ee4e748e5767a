/** The rows of a batch: a JSON array, JSON lines, or CSV whose header names members of the data. */
import { CsvError, parse } from 'csv-parse/sync'
import type { UploadedFile } from '../http/form.ts'
import { jsonObject } from '../http/form.ts'
import { listText } from '../http/list-text.ts'
import { invalid } from '../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../kernel/json.ts'
import { findingAt } from '../translations/texts.ts'

/** Bounds of one batch, each defined once. */
export const BATCH_LIMITS = {
  rows: 1_000,
  /** Characters of one row. */
  row: 1_000_000,
  /** Bytes of all finished files together. */
  bytes: 256 * 1_048_576,
} as const

/** Sets a member by a path with dots: `client.name`. A name of the prototype is a member like any other. */
function setAt(row: JsonObject, path: string, value: string): void {
  const names = path.split('.')
  const last = names.pop() ?? ''
  let at = row
  for (const name of names) {
    const there = Object.hasOwn(at, name) ? at[name] : undefined
    const next: JsonObject = isJsonObject(there) ? there : {}
    Object.defineProperty(at, name, {
      value: next,
      enumerable: true,
      configurable: true,
      writable: true,
    })
    at = next
  }
  Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true })
}

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
        if (name) setAt(row, name, cell)
      })
      return row
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1) + firstLine - 1
    throw invalid([findingAt('/rows', 'csv_broken', 'lists.csv', { line })])
  }
}

/** What a row may be: its text is parsed where it is used. */
function checkedLength(length: number, index: number): void {
  const { row: max } = BATCH_LIMITS
  if (length > max)
    throw invalid([
      findingAt(`/rows/${index}`, 'row_too_long', 'lists.rowLong', {
        row: index + 1,
        count: length,
        max,
      }),
    ])
}

function fromLines(text: string): JsonObject[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  checkedCount(lines.length)
  return lines.map((line, index) => {
    checkedLength(line.length, index)
    return jsonObject(line, `rows/${index}`)
  })
}

function fromArray(text: string): JsonObject[] {
  const { rows } = jsonObject(`{"rows":${text}}`, 'rows')
  if (!Array.isArray(rows)) throw invalid([findingAt('/rows', 'type', 'lists.none')])
  return rows.map((row, index) => {
    if (!isJsonObject(row))
      throw invalid([findingAt(`/rows/${index}`, 'type', 'lists.rowObject', { row: index + 1 })])
    return row
  })
}

function checkedCount(count: number): void {
  if (count === 0) throw invalid([findingAt('/rows', 'rows_missing', 'lists.none')])
  const { rows: max } = BATCH_LIMITS
  if (count > max) throw invalid([findingAt('/rows', 'rows_too_many', 'lists.most', { max })])
}

/**
 * The rows of an uploaded list.
 * @throws validation_failed, json_invalid, data_invalid: a list that cannot be read at all makes no document
 */
export function batchRows(file: UploadedFile): JsonObject[] {
  const { text, format, separator, firstLine, guessed } = listText(file.bytes, file)
  if (guessed) throw invalid([findingAt('/rows', 'list_encoding', 'lists.notUnicode')])
  const isArray = /^\s*\[/.test(text)
  const rows = isArray
    ? fromArray(text)
    : format === 'csv'
      ? fromCsv(text, separator, firstLine)
      : fromLines(text)
  checkedCount(rows.length)
  if (format === 'csv' || isArray)
    for (const [index, row] of rows.entries()) checkedLength(JSON.stringify(row).length, index)
  return rows
}
