/** One of several server processes on a database: its sign of life, and the burial of those that give none. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTurn } from '../concurrent.ts'
import type { Instance } from '../instance.ts'
import type { Tables } from '../tables.ts'
import type { SessionConnection } from './session-connection.ts'

/** Logs what happens to instances. */
export interface InstanceLog {
  warn(facts: object, message: string): void
}

/** What an instance is made of. */
export interface SharedInstanceParts {
  db: Kysely<Tables>
  connection: SessionConnection
  /** The data folder: who starts in it again knows that its predecessor has ended. */
  folder: string
  version: string
  /** What it does of the service's work. */
  roles: readonly string[]
  log: InstanceLog
  rhythm?: Rhythm
}

/** In milliseconds. */
interface Rhythm {
  /** How often it is seen. */
  beatMs: number
  /** How long it may be silent without its lock, as one whose process has ended. */
  unlockedMs: number
  /** How long it may be silent with it, as one behind a network that is cut. */
  deadMs: number
}

const RHYTHM: Rhythm = { beatMs: 1_000, unlockedMs: 2_000, deadMs: 10_000 }
/** The id of the last instance of a data folder. */
const ID_FILE = 'instance'

/** The database's clock, in epoch milliseconds. */
const NOW = '(extract(epoch FROM clock_timestamp()) * 1000)::int8'

/** An instance beside others. */
export class SharedInstance implements Instance {
  readonly isShared = true
  readonly #parts: SharedInstanceParts
  readonly #rhythm: Rhythm
  readonly #frees: Array<(db: Kysely<Tables>) => Promise<unknown>> = []
  #id: string = randomUUID()
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | undefined
  /** Since when every beat was in time, by the process's own clock: only then is the silence of others theirs. */
  #steadyMs = performance.now()
  #lastMs = performance.now()

  private constructor(parts: SharedInstanceParts) {
    this.#parts = parts
    this.#rhythm = parts.rhythm ?? RHYTHM
  }

  /** Enters itself into the table in place of its predecessor, and begins to beat. */
  static async enter(parts: SharedInstanceParts): Promise<SharedInstance> {
    const instance = new SharedInstance(parts)
    const file = join(parts.folder, ID_FILE)
    if (existsSync(file)) await instance.#leave(readFileSync(file, 'utf8').trim())
    await instance.#register()
    instance.#timer = setInterval(() => {
      instance.#beating ??= instance.#beat().finally(() => {
        instance.#beating = undefined
      })
    }, instance.#rhythm.beatMs)
    instance.#timer.unref()
    return instance
  }

  get id(): string {
    return this.#id
  }

  isAlive(): RawBuilder<boolean> {
    return sql<boolean>`EXISTS (SELECT 1 FROM instances WHERE id = ${this.#id})`
  }

  isGone(column: string): RawBuilder<boolean> {
    const owner = sql.ref(column)
    return sql<boolean>`(${owner} IS NULL OR ${owner} NOT IN (SELECT id FROM instances))`
  }

  async leads(task: string): Promise<boolean> {
    const { db } = this.#parts
    const row = await db
      .selectFrom('instance_tasks')
      .select('owner')
      .select(this.isGone('owner').as('gone'))
      .where('task', '=', task)
      .executeTakeFirst()
    if (row !== undefined && !row.gone) return row.owner === this.#id
    const { rows } = await sql<{ owner: string }>`
      INSERT INTO instance_tasks (task, owner) SELECT ${task}, ${this.#id} WHERE ${this.isAlive()}
      ON CONFLICT (task) DO UPDATE SET owner = excluded.owner
        WHERE ${this.isGone('instance_tasks.owner')}
      RETURNING owner`.execute(db)
    return rows.length > 0
  }

  async isServed(role: string): Promise<boolean> {
    const rows = await this.#parts.db.selectFrom('instances').select('roles').execute()
    return rows.some(({ roles }) => roles.split(',').includes(role))
  }

  onGone(free: (db: Kysely<Tables>) => Promise<unknown>): void {
    this.#frees.push(free)
  }

  /** Ends the beating and takes itself out of the table. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    await this.#leave(this.#id).catch(() => undefined)
  }

  async #leave(id: string): Promise<void> {
    await this.#parts.connection.query('DELETE FROM instances WHERE id = $1', [id])
  }

  async #register(): Promise<void> {
    const { connection, folder, version, roles } = this.#parts
    await connection.query(
      `INSERT INTO instances (id, version, roles, started_at, seen_at, life_lock)
      VALUES ($1, $2, $3, ${NOW}, ${NOW}, $4)`,
      [this.#id, version, roles.join(), connection.lifeLock],
    )
    writeFileSync(join(folder, ID_FILE), `${this.#id}\n`, { mode: 0o600 })
  }

  async #beat(): Promise<void> {
    const startMs = performance.now()
    const { deadMs } = this.#rhythm
    // Other instances may have lost their connection too: all of them get time to reconnect.
    this.#steadyMs = Math.max(this.#steadyMs, this.#parts.connection.sinceMs)
    if (startMs - this.#lastMs > deadMs / 2) this.#steadyMs = startMs
    this.#lastMs = startMs
    try {
      if (!(await this.#isSeen())) {
        const old = this.#id
        this.#id = randomUUID()
        await this.#register()
        this.#parts.log.warn({ old, id: this.#id }, 'others took this instance for dead')
      }
      if (startMs - this.#steadyMs >= deadMs && (await this.#someDead())) await this.#bury()
    } catch (error) {
      this.#steadyMs = performance.now()
      this.#parts.log.warn({ err: error }, 'this instance cannot tell the others that it lives')
    }
  }

  async #isSeen(): Promise<boolean> {
    const { rowCount } = await this.#parts.connection.query(
      `UPDATE instances SET seen_at = ${NOW} WHERE id = $1`,
      [this.#id],
    )
    return (rowCount ?? 0) > 0
  }

  /**
   * SQL condition: the instance that owns this row has ended. Asking for the lock takes it until the end of the transaction, if the
   * process is gone that held it; who comes back meanwhile waits for that.
   */
  get #isDead(): string {
    const { unlockedMs, deadMs } = this.#rhythm
    return `CASE WHEN id = '${this.#id}' THEN FALSE
      WHEN seen_at < ${NOW} - ${deadMs} THEN TRUE
      WHEN seen_at < ${NOW} - ${unlockedMs} THEN coalesce(pg_try_advisory_xact_lock(life_lock), FALSE)
      ELSE FALSE END`
  }

  async #someDead(): Promise<boolean> {
    const { rows } = await this.#parts.connection.query(
      `SELECT 1 FROM instances WHERE ${this.#isDead}`,
    )
    return rows.length > 0
  }

  async #bury(): Promise<void> {
    const gone = await inTurn(this.#parts.db, 'jobs', async (db) => {
      const { rows } = await sql<{ id: string }>`DELETE FROM instances
        WHERE ${sql.raw(this.#isDead)} RETURNING id`.execute(db)
      if (rows.length > 0) for (const free of this.#frees) await free(db)
      return rows.map(({ id }) => id)
    })
    if (gone.length > 0)
      this.#parts.log.warn({ gone }, 'instances have ended; others go on with their work')
  }
}
