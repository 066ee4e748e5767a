/** Concurrent requests per key, in memory. */

/** Running requests by owner. */
export class Concurrency {
  readonly #running = new Map<string, number>()

  /**
   * Takes a slot and returns the function that frees it (calling it again does nothing), or
   * undefined when `limit` are running.
   */
  enter(owner: string, limit: number): (() => void) | undefined {
    const running = this.#running.get(owner) ?? 0
    if (running >= limit) return undefined
    this.#running.set(owner, running + 1)
    let inside = true
    return () => {
      if (!inside) return
      inside = false
      const left = (this.#running.get(owner) ?? 1) - 1
      if (left > 0) this.#running.set(owner, left)
      else this.#running.delete(owner)
    }
  }

  /** Number of running requests of an owner. */
  running(owner: string): number {
    return this.#running.get(owner) ?? 0
  }
}
