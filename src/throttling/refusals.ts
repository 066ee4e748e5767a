/**
 * Remembers refusals that only time can end. A client refused for a minute is refused from memory until then, so its
 * further calls cost the database nothing. A refusal ends by the process's monotonic clock, or earlier if the wall clock
 * says so, as after the machine has slept or the clock was set back: one query too many costs less than a refusal that
 * lasts too long.
 */
import { BoundedMap } from '../kernel/cache.ts'
import type { Clock } from '../kernel/clock.ts'

/** Bounds memory under an attack; forgetting one costs a question to the database. */
const KEPT_MAX = 10_000

interface Known<State> {
  untilMs: number
  /** When it began by the wall clock. */
  begunMs: number
  forMs: number
  state: State
}

/** Until when each name is refused. */
export class Refusals<State> {
  readonly #clock: Clock
  readonly #known = new BoundedMap<string, Known<State>>(KEPT_MAX)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The refusal of a name and the milliseconds it still lasts; undefined: none is known. */
  of(name: string): { restMs: number; state: State } | undefined {
    const known = this.#known.get(name)
    if (known === undefined) return undefined
    const ageMs = this.#clock.now() - known.begunMs
    const restMs = ageMs < 0 ? 0 : Math.min(known.untilMs - performance.now(), known.forMs - ageMs)
    if (restMs > 0) return { restMs, state: known.state }
    this.#known.delete(name)
    return undefined
  }

  add(name: string, state: State, forMs: number): void {
    this.#known.set(name, {
      untilMs: performance.now() + forMs,
      begunMs: this.#clock.now(),
      forMs,
      state,
    })
  }
}
