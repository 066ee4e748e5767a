/** Two carriers of text messages in the operator's order: the second one takes over where the first one fails. */
import {
  type Accepted,
  type OutgoingText,
  outcomeOf,
  PermanentFailure,
  type SmsDriver,
  TemporaryFailure,
} from './ports.ts'

/** How long a carrier that failed is tried last: nobody should wait for its time-out again and again. */
const REST_MS = 60_000

/** A carrier and its name in the log. */
interface NamedCarrier {
  name: string
  driver: SmsDriver
}

/** Whether another carrier may succeed: it is not the number's or the text's fault. */
const isCarriersFault = (error: unknown): boolean =>
  error instanceof TemporaryFailure ||
  (error instanceof PermanentFailure && error.reason === 'country')

/** Carriers in their order. */
export class FailOver implements SmsDriver {
  readonly #carriers: readonly NamedCarrier[]
  readonly #log: { warn(facts: object, message: string): void }
  readonly #now: () => number
  readonly #restsUntil = new Map<NamedCarrier, number>()

  /** @param now monotonic milliseconds */
  constructor(
    carriers: readonly NamedCarrier[],
    log: { warn(facts: object, message: string): void },
    now: () => number = () => performance.now(),
  ) {
    this.#carriers = carriers
    this.#log = log
    this.#now = now
  }

  /**
   * One attempt with each carrier until one accepts. After a time-out the message may arrive twice, with one code.
   * @throws the first carrier's failure when all fail, unless a later one knows that the number is at fault
   */
  async send(message: OutgoingText): Promise<Accepted> {
    let first: unknown
    for (const carrier of this.#inOrder()) {
      try {
        const accepted = await carrier.driver.send(message)
        this.#restsUntil.delete(carrier)
        return accepted
      } catch (error) {
        if (!isCarriersFault(error)) throw error
        first ??= error
        const reason = error instanceof Error ? error.message : ''
        this.#log.warn(
          { carrier: carrier.name, outcome: outcomeOf(error), reason },
          'a carrier did not accept a text message',
        )
        // A country that one carrier does not serve says nothing about the next message.
        if (error instanceof TemporaryFailure) this.#restsUntil.set(carrier, this.#now() + REST_MS)
      }
    }
    throw first
  }

  #inOrder(): NamedCarrier[] {
    const rests = (carrier: NamedCarrier) => (this.#restsUntil.get(carrier) ?? 0) > this.#now()
    return [...this.#carriers.filter((carrier) => !rests(carrier)), ...this.#carriers.filter(rests)]
  }
}
