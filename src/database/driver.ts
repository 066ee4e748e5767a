/**
 * Kysely's driver over better-sqlite3. Ours instead of the stock one for four reasons: transactions
 * begin IMMEDIATE (a deferred one that reads before it writes fails at once when another process has
 * written in between), waiting for another process does not stall the thread, statements are
 * prepared once, and errors are mapped in one place, even when SQLite has rolled back by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
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
import { Cache } from '../kernel/cache.ts'
import { FatalError } from '../kernel/invariant.ts'
import { Slots } from '../kernel/slots.ts'
import { damagedProblem, isBusy, storageFailure } from './failure.ts'

const STATEMENTS_MAX = 500
const WAIT_MAX_MS = 5_000
/** Without this timeout, using the outer `Db` inside a transaction would hang forever, without a trace. */
const STUCK =
  `the database connection was not free for ${WAIT_MAX_MS / 1000} s: a transaction awaits something ` +
  'outside the database, or a statement inside it was given the outer Db instead of the transaction'

const BUSY_RETRY_MS = 10

/** Runs a synchronous database call with its errors mapped by {@link storageFailure}. */
function guarded<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw storageFailure(error)
  }
}

/**
 * As {@link guarded}, but waits while another process writes. SQLite's own busy wait blocks the thread and would
 * stall every request; so it is limited to a few milliseconds and repeated from here.
 */
async function guardedPatient<Result>(call: () => Result, busyWaitMs: number): Promise<Result> {
  const start = performance.now()
  while (true) {
    try {
      return call()
    } catch (error) {
      if (!isBusy(error) || performance.now() - start > busyWaitMs) throw storageFailure(error)
    }
    await sleep(BUSY_RETRY_MS)
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Database
  /** The error that revealed a damaged file: from then on nothing is written, and reads work as far as possible. */
  #damage: FatalError | undefined
  /** Lists of varying length produce varying SQL texts, so the cache is bounded. */
  readonly #statements = new Cache<Statement>(STATEMENTS_MAX)
  readonly #busyWaitMs: number

  constructor(database: Database, busyWaitMs: number) {
    this.#database = database
    this.#busyWaitMs = busyWaitMs
  }

  #prepare(sql: string): Statement {
    const prepare = () => this.#database.prepare(sql)
    // A pragma takes effect when it is prepared: cached, it would do so only once.
    return /^pragma/i.test(sql) ? prepare() : this.#statements.of(sql, prepare)
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.sound(() => {
      const statement = this.#prepare(query.sql)
      if (this.#damage !== undefined && !statement.readonly) throw this.#damage
      if (statement.reader) return { rows: statement.all(query.parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    })
  }

  /** Refuses to begin a write transaction once the file is known to be damaged. */
  begin(): Promise<unknown> {
    return this.sound(() => {
      if (this.#damage !== undefined) throw this.#damage
      return this.#database.exec('BEGIN IMMEDIATE')
    })
  }

  /** Runs a call, waits for other processes, and records errors that reveal damage. */
  async sound<Result>(call: () => Result): Promise<Result> {
    try {
      return await guardedPatient(call, this.#busyWaitMs)
    } catch (error) {
      if (!(error instanceof FatalError)) throw error
      this.#damage ??= error
      throw damagedProblem(error)
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // All at once: an open cursor on the only connection would block every other statement.
    yield await this.executeQuery<Row>(query)
  }
}

class SqliteDriver implements Driver {
  readonly #database: Database
  readonly #connection: SqliteConnection
  /** For the only connection. */
  readonly #slot = new Slots(1)

  constructor(database: Database, busyWaitMs: number) {
    this.#database = database
    this.#connection = new SqliteConnection(database, busyWaitMs)
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
    await this.#connection.sound(() => this.#database.exec('COMMIT'))
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk makes SQLite roll back by itself; a second ROLLBACK would hide the first error.
    if (this.#database.inTransaction) guarded(() => this.#database.exec('ROLLBACK'))
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

/**
 * The dialect to hand to Kysely for an open better-sqlite3 connection.
 * @param busyWaitMs longest wait for another process's write
 */
export const sqliteDialect = (database: Database, busyWaitMs: number): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteDriver(database, busyWaitMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
