/** Work about one thing, done one after the other. */

/** Runs work of the same name in the order in which it was asked for. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
