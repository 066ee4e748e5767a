/** The rows of a batch: a JSON array, JSON lines, or CSV whose header names members of the data. */
import { jsonObject, type UploadedFile } from '../http/form.ts'
import { csvRecords, type ListText, listText } from '../http/list-text.ts'
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

async function fromCsv(list: ListText): Promise<JsonObject[]> {
  const rows: JsonObject[] = []
  let header: string[] | undefined
  // A row that is too long is refused by its number.
  for await (const { cells } of csvRecords(list, list.text.length)) {
    if (header === undefined) {
      header = cells.map((name) => name.trim())
      continue
    }
    const row: JsonObject = {}
    for (const [index, name] of header.entries())
      if (name !== '' && cells[index] !== undefined) setAt(row, name.split('.'), cells[index])
    rows.push(row)
    checkCount(rows.length)
  }
  return rows
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
export async function batchRows(file: UploadedFile): Promise<JsonObject[]> {
  const list = listText(file.bytes, file)
  const { text, format, guessed } = list
  if (guessed) refuse('/rows', 'list_encoding', 'lists.notUnicode')
  const isArray = /^\s*\[/.test(text)
  if (!isArray && format === 'ndjson') return fromLines(text)
  const rows = isArray ? fromArray(text) : await fromCsv(list)
  checkCount(rows.length)
  for (const [index, row] of rows.entries()) checkLength(JSON.stringify(row).length, index)
  return rows
}
