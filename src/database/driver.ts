/**
 * Kysely's driver over better-sqlite3. Ours instead of the stock one for three reasons: transactions
 * begin IMMEDIATE (a deferred one that reads before it writes fails at once when another process has
 * written in between), statements are prepared once, and failures are mapped in one place, also when
 * SQLite has already rolled back by itself.
 */
import type { Database, Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { storageFailure } from './failure.ts'

const STATEMENTS_MAX = 500

/** Runs a synchronous database call with its failure mapped by {@link storageFailure}. */
function guarded<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw storageFailure(error)
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #statements = new Map<string, Statement>()

  constructor(database: Database) {
    this.#database = database
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    // Lists of varying length give texts of varying length: the cache must not grow for ever.
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return guarded(() => {
      const statement = this.#prepare(query.sql)
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    })
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // All at once: an open cursor on the only connection would block every other statement.
    yield await this.executeQuery<Row>(query)
  }
}

class SqliteDriver implements Driver {
  readonly #database: Database
  readonly #connection: SqliteConnection
  /** The end of the queue for the only connection. */
  #last: Promise<void> = Promise.resolve()
  #free: () => void = () => {}

  constructor(database: Database) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#last
    let free: () => void = () => {}
    this.#last = new Promise((resolve) => {
      free = resolve
    })
    await before
    this.#free = free
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#free()
  }

  async beginTransaction(): Promise<void> {
    guarded(() => this.#database.exec('BEGIN IMMEDIATE'))
  }

  async commitTransaction(): Promise<void> {
    guarded(() => this.#database.exec('COMMIT'))
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide the first error.
    if (this.#database.inTransaction) guarded(() => this.#database.exec('ROLLBACK'))
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

/** The dialect to hand to Kysely for an open better-sqlite3 connection. */
export const sqliteDialect = (database: Database): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(database),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
