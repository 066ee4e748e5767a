/** The results of a bulk send as CSV: one line per row, readable by spreadsheets and harmless in them. */
import type { Db } from '../../database/open.ts'
import { csvCell } from '../../kernel/csv-cell.ts'
import type { BulkRow, ListRow } from './store.ts'
import * as store from './store.ts'

const PAGE = 500
const BOM = '\ufeff'
const COLUMNS = [
  'row',
  'line',
  'status',
  'document_id',
  'document_status',
  'external_id',
  'signers',
  'error',
] as const

const lineOf = (cells: readonly string[], separator: string): string =>
  `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`

/** The file, in pieces. */
export async function* resultsOf(db: Db, bulk: BulkRow): AsyncGenerator<string> {
  const { id, separator } = bulk
  yield BOM + lineOf(COLUMNS, separator)
  for (let after = 0; ; ) {
    const rows = await store.rowsAfter(db, id, { after, limit: PAGE })
    const ids = rows.flatMap(({ document_id }) => (document_id === null ? [] : [document_id]))
    const documents = await store.documentsOf(db, ids)
    yield rows.map((row) => lineOf(cellsOf(row, documents), separator)).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.number
  }
}

function cellsOf(row: ListRow, documents: Awaited<ReturnType<typeof store.documentsOf>>): string[] {
  const document = documents.get(row.document_id ?? '')
  const asked = row.payload?.signers?.flatMap(({ email }) => email ?? []) ?? []
  return [
    String(row.number),
    String(row.line),
    row.status,
    row.document_id ?? '',
    document?.status ?? '',
    row.external_id ?? '',
    (document?.signers ?? asked).join(' '),
    (row.errors ?? []).map(({ detail }) => detail).join(' '),
  ]
}
