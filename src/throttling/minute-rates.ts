/**
 * In-memory rate limiter per 60 seconds: an exact sliding window, so no boundary lets twice the rate through. A
 * refused call does not count.
 */
import type { Clock } from '../kernel/clock.ts'
import type { RateState } from './ports.ts'

const WINDOW_MS = 60_000
/** Evict idle owners every so many calls, so that memory is bounded by the active ones. */
const SWEEP_EVERY = 1_000

/** State of a window after a call, and whether that was let through. */
interface HitState extends RateState {
  allowed: boolean
}

/** Windows by owner; an owner is any text, such as a key id. */
export class MinuteRates {
  readonly #clock: Clock
  readonly #calls = new Map<string, number[]>()
  #sinceSweep = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts one call of an owner if it fits. */
  hit(owner: string, limit: number): HitState {
    const now = this.#clock.now()
    const calls = this.#recent(owner, now)
    const allowed = calls.length < limit
    if (allowed) calls.push(now)
    if (calls.length > 0) this.#calls.set(owner, calls)
    this.#sweep(now)
    return { ...stateOf(calls, limit, now), allowed }
  }

  /** Reads a window without counting. */
  peek(owner: string, limit: number): HitState {
    const now = this.#clock.now()
    const state = stateOf(this.#recent(owner, now), limit, now)
    return { ...state, allowed: state.remaining > 0 }
  }

  /** Number of owners in memory. */
  get size(): number {
    return this.#calls.size
  }

  #recent(owner: string, now: number): number[] {
    // Later than now: the clock was set back. Such an entry would otherwise block for hours.
    return (this.#calls.get(owner) ?? []).filter((at) => at > now - WINDOW_MS && at <= now)
  }

  #sweep(now: number): void {
    this.#sinceSweep += 1
    if (this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    for (const owner of this.#calls.keys()) {
      if (this.#recent(owner, now).length === 0) this.#calls.delete(owner)
    }
  }
}

function stateOf(calls: readonly number[], limit: number, now: number): RateState {
  const [oldest] = calls
  return {
    limit,
    remaining: Math.max(0, limit - calls.length),
    waitMs: oldest === undefined ? 0 : oldest + WINDOW_MS - now,
  }
}
