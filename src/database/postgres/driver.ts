/**
 * Kysely's driver over `pg`. Ours instead of the stock one because of turns: what takes one (see `../concurrent.ts`) is sent
 * together with it, in one round trip. A statement of its own relies on the rows that it changes; reading waits for nobody.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient, QueryResult as Result } from 'pg'
import { DURABLE_COMMITS, RELAXED_COMMITS } from '../unsynced.ts'
import { isUnavailable, serverFailure } from './failure.ts'
import { StatementNames } from './statement-names.ts'

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * PostgreSQL has no text with U+0000 and fails the whole statement; SQLite takes it, and so does this: as the character
 * that the encoder writes for half of one. What strangers' servers, files and addresses hold reaches statements unread.
 */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/** How a statement names a turn of its own: see `inTurnOf`. */
const TURN = /^\s*\/\* turn (-?\d+) \*\//
const turnOf = (key: string): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 0) # (${key})::int8)`

const RELAXED = "; SELECT set_config('synchronous_commit', 'off', true)"

/** What a connection is to us. */
interface Session {
  /** What the beginning of a transaction says; see the driver. */
  beginning: string
  /** Of the statements that are prepared; undefined: a pooler gives every transaction another session, which must be told all. */
  names: StatementNames | undefined
}

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #session: Session
  #inTransaction = false
  #relaxed = false
  /** Set by the first sign that the connection is of no more use: it does not go back to the pool. */
  broken = false

  constructor(client: PoolClient, session: Session) {
    this.client = client
    this.#session = session
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql === RELAXED_COMMITS.sql || query.sql === DURABLE_COMMITS.sql) {
      this.#relaxed = query.sql === RELAXED_COMMITS.sql
      return { rows: [] }
    }
    const result = await this.#withErrorMapping(this.#run(query))
    const { command, rowCount, rows } = result as Result
    return {
      rows: rows as Row[],
      ...(COUNTED.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    }
  }

  async begin(): Promise<void> {
    await this.#withErrorMapping(this.client.query(this.#beginningWith()))
    this.#inTransaction = true
  }

  async end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.#inTransaction = false
    await this.#withErrorMapping(this.client.query(how))
  }

  // biome-ignore lint/correctness/useYield: nothing reads in pieces
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('rows are read all at once, or page by page')
  }

  #send({ sql: text, parameters }: CompiledQuery): Promise<Result> {
    const name = this.#session.names?.of(text)
    const query = name === undefined ? { text } : { text, name }
    return this.client.query({ ...query, values: parameters.map(storable) })
  }

  /** A statement, with the turn that it takes sent in one piece: they take one round trip. */
  async #run(query: CompiledQuery): Promise<Result> {
    const [, key] = TURN.exec(query.sql) ?? []
    const mustBegin = key !== undefined || this.#relaxed || this.#session.names === undefined
    const alone = !this.#inTransaction && mustBegin
    if (!alone && key === undefined) return await this.#send(query)
    const turn = key === undefined ? [] : [turnOf(key)]
    const steps = [
      this.client.query(alone ? this.#beginningWith(...turn) : turn.join()),
      this.#send({ ...query, sql: query.sql.replace(TURN, '') }),
      ...(alone ? [this.client.query('COMMIT')] : []),
    ]
    const settled = await Promise.allSettled(steps)
    // After the first that failed the others fail too, saying less; COMMIT then rolls back.
    const failed = settled.find((step) => step.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return (settled[1] as PromiseFulfilledResult<Result>).value
  }

  #beginningWith(...turn: string[]): string {
    return [`BEGIN${this.#relaxed ? RELAXED : ''}`, this.#session.beginning, ...turn].join('; ')
  }

  async #withErrorMapping<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      this.broken ||= isUnavailable(error)
      throw serverFailure(error)
    }
  }
}

class PostgresDriver implements Driver {
  readonly #pool: Pool
  readonly #session: Session

  /**
   * @param lockKey a lock that all transactions share, so that nobody waits. Builds before ADR 36 take it alone for each of
   *   theirs: one that still runs, during an upgrade, has the database for itself then, as it relies on.
   * @param settings through a pooler: what each transaction sets for itself
   */
  constructor(pool: Pool, lockKey: bigint, settings: string | undefined) {
    this.#pool = pool
    const beside = `SELECT pg_advisory_xact_lock_shared(${lockKey})`
    this.#session =
      settings === undefined
        ? { beginning: beside, names: new StatementNames() }
        : { beginning: `${settings}; ${beside}`, names: undefined }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#session)
    } catch (error) {
      throw serverFailure(error)
    }
  }

  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.client.release(connection.broken)
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.end('COMMIT')
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // The server rolls back by itself when the connection is lost; the first error says more.
    if (!connection.broken) await connection.end('ROLLBACK')
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** Says of what type numbers and bytes are: in `SELECT $1` the server cannot know, and takes them for text. */
class TypedQueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(value)
    if (typeof value === 'number') this.append(Number.isInteger(value) ? '::int8' : '::float8')
    if (value instanceof Uint8Array) this.append('::bytea')
  }
}

/**
 * The dialect to hand to Kysely.
 * @param pool of clients in pipeline mode
 * @param lockKey key of the advisory lock that writers share
 * @param settings through a pooler: what each transaction sets for itself
 */
export const postgresDialect = (pool: Pool, lockKey: bigint, settings?: string): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool, lockKey, settings),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new TypedQueryCompiler(),
})
