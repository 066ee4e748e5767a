/** A bounded line of callers that wait for something scarce, each no longer than a given time. */
import { AppError } from '../kernel/errors.ts'

/** Bounds of a {@link WaitingLine}. */
export interface LineOptions {
  /** Most callers waiting at once. */
  max: number
  /** Longest wait, milliseconds. */
  timeoutMs: number
  /** Seconds after which a caller that is turned away may try again. */
  retryAfterSeconds(): number
}

interface Waiter<T> {
  resolve(resource: T): void
  reject(error: unknown): void
}

/** Callers in the order they came. A caller that leaves or is turned away frees its place at once. */
export class WaitingLine<T> {
  readonly #options: LineOptions
  readonly #waiters = new Set<Waiter<T>>()

  constructor(options: LineOptions) {
    this.#options = options
  }

  get length(): number {
    return this.#waiters.size
  }

  /**
   * Waits for a resource that {@link offer} hands over.
   * @param again the caller had its turn and lost it through no fault of its own: goes first, and
   * in even when the line is full
   * @throws AppError server_busy when the line is full or the wait was too long
   * @throws the signal's reason when the caller leaves
   */
  wait(signal: AbortSignal | undefined, again = false): Promise<T> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (!again && this.#waiters.size >= this.#options.max) {
      return Promise.reject(
        this.#busy(`${this.#options.max} documents are waiting already, which is the most.`),
      )
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.delete(waiter)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter<T> = {
        resolve: (resource) => {
          leave()
          resolve(resource)
        },
        reject: (error) => {
          leave()
          reject(error)
        },
      }
      const onAbort = (): void => waiter.reject(signal?.reason)
      const seconds = this.#options.timeoutMs / 1000
      const timer = setTimeout(
        () => waiter.reject(this.#busy(`No converter came free within ${seconds} seconds.`)),
        this.#options.timeoutMs,
      )
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#enter(waiter, again)
    })
  }

  /** Hands a resource to the first in line. False: nobody waits. */
  offer(resource: T): boolean {
    const [first] = this.#waiters
    first?.resolve(resource)
    return first !== undefined
  }

  /** Turns everybody away. */
  dismiss(error: Error): void {
    for (const waiter of [...this.#waiters]) waiter.reject(error)
  }

  #enter(waiter: Waiter<T>, first: boolean): void {
    const others = first ? [...this.#waiters] : []
    if (first) this.#waiters.clear()
    this.#waiters.add(waiter)
    for (const other of others) this.#waiters.add(other)
  }

  #busy(detail: string): AppError {
    return new AppError('server_busy', detail, {
      retryAfterSeconds: this.#options.retryAfterSeconds(),
    })
  }
}
