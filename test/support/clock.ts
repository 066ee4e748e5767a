import { randomUUID } from 'node:crypto'
import type { Clock } from '../../src/kernel/clock.ts'

/** The machine's time, moved by as much as a test says; or a time that only a test moves. */
export class TestClock implements Clock {
  readonly id = randomUUID()
  readonly #standing: number | undefined
  readonly #followers = new Map<string, () => void>()
  #offset = 0

  /** @param standing a time at which the clock stands, in ms; the machine's when left out */
  constructor(standing?: number) {
    this.#standing = standing
  }

  now(): number {
    return (this.#standing ?? Date.now()) + this.#offset
  }

  /** Whether it stands until it is moved. */
  get stands(): boolean {
    return this.#standing !== undefined
  }

  /** By how much it was moved, in ms. */
  get movedMs(): number {
    return this.#offset
  }

  /** Moves the time forward (or back). */
  move(ms: number): void {
    this.#offset += ms
    for (const follow of this.#followers.values()) follow()
  }

  /** Has something done at each move, before it returns; a name's second replaces the first. */
  whenMoved(name: string, follow: () => void): void {
    this.#followers.set(name, follow)
  }
}
