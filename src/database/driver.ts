/**
 * Kysely's driver over better-sqlite3. Ours instead of the stock one for four reasons: transactions
 * begin IMMEDIATE (a deferred one that reads before it writes fails at once when another process has
 * written in between), waiting for another process does not stall the thread, statements are
 * prepared once, and errors are mapped in one place, even when SQLite has rolled back by itself.
 */
import type { Database } from 'better-sqlite3'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Slots } from '../kernel/slots.ts'
import type { Position } from './position.ts'
import {
  guarded,
  SqliteConnection,
  type SqliteOptions,
  STUCK,
  WAIT_MAX_MS,
} from './sqlite-connection.ts'

class SqliteDriver implements Driver {
  readonly #database: Database
  readonly #connection: SqliteConnection
  /** For the only connection. */
  readonly #slot = new Slots(1)

  readonly #position: Position | undefined

  constructor(database: Database, options: SqliteOptions) {
    this.#database = database
    this.#position = options.position
    this.#connection = new SqliteConnection(database, options)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!(await this.#slot.acquire(WAIT_MAX_MS))) throw new Error(STUCK)
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#slot.release()
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin()
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.commit()
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide the first error.
    if (this.#database.inTransaction) guarded(() => this.#database.exec('ROLLBACK'))
  }

  async destroy(): Promise<void> {
    this.#database.close()
    this.#position?.close()
  }
}

/** The dialect to hand to Kysely for an open better-sqlite3 connection. */
export const sqliteDialect = (database: Database, options: SqliteOptions): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(database, options),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
