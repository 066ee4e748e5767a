/** A look from outside at the rows of a service that runs, on either engine. */
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { Client } from 'pg'
import { postgresOf } from './place.ts'

/** Reads; close it before the data folder goes. */
export interface Glance {
  /** The first value of a query without parameters, in the SQL of both. */
  value(sql: string): Promise<unknown>
  /** The names of all tables. */
  tables(): Promise<string[]>
  close(): Promise<void>
}

/** Opens it on the rows of a data folder, wherever they are. */
export async function openGlance(folder: string): Promise<Glance> {
  const { url, schema } = postgresOf(folder) ?? {}
  if (url === undefined) {
    const database = new BetterSqlite(join(folder, 'paraph.sqlite'), { readonly: true })
    const names = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return {
      value: async (sql) => database.prepare(sql).pluck().get(),
      tables: async () => database.prepare<[], string>(names).pluck().all(),
      close: async () => void database.close(),
    }
  }
  const client = new Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  const names = 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema()'
  const rows = async (text: string) =>
    (await client.query<[unknown]>({ text, rowMode: 'array' })).rows
  return {
    // Counts are BIGINT, which the client gives as text.
    value: async (sql) => {
      const value = (await rows(sql))[0]?.[0]
      return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    },
    tables: async () => (await rows(names)).map(([name]) => String(name)),
    close: () => client.end(),
  }
}
