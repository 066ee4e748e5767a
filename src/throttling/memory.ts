/** Counts in the memory of the one process that there is. */
import type { Clock } from '../kernel/clock.ts'
import { MemoryAttemptLimiter } from './memory-attempts.ts'
import { MinuteRates } from './minute-rates.ts'
import type { Admitted, Call, Calls, MinuteRate, Refused, Throttling } from './ports.ts'

// Concurrent requests per key, in memory.

/** Running requests by owner. */
export class Concurrency {
  readonly #running = new Map<string, number>()

  /**
   * Takes a slot and returns the function that frees it (calling it again does nothing), or
   * undefined when `limit` are running.
   */
  enter(owner: string, limit: number): (() => void) | undefined {
    const running = this.#running.get(owner) ?? 0
    if (running >= limit) return undefined
    this.#running.set(owner, running + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      const left = (this.#running.get(owner) ?? 1) - 1
      if (left > 0) this.#running.set(owner, left)
      else this.#running.delete(owner)
    }
  }

  /** Number of running requests of an owner. */
  running(owner: string): number {
    return this.#running.get(owner) ?? 0
  }
}

const nothing = (): undefined => undefined
const rateKey = (owner: string, { name }: MinuteRate): string => `${owner} ${name}`

class MemoryCalls implements Calls {
  readonly #rates: MinuteRates
  readonly #slots = new Concurrency()

  constructor(clock: Clock) {
    this.#rates = new MinuteRates(clock)
  }

  /** A used-up limit is known here before a call is authenticated: see {@link MemoryAttemptLimiter.exceeded}. */
  async enter({ owner, slots, rate }: Call): Promise<Admitted | Refused> {
    const leave = slots === undefined ? nothing : this.#slots.enter(owner, slots)
    if (leave === undefined) return { refused: 'slots' }
    if (rate === undefined) return { leave, rate: nothing }
    const { allowed, ...state } = this.#rates.hit(rateKey(owner, rate), rate.limit)
    if (allowed) return { leave, rate: () => this.#peek(owner, rate) }
    leave()
    return { refused: 'rate', rate: state }
  }

  async rate(owner: string, rate: MinuteRate) {
    return this.#peek(owner, rate)
  }

  async running(owner: string): Promise<number> {
    return this.#slots.running(owner)
  }

  #peek(owner: string, rate: MinuteRate) {
    return this.#rates.peek(rateKey(owner, rate), rate.limit)
  }
}

/** Counts of one process, by its own clock. */
export function memoryThrottling(clock: Clock): Throttling {
  return {
    isShared: false,
    calls: new MemoryCalls(clock),
    attemptLimiter: (limit) => new MemoryAttemptLimiter(clock, limit),
    ownAttemptLimiter: (limit) => new MemoryAttemptLimiter(clock, limit),
    close: async () => undefined,
  }
}
