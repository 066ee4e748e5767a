/**
 * A connection of a server's own beside its pool: one advisory lock says how many may serve a database, another that this
 * process lives; what goes over it waits for no other statement. Locks end with the connection, so there is never a
 * stale one.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { FatalError } from '../../kernel/invariant.ts'
import { clientConfig, lockKeyOf, type PostgresOptions } from './options.ts'

/** How many may serve: `alone` while files lie in a folder, `shared` where every instance reaches them. */
export type Serving = 'alone' | 'shared'

const WAIT_MS = 10_000
const RETRY_MS = 250
/** Nothing that goes over it takes longer, unless the network is cut. */
const ANSWER_MS = 5_000

/** Keys of life locks: what JavaScript holds exactly, and the widest range `randomInt` has. */
const LIFE_KEYS = 2 ** 48 - 1

const LOCKS: Record<Serving, string> = {
  alone: 'pg_try_advisory_lock',
  shared: 'pg_try_advisory_lock_shared',
}

const taken = (schema: string, serving: Serving): FatalError =>
  new FatalError(
    serving === 'alone'
      ? `another server is using the schema ${schema} of the database. Several servers can share it only if their files are in a bucket too: set PARAPH_STORAGE_URL on all of them; or stop the other one, or give this one a schema of its own: PARAPH_DATABASE_URL=…?schema=NAME`
      : `a server whose files are in its data folder is using the schema ${schema} of the database; stop it, move its files with "migrate-storage", and set PARAPH_STORAGE_URL on it too`,
  )

/** The connection; it comes back by itself. */
export class SessionConnection {
  readonly #options: PostgresOptions
  readonly #serving: Serving
  readonly #lost: (error: Error) => void
  #client: Client | undefined
  #closed = false
  /**
   * Of the lock that says that this process lives. Held shared: where the network was cut, the server may still hold it
   * for the connection before this one.
   */
  readonly lifeLock = randomInt(LIFE_KEYS)
  /** Since when it has not been lost, by the process's own clock. */
  sinceMs = performance.now()

  private constructor(options: PostgresOptions, serving: Serving, lost: (error: Error) => void) {
    this.#options = options
    this.#serving = serving
    this.#lost = lost
  }

  /**
   * Connects and takes the lock until `close` or the end of the process.
   * @param lost called when others took it while the database was away
   * @param waitMs how long an earlier instance that is stopping has
   * @throws FatalError when it cannot be had
   */
  static async open(
    options: PostgresOptions,
    serving: Serving,
    lost: (error: Error) => void,
    waitMs = WAIT_MS,
  ): Promise<SessionConnection> {
    const connection = new SessionConnection(options, serving, lost)
    for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += RETRY_MS) {
      if (await connection.#take()) return connection
      await sleep(RETRY_MS)
    }
    throw taken(options.schema, serving)
  }

  /** Runs one statement. @throws Error while the database is away */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<{ rows: Row[]; rowCount: number | null }> {
    const client = this.#client
    if (client === undefined) throw new Error('the database is away')
    try {
      return await client.query<Row>(text, [...values])
    } catch (error) {
      // Also when the network is cut and nothing is heard: then `end` does not wait for the server.
      await client.end().catch(() => undefined)
      throw error
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end().catch(() => undefined)
  }

  async #take(): Promise<boolean> {
    const client = new Client({ ...clientConfig(this.#options), query_timeout: ANSWER_MS })
    // The `end` event that follows reports the cause.
    client.on('error', () => undefined)
    await client.connect()
    const key = lockKeyOf(this.#options.schema, 'instance')
    const { rows } = await client.query<{ got: boolean }>(
      `SELECT ${LOCKS[this.#serving]}($1) AS got, pg_advisory_lock_shared($2)`,
      [key, this.lifeLock],
    )
    if (rows[0]?.got !== true) {
      await client.end()
      return false
    }
    this.#client = client
    this.sinceMs = performance.now()
    client.once('end', () => void this.#retake())
    return true
  }

  /** The connection was lost: the lock is free, for this process as for any other. */
  async #retake(): Promise<void> {
    this.#client = undefined
    while (!this.#closed) {
      try {
        if (await this.#take()) return
        this.#lost(taken(this.#options.schema, this.#serving))
        return
      } catch {
        // The server is still away.
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}
