/** Forms that must take effect once: reloading the response would submit them again. */
import { DAY_MS } from '../kernel/clock.ts'
import type { Throttling, Tries } from '../throttling/ports.ts'

/** Remembers for a day which forms were submitted. */
export class SingleUseForms {
  readonly #sent: Tries

  constructor(throttling: Throttling) {
    this.#sent = throttling.tries({ name: 'forms', max: 1, windowMs: DAY_MS })
  }

  /** Marks a form as submitted; returns whether this was the first time. */
  async take(form: string): Promise<boolean> {
    return (await this.#sent.take(form)).waitMs === 0
  }

  /** Releases a form that had no effect, so that it may be submitted again. */
  async giveBack(form: string): Promise<void> {
    await this.#sent.clear(form)
  }
}
