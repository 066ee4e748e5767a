/**
 * Codes that confirm the addresses of visitors, with the limits of every code. Their rows are not those of signers: nobody
 * who knows a public address can use up the codes or the guesses of a person who signs.
 */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../database/open.ts'
import { DAY_MS, HOUR_MS, stillHolds } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { Service } from '../../kernel/service.ts'
import type { AttemptLimiter } from '../../throttling/ports.ts'
import { say } from '../../translations/texts.ts'
import { lockedToday, OTP, refuseSoon } from '../authentication/otp.ts'
import { JOBS } from '../model/job-kinds.ts'
import type { Needs } from '../requests/parts.ts'
import type { StartRow } from './store.ts'
import * as store from './store.ts'

interface AddressCodesParts extends Needs<'clock' | 'db' | 'jobs' | 'throttling'> {
  openLinks: { secret: Buffer }
}

/** Makes and checks the codes. */
export class AddressCodes extends Service<AddressCodesParts> {
  readonly #wrong: AttemptLimiter

  constructor(parts: AddressCodesParts) {
    super(parts)
    this.#wrong = parts.throttling.attemptLimiter({
      name: 'open-link-wrong-codes',
      max: OTP.wrongPerPhone,
      windowMs: DAY_MS,
      lasting: true,
    })
    parts.jobs.handle(JOBS.sweepStarts, {
      retryDelaysMs: [60_000, HOUR_MS],
      run: () => this.#sweep(),
    })
  }

  /** A code for an address, in the caller's transaction. @throws AppError `otp_rate_limited` */
  async issue(
    trx: Db,
    visitor: Pick<StartRow, 'link_id' | 'email' | 'first_name' | 'last_name' | 'language'>,
  ): Promise<StartRow> {
    const nowMs = this.parts.clock.now()
    const email_hash = macOf(this.parts, `address ${visitor.email.toLowerCase()}`).toString('hex')
    refuseSoon(await store.sentTo(trx, email_hash, nowMs - HOUR_MS), nowMs)
    const row: StartRow = {
      ...visitor,
      id: newId('sta', nowMs),
      email_hash,
      attempts_left: OTP.attempts,
      state: 'valid',
      created_at: nowMs,
    }
    await store.insertStart(trx, row)
    const later = { uniqueKey: 'once', runAtMs: nowMs + HOUR_MS + 60_000 }
    await this.parts.jobs.add(trx, JOBS.sweepStarts, {}, later)
    return row
  }

  /**
   * The start that a right code ends; the attempt is counted before the comparison.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`
   */
  async take(linkId: string, id: string, code: string): Promise<StartRow> {
    const { db, clock } = this.parts
    const known = await store.findStart(db, id)
    if (known === undefined || known.link_id !== linkId) throw expired()
    const guessing = `${linkId} ${known.email_hash}`
    const locked = this.#wrong.exceeded(guessing)
    if (locked !== undefined) throw lockedToday(clock.now() + locked.waitMs, clock.now())
    const row = await store.takeAttempt(db, id)
    if (row === undefined) {
      // Read again: another call may have used it since.
      const now = await store.findStart(db, id)
      throw now?.state === 'valid' ? noneLeft() : expired()
    }
    if (!stillHolds(row.created_at, OTP.validMs, clock.now())) throw expired()
    const [right, given] = [codeOf(this.parts, id), code].map((text) => macOf(this.parts, text))
    if (right !== undefined && given !== undefined && timingSafeEqual(right, given)) {
      if (await store.endStart(db, id, 'used')) return row
      throw expired()
    }
    await this.#wrong.consume(guessing)
    const left = row.attempts_left
    if (left === 0) throw noneLeft()
    throw new AppError('otp_invalid', say('codes.wrong', { left }), { attemptsLeft: left })
  }

  /** Nothing of a person who has not gone on is kept for longer than the limits need. */
  async #sweep(): Promise<void> {
    const { db, clock, jobs } = this.parts
    const nowMs = clock.now()
    const isLeft = await store.sweepStarts(db, nowMs - HOUR_MS)
    const later = { uniqueKey: 'once', runAtMs: nowMs + HOUR_MS / 4 }
    if (isLeft) await jobs.add(db, JOBS.sweepStarts, {}, later)
  }
}

const expired = () => new AppError('otp_expired', say('codes.expired'))
const noneLeft = () => new AppError('otp_locked', say('codes.locked'), { attemptsLeft: 0 })

/** Whether the code of a start can still be entered. */
export const isFresh = ({ created_at, state, attempts_left }: StartRow, nowMs: number): boolean =>
  state === 'valid' && attempts_left > 0 && stillHolds(created_at, OTP.validMs, nowMs)

/** The code of a start, derived from its random id: none is stored. */
export function codeOf(parts: { openLinks: { secret: Buffer } }, id: string): string {
  const number = macOf(parts, `digits ${id}`).readUIntBE(0, 6) % 10 ** OTP.digits
  return String(number).padStart(OTP.digits, '0')
}

/** A keyed hash of this domain. */
export const macOf = ({ openLinks }: { openLinks: { secret: Buffer } }, text: string): Buffer =>
  createHmac('sha256', openLinks.secret).update(text).digest()
