/** Polls for work at intervals, and at once when it is woken. */

const EVERY_MS = 1_000

/** Looks for work at an interval, and on {@link PollLoop.wake}; never twice at a time. */
export class PollLoop {
  readonly #look: () => Promise<unknown>
  readonly #failed: (error: unknown) => void
  readonly #everyMs: number
  #timer: NodeJS.Timeout | undefined
  #turn: Promise<void> | undefined
  #wanted = false

  /** @param failed gets what `look` throws; the next look is at the next interval */
  constructor(look: () => Promise<unknown>, failed: (error: unknown) => void, everyMs = EVERY_MS) {
    this.#look = look
    this.#failed = failed
    this.#everyMs = everyMs
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#everyMs)
    this.#timer.unref()
    this.wake()
  }

  /** Looks now, or again once the present look is over; nothing before the start and after the end. */
  wake(): void {
    if (this.#timer === undefined) return
    this.#wanted = true
    this.#turn ??= this.#lookWhileWanted().finally(() => {
      this.#turn = undefined
      // Requested between the last look and here.
      if (this.#wanted) this.wake()
    })
  }

  /** Starts no further look, and waits for the present one. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.#turn
  }

  async #lookWhileWanted(): Promise<void> {
    try {
      while (this.#wanted && this.#timer !== undefined) {
        this.#wanted = false
        await this.#look()
      }
    } catch (error) {
      this.#wanted = false
      this.#failed(error)
    }
  }
}
