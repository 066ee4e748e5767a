/**
 * Time-stamps heads of trails: at each signature and at the end of a document, and daily those without a stamp. From
 * then on nobody can rewrite earlier entries, not even someone with access to the database.
 */
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import type { JobLog, Jobs } from '../jobs/jobs.ts'
import { type Clock, DAY_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { PollLoop } from '../kernel/poll-loop.ts'
import { say } from '../translations/texts.ts'
import { recordHeads } from './heads.ts'
import type { StreamEntry, Trails } from './trail.ts'
import { CLOCK_SLACK_MS, earlierBy, STAMPED_AT, stampedDigest } from './verify-trail.ts'

/** Kinds of jobs. */
const STAMP_JOB = 'audit.stamp'
/** Kind of the job that time-stamps, once a day, every head that has no stamp yet. */
const SWEEP_JOB = 'audit.sweep'

/** There is one at a time. */
const DAILY = { uniqueKey: 'daily' }

const READER = 'audit.stamps'
/** Trails or entries that are handled in one go, in some milliseconds. */
const BATCH = 200
const POLL_MS = 5_000
const MINUTE_MS = 60_000
const RETRY_DELAYS_MS = [5_000, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS]

const tooEarly = (ms: number): AppError =>
  new AppError(
    'timestamp_unavailable',
    say('service.clockBack', { seconds: Math.ceil(ms / 1000) }),
    { retryAfterSeconds: Math.min(Math.ceil(ms / 1000), 3600) },
  )

/** Dependencies of stamping. */
interface HeadStampsParts {
  db: Db
  clock: Clock
  trails: Trails
  jobs: Jobs
  /** The authority that time-stamps a trail; undefined: none yet, and the next sweep asks again. */
  stamperOf(trailId: string): Promise<HeadStamper | undefined>
  log: JobLog
}

/** The stamping of all trails. */
export class HeadStamps {
  readonly #parts: HeadStampsParts
  readonly #poll = new PollLoop(
    () => this.follow(),
    (error) =>
      this.#parts.log.error({ err: error }, 'the trails cannot be followed for time-stamps'),
    POLL_MS,
  )

  /** Create it before the jobs start. */
  constructor(parts: HeadStampsParts) {
    this.#parts = parts
    parts.jobs.handle<{ trail: string }>(STAMP_JOB, {
      retryDelaysMs: RETRY_DELAYS_MS,
      run: ({ trail }) => this.#stampInTime(trail),
    })
    parts.jobs.handle(SWEEP_JOB, {
      retryDelaysMs: RETRY_DELAYS_MS,
      run: () => this.sweep(),
      givenUp: (db) => this.#sweepIn(db, DAY_MS),
    })
  }

  /** Starts following the trails, and schedules the daily sweep. */
  async start(): Promise<void> {
    const { db, trails, jobs } = this.#parts
    await jobs.addAtStart(db, SWEEP_JOB, DAILY)
    trails.onAppend(() => this.#poll.wake())
    this.#poll.start()
  }

  async close(): Promise<void> {
    await this.#poll.close()
  }

  /** Continues reading the trails and orders stamps where needed. */
  async follow(): Promise<void> {
    const { trails } = this.#parts
    const order = (db: Db, entries: readonly StreamEntry[]) =>
      this.#order(
        db,
        entries.filter(({ type }) => STAMPED_AT.includes(type)).map(({ trailId }) => trailId),
      )
    await trails.readAll(READER, BATCH, order)
  }

  /**
   * Stamps the head of a trail unless it is already stamped. A time-stamp is never earlier than its entry: it would say
   * for ever that the trail is wrong.
   * @throws AppError `timestamp_unavailable`, also while the clock is behind the entry or the entry ahead of the authority
   */
  async stamp(trailId: string): Promise<void> {
    const { db, trails, stamperOf } = this.#parts
    const head = await trails.head(trailId)
    if (head === undefined || (await trails.isStamped(trailId, head.seq))) return
    const stamper = await stamperOf(trailId)
    if (stamper === undefined) return
    const behindMs = Date.parse(head.at) - this.#parts.clock.now()
    if (behindMs > CLOCK_SLACK_MS) throw tooEarly(behindMs)
    const token = await stamper.stamp(stampedDigest(head.hash))
    const earlyMs = earlierBy(token, head.at)
    if (earlyMs > 0) throw tooEarly(earlyMs)
    await concurrently(db, 'rows', (trx) => trails.storeStamp(trx, trailId, head.seq, token))
  }

  /** Waits for a clock that was set back: no attempt is lost meanwhile. */
  async #stampInTime(trail: string): Promise<void> {
    const { db, clock, trails, jobs } = this.#parts
    const head = await trails.head(trail)
    const behindMs = head === undefined ? 0 : Date.parse(head.at) - clock.now()
    if (behindMs <= CLOCK_SLACK_MS) return await this.stamp(trail)
    // Looked at now and then: the clock may be set forward again.
    const delayMs = Math.min(behindMs, 60 * MINUTE_MS)
    await jobs.add(db, STAMP_JOB, { trail }, { uniqueKey: trail, delayMs })
  }

  /** Records all new heads, orders a stamp for every trail whose head has none, and schedules the next sweep. */
  async sweep(): Promise<void> {
    const { db, trails } = this.#parts
    await recordHeads(trails)
    for await (const ids of trails.unstamped(BATCH))
      await concurrently(db, 'rows', (trx) => this.#order(trx, ids))
    await concurrently(db, 'rows', (trx) => this.#sweepIn(trx, DAY_MS))
  }

  async #order(db: Db, trailIds: readonly string[]): Promise<void> {
    for (const trail of new Set(trailIds)) {
      await this.#parts.jobs.add(db, STAMP_JOB, { trail }, { uniqueKey: trail })
    }
  }

  async #sweepIn(db: Db, delayMs: number): Promise<void> {
    await this.#parts.jobs.add(db, SWEEP_JOB, {}, { ...DAILY, delayMs })
  }
}

// What the trail needs from other domains.

/** Time-stamps heads; the authority's `Tsa` implements it. */
interface HeadStamper {
  /** An RFC 3161 TimeStampToken (DER) over a SHA-256 digest. @throws AppError `timestamp_unavailable` */
  stamp(digest: Uint8Array): Promise<Buffer>
}
