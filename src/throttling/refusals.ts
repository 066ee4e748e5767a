/**
 * Refusals that only time ends. Who is refused for a minute is refused from memory until then: what they keep sending
 * costs the database nothing. Measured by the process's own monotonic clock, which nobody sets.
 */

/** Bounds memory under an attack; forgetting one costs a question to the database. */
const KEPT_MAX = 10_000

/** Until when somebody is refused. */
export class Refusals<State> {
  readonly #known = new Map<string, { untilMs: number; state: State }>()

  /** The refusal of a name and the milliseconds it still lasts; undefined: none is known. */
  of(name: string): { restMs: number; state: State } | undefined {
    const known = this.#known.get(name)
    if (known === undefined) return undefined
    const restMs = known.untilMs - performance.now()
    if (restMs > 0) return { restMs, state: known.state }
    this.#known.delete(name)
    return undefined
  }

  add(name: string, state: State, forMs: number): void {
    const [oldest] = this.#known.keys()
    if (this.#known.size >= KEPT_MAX && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { untilMs: performance.now() + forMs, state })
  }
}
