/** Reads and writes rows of any table, in the order of its key, on either engine. */
import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import type { TableShape } from './shape.ts'

/** What a cell contains, in both engines. */
type Value = string | number | null | Uint8Array
/** A row by its columns. */
export type Row = Readonly<Record<string, Value>>

const PAGE_ROWS = 200

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts)
const refs = (columns: readonly string[]): RawBuilder<unknown> =>
  list(columns.map((column) => sql.ref(column)))
const cells = (row: Row, columns: readonly string[]): RawBuilder<unknown> =>
  list(columns.map((column) => sql.val(row[column] ?? null)))

/** How many rows a table has. */
export async function countRows(db: Db, { name }: TableShape): Promise<number> {
  const counted = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(db)
  return Number(counted.rows[0]?.n ?? 0)
}

/** The row with the greatest key; undefined when there is none. */
export async function lastRow(db: Db, { name, key }: TableShape): Promise<Row | undefined> {
  const order = list(key.map((column) => sql`${sql.ref(column)} DESC`))
  const found = await sql<Row>`SELECT ${refs(key)} FROM ${sql.table(name)}
    ORDER BY ${order} LIMIT 1`.execute(db)
  return found.rows[0]
}

/** Rows after one in the order of the key, page by page. A table without a primary key comes as one page. */
export async function* pagesAfter(
  db: Db,
  shape: TableShape,
  last?: Row,
): AsyncIterableIterator<Row[]> {
  const { name, columns, key, isKeyed } = shape
  let after = last
  while (true) {
    const from = after && sql`WHERE (${refs(key)}) > (${cells(after, key)})`
    const { rows } = await sql<Row>`SELECT ${refs(columns)} FROM ${sql.table(name)}
      ${from ?? sql``} ORDER BY ${refs(key)} ${isKeyed ? sql`LIMIT ${sql.lit(PAGE_ROWS)}` : sql``}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    if (!isKeyed || rows.length < PAGE_ROWS) return
    after = rows.at(-1)
  }
}

/** Adds rows as they are. */
export async function addRows(db: Db, { name, columns }: TableShape, rows: readonly Row[]) {
  for (let first = 0; first < rows.length; first += PAGE_ROWS) {
    const page = rows.slice(first, first + PAGE_ROWS).map((row) => sql`(${cells(row, columns)})`)
    await sql`INSERT INTO ${sql.table(name)} (${refs(columns)}) VALUES ${list(page)}`.execute(db)
  }
}

/** Type and length before each value: no two rows have the same text. */
function cellBytes(value: Value | undefined): Buffer {
  if (value === null || value === undefined) return Buffer.from('n;')
  if (typeof value === 'number') return Buffer.from(`i${value};`)
  const bytes = Buffer.from(value as Uint8Array | string)
  return Buffer.concat([
    Buffer.from(`${typeof value === 'string' ? 't' : 'b'}${bytes.length}:`),
    bytes,
  ])
}

/** Number and SHA-256 of all rows of a table, in the order of its key: the same on both engines. */
export async function digestRows(db: Db, shape: TableShape): Promise<string> {
  const hash = createHash('sha256')
  let count = 0
  for await (const page of pagesAfter(db, shape)) {
    count += page.length
    for (const row of page) for (const column of shape.columns) hash.update(cellBytes(row[column]))
  }
  return `${count} rows, SHA-256 ${hash.digest('hex')}`
}
