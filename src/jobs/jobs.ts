/**
 * Work that outlives a request and a crash: rows with a lease, processed here. A job may run twice (a crash between
 * its work and its row), so it must be idempotent.
 */
import { afterCommit, concurrently } from '../database/concurrent.ts'
import { type Instance, SOLE_INSTANCE } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import { type Clock, ClockWatch, toIso } from '../kernel/clock.ts'
import { PollLoop } from '../kernel/poll-loop.ts'
import { accountTenant, currentTenant, forTenant } from '../kernel/tenant.ts'
import { traced } from '../kernel/trace.ts'
import { codeOf } from '../kernel/type-guards.ts'
import * as runs from './runs.ts'
import * as store from './store.ts'

/** Context passed to a handler besides the payload. */
export interface JobContext {
  /** Number of attempts, including this one. */
  attempt: number
  /** Aborted when the service stops; long work then ends and is restarted later. */
  signal: AbortSignal
}

/** Handler of one kind of job. */
export interface JobKind<Payload> {
  /** Runs it; an error causes a retry. */
  run(payload: Payload, context: JobContext): Promise<void>
  /** Maximum concurrency; kinds that may wait on external systems must leave slots for others. */
  atOnce?: number
  /**
   * Waits before the second, third … attempt, in milliseconds; after the last one the job fails permanently. While
   * storage is away or the machine too busy nothing was attempted: that is repeated soon, and not counted.
   */
  retryDelaysMs: readonly number[]
  /** Called when it fails permanently; in the same transaction as the row. */
  givenUp?(db: Db, payload: Payload, error: Error): Promise<void>
}

/** An error with the time of the next attempt, such as a server's Retry-After. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
  readonly afterMs: number

  constructor(message: string, afterMs: number, options: { cause?: unknown } = {}) {
    super(message, options)
    this.afterMs = afterMs
  }
}

/** An error after which retrying is useless. */
export class GiveUp extends Error {
  override readonly name = 'GiveUp'
}

/** Where and when a job runs. */
export interface JobOptions {
  /** Jobs of one lane run one after the other in the order they were added. */
  lane?: string
  /**
   * A second job with the same key is not added while the first waits; if added while it runs, it runs afterwards.
   */
  uniqueKey?: string
  /** The account it is done for; absent: the current tenant. Jobs of a kind take turns among tenants. */
  accountId?: string
  /** A person waits for it, at a page that says so: it goes before jobs that nobody watches. */
  urgent?: boolean
  /** Not before this date, epoch milliseconds; if the clock is set back, it waits that much longer. */
  runAtMs?: number
  /** Delay in milliseconds from now, independent of clock changes. */
  delayMs?: number
}

/** Logs errors, without the payload, which may contain personal data. */
export interface JobLog {
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

const LEASE_MS = 120_000
const HEARTBEAT_MS = 30_000
const RUNNING_MAX = 4
const JITTER = 0.1
/**
 * Errors that say nothing of the work, which is repeated soon and does not count as an attempt: delays of hours are for
 * others' servers.
 */
const NOT_THE_WORK: ReadonlySet<unknown> = new Set(['storage_unavailable', 'server_busy'])
const NOT_THE_WORK_MS = 10_000

/** The jobs of one process. */
export class Jobs {
  readonly #db: Db
  readonly #clock: Clock
  readonly #watch: ClockWatch
  readonly #instance: Instance
  readonly #log: JobLog
  readonly #kinds = new Map<string, JobKind<unknown>>()
  readonly #stop = new AbortController()
  readonly #running = new Map<number, { kind: string; run: Promise<void> }>()
  readonly #poll = new PollLoop(
    () => this.#claimAll(),
    (error) => {
      this.#mayHaveLost = true
      this.#log.error({ err: error }, 'jobs cannot be claimed')
    },
  )
  /** Kinds, the one claimed least recently first: they take turns, too. */
  #turns: string[] = []
  /** Whether the database may hold this process for busy with a job that it does not run. */
  #mayHaveLost = false

  /** @param parts `instance`: which of several this process is; absent: the only one */
  constructor(parts: { db: Db; clock: Clock; log: JobLog; instance?: Instance }) {
    this.#instance = parts.instance ?? SOLE_INSTANCE
    this.#db = parts.db
    this.#clock = parts.clock
    this.#watch = new ClockWatch(parts.clock)
    this.#log = parts.log
  }

