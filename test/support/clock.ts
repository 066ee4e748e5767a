import type { Clock } from '../../src/kernel/clock.ts'

/** The machine's time, moved by as much as a test says; or a time that only a test moves. */
export class TestClock implements Clock {
  #offset = 0
  readonly #standing: number | undefined

  /** @param standing a time at which the clock stands, in ms; the machine's when left out */
  constructor(standing?: number) {
    this.#standing = standing
  }

  now(): number {
    return (this.#standing ?? Date.now()) + this.#offset
  }

  /** Moves the time forward (or back). */
  move(ms: number): void {
    this.#offset += ms
  }
}
