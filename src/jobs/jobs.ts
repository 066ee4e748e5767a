/**
 * Work that outlives a request and a crash: rows with a lease, done by this process. A job may run twice (a
 * crash between its work and its row), so what it does must bear that.
 */
import type { Db } from '../database/open.ts'
import { type Clock, ClockWatch, toIso } from '../kernel/clock.ts'
import { traced } from '../kernel/trace.ts'
import * as store from './store.ts'

/** What a handler is told besides the payload. */
export interface JobContext {
  /** How often it was begun, this time included. */
  attempt: number
  /** Fires when the service stops; long work ends then and is begun again later. */
  signal: AbortSignal
}

/** How one kind of job is done. */
export interface JobKind<Payload> {
  /** Does it; an error has it tried again. */
  run(payload: Payload, context: JobContext): Promise<void>
  /** At most so many at the same time; what may wait for others must leave places to the rest. */
  atOnce?: number
  /** Waits before the second, third … attempt, in milliseconds; after the last one it is given up. */
  retryDelaysMs: readonly number[]
  /** Told when it is given up; in the same transaction as the row. */
  givenUp?(db: Db, payload: Payload, error: Error): Promise<void>
}

/** An error that says when to try again, such as a server's Retry-After. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly afterMs: number

  constructor(message: string, afterMs: number, options: { cause?: unknown } = {}) {
    super(message, options)
    this.afterMs = afterMs
  }
}

/** An error after which trying again is no use. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/** Where and when a job runs. */
export interface JobOptions {
  /** Jobs of one lane run one after the other in the order they were added. */
  lane?: string
  /**
   * A second job of the same key is not added while the first waits; added while it runs, it runs after it.
   */
  uniqueKey?: string
  /** Not before this date, epoch milliseconds; a clock that is set back has it wait for that longer. */
  runAtMs?: number
  /** Not before so many milliseconds from now, whatever happens to the clock. */
  delayMs?: number
}

/** Told of what went wrong; the payload is left out, since it may name people. */
export interface JobLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

const LEASE_MS = 120_000
const HEARTBEAT_MS = 30_000
const POLL_MS = 1_000
const RUNNING_MAX = 4
const JITTER = 0.1

/** The jobs of one process. */
export class Jobs {
  readonly #db: Db
  readonly #clock: Clock
  readonly #watch: ClockWatch
  readonly #log: JobLog
  readonly #kinds = new Map<string, JobKind<unknown>>()
  readonly #stop = new AbortController()
  readonly #running = new Map<number, { kind: string; run: Promise<void> }>()
  #timer: NodeJS.Timeout | undefined
  #claiming: Promise<void> | undefined
  #wanted = false

  constructor(parts: { db: Db; clock: Clock; log: JobLog }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#watch = new ClockWatch(parts.clock)
    this.#log = parts.log
  }

  /** Says how a kind of job is done; before {@link start}. */
  handle<Payload>(kind: string, how: JobKind<Payload>): void {
    this.#kinds.set(kind, how as JobKind<unknown>)
  }

  /** Adds a job in the caller's transaction: it is done if and only if that commits. */
  async add(db: Db, kind: string, payload: unknown, options: JobOptions = {}): Promise<void> {
    const nowMs = this.#clock.now()
    await store.insertJob(db, {
      kind,
      payload: JSON.stringify(payload ?? null),
      lane: options.lane ?? null,
      uniqueKey: options.uniqueKey === undefined ? null : `${kind} ${options.uniqueKey}`,
      runAtMs: options.runAtMs ?? nowMs + (options.delayMs ?? 0),
      plannedAtMs: options.runAtMs === undefined ? nowMs : null,
      createdAt: toIso(nowMs),
    })
    // The transaction may still be open: the first look comes after it.
    setImmediate(() => this.wake())
  }

