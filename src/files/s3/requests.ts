/** Sends one request after its turn, within a time, and tells what became of it. */
import { Slots } from '../../kernel/slots.ts'
import type { Observe } from '../storage.ts'
import { isMissing, unavailable } from './failure.ts'

/** Requests, and connections, at a time. */
export const REQUESTS_MAX = 50
/** Time for all attempts of a request without a file, in milliseconds. */
export const SHORT_MS = 20_000
/** The same for a request that carries a file. */
export const LONG_MS = 60_000

/** The only way to the server. */
export class Requests {
  readonly #slots = new Slots(REQUESTS_MAX)
  /** Set once the service measures. */
  observe: Observe = () => undefined

  /** @returns undefined when the server says that there is no such file @throws AppError `storage_unavailable` */
  async found<Result>(
    operation: string,
    maxMs: number,
    send: (abortSignal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    const startedMs = performance.now()
    const report = (outcome: 'ok' | 'missing' | 'failed') =>
      this.observe(operation, outcome, performance.now() - startedMs)
    if (!(await this.#slots.acquire(SHORT_MS))) {
      report('failed')
      throw unavailable(operation, new Error('too many requests wait'))
    }
    try {
      const result = await send(AbortSignal.timeout(maxMs))
      report('ok')
      return result
    } catch (error) {
      report(isMissing(error) ? 'missing' : 'failed')
      if (isMissing(error)) return undefined
      throw unavailable(operation, error)
    } finally {
      this.#slots.release()
    }
  }

  /** Where a missing file is a failure like others. @throws AppError `storage_unavailable` */
  async run<Result>(
    operation: string,
    maxMs: number,
    send: (abortSignal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const result = await this.found(operation, maxMs, send)
    if (result === undefined)
      throw unavailable(operation, new Error('the bucket or upload is gone'))
    return result
  }
}
