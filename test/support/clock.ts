import type { Clock } from '../../src/kernel/clock.ts'

/** The machine's time, moved by as much as a test says. */
export class TestClock implements Clock {
  #offset = 0

  now(): number {
    return Date.now() + this.#offset
  }

  /** Moves the time forward (or back). */
  move(ms: number): void {
    this.#offset += ms
  }
}
