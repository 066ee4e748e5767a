/**
 * Kysely's driver over `pg`. Ours instead of the stock one because of one rule: whatever writes waits its turn, as it
 * does in SQLite. A transaction, and a statement of its own that changes something, holds one advisory lock until its
 * end; so what the stores' statements rely on (nobody writes between my reading and my writing, entries become visible
 * in the order of their positions) is true with any number of instances. Reading waits for nobody.
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
import { DURABLE_COMMITS, RELAXED_COMMITS, WITHOUT_TURN } from '../unsynced.ts'
import { isUnavailable, serverFailure } from './failure.ts'
import { StatementNames } from './statement-names.ts'

const READS = /^\s*(SELECT|WITH|SHOW|VALUES)\b/i
/** A WITH clause may write. Identifiers are quoted by Kysely; a column of such a name only costs a turn. */
const WRITES_WITHIN = /^\s*WITH\b[\s\S]*\b(INSERT|UPDATE|DELETE|MERGE)\b/i

const takesTurn = (text: string): boolean =>
  !text.includes(WITHOUT_TURN) && (!READS.test(text) || WRITES_WITHIN.test(text))

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * PostgreSQL has no text with U+0000 and fails the whole statement; SQLite takes it, and so does this: as the character
 * that the encoder writes for half of one. What strangers' servers, files and addresses hold reaches statements unread.
 */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

const RELAXED = "; SELECT set_config('synchronous_commit', 'off', true)"

class PostgresConnection implements DatabaseConnection {
  readonly client: PoolClient
  readonly #lock: string
  #inTransaction = false
  #relaxed = false
  /** Set by the first sign that the connection is of no more use: it does not go back to the pool. */
  broken = false

  readonly #names: StatementNames

  /**
   * @param lock statement that waits for the turn to write, and keeps it until the transaction ends
   * @param names of the statements that are prepared
   */
  constructor(client: PoolClient, lock: string, names: StatementNames) {
    this.client = client
    this.#lock = lock
    this.#names = names
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.sql === RELAXED_COMMITS.sql || query.sql === DURABLE_COMMITS.sql) {
      this.#relaxed = query.sql === RELAXED_COMMITS.sql
      return { rows: [] }
    }
    const alone = !this.#inTransaction && takesTurn(query.sql)
    const result = await this.#withErrorMapping(alone ? this.#inTurn(query) : this.#send(query))
    const { command, rowCount, rows } = result as Result
    return {
      rows: rows as Row[],
      ...(COUNTED.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    }
  }

  async begin(): Promise<void> {
    await this.#withErrorMapping(this.client.query(this.#beginning))
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
    const name = this.#names.of(text)
    const query = name === undefined ? { text } : { text, name }
    return this.client.query({ ...query, values: parameters.map(storable) })
  }

  /** A transaction of one statement, sent in one piece: it takes one round trip. */
  async #inTurn(query: CompiledQuery): Promise<Result> {
    const steps = [
      this.client.query(this.#beginning),
      this.#send(query),
      this.client.query('COMMIT'),
    ]
    const settled = await Promise.allSettled(steps)
    // After the first that failed the others fail too, saying less; COMMIT then rolls back.
    const failed = settled.find((step) => step.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return (settled[1] as PromiseFulfilledResult<Result>).value
  }

  get #beginning(): string {
    return `BEGIN${this.#relaxed ? RELAXED : ''}; ${this.#lock}`
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
  readonly #lock: string
  readonly #names = new StatementNames()

  constructor(pool: Pool, lockKey: bigint) {
    this.#pool = pool
    this.#lock = `SELECT pg_advisory_xact_lock(${lockKey})`
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect(), this.#lock, this.#names)
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
 * @param lockKey key of the advisory lock that writers take
 */
export const postgresDialect = (pool: Pool, lockKey: bigint): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PostgresDriver(pool, lockKey),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new TypedQueryCompiler(),
})
