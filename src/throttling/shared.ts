/** Counts in PostgreSQL, so that several instances on one database admit together what one would admit alone. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSqlite } from '../database/conditions.ts'
import type { Db } from '../database/open.ts'
import type { Clock } from '../kernel/clock.ts'
import { LEASE_MS, Leases } from './leases.ts'
import { memoryThrottling } from './memory.ts'
import { MemoryAttemptLimiter } from './memory-attempts.ts'
import type {
  Admitted,
  AttemptLimit,
  AttemptLimiter,
  AttemptState,
  Call,
  Calls,
  MinuteRate,
  RateState,
  Refused,
  Throttling,
} from './ports.ts'
import { Refusals } from './refusals.ts'
import * as store from './shared-store.ts'

/** What counts for the instances on a database. */
export const openThrottling = (db: Db, clock: Clock): Throttling =>
  isSqlite(db) ? memoryThrottling(clock) : sharedThrottling(db, clock)

const SWEEP_EVERY_MS = 60_000
/** A slot that has just been given back is free after this: the answer may be faster than the end of its row. */
const SLOT_WAITS_MS = [10, 40]

/** Neither network addresses nor e-mail addresses are stored. */
const hashed = ({ name }: AttemptLimit, key: string): string =>
  createHash('sha256').update(`${name} ${key}`).digest('base64')

class SharedAttemptLimiter implements AttemptLimiter {
  readonly limit: AttemptLimit
  readonly #db: Db
  readonly #refusals: Refusals<AttemptState>

  constructor(db: Db, clock: Clock, limit: AttemptLimit) {
    this.#db = db
    this.#refusals = new Refusals(clock)
    this.limit = limit
  }

  async consume(key: string): Promise<AttemptState> {
    const known = this.exceeded(key)
    if (known !== undefined) return known
    const { max, windowMs } = this.limit
    const state = await store.consumeAttempt(this.#db, {
      name: hashed(this.limit, key),
      max,
      windowMs,
    })
    const { lasting } = this.limit
    if (lasting && state.used >= max) this.#refusals.add(key, state, state.restMs)
    return state
  }

  exceeded(key: string): AttemptState | undefined {
    const known = this.#refusals.of(key)
    return known && { used: known.state.used, waitMs: known.restMs, restMs: known.restMs }
  }

  async refund(key: string): Promise<void> {
    await store.returnTry(this.#db, hashed(this.limit, key))
  }

  async clear(key: string): Promise<void> {
    await store.clearAttempts(this.#db, hashed(this.limit, key))
  }
}

const noResult = (): void => undefined

const rateName = (owner: string, { name }: MinuteRate): string => `${owner} ${name}`

const rateState = ({ limit }: MinuteRate, used: number, waitMs: number): RateState => ({
  limit,
  remaining: Math.max(0, limit - used),
  waitMs: Math.max(0, waitMs),
})

class SharedCalls implements Calls {
  readonly #db: Db
  readonly leases: Leases
  readonly #refusals: Refusals<RateState>

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#refusals = new Refusals(clock)
    this.leases = new Leases(db)
  }

  async enter(call: Call): Promise<Admitted | Refused> {
    const { rate } = call
    const known = rate && this.#refusals.of(rateName(call.owner, rate))
    // Of another plan: the key's has changed meanwhile.
    if (known && known.state.limit === rate.limit)
      return { refused: 'rate', rate: { ...known.state, waitMs: known.restMs } }
    let verdict = await this.#ask(call)
    for (const ms of SLOT_WAITS_MS) {
      if (verdict.refused !== 'slots') break
      await sleep(ms)
      verdict = await this.#ask(call)
    }
    return verdict
  }

  async rate(owner: string, rate: MinuteRate): Promise<RateState> {
    const { used, wait_ms } = await store.readRate(this.#db, rateName(owner, rate))
    return rateState(rate, used, wait_ms)
  }

  async running(owner: string): Promise<number> {
    await this.leases.settled()
    return await store.countLeases(this.#db, owner)
  }

  async #ask({ owner, slots, rate, check }: Call): Promise<Admitted | Refused> {
    const lease = { owner, id: this.leases.newId() }
    const { refused, used, wait_ms } = await store.enter(this.#db, {
      owner,
      slots: slots ?? null,
      lease: lease.id,
      leaseMs: LEASE_MS,
      rate: rate === undefined ? null : rateName(owner, rate),
      rateLimit: rate?.limit ?? null,
      bar: check === undefined ? null : hashed(check.limit, check.key),
      barMax: check?.limit.max ?? null,
    })
    if (refused === 'bar') return { refused, waitMs: wait_ms }
    if (refused === 'slots') return { refused }
    if (refused === 'rate' && rate !== undefined) {
      const state = rateState(rate, used, wait_ms)
      this.#refusals.add(rateName(owner, rate), state, wait_ms)
      return { refused, rate: state }
    }
    const leave = slots === undefined ? () => undefined : this.leases.hold(lease)
    const atMs = performance.now()
    return {
      leave,
      rate: () => rate && rateState(rate, used, wait_ms - (performance.now() - atMs)),
    }
  }
}

/** Counts of all instances. */
export interface SharedThrottling extends Throttling {
  /** Prolongs the slots of this instance's running calls and removes what has ended; timers do so. */
  keep(): Promise<void>
}

/**
 * Counts of all instances, by the database's clock.
 * @param clock of this process: for what it counts alone, and to forget a refusal that is over
 */
export function sharedThrottling(db: Db, clock: Clock): SharedThrottling {
  const calls = new SharedCalls(db, clock)
  // What is left over takes room, and decides nothing.
  const sweep = () => store.sweep(db).then(noResult, noResult)
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS).unref()
  return {
    isShared: true,
    calls,
    attemptLimiter: (limit) => new SharedAttemptLimiter(db, clock, limit),
    ownAttemptLimiter: (limit) => new MemoryAttemptLimiter(clock, limit),
    keep: () => calls.leases.renew().then(sweep),
    async close() {
      clearInterval(sweeping)
      await calls.leases.close()
    },
  }
}
