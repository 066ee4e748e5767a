/** Serialises work per name. */

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
