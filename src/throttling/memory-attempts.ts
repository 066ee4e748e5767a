/** Counts tries by key in windows that begin with the first one; in memory, bounded. */
import { BoundedMap } from '../kernel/cache.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AttemptLimit, AttemptLimiter, AttemptState } from './ports.ts'

interface Window {
  startedMs: number
  count: number
}

/** Bounds memory under an attack from very many sources; the oldest entries are evicted first. */
const KEYS_MAX = 50_000

/** Attempts counted in this process. */
export class MemoryAttemptLimiter implements AttemptLimiter {
  readonly limit: AttemptLimit
  readonly #clock: Clock
  readonly #windows = new BoundedMap<string, Window>(KEYS_MAX)

  constructor(clock: Clock, limit: AttemptLimit) {
    this.#clock = clock
    this.limit = limit
  }

  async consume(key: string): Promise<AttemptState> {
    const known = this.#current(key)
    if (known === undefined) return this.#stateOf(this.#begin(key))
    if (known.count >= this.limit.max) return this.#mustWait(known)
    known.count += 1
    return this.#stateOf(known)
  }

  exceeded(key: string): AttemptState | undefined {
    const known = this.#current(key)
    return known === undefined || known.count < this.limit.max ? undefined : this.#mustWait(known)
  }

  async refund(key: string): Promise<void> {
    const known = this.#windows.get(key)
    if (known !== undefined) known.count = Math.max(0, known.count - 1)
  }

  async clear(key: string): Promise<void> {
    this.#windows.delete(key)
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#windows.size
  }

  #stateOf({ startedMs, count }: Window): AttemptState {
    return { waitMs: 0, used: count, restMs: startedMs + this.limit.windowMs - this.#clock.now() }
  }

  #mustWait(window: Window): AttemptState {
    const state = this.#stateOf(window)
    return { ...state, waitMs: state.restMs }
  }

  #current(key: string): Window | undefined {
    const known = this.#windows.get(key)
    if (known === undefined) return undefined
    const age = this.#clock.now() - known.startedMs
    return age >= 0 && age < this.limit.windowMs ? known : undefined
  }

  #begin(key: string): Window {
    const begun = { startedMs: this.#clock.now(), count: 1 }
    this.#windows.set(key, begun)
    return begun
  }
}
