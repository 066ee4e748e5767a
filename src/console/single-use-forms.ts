/** Forms that must take effect once: reloading the response would submit them again. In memory. */

const KEPT_MAX = 10_000

/** Remembers which forms were submitted. */
export class SingleUseForms {
  readonly #sent = new Set<string>()

  /** Marks a form as submitted; returns whether this was the first time. */
  take(form: string): boolean {
    if (this.#sent.has(form)) return false
    if (this.#sent.size >= KEPT_MAX) {
      const [oldest] = this.#sent
      if (oldest !== undefined) this.#sent.delete(oldest)
    }
    this.#sent.add(form)
    return true
  }

  /** Releases a form that had no effect, so that it may be submitted again. */
  giveBack(form: string): void {
    this.#sent.delete(form)
  }
}
