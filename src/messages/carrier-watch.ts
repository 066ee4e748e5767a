/** Notices the end of a carrier's outage, so that messages which wait for hours after it do not. */

const EVERY_MS = 15_000

/** Looks at a carrier after a message has failed, until it can be reached. */
export class CarrierWatch {
  readonly #reach: () => Promise<void>
  readonly #onReturn: () => Promise<void>
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  /** Until the first message of this process was sent, an outage may have begun before it. */
  #isAway = true

  /**
   * @param reach connects and sends nothing; rejects while the carrier is away
   * @param onReturn called once after each outage; must not reject
   */
  constructor(reach: () => Promise<void>, onReturn: () => Promise<void>, everyMs = EVERY_MS) {
    this.#reach = reach
    this.#onReturn = onReturn
    this.#everyMs = everyMs
  }

  /** A message failed. Only what `reach` finds is an outage: it may be that message alone. */
  failed(): void {
    this.#timer ??= setTimeout(() => void this.#look(), this.#everyMs).unref()
  }

  /** A message was sent. */
  async sent(): Promise<void> {
    if (!this.#isAway) return
    this.#isAway = false
    this.close()
    await this.#onReturn()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const looking = this.#timer
    const isThere = await this.#reach().then(
      () => true,
      () => false,
    )
    // A message was sent meanwhile, or the service stops.
    if (this.#timer !== looking) return
    this.#timer = undefined
    if (isThere) return await this.sent()
    this.#isAway = true
    this.failed()
  }
}
