/** Opens a PostgreSQL database: checks that the server can be used, brings the schema up to date, hands out Kysely. */
import { Kysely } from 'kysely'
import { type ClientConfig, Pool, type PoolClient } from 'pg'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { FatalError } from '../../kernel/invariant.ts'
import { codeOf } from '../../kernel/type-guards.ts'
import type { MigrationSet } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { postgresDialect } from './driver.ts'
import { isUnavailable } from './failure.ts'
import { migratePostgres } from './migrate.ts'
import {
  clientConfig,
  lockKeyOf,
  type PostgresOptions,
  pooledConfig,
  pooledSettings,
} from './options.ts'

const OLDEST_SERVER = 150_000
/** Each statement of these is short and waits for nobody. */
const COUNTING_CONNECTIONS = 4

function openPool(config: ClientConfig, max: number): Pool {
  // A statement and the turn that it takes go out together: `pipeline`.
  const pool = new Pool({ ...config, max, pipeline: true })
  // A connection that ends while nobody uses it, or between two statements, is replaced by the next call.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

interface ServerFacts {
  version: number
  encoding: string
  reads_only: boolean
}

/** Refuses a server that cannot hold this service's data. */
async function checkServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<ServerFacts>(`SELECT
    current_setting('server_version_num')::int AS version,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS reads_only`)
  const { version = 0, encoding = '', reads_only = false } = rows[0] ?? {}
  if (version < OLDEST_SERVER) {
    const found = Math.floor(version / 10_000)
    throw new FatalError(
      `PARAPH_DATABASE_URL points to PostgreSQL ${found}; PostgreSQL ${OLDEST_SERVER / 10_000} or later is required`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new FatalError(
      `the database in PARAPH_DATABASE_URL has the encoding ${encoding}; create one with ENCODING 'UTF8'`,
    )
  }
  if (reads_only) {
    throw new FatalError(
      'PARAPH_DATABASE_URL points to a standby server, which is read-only; use the primary',
    )
  }
}

/** The error shown to the operator when the first connection fails; it never contains the password. */
function connectionError(error: unknown, url: string): unknown {
  if (error instanceof FatalError) return error
  const why = error instanceof AggregateError ? error.errors[0] : error
  const message = why instanceof Error ? why.message : String(why)
  const { host, pathname } = new URL(url)
  const place = `the database ${pathname.slice(1) || '(none named)'} at ${host || 'the local socket'}`
  const isRefused =
    isUnavailable(error) ||
    /^(28|3D|42501)/.test(codeOf(why) ?? '') ||
    /certificate|SSL/i.test(message)
  if (!isRefused) return error
  return new FatalError(`${place} cannot be used (${message}); check PARAPH_DATABASE_URL`, {
    cause: error,
  })
}

/** What the schema is to be. */
interface Schema {
  migrations: readonly MigrationSet[]
  clock: Clock
  unfinished?: boolean | undefined
  /** The SQLite file of the same data folder, if there is one. */
  left: string | undefined
}

/**
 * Connects, checks the server, and brings the schema up to date.
 * @throws FatalError when the server cannot be reached or used, or its schema is not ours
 */
export async function openPostgres(
  options: PostgresOptions,
  { migrations, clock, left, unfinished = false }: Schema,
) {
  const { schema, poolUrl } = options
  const own = clientConfig(options)
  const config = poolUrl === undefined ? own : pooledConfig(options, poolUrl)
  const pool = openPool(config, options.connections)
  try {
    // Migrations wait for each other as long as they take: over a session of the server's own.
    const direct = poolUrl === undefined ? pool : openPool(own, 1)
    const client = await direct.connect()
    try {
      await checkServer(client)
      const lock = lockKeyOf(schema, 'migrations')
      const at = toIso(clock.now())
      const facts = { schema, lock, left, sets: migrations, at, unfinished }
      const applied = await migratePostgres(client, facts)
      const settings = poolUrl === undefined ? undefined : pooledSettings(options)
      const writes = lockKeyOf(schema, 'writes')
      const over = (connections: Pool) =>
        new Kysely<Tables>({ dialect: postgresDialect(connections, writes, settings) })
      const [db, counting] = [over(pool), over(openPool(config, COUNTING_CONNECTIONS))]
      const close = async () => {
        await counting.destroy()
        await db.destroy()
      }
      return { db, counting, applied, close }
    } finally {
      client.release()
      if (direct !== pool) await direct.end()
    }
  } catch (error) {
    await pool.end()
    throw connectionError(error, options.url)
  }
}
