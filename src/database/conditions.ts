/** Which engine it is, and SQL conditions that both understand. */
import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether the rows are in an SQLite file. */
export const isSqlite = (db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

/**
 * Whether a column's JSON, as `JSON.stringify` writes it, holds exactly this text as a value or a name, ASCII
 * case-insensitively: inside a longer text its quotation marks would be escaped. @param column its name, never
 * untrusted input
 */
export const namesText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(instr(lower(${sql.ref(column)}), ${asciiLower(JSON.stringify(text))}) > 0)`

/**
 * Text as `lower()` of a column returns it on both engines, which change ASCII only: other letters stay as they were
 * written. PostgreSQL's `lower()` of a parameter changes more.
 */
export const asciiLower = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Of one statement: SQLite takes 32,766 parameters, PostgreSQL 65,535; a text of this length is also compiled anew each time. */
const PARAMETERS_MAX = 1_000

/** Whether an expression is one of these values (ids, numbers, addresses), of which there may be none, or many. */
export function isAmong(expression: RawBuilder<unknown>, values: ReadonlyArray<string | number>) {
  if (values.length === 0) return sql<boolean>`(1 = 0)`
  if (values.length <= PARAMETERS_MAX) return sql<boolean>`(${expression} IN (${sql.join(values)}))`
  const listed = `"${values.join('"')}"`
  return sql<boolean>`(instr(${listed}, '"' || ${expression} || '"') > 0)`
}
