/**
 * Time-stamps of external authorities (RFC 3161): tried in the operator's order until one returns a token that passes
 * every check. If none does, that is an error: there is no fallback to a signature without a time-stamp, nor to this
 * service's own clock.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { EncodingError } from '../pades/ber.ts'
import type { TimestampSource } from '../pades/ports.ts'
import { writeRequest } from '../pades/timestamp.ts'
import { say } from '../translations/texts.ts'
import { exchange, NoAnswer } from './exchange.ts'
import { MEDIA } from './operations.ts'
import type { OutsideTrust } from './outside-trust.ts'
import { readReply } from './timestamp-reply.ts'

/** One authority. */
export interface OutsideTsaConfig {
  url: string
  /** Value of the Authorization header. */
  authorization?: string
  /** Policy that is requested and must be in the token; if absent, the authority chooses. */
  policy?: string
}

/** What external time-stamping needs. */
export interface OutsideTsaParts {
  clock: Clock
  /** At least one, in the order in which they are tried. */
  authorities: readonly OutsideTsaConfig[]
  trust: OutsideTrust
  /** Time limit for one authority's response. */
  timeoutMs: number
  /** Called for every authority that failed. */
  report(failed: FailedStamp): void
}

const REPLY_BYTES_MAX = 64_000
/** Every authority accepts eight bytes. */
const NONCE_BYTES = 8
const RETRY_SECONDS = 60
/** One that has just failed is tried after the others, so that not every time-stamp waits for it. */
const AVOIDED_MS = 60_000

/** The external authorities. */
export class OutsideTsa implements TimestampSource {
  readonly #parts: OutsideTsaParts
  readonly #failedMs = new Map<string, number>()

  constructor(parts: OutsideTsaParts) {
    this.#parts = parts
  }

  /** @throws AppError `timestamp_unavailable` when all have failed */
  async stamp(digest: Uint8Array): Promise<Buffer> {
    const failures: string[] = []
    for (const authority of this.#inOrder()) {
      try {
        const token = await this.ask(authority, digest)
        this.#failedMs.delete(authority.url)
        return token
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        const { url } = authority
        this.#failedMs.set(url, this.#parts.clock.now())
        this.#parts.report({ url, reason: error.message })
        failures.push(`${url}: ${error.message}`)
      }
    }
    // The addresses are the operator's, not the caller's: they are in the cause, which is logged.
    throw new AppError('timestamp_unavailable', say('authority.noStamp'), {
      retryAfterSeconds: RETRY_SECONDS,
      cause: new Error(failures.join('; ')),
    })
  }

  /** Requests a time-stamp from one authority and checks its response in full. @throws NoAnswer */
  async ask(authority: OutsideTsaConfig, digest: Uint8Array): Promise<Buffer> {
    const { clock, trust, timeoutMs } = this.#parts
    const { url, authorization, policy } = authority
    const nonce = randomBytes(NONCE_BYTES)
    const askedMs = clock.now()
    const reply = await exchange(url, {
      method: 'POST',
      headers: {
        'content-type': MEDIA.query,
        accept: MEDIA.reply,
        ...(authorization !== undefined && { authorization }),
      },
      body: writeRequest(digest, nonce, policy),
      timeoutMs,
      bytesMax: REPLY_BYTES_MAX,
      accept: [MEDIA.reply],
    })
    try {
      const order = { digest, nonce, policy, fromMs: askedMs, toMs: clock.now() }
      const { token, signer, certificates, timeMs } = readReply(reply, order)
      await trust.collectValidationData(signer, certificates, timeMs)
      return token
    } catch (error) {
      if (!(error instanceof EncodingError)) throw error
      throw new NoAnswer(`its answer cannot be read: ${error.message}`)
    }
  }

  #inOrder(): OutsideTsaConfig[] {
    const nowMs = this.#parts.clock.now()
    const isAvoided = ({ url }: OutsideTsaConfig): boolean => {
      const age = nowMs - (this.#failedMs.get(url) ?? Number.NEGATIVE_INFINITY)
      return age >= 0 && age < AVOIDED_MS
    }
    const { authorities } = this.#parts
    return [...authorities.filter((each) => !isAvoided(each)), ...authorities.filter(isAvoided)]
  }
}

// What reaching external authorities needs from the rest of the service.

/** A time-stamping authority that failed, for the operator's log. */
export interface FailedStamp {
  url: string
  reason: string
}
