/** Results that are costly to make and are asked for again. */
export class Cache<Result extends NonNullable<unknown>> {
  readonly #known = new Map<string, Result>()
  readonly #max: number

  /** @param max of results; with one more, all that is known is dropped */
  constructor(max: number) {
    this.#max = max
  }

  /** What was made under this name, or is made now. */
  of(name: string, make: () => Result): Result {
    const found = this.#known.get(name)
    if (found !== undefined) return found
    if (this.#known.size >= this.#max) this.#known.clear()
    const made = make()
    this.#known.set(name, made)
    return made
  }
}
