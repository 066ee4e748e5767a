/** How a PostgreSQL database is reached. */

import { createHash } from 'node:crypto'
import { type ClientConfig, types } from 'pg'

/** The same for every process on the same schema; 64 bits of SHA-256. */
export const lockKeyOf = (schema: string, purpose: 'migrations' | 'writes' | 'instance'): bigint =>
  createHash('sha256').update(`paraph ${schema} ${purpose}`).digest().readBigInt64BE()

/** How to reach a database. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; `sslmode` and the like are `pg-connection-string`'s. */
  url: string
  /** A pooler that hands out a server's session for one transaction each; absent: statements go to `url` too. */
  poolUrl?: string
  /** Everything is in one schema, created if missing: lower-case letters, digits and `_`. */
  schema: string
  /** Connections of this process at most. */
  connections: number
  /** Longest run of a statement, waiting included, in milliseconds. */
  statementMs: number
}

const CONNECT_MS = 5_000
/** As long as SQLite's: a transaction that awaits something outside the database must not stop everybody. */
const LOCK_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** The server should have ended the statement by then: nothing is heard of it any more. */
const SILENCE_MS = 5_000

/** Type numbers of `int8` and `numeric`: counters and sums, far below 2^53. */
const NUMBERS = new Set([20, 1700])

const parserOf: typeof types.getTypeParser = (id: number, format?: 'text' | 'binary') =>
  NUMBERS.has(id) ? Number : types.getTypeParser(id, format as 'text')

/** What a connection is opened with, wherever it leads. */
const connectionOf = (
  connectionString: string,
  { statementMs }: PostgresOptions,
): ClientConfig => ({
  connectionString,
  application_name: 'paraph',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  query_timeout: statementMs + SILENCE_MS,
  types: { getTypeParser: parserOf },
})

const settingsOf = ({ statementMs }: PostgresOptions) => ({
  statement_timeout: statementMs,
  lock_timeout: LOCK_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
})

/** A connection to a pooler, whose sessions know nothing of us. */
export const pooledConfig = (options: PostgresOptions, poolUrl: string): ClientConfig =>
  connectionOf(poolUrl, options)

/** What a transaction over such a connection says first. */
export const pooledSettings = (options: PostgresOptions): string => {
  const { schema } = options
  const settings = { search_path: schema, TimeZone: 'UTC', ...settingsOf(options) }
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  )
  return `SELECT ${calls.join(', ')}`
}

/** What every connection to the server itself is opened with. */
export const clientConfig = (options: PostgresOptions): ClientConfig => ({
  ...connectionOf(options.url, options),
  ...settingsOf(options),
  options: `-c search_path=${options.schema} -c timezone=UTC -c default_transaction_isolation=read\\ committed`,
})
