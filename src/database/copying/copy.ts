/** Copies every row of one database into another of the other engine, and compares both afterwards. */
import { sql } from 'kysely'
import { FatalError } from '../../kernel/invariant.ts'
import { isSqlite } from '../conditions.ts'
import { UNFINISHED_COPY } from '../migrate.ts'
import type { Db } from '../open.ts'
import { refuseNullCharacters } from './null-characters.ts'
import { addRows, countRows, digestRows, lastRow, pagesAfter, type Row } from './rows.ts'
import { type TableShape, tableShapes } from './shape.ts'

/** Reported for each table when it is done. */
type ReportTable = (table: string, rows: number, added: number) => void

/** Rows that other rows of the same table name come before these. */
function namedFirst(rows: readonly Row[], own: NonNullable<TableShape['own']>): Row[] {
  const left = new Map(rows.map((row) => [row[own.names], row]))
  const ordered: Row[] = []
  const take = (row: Row): void => {
    // A chain is followed from its end; each row is taken once.
    const chain: Row[] = []
    for (let next: Row | undefined = row; next !== undefined; ) {
      left.delete(next[own.names] ?? null)
      chain.push(next)
      next = left.get(next[own.column] ?? null)
    }
    ordered.push(...chain.reverse())
  }
  for (const row of rows) if (left.has(row[own.names] ?? null)) take(row)
  return ordered
}

/** Tables without a unique key, or whose rows refer to each other: all rows are copied in one transaction. */
async function copyWhole(from: Db, to: Db, shape: TableShape): Promise<number> {
  if ((await countRows(to, shape)) > 0) return 0
  const rows: Row[] = []
  for await (const page of pagesAfter(from, shape)) rows.push(...page)
  const { own } = shape
  const ordered = own === undefined ? rows : namedFirst(rows, own)
  await to.transaction().execute((transaction) => addRows(transaction, shape, ordered))
  return rows.length
}

/** Goes on after the last row that an interrupted run has copied. */
async function copyInPages(from: Db, to: Db, shape: TableShape): Promise<number> {
  let added = 0
  for await (const page of pagesAfter(from, shape, await lastRow(to, shape))) {
    await addRows(to, shape, page)
    added += page.length
  }
  return added
}

/** The highest number that a table has ever given, so that no later row gets that of an erased one. */
async function highestNumber(db: Db, { name, counter }: TableShape): Promise<number> {
  const query = isSqlite(db)
    ? sql<{ n: number }>`SELECT seq AS n FROM sqlite_sequence WHERE name = ${name}`
    : sql<{ n: number }>`SELECT pg_sequence_last_value(
        pg_get_serial_sequence(${name}, ${counter})::regclass) AS n`
  return Number((await query.execute(db)).rows[0]?.n ?? 0)
}

async function continueNumbers(from: Db, to: Db, shape: TableShape): Promise<void> {
  const { name, counter } = shape
  if (counter === undefined) return
  const highest = await highestNumber(from, shape)
  if (highest === 0) return
  if (!isSqlite(to)) {
    await sql`SELECT setval(pg_get_serial_sequence(${name}, ${counter}), ${highest})`.execute(to)
    return
  }
  await sql`DELETE FROM sqlite_sequence WHERE name = ${name}`.execute(to)
  await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${name}, ${highest})`.execute(to)
}

/** In this database and schema; Kysely's introspection would list every schema's tables. */
async function hasMarker(db: Db): Promise<boolean> {
  const query = isSqlite(db)
    ? sql<{ n: number }>`SELECT count(*) AS n FROM sqlite_master WHERE name = ${UNFINISHED_COPY}`
    : sql<{ n: number }>`SELECT count(to_regclass(${UNFINISHED_COPY})) AS n`
  return Number((await query.execute(db)).rows[0]?.n) > 0
}

async function refuseUsed(to: Db, shapes: readonly TableShape[]): Promise<void> {
  for (const shape of shapes) {
    if ((await countRows(to, shape)) === 0) continue
    throw new FatalError(
      `the target database is already in use: its table ${shape.name} has rows; choose an empty one`,
    )
  }
}

async function compare(from: Db, to: Db, shapes: readonly TableShape[]): Promise<void> {
  for (const shape of shapes) {
    const [source, copy] = [await digestRows(from, shape), await digestRows(to, shape)]
    if (source === copy) continue
    throw new FatalError(
      `table ${shape.name} differs after copying: ${source} in the source, ${copy} in the copy; empty the target and run this again`,
    )
  }
}

/** A database in SQLite and one in PostgreSQL, in either direction, both with their schema up to date. */
export interface Copying {
  from: Db
  to: Db
}

async function shapesOf({ from, to }: Copying): Promise<TableShape[]> {
  const shapes = await tableShapes(isSqlite(from) ? from : to)
  return shapes.filter(({ name }) => name !== UNFINISHED_COPY)
}

/** Marks every target, or none: what a run has marked, a later one completes. */
async function begin(copies: readonly Copying[]): Promise<void> {
  for (const { from } of copies)
    if (isSqlite(from)) await refuseNullCharacters(from, await tableShapes(from))
  const marked = await Promise.all(copies.map(({ to }) => hasMarker(to)))
  for (const [index, copy] of copies.entries()) {
    if (marked[index] === true) continue
    if (!marked.includes(true)) await refuseUsed(copy.to, await shapesOf(copy))
  }
  for (const [index, { to }] of copies.entries())
    if (marked[index] !== true)
      await sql`CREATE TABLE ${sql.table(UNFINISHED_COPY)} (id BIGINT)`.execute(to)
}

async function copyRows({ from, to }: Copying, report: ReportTable): Promise<void> {
  const tables = await shapesOf({ from, to })
  for (const shape of tables) {
    const inPages = shape.isKeyed && shape.own === undefined
    const added = await (inPages ? copyInPages : copyWhole)(from, to, shape)
    await continueNumbers(from, to, shape)
    report(shape.name, await countRows(to, shape), added)
  }
  await compare(from, to, tables)
}

/**
 * Copies all rows, while no server uses any of the databases; an interrupted run goes on where it stopped. Until all are
 * complete, no server starts on the first copy. The sources stay as they are.
 * @throws FatalError when a target has rows of its own, or a table differs afterwards
 */
export async function copyDatabases(copies: readonly Copying[], report: ReportTable) {
  await begin(copies)
  for (const copy of copies) await copyRows(copy, report)
  for (const { to } of copies.toReversed())
    await sql`DROP TABLE ${sql.table(UNFINISHED_COPY)}`.execute(to)
}