  /** Frees what a dead process held and begins. */
  async start(): Promise<void> {
    await store.freeLeases(this.#db)
    this.#timer = setInterval(() => this.wake(), POLL_MS)
    this.#timer.unref()
    this.wake()
  }

  /** Looks for due jobs now. */
  wake(): void {
    if (this.#timer === undefined || this.#stop.signal.aborted) return
    this.#wanted = true
    this.#claiming ??= this.#claimAll().finally(() => {
      this.#claiming = undefined
      // Asked for between the last look and here.
      if (this.#wanted) this.wake()
    })
  }

  /** Does everything that is due, one after the other, and answers how many that were; for tests and commands. */
  async runDue(): Promise<number> {
    let done = 0
    for (;;) {
      const job = await this.#claim()
      if (job === undefined) return done
      await this.#begin(job)
      done += 1
    }
  }

  /** Jobs to be done and jobs given up. */
  count(): Promise<{ waiting: number; failed: number }> {
    return store.countJobs(this.#db)
  }

  /** Forgets jobs that were given up before a time (RFC 3339); answers how many. */
  forgetFailed(before: string): Promise<number> {
    return store.forgetFailed(this.#db, before)
  }

  /** Lets what runs end, or be ended, and begins nothing new. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#stop.abort()
    await this.#claiming
    await Promise.all([...this.#running.values()].map(({ run }) => run))
  }

  async #claim(): Promise<store.ClaimedJob | undefined> {
    const kinds = [...this.#kinds].filter((one) => this.#hasSlot(...one)).map(([kind]) => kind)
    if (kinds.length === 0) return undefined
    const { nowMs, wentBack } = this.#watch.look()
    if (wentBack) await store.beginWaitsAnew(this.#db, nowMs)
    return await store.claimJob(this.#db, {
      nowMs,
      leaseMs: LEASE_MS,
      kinds,
      running: [...this.#running.keys()],
    })
  }

  #hasSlot(kind: string, { atOnce = RUNNING_MAX }: JobKind<unknown>): boolean {
    return [...this.#running.values()].filter((job) => job.kind === kind).length < atOnce
  }

  async #claimAll(): Promise<void> {
    try {
      while (this.#wanted && !this.#stop.signal.aborted) {
        this.#wanted = false
        while (this.#running.size < RUNNING_MAX) {
          const job = await this.#claim()
          if (job === undefined) break
          void this.#begin(job)
        }
      }
    } catch (error) {
      this.#wanted = false
      this.#log.error({ err: error }, 'jobs cannot be claimed')
    }
  }

  #begin(job: store.ClaimedJob): Promise<void> {
    const run = this.#run(job).finally(() => {
      this.#running.delete(job.id)
      this.wake()
    })
    this.#running.set(job.id, { kind: job.kind, run })
    return run
  }

  async #run(job: store.ClaimedJob): Promise<void> {
    const how = this.#kinds.get(job.kind)
    if (how === undefined) return
    const payload: unknown = JSON.parse(job.payload)
    const heartbeat = setInterval(() => {
      store.extendLease(this.#db, job, this.#clock.now() + LEASE_MS).catch(() => undefined)
    }, HEARTBEAT_MS)
    try {
      const context = { attempt: job.attempts, signal: this.#stop.signal }
      await traced(`job ${job.kind}`, () => how.run(payload, context), {
        kind: 'consumer',
        facts: { 'paraph.job.kind': job.kind, 'paraph.job.attempt': job.attempts },
      })
      await this.#db.transaction().execute((db) => store.finishJob(db, job))
    } catch (error) {
      await this.#failed(job, how, payload, error instanceof Error ? error : new Error('unknown'))
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #failed(
    job: store.ClaimedJob,
    how: JobKind<unknown>,
    payload: unknown,
    error: Error,
  ): Promise<void> {
    const facts = { job: job.id, kind: job.kind, attempt: job.attempts, err: error }
    const nowMs = this.#clock.now()
    const delay = error instanceof GiveUp ? undefined : how.retryDelaysMs[job.attempts - 1]
    try {
      if (this.#stop.signal.aborted) {
        await store.releaseJob(this.#db, job)
      } else if (delay === undefined) {
        this.#log.error(facts, 'a job is given up')
        await this.#db.transaction().execute(async (db) => {
          const givenUp = await store.failJob(db, job, toIso(nowMs), error.message)
          if (givenUp) await how.givenUp?.(db, payload, error)
        })
      } else {
        const wait = error instanceof RetryLater ? Math.max(error.afterMs, 0) : delay
        const jitter = wait * JITTER * Math.random()
        this.#log.warn(facts, 'a job failed and is tried again')
        const waitMs = Math.round(wait + jitter)
        await store.postponeJob(this.#db, job, { nowMs, waitMs, error: error.message })
      }
    } catch (cause) {
      // The lease runs out and the job comes again.
      this.#log.error({ ...facts, err: cause }, 'a job could not be put back')
    }
  }
}
