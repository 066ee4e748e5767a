/**
 * What a visitor's device has to compute before a mail is sent: a number with which the hash of the challenge begins
 * with zero bits. Challenges are signed and not stored; only those that were answered are remembered, for as long as they
 * last.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Clock, stillHolds } from '../../kernel/clock.ts'
import { Service } from '../../kernel/service.ts'
import type { AttemptLimiter, Throttling } from '../../throttling/ports.ts'
import { invalidAt } from '../../translations/refusals.ts'
import type { Work } from '../pages/start-page.tsx'

/** A quarter of a million hashes on average: a second or two of a phone, an hour of a core for ten thousand mails. */
export const WORK_BITS = 18
const VALID_MS = 10 * 60_000
const MAC_BYTES = 16
/** Milliseconds since 1970 in base 36; a random part; the mac. */
const CHALLENGE = /^([0-9a-z]{8,10})-([0-9a-f]{32})-([0-9a-f]{32})$/

/** Zero bits at the beginning. */
export function leadingZeros(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] ?? 0) - 24
}

interface WorkParts {
  clock: Clock
  openLinks: { secret: Buffer; workBits: number }
  throttling: Pick<Throttling, 'attemptLimiter'>
}

/** Gives challenges and checks what was computed. */
export class ProofOfWork extends Service<WorkParts> {
  readonly #used: AttemptLimiter

  constructor(parts: WorkParts) {
    super(parts)
    this.#used = parts.throttling.attemptLimiter({
      name: 'open-link-challenges',
      max: 1,
      windowMs: VALID_MS,
      lasting: true,
    })
  }

  /** A challenge for one link, and how many zero bits it asks for. */
  challenge(linkId: string): Work {
    const head = `${this.parts.clock.now().toString(36)}-${randomBytes(16).toString('hex')}`
    const challenge = `${head}-${this.#mac(linkId, head).toString('hex')}`
    return { challenge, bits: this.parts.openLinks.workBits }
  }

  /** Takes a solution, once. @throws AppError `validation_failed` */
  async take(linkId: string, challenge: string, solution: string): Promise<void> {
    const [, at, random, mac] = CHALLENGE.exec(challenge) ?? []
    const isOurs =
      at !== undefined &&
      mac !== undefined &&
      timingSafeEqual(Buffer.from(mac, 'hex'), this.#mac(linkId, `${at}-${random}`))
    const isFresh = isOurs && stillHolds(Number.parseInt(at, 36), VALID_MS, this.parts.clock.now())
    if (!isFresh || !isSolved(challenge, solution, this.parts.openLinks.workBits)) throw refuse()
    const { waitMs } = await this.#used.consume(challenge)
    if (waitMs > 0) throw refuse()
  }

  #mac(linkId: string, head: string): Buffer {
    return createHmac('sha256', this.parts.openLinks.secret)
      .update(`challenge ${linkId} ${head}`)
      .digest()
      .subarray(0, MAC_BYTES)
  }
}

const isSolved = (challenge: string, solution: string, bits: number): boolean =>
  leadingZeros(createHash('sha256').update(`${challenge}.${solution}`).digest()) >= bits

const refuse = () => invalidAt('/solution', 'work_invalid', 'openLinks.work')
