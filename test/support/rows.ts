/** The rows of an installation as whoever holds its database reads and changes them, on either engine. */
import { sql } from 'kysely'
import { isSqlite } from '../../src/database/conditions.ts'
import type { Db } from '../../src/database/open.ts'

/** The names of all tables. */
export async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = isSqlite(db)
    ? await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(db)
    : await sql<{ name: string }>`
        SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(db)
  return rows.map(({ name }) => name)
}

/** The tables with a text in one of their rows. */
export async function tablesWith(db: Db, text: string): Promise<string[]> {
  const holding: string[] = []
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`SELECT * FROM ${sql.table(name)}`.execute(db)
    if (JSON.stringify(rows).includes(text)) holding.push(name)
  }
  return holding
}

/** Takes away what guards the rows of a table against being changed. */
export async function unguard(db: Db, table: string): Promise<void> {
  if (!isSqlite(db)) {
    await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ${table}`.execute(db)
  for (const { name } of rows) await sql`DROP TRIGGER ${sql.id(name)}`.execute(db)
}
