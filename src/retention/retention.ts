/**
 * The daily erasure of expired data. Signed requests are retained until the operator configures otherwise; every
 * erased request leaves an entry in its trail, every erased trail one in the service's own.
 */

import type { RetentionDays } from '../config/operation-settings.ts'
import type { Db } from '../database/open.ts'
import type { HealthCheck } from '../http/health.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { inBatches } from '../kernel/batches.ts'
import { type Clock, DAY_MS, HOUR_MS, toIso } from '../kernel/clock.ts'
import type { Counter, Metrics } from '../kernel/metrics.ts'
import type { Erasure } from '../signing/retention/erasure.ts'

const JOB = 'retention.sweep'
/** There is one at a time. */
const DAILY = { uniqueKey: 'daily' }
/** An unsent request is no evidence: it is erased this many days after it was cancelled or expired. */
const UNSENT_DAYS = 1
/** A list and its results are erased this many days after the bulk send has ended. */
const BULK_DAYS = 90
/** A run that is a whole day late is reported. */
const LATE_MS = 2 * DAY_MS

/** Dependencies of the daily run. */
interface RetentionParts {
  retentionDays: RetentionDays
  db: Db
  clock: Clock
  jobs: Jobs
  metrics: Metrics
  log: { info(facts: object, message: string): void }
  erasure: Pick<Erasure, 'requests' | 'chosen' | 'trails' | 'files' | 'registered'>
  outbox: { forget(beforeMs: number): Promise<number> } | undefined
  templates: { sweep(): Promise<void> }
  fonts: { sweep(): Promise<void> }
  deferred: { sweep(): Promise<void> }
  bulkSends: { erase(before: string, limit: number): Promise<number> }
}

/** The retention service. */
export class Retention {
  readonly #parts: RetentionParts
  readonly #erased: Counter
  readonly #startedMs: number
  #doneMs = 0

  /** Create it before the jobs start. */
  constructor(parts: RetentionParts) {
    this.#parts = parts
    const { clock, metrics, jobs } = parts
    this.#startedMs = clock.now()
    this.#erased = metrics.counter(
      'paraph_retention_erased_total',
      'Records erased by retention, by kind',
    )
    metrics.gauge(
      'paraph_retention_done_seconds',
      'Unix time at which the last retention run finished; 0: none since the start',
      () => this.#doneMs / 1000,
    )
    jobs.handle(JOB, {
      retryDelaysMs: [HOUR_MS, HOUR_MS, HOUR_MS],
      run: async () => {
        await this.run()
        await this.#plan(parts.db, DAY_MS)
      },
      givenUp: (db) => this.#plan(db, DAY_MS),
    })
  }

  /** Schedules a run now, or when the other instances do; it schedules the next one. */
  async start(): Promise<void> {
    const { db, jobs } = this.#parts
    await jobs.addAtStart(db, JOB, DAILY)
  }

  /** One run. Returns what was erased. */
  async run(): Promise<Record<string, number>> {
    const { retentionDays, clock, erasure, jobs, outbox, bulkSends } = this.#parts
    const { templates, fonts, deferred } = this.#parts
    const before = (days: number) => clock.now() - days * DAY_MS
    const unlessKept = async (days: number, work: (limit: number) => Promise<number>) =>
      days === 0 ? 0 : await inBatches(work)
    const ended = async (end: 'completed' | 'unsigned') =>
      (await inBatches((limit) => erasure.chosen(end, limit))) +
      (await unlessKept(retentionDays[end], (limit) =>
        erasure.requests(end, retentionDays[end], limit),
      ))
    const erased = {
      completed: await ended('completed'),
      unsigned: await ended('unsigned'),
      unsent: await unlessKept(UNSENT_DAYS, (limit) =>
        erasure.requests('unsent', UNSENT_DAYS, limit),
      ),
      trails: await unlessKept(retentionDays.trails, (limit) =>
        erasure.trails(retentionDays.trails, limit),
      ),
      // Kept as long as the requests that they were used for.
      registered: await unlessKept(retentionDays.completed, (limit) =>
        erasure.registered(retentionDays.completed, limit),
      ),
      bulk_sends: await inBatches((limit) => bulkSends.erase(toIso(before(BULK_DAYS)), limit)),
      failed_jobs: await inBatches((limit) =>
        jobs.forgetFailed(toIso(before(retentionDays.failedJobs)), limit),
      ),
      outbox: (await outbox?.forget(before(retentionDays.outbox))) ?? 0,
      files: await erasure.files(),
    }
    for (const each of [templates, fonts, deferred]) await each.sweep()
    this.#report(erased)
    return erased
  }

  /** Its entry in /health/ready; it never makes the service unready. */
  get check(): HealthCheck {
    return {
      name: 'retention',
      check: async () => {
        const here = this.#doneMs === 0 ? this.#startedMs : this.#doneMs
        // Another instance may have done it.
        const anywhere = await this.#parts.jobs.wentWellMs(JOB, DAILY.uniqueKey)
        const since = Math.max(here, anywhere ?? 0)
        if (this.#parts.clock.now() - since > LATE_MS)
          return {
            status: 'degraded',
            detail: 'no retention run has finished for two days; see the log',
          }
        return { status: 'up', detail: describeRetention(this.#parts.retentionDays) }
      },
    }
  }

  #report(erased: Record<string, number>): void {
    for (const [what, count] of Object.entries(erased))
      if (count > 0) this.#erased.add({ what }, count)
    const total = Object.values(erased).reduce((sum, count) => sum + count, 0)
    this.#doneMs = this.#parts.clock.now()
    if (total > 0) this.#parts.log.info({ erased }, 'erased data past its retention period')
  }

  async #plan(db: Db, delayMs: number): Promise<void> {
    await this.#parts.jobs.add(db, JOB, {}, { ...DAILY, delayMs })
  }
}

const span = (days: number): string => (days === 0 ? 'kept indefinitely' : `${days} days`)

/** How long finished requests are retained, in one line. */
export const describeRetention = ({ completed, unsigned, trails }: RetentionDays): string =>
  `completed requests: ${span(completed)}, other ended requests: ${span(unsigned)}, audit trails of erased requests: ${span(trails)}`
