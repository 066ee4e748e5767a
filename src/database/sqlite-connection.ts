/** The one connection to SQLite as Kysely uses it: statements kept prepared, busy waits, errors of the engine as ours. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Database, Statement } from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Cache } from '../kernel/cache.ts'
import { FatalError } from '../kernel/invariant.ts'
import { damagedProblem, isBusy, storageFailure } from './failure.ts'
import type { Position } from './position.ts'
import { RELAXED_COMMITS } from './unsynced.ts'

const STATEMENTS_MAX = 500
/** How long a statement waits for another process that writes. */
export const WAIT_MAX_MS = 5_000
/** Without this timeout, using the outer `Db` inside a transaction would hang forever, without a trace. */
export const STUCK =
  `the database connection was not free for ${WAIT_MAX_MS / 1000} s: a transaction awaits something ` +
  'outside the database, or a statement inside it was given the outer Db instead of the transaction'

const BUSY_RETRY_MS = 10

/** Runs a synchronous database call with its errors mapped by {@link storageFailure}. */
export function guarded<Result>(call: () => Result): Result {
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
async function withBusyRetry<Result>(call: () => Result, busyWaitMs: number): Promise<Result> {
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

const IS_PRAGMA = /^\s*pragma/i
const SYNCHRONOUS = 'PRAGMA synchronous'

function run<Row>(statement: Statement, { parameters }: CompiledQuery): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] }
  const { changes, lastInsertRowid } = statement.run(parameters)
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
}

/**
 * Statements are answered at once, so a loop of them, such as a daily run over many rows, would never let anything else
 * happen: after this many milliseconds the event loop has its turn first.
 */
const STRETCH_MS = 5

/** Measures for how long statements have kept the event loop. */
class Stretch {
  #sinceMs: number | undefined

  /** Waits for the next turn of the event loop when this one has lasted long enough. */
  async pause(): Promise<void> {
    if (this.#sinceMs !== undefined && performance.now() - this.#sinceMs > STRETCH_MS)
      await nextTurn()
    if (this.#sinceMs !== undefined) return
    this.#sinceMs = performance.now()
    setImmediate(() => {
      this.#sinceMs = undefined
    })
  }
}

/** The one connection; statements run one after the other. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: Database
  readonly #position: Position | undefined
  readonly #stretch = new Stretch()
  /** Whether the running transaction has written anything. */
  #hasWritten = false
  /** Whether commits do not wait for the disk: such commits may be lost, and are not counted. */
  #isRelaxed = false
  /** The error that revealed a damaged file: from then on nothing is written, and reads work as far as possible. */
  #damage: FatalError | undefined
  /** Lists of varying length produce varying SQL texts, so the cache is bounded. */
  readonly #statements = new Cache<Statement>(STATEMENTS_MAX)
  readonly #busyWaitMs: number

  constructor(database: Database, { busyWaitMs, position }: SqliteOptions) {
    this.#database = database
    this.#busyWaitMs = busyWaitMs
    this.#position = position
  }

  #prepare(sql: string): Statement {
    const prepare = () => this.#database.prepare(sql)
    // A pragma takes effect when it is prepared: cached, it would do so only once.
    return IS_PRAGMA.test(sql) ? prepare() : this.#statements.of(sql, prepare)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#stretch.pause()
    return await this.withErrorMapping(() => {
      const statement = this.#prepare(query.sql)
      const isWrite = !statement.readonly && !IS_PRAGMA.test(query.sql)
      if (this.#damage !== undefined && !statement.readonly) throw this.#damage
      if (query.sql.startsWith(SYNCHRONOUS)) this.#isRelaxed = query.sql === RELAXED_COMMITS.sql
      if (isWrite && !this.#database.inTransaction) return this.#alone(() => run(statement, query))
      this.#hasWritten ||= isWrite
      return run<Row>(statement, query)
    })
  }

  /** Refuses to begin a write transaction once the file is known to be damaged. */
  async begin(): Promise<void> {
    await this.#stretch.pause()
    await this.withErrorMapping(() => this.#begin())
  }

  commit(): Promise<void> {
    return this.withErrorMapping(() => this.#commit())
  }

  #begin(): void {
    if (this.#damage !== undefined) throw this.#damage
    this.#database.exec('BEGIN IMMEDIATE')
    this.#hasWritten = false
  }

  #commit(): void {
    const isCounted = this.#hasWritten && !this.#isRelaxed
    if (isCounted) this.#position?.count()
    this.#database.exec('COMMIT')
    if (isCounted) this.#position?.committed()
  }

  /** A statement outside a transaction is one, counted like any other. */
  #alone<Result>(write: () => Result): Result {
    if (this.#position === undefined || this.#isRelaxed) return write()
    this.#begin()
    try {
      const result = write()
      this.#hasWritten = true
      this.#commit()
      return result
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      throw error
    }
  }

  /** Runs a call, waits for other processes, and records errors that reveal damage. */
  async withErrorMapping<Result>(call: () => Result): Promise<Result> {
    try {
      return await withBusyRetry(call, this.#busyWaitMs)
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

/** How a connection is used. */
export interface SqliteOptions {
  /** Longest wait for another process's write, in milliseconds. */
  busyWaitMs: number
  /** Follows its commits; absent: nothing does. */
  position?: Position | undefined
}
