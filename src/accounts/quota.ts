/**
 * Monthly quotas: reserved before the work in one atomic statement, counted when it succeeds, released when it fails
 * or the process dies.
 */
import { concurrently } from '../database/concurrent.ts'
import { isSqlite } from '../database/conditions.ts'
import type { Instance } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import { unsynced } from '../database/unsynced.ts'
import { type Clock, monthOf, startOfNextMonth, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { Caller } from './caller.ts'
import type { Plan } from './plans.ts'
import type { Counter, Metric } from './quota-store.ts'
import * as store from './quota-store.ts'

/** State of a counter against its limit. */
export interface QuotaState {
  /** `null`: no limit. */
  limit: number | null
  used: number
  /** Reserved by running work. */
  reserved: number
  /** `null`: no limit. */
  remaining: number | null
  /** When the count resets, epoch milliseconds. */
  resetsAtMs: number
}

/** Longer than any synchronous work may take; only a dead process leaves a lease behind. */
const LEASE_MS = 10 * 60_000

/** Used when only running requests block: they release their units if they fail. */
const RUNNING_RETRY_SECONDS = 2

/** The monthly limit of a metric on a plan: `null` is none. Text messages are billed, not limited. */
export function monthlyLimit(plan: Plan, metric: Metric): number | null {
  const { documents, signature } = plan
  if (metric === 'documents') return documents === undefined ? 0 : documents.documents_per_month
  if (metric === 'signatures') return signature === undefined ? 0 : signature.signatures_per_month
  return null
}

/** Counts and limits what keys use per calendar month (UTC). Test keys use nothing. */
export class Quota {
  readonly #db: Db
  readonly #clock: Clock
  readonly #instance: Instance

  constructor(db: Db, clock: Clock, instance: Instance) {
    this.#db = db
    this.#clock = clock
    this.#instance = instance
  }

  /**
   * Runs work that costs units: reserves them, runs, counts them on success, releases them on any error.
   * @param keep writes what the work made, in the transaction that counts it: both or neither
   * @throws AppError `quota_exceeded` before the work starts; whatever the work throws
   */
  async spend<Result>(
    caller: Caller,
    metric: Metric,
    work: () => Promise<Result>,
    amount = 1,
    keep?: (db: Db, result: Result) => Promise<void>,
  ): Promise<Result> {
    if (caller.prepaid === true) return await work()
    if (caller.key.mode === 'test') {
      const result = await work()
      if (keep !== undefined) await concurrently(this.#db, 'rows', (db) => keep(db, result))
      return result
    }
    const counter = this.#counterOf(caller, metric)
    const id = await this.#reserve(caller, counter, amount)
    try {
      const result = await work()
      await this.#count(counter, id, amount, async (db) => keep?.(db, result))
      return result
    } catch (error) {
      // The lease frees the units if even this write fails; the first error matters more.
      await store.dropReservation(this.#db, id).catch(() => undefined)
      throw error
    }
  }

  /**
   * Counts units at once, inside the caller's transaction: for work that is itself a row, such as
   * sending a signature request. `refund` with the result undoes it, even months later.
   * @throws AppError `quota_exceeded`
   */
  async consume(db: Db, caller: Caller, metric: Metric, amount: number): Promise<Counter> {
    const counter = this.#counterOf(caller, metric)
    if (caller.key.mode === 'test') return counter
    const nowMs = this.#clock.now()
    const limit = monthlyLimit(caller.plan, metric)
    if (await store.consume(db, counter, { amount, limit, nowMs })) return counter
    throw await this.#exceeded(db, caller, counter, amount)
  }

  /** Counts units that are billed but not limited, inside the caller's transaction. */
  async count(
    db: Db,
    { keyId, metric, amount }: { keyId: string; metric: Metric; amount: number },
  ): Promise<void> {
    const nowMs = this.#clock.now()
    await store.consume(
      db,
      { keyId, month: monthOf(nowMs), metric },
      { amount, limit: null, nowMs },
    )
  }

  /** Undoes a {@link take}, inside the caller's transaction. */
  async refund(db: Db, counter: Counter, amount: number): Promise<void> {
    await store.refund(db, counter, amount)
  }

  /** State of a key's counter for this month. */
  state(caller: Caller, metric: Metric, db: Db = this.#db): Promise<QuotaState> {
    return this.#stateIn(db, caller, metric)
  }

  /** What an account's keys used per month, from a month (`YYYY-MM`) on. */
  history(accountId: string, fromMonth: string) {
    return store.usageHistory(this.#db, accountId, fromMonth)
  }

  /**
   * Frees what processes that have ended reserved, now and whenever one is found to have. Returns how many reservations
   * were freed now.
   */
  async recover(): Promise<number> {
    const free = (db: Db) => store.dropReservationsOfGone(db, this.#instance)
    this.#instance.onGone(free)
    return await free(this.#db)
  }

  async #stateIn(db: Db, caller: Caller, metric: Metric): Promise<QuotaState> {
    const nowMs = this.#clock.now()
    const counter = this.#counterOf(caller, metric)
    const { used, reserved } = await store.quotaStatus(db, counter, nowMs)
    const limit = monthlyLimit(caller.plan, metric)
    const remaining = limit === null ? null : Math.max(0, limit - used - reserved)
    return { limit, used, reserved, remaining, resetsAtMs: startOfNextMonth(nowMs) }
  }

  #counterOf(caller: Caller, metric: Metric): Counter {
    return { keyId: caller.key.id, month: monthOf(this.#clock.now()), metric }
  }

  async #reserve(caller: Caller, counter: Counter, amount: number): Promise<number> {
    const nowMs = this.#clock.now()
    const limit = monthlyLimit(caller.plan, counter.metric)
    const owner = this.#instance.id
    const units = { amount, limit, nowMs, expiresMs: nowMs + LEASE_MS, owner }
    const id = await unsynced(this.#db, (db) => store.reserve(db, counter, units))
    if (id === undefined) throw await this.#exceeded(this.#db, caller, counter, amount)
    return id
  }

  /**
   * The commit waits for the disk on PostgreSQL, whose server loses what does not when it is killed; on SQLite, which would
   * keep all others waiting, only a power cut loses it.
   */
  async #count(counter: Counter, id: number, amount: number, keep: (db: Db) => Promise<void>) {
    const nowMs = this.#clock.now()
    const write = (held: Db) =>
      concurrently(held, 'rows', async (db) => {
        await store.dropReservation(db, id)
        await keep(db)
        // No limit here: the units were reserved for this work, which is done.
        await store.consume(db, counter, { amount, limit: null, nowMs })
      })
    await (isSqlite(this.#db) ? unsynced(this.#db, write) : write(this.#db))
  }

  async #exceeded(db: Db, caller: Caller, counter: Counter, amount: number): Promise<AppError> {
    const { limit, used, reserved, resetsAtMs } = await this.#stateIn(db, caller, counter.metric)
    const mayComeFree = limit !== null && used + amount <= limit
    return new AppError(
      'quota_exceeded',
      say('accounts.quota', {
        plan: caller.plan.title,
        limit: limit ?? 0,
        metric: counter.metric,
        used,
        running: reserved,
        amount,
        resets: toIso(resetsAtMs),
      }),
      {
        retryAfterSeconds: mayComeFree
          ? RUNNING_RETRY_SECONDS
          : Math.ceil((resetsAtMs - this.#clock.now()) / 1000),
      },
    )
  }
}
