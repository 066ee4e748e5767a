/** Work in the order of request, for what serves everybody alike: a fixed number of slots, or one piece of work per name. */

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

/** Runs work of the same name one at a time, in order of request. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async runExclusive<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    this.#last.set(name, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name)
    }
  }
}
