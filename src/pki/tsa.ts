/** The time-stamping authority (RFC 3161): for signatures in this process and for anyone at /pki/tsa. */
import type { Clock } from '../kernel/clock.ts'
import type { Signer, TimestampSource } from '../pades/ports.ts'
import {
  granted,
  makeToken,
  ownRequest,
  RefusedRequest,
  readRequest,
  refused,
  type TimestampRequest,
} from '../pades/timestamp.ts'
import { newSerial } from './bootstrap.ts'

/** What the authority needs. */
interface TsaParts {
  clock: Clock
  /** Policy of its time-stamps. */
  policy: string
  /** The current key. @throws AppError `authority_unavailable` */
  signer(): Promise<Signer>
}

/** The stated accuracy; a clock that jumps back by more than that stops the authority. */
const ACCURACY_MS = 1_000

/** Issues time-stamps. */
export class Tsa implements TimestampSource {
  readonly #parts: TsaParts
  #latestMs = 0

  constructor(parts: TsaParts) {
    this.#parts = parts
  }

  async stamp(digest: Uint8Array): Promise<Buffer> {
    return await this.#token(ownRequest(digest))
  }

  /** Responds to a TimeStampReq with a TimeStampResp; a bad request gets a rejection, not an error. */
  async answer(bytes: Uint8Array): Promise<Buffer> {
    try {
      const request = readRequest(bytes)
      if (request.policy !== undefined && request.policy !== this.#parts.policy)
        throw new RefusedRequest('unacceptedPolicy', `the only policy is ${this.#parts.policy}`)
      return granted(await this.#token(request))
    } catch (error) {
      if (error instanceof RefusedRequest) return refused(error)
      throw error
    }
  }

  async #token(request: TimestampRequest): Promise<Buffer> {
    const signer = await this.#parts.signer()
    const facts = { policy: this.#parts.policy, serial: newSerial(), timeMs: this.#time() }
    return await makeToken(signer, request, facts)
  }

  /** Never earlier than the previous one. */
  #time(): number {
    const now = this.#parts.clock.now()
    if (now + ACCURACY_MS < this.#latestMs)
      throw new RefusedRequest('timeNotAvailable', 'the clock of this service has gone back')
    this.#latestMs = Math.max(this.#latestMs, now)
    return this.#latestMs
  }
}
