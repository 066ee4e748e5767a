/** Counts tries by key in windows that begin with the first one; in memory, bounded. */
import type { Clock } from '../kernel/clock.ts'

interface Window {
  startedMs: number
  count: number
}

/** Bounds memory under an attack from very many sources; the oldest entries are evicted first. */
const KEYS_MAX = 50_000

/** How often something may be tried. */
export interface ThrottleLimit {
  max: number
  windowMs: number
}

/** Limits tries. A try is counted before it is made, so that many at once gain nothing. */
export class Throttle {
  readonly #clock: Clock
  readonly #limit: ThrottleLimit
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock, limit: ThrottleLimit) {
    this.#clock = clock
    this.#limit = limit
  }

  /** Counts a try if one is left and returns 0; otherwise returns the seconds to wait. */
  take(key: string): number {
    const nowMs = this.#clock.now()
    const known = this.#windows.get(key)
    const age = known === undefined ? 0 : nowMs - known.startedMs
    if (known === undefined || age < 0 || age >= this.#limit.windowMs) {
      this.#begin(key, nowMs)
      return 0
    }
    if (known.count >= this.#limit.max) {
      return Math.max(1, Math.ceil((this.#limit.windowMs - age) / 1000))
    }
    known.count += 1
    return 0
  }

  /** Refunds one try that succeeded. */
  giveBack(key: string): void {
    const known = this.#windows.get(key)
    if (known !== undefined) known.count = Math.max(0, known.count - 1)
  }

  /** Clears the tries of a key. */
  clear(key: string): void {
    this.#windows.delete(key)
  }

  #begin(key: string, nowMs: number): void {
    this.#windows.delete(key)
    if (this.#windows.size >= KEYS_MAX) {
      const [first] = this.#windows.keys()
      if (first !== undefined) this.#windows.delete(first)
    }
    this.#windows.set(key, { startedMs: nowMs, count: 1 })
  }
}
