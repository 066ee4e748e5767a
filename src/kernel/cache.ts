/** Cache of expensive results. */
export class Cache<Result extends NonNullable<unknown>> {
  readonly #known = new Map<string, Result>()
  readonly #max: number

  /** @param max number of results; one more clears the cache */
  constructor(max: number) {
    this.#max = max
  }

  /** The cached result for this name, or a new one. */
  of(name: string, make: () => Result): Result {
    const found = this.#known.get(name)
    if (found !== undefined) return found
    if (this.#known.size >= this.#max) this.#known.clear()
    const made = make()
    this.#known.set(name, made)
    return made
  }
}

/** A map that forgets the entry that was set longest ago when it is full. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    const oldest = this.keys().next()
    if (this.size >= this.#max && oldest.done !== true) this.delete(oldest.value)
    return super.set(key, value)
  }
}
