/** Forms that must work once: loading the answer again would send them a second time. In memory. */

const KEPT_MAX = 10_000

/** Remembers which forms were sent. */
export class SingleUseForms {
  readonly #sent = new Set<string>()

  /** Whether this form comes for the first time. */
  take(form: string): boolean {
    if (this.#sent.has(form)) return false
    if (this.#sent.size >= KEPT_MAX) {
      const [oldest] = this.#sent
      if (oldest !== undefined) this.#sent.delete(oldest)
    }
    this.#sent.add(form)
    return true
  }

  /** It did nothing and may come again. */
  giveBack(form: string): void {
    this.#sent.delete(form)
  }
}
