/** What has to be known of a table to copy its rows; read from an SQLite database, which says the same of both. */
import { sql } from 'kysely'
import type { Db } from '../open.ts'

/** A table whose rows are copied. */
export interface TableShape {
  name: string
  /** Columns in their order. */
  columns: readonly string[]
  /** Columns that tell and order its rows; every column where it has no primary key. */
  key: readonly string[]
  /** Whether `key` is a primary key. */
  isKeyed: boolean
  /** A column that names another row of the same table, and the column that it names. */
  own: { column: string; names: string } | undefined
  /** The column that is numbered by the database, without ever giving a number twice. */
  counter: string | undefined
}

interface ColumnInfo {
  name: string
  /** Position in the primary key from 1; 0: not in it. */
  pk: number
}
interface ForeignKey {
  table: string
  from: string
  to: string | null
}

/** Not copied: each database has its own; triggers write those of files and of searches with the rows of requests. */
const OWN_TABLES = new Set([
  'schema_migrations',
  'blob_refs',
  'blob_ref_gaps',
  'request_files',
  'request_search',
])

async function shapeOf(sqlite: Db, name: string, text: string) {
  const table = sql.lit(name)
  const { rows: columns } =
    await sql<ColumnInfo>`SELECT name, pk FROM pragma_table_info(${table})`.execute(sqlite)
  const { rows: references } =
    await sql<ForeignKey>`SELECT "table", "from", "to" FROM pragma_foreign_key_list(${table})`.execute(
      sqlite,
    )
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
  const own = references.find((one) => one.table === name)
  const names = columns.map((column) => column.name)
  const shape: TableShape = {
    name,
    columns: names,
    key: key.length > 0 ? key.map((column) => column.name) : names,
    isKeyed: key.length > 0,
    own: own && { column: own.from, names: own.to ?? key[0]?.name ?? '' },
    counter: /\bAUTOINCREMENT\b/.test(text) ? key[0]?.name : undefined,
  }
  return { shape, needs: references.map((one) => one.table).filter((other) => other !== name) }
}

/** The tables of a database, each after those that its rows refer to. */
export async function tableShapes(sqlite: Db): Promise<TableShape[]> {
  const { rows: tables } = await sql<{ name: string; sql: string }>`
    SELECT name, sql FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'
    ORDER BY rowid`.execute(sqlite)
  const left = new Map<string, Awaited<ReturnType<typeof shapeOf>>>()
  for (const table of tables)
    if (!OWN_TABLES.has(table.name))
      left.set(table.name, await shapeOf(sqlite, table.name, table.sql))
  const ordered: TableShape[] = []
  while (left.size > 0) {
    const next = [...left.values()].find(({ needs }) => needs.every((name) => !left.has(name)))
    if (next === undefined) throw new RangeError('tables refer to each other in a circle')
    ordered.push(next.shape)
    left.delete(next.shape.name)
  }
  return ordered
}
