/** A fixed number of slots, first come first served: for what serves everybody alike, without accounts. */

/** At most `max` pieces of work at a time; the others wait in order of request. */
export class Slots {
  #free: number
  readonly #waiting: Array<() => void> = []

  constructor(max: number) {
    this.#free = max
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Takes a slot, to be given back by {@link release}. @returns false if none was free within `waitMaxMs` */
  async acquire(waitMaxMs?: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1
      return true
    }
    return await new Promise<boolean>((resolve) => {
      const next = (): void => {
        clearTimeout(timer)
        resolve(true)
      }
      const late = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1)
        resolve(false)
      }
      const timer = waitMaxMs === undefined ? undefined : setTimeout(late, waitMaxMs)
      this.#waiting.push(next)
    })
  }

  /** Gives a slot back; the first who waits gets it. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  /** Runs work in a slot, as soon as one is free. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.acquire()
    try {
      return await work()
    } finally {
      this.release()
    }
  }
}