  /** Registers the handler of a kind of job; before {@link start}. */
  handle<Payload>(kind: string, how: JobKind<Payload>): void {
    this.#kinds.set(kind, how as JobKind<unknown>)
  }

  /** Adds a job in the caller's transaction: it runs if and only if that commits. */
  async add(db: Db, kind: string, payload: unknown, options: JobOptions = {}): Promise<void> {
    await store.insertJob(db, this.#newJob(kind, payload, options))
    afterCommit(db, () => this.wake())
  }

  /** Adds recurring work at a start: due now, unless other instances do it already; then it keeps its time. */
  async addAtStart(db: Db, kind: string, options: { uniqueKey: string }): Promise<void> {
    if (this.#instance.isShared) await store.insertIfNone(db, this.#newJob(kind, {}, options))
    else await this.add(db, kind, {}, options)
  }

  /** When recurring work last went well, on whichever instance: then it is ordered anew. Epoch milliseconds. */
  async wentWellMs(kind: string, uniqueKey: string): Promise<number | undefined> {
    return await store.orderedAt(this.#db, `${kind} ${uniqueKey}`)
  }

  /** Whether one of a kind with these keys is still to be done, as the caller's transaction sees it. */
  isWaiting(db: Db, kind: string, uniqueKeys: readonly string[]): Promise<boolean> {
    return store.isWaiting(
      db,
      uniqueKeys.map((key) => `${kind} ${key}`),
    )
  }

  #newJob(kind: string, payload: unknown, options: JobOptions): store.NewJob {
    const nowMs = this.#clock.now()
    return {
      kind,
      payload: JSON.stringify(payload ?? null),
      lane: options.lane ?? null,
      uniqueKey: options.uniqueKey === undefined ? null : `${kind} ${options.uniqueKey}`,
      runAtMs: options.runAtMs ?? nowMs + (options.delayMs ?? 0),
      plannedAtMs: options.runAtMs === undefined ? nowMs : null,
      party: (options.accountId === undefined ? currentTenant() : accountTenant(options.accountId))
        .name,
      priority: options.urgent ? 0 : 1,
      createdAt: toIso(nowMs),
    }
  }

  /** Releases the leases of processes that have ended, now and whenever one is found to have, and starts. */
  async start(): Promise<void> {
    const free = (db: Db) => runs.freeLeases(db, this.#instance)
    await free(this.#db)
    this.#instance.onGone(async (db) => {
      await free(db)
      afterCommit(db, () => this.wake())
    })
    this.#poll.start()
  }

  /** Ends the waits of the failed jobs of a kind, at this pace: what they failed for works again. */
  async endWaits(kind: string, paceMs: number): Promise<void> {
    await store.endWaits(this.#db, kind, { nowMs: this.#clock.now(), paceMs })
  }

  /** Looks for due jobs now. */
  wake(): void {
    this.#poll.wake()
  }

  /** Runs everything due, one after the other, and returns how many; for tests and commands. */
  async runDue(): Promise<number> {
    for (let done = 0; ; done++) if (!(await this.runNext())) return done
  }

  /** Runs the job whose turn it is; false: none is due. For tests. */
  async runNext(): Promise<boolean> {
    const job = await this.#claim()
    if (job !== undefined) await this.#begin(job)
    return job !== undefined
  }

  /** Numbers of waiting and of failed jobs. */
  count(): Promise<{ waiting: number; failed: number }> {
    return store.countJobs(this.#db)
  }

  /** Deletes up to `limit` jobs that failed before a time (RFC 3339); returns how many. */
  forgetFailed(before: string, limit: number): Promise<number> {
    return store.forgetFailed(this.#db, before, limit)
  }

  /** Lets running jobs finish or abort, and starts no new ones. */
  async close(): Promise<void> {
    this.#stop.abort()
    await this.#poll.close()
    await Promise.all([...this.#running.values()].map(({ run }) => run))
  }

  async #claim(): Promise<runs.ClaimedJob | undefined> {
    const turn = (kind: string): number => this.#turns.indexOf(kind)
    const kinds = [...this.#kinds]
      .filter((one) => this.#hasSlot(...one))
      .map(([kind]) => kind)
      .sort((one, other) => turn(one) - turn(other))
    if (kinds.length === 0) return undefined
    const { nowMs, wentBack } = this.#watch.look()
    if (wentBack) await store.resetBackoffs(this.#db, nowMs)
    const job = await runs.claimJob(this.#db, {
      nowMs,
      leaseMs: LEASE_MS,
      kinds,
      running: [...this.#running.keys()],
      instance: this.#instance,
    })
    if (job !== undefined)
      this.#turns = [...this.#turns.filter((one) => one !== job.kind), job.kind]
    return job
  }

  /** Gives back what this process holds without running it, once the database can be reached again. */
  async #freeLost(): Promise<void> {
    await runs.freeLost(this.#db, this.#instance, [...this.#running.keys()])
    this.#mayHaveLost = false
  }

  #hasSlot(kind: string, { atOnce = RUNNING_MAX }: JobKind<unknown>): boolean {
    return [...this.#running.values()].filter((job) => job.kind === kind).length < atOnce
  }

  async #claimAll(): Promise<void> {
    if (this.#mayHaveLost) await this.#freeLost()
    while (this.#running.size < RUNNING_MAX) {
      const job = await this.#claim()
      if (job === undefined) break
      void this.#begin(job)
    }
  }

  #begin(job: runs.ClaimedJob): Promise<void> {
    const run = this.#run(job).finally(() => {
      this.#running.delete(job.id)
      this.wake()
    })
    this.#running.set(job.id, { kind: job.kind, run })
    return run
  }

  async #run(job: runs.ClaimedJob): Promise<void> {
    const how = this.#kinds.get(job.kind)
    if (how === undefined) return
    const payload: unknown = JSON.parse(job.payload)
    const heartbeat = setInterval(() => {
      runs.extendLease(this.#db, job, this.#clock.now() + LEASE_MS).catch(() => undefined)
    }, HEARTBEAT_MS)
    try {
      const context = { attempt: job.attempts, signal: this.#stop.signal }
      // What it adds is done for the same tenant.
      await forTenant({ name: job.party, member: '' }, () =>
        traced(`job ${job.kind}`, () => how.run(payload, context), {
          kind: 'consumer',
          facts: { 'paraph.job.kind': job.kind, 'paraph.job.attempt': job.attempts },
        }),
      )
      await concurrently(this.#db, 'rows', (db) => runs.finishJob(db, job))
    } catch (error) {
      await this.#failed(job, how, payload, error instanceof Error ? error : new Error('unknown'))
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #failed(job: runs.ClaimedJob, how: JobKind<unknown>, payload: unknown, error: Error) {
    const facts = { job: job.id, kind: job.kind, attempt: job.attempts, err: error }
    const delay = error instanceof GiveUp ? undefined : how.retryDelaysMs[job.attempts - 1]
    try {
      if (this.#stop.signal.aborted) {
        await runs.releaseJob(this.#db, job)
      } else if (NOT_THE_WORK.has(codeOf(error))) {
        this.#log.warn(facts, 'job waits for the storage or a less busy machine')
        await this.#postpone(job, { waitMs: NOT_THE_WORK_MS, error, isCounted: false })
      } else if (delay === undefined) {
        this.#log.error(facts, 'job abandoned after its last attempt')
        await concurrently(this.#db, 'rows', async (db) => {
          const givenUp = await runs.failJob(db, job, toIso(this.#clock.now()), error.message)
          if (givenUp) await how.givenUp?.(db, payload, error)
        })
      } else {
        const waitMs = error instanceof RetryLater ? Math.max(error.afterMs, 0) : delay
        this.#log.warn(facts, 'job failed and will be retried')
        await this.#postpone(job, { waitMs, error, isCounted: true })
      }
    } catch (cause) {
      // It is given back with the next look that succeeds, or when the lease expires.
      this.#mayHaveLost = true
      this.#log.error({ ...facts, err: cause }, 'could not return a job to the queue')
    }
  }

  async #postpone(
    job: runs.ClaimedJob,
    { waitMs, error, isCounted }: { waitMs: number; error: Error; isCounted: boolean },
  ): Promise<void> {
    await runs.postponeJob(this.#db, job, {
      nowMs: this.#clock.now(),
      waitMs: Math.round(waitMs * (1 + JITTER * Math.random())),
      error: error.message,
      isCounted,
    })
  }
}
