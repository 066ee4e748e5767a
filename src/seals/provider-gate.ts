/**
 * The gate in front of each certificate service: a provider that hangs holds a few calls and no more, however many
 * signers of the account come; after several time-outs it is not called again for a while.
 */

import type { Clock } from '../kernel/clock.ts'
import { throwAsAppError } from '../kernel/errors.ts'
import { FairQueue } from '../kernel/fair-queue.ts'
import { say } from '../translations/texts.ts'
import { SealError } from './place.ts'

/** How many of an account's people are at their provider at once. */
export const VISITORS_MAX = 8
/** More wait, for this long; twice as many as the queue lets one tenant have. */
const WAITING_MAX = 64
const WAIT_MS = 10_000
/** Calls that took too long, one after the other, before the provider is left alone. */
const SLOW_MAX = 3

interface Service {
  queue: FairQueue<true>
  /** Visits that took too long since one did not. */
  slow: number
  restsUntilMs: number
}

const BUSY = say('limits.provider')

const resting = (): SealError =>
  new SealError('the provider did not answer in time a moment ago', { isSlow: true })

/** The gates of one process. */
export class ProviderGate {
  readonly #clock: Clock
  readonly #services = new Map<string, Service>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @throws SealError during the pause after time-outs, so that no signer is sent there */
  assertAwake(owner: string): void {
    if (this.#of(owner).restsUntilMs > this.#clock.now()) throw resting()
  }

  /**
   * Does what asks a provider.
   * @param work gets the moment when nobody waits any longer, monotonic milliseconds
   * @throws AppError `server_busy` when too many are there and wait
   * @throws SealError of the work, or while the provider is left alone
   */
  async pass<Result>(owner: string, work: (untilMs: number) => Promise<Result>): Promise<Result> {
    const service = this.#of(owner)
    this.assertAwake(owner)
    const lease = await service.queue.take().catch(throwAsAppError)
    try {
      this.assertAwake(owner)
      const result = await work(performance.now() + VISIT_MS)
      service.slow = 0
      return result
    } catch (error) {
      if (error instanceof SealError) this.#note(service, error)
      throw error
    } finally {
      lease.done()
      service.queue.serve()
    }
  }

  #note(service: Service, { isSlow }: SealError): void {
    if (service.restsUntilMs > this.#clock.now()) return
    service.slow = isSlow ? service.slow + 1 : 0
    if (service.slow < SLOW_MAX) return
    service.slow = 0
    service.restsUntilMs = this.#clock.now() + REST_MS
    service.queue.dismiss(resting())
  }

  #of(owner: string): Service {
    const known = this.#services.get(owner)
    if (known !== undefined) return known
    const queue = new FairQueue<true>({
      places: VISITORS_MAX,
      claim: () => true,
      max: WAITING_MAX,
      timeoutMs: WAIT_MS,
      words: { full: () => BUSY, late: () => BUSY },
    })
    const service = { queue, slow: 0, restsUntilMs: 0 }
    this.#services.set(owner, service)
    return service
  }
}

/** One call, DNS included; also of their responders and lists. */
export const CALL_MS = 15_000
/** All calls of a remote signature service for one step of a person, who waits for them. */
export const VISIT_MS = 30_000
/** A provider that did not answer in time is not called again for this long. */
export const REST_MS = 20_000
