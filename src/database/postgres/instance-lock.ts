/**
 * One server process per database, as one per data folder: rates, simultaneous calls and tries are counted in its
 * memory. The lock belongs to a connection, so the server releases it when the process dies, however it dies.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { FatalError } from '../../kernel/invariant.ts'
import { lockKeyOf } from './keys.ts'
import { clientConfig, type PostgresOptions } from './options.ts'

/** A held lock. */
export interface InstanceLock {
  release(): Promise<void>
}

/** An earlier instance that is stopping has this long. */
const WAIT_MS = 10_000
const RETRY_MS = 250

const taken = (schema: string): FatalError =>
  new FatalError(
    `another server is using the schema ${schema} of the database; stop it, or give this one a schema of its own: PARAPH_DATABASE_URL=…?schema=NAME`,
  )

class Holder implements InstanceLock {
  readonly #options: PostgresOptions
  readonly #lost: (error: Error) => void
  #client: Client | undefined
  #released = false

  constructor(options: PostgresOptions, lost: (error: Error) => void) {
    this.#options = options
    this.#lost = lost
  }

  /** Connects and takes the lock; false when another process has it. */
  async take(): Promise<boolean> {
    const client = new Client(clientConfig(this.#options))
    // What happened is told by `end`, which follows.
    client.on('error', () => undefined)
    await client.connect()
    const key = lockKeyOf(this.#options.schema, 'instance')
    const { rows } = await client.query<{ got: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS got',
      [key],
    )
    if (rows[0]?.got !== true) {
      await client.end()
      return false
    }
    this.#client = client
    client.once('end', () => void this.#retake())
    return true
  }

  async release(): Promise<void> {
    this.#released = true
    await this.#client?.end().catch(() => undefined)
  }

  /** The connection was lost: the lock is free, for this process as for any other. */
  async #retake(): Promise<void> {
    while (!this.#released) {
      try {
        if (await this.take()) return
        this.#lost(taken(this.#options.schema))
        return
      } catch {
        // The server is still away.
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
  }
}

/**
 * Takes the schema for this process until `release` or its end.
 * @param lost called when another process took it while the database was away
 * @throws FatalError when another server has it
 */
export async function takeInstance(
  options: PostgresOptions,
  lost: (error: Error) => void,
): Promise<InstanceLock> {
  const holder = new Holder(options, lost)
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += RETRY_MS) {
    if (await holder.take()) return holder
    await sleep(RETRY_MS)
  }
  throw taken(options.schema)
}
