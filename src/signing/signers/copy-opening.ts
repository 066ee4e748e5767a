/**
 * The code that opens a document for a recipient of a copy, where the sender wants one: by e-mail, derived from the time, so that
 * none is stored. It can be entered in its ten minutes and the ten after them.
 */

import { timingSafeEqual } from 'node:crypto'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import type { AttemptLimiter } from '../../throttling/ports.ts'
import { say } from '../../translations/texts.ts'
import { lockedToday, OTP } from '../authentication/otp.ts'
import { COPY_MAIL } from '../model/job-kinds.ts'
import type { RequestRow } from '../model/rows.ts'
import type { CopyRecipient } from '../model/schemas/cc-recipients.ts'
import { COPY_CODE_MS } from '../notifications/cc-mail.ts'
import type { Needs } from '../requests/parts.ts'
import type { Origin } from './action-entries.ts'
import { OPENED_S } from './opening.ts'

/** A recipient of a copy who holds a link. */
export interface OpenedCopy {
  request: RequestRow
  copy: CopyRecipient
}

/** What the codes need. */
export type CopyOpeningDeps = Needs<'clock' | 'db' | 'links' | 'mails' | 'throttling' | 'trails'>

const personOf = ({ request, copy }: OpenedCopy) => ({
  id: `${request.id} ${copy.email.toLowerCase()}`,
  link_version: 1,
})

/** Opens documents for recipients of copies. */
export class CopyOpening extends Service<CopyOpeningDeps> {
  /** Made with the first code: routes are also registered to be described, without parts. */
  #limiters: { sent: AttemptLimiter; wrong: AttemptLimiter } | undefined

  /** Whether a code is to be entered first. @param held what a right code gave this browser */
  isLocked(opened: OpenedCopy, held: string | undefined): boolean {
    const { status, code_to_open } = opened.request
    if (code_to_open === 0 || (status !== 'pending' && status !== 'completed')) return false
    const { links, clock } = this.parts
    return held === undefined || !links.isOpened(held, personOf(opened), clock.now() / 1000)
  }

  /** Sends a code; returns it where nothing is sent, with a test key. @throws AppError `otp_rate_limited` */
  async request(opened: OpenedCopy, origin: Origin): Promise<{ test_code?: string }> {
    const { clock, db, links, mails } = this.parts
    const { request, copy } = opened
    const { waitMs } = await this.#limits.sent.consume(personOf(opened).id)
    if (waitMs > 0)
      throw new AppError(
        'otp_rate_limited',
        say('codes.perHour', { max: OTP.perHour, minutes: Math.ceil(waitMs / 60_000) }),
        { retryAfterSeconds: Math.ceil(waitMs / 1000) },
      )
    const at_ms = clock.now()
    await concurrently(db, 'request', async (trx) => {
      const payload = { id: request.id, index: 0, email: copy.email, news: 'code', at_ms } as const
      const order = { accountId: request.account_id, urgent: true }
      if (request.mode === 'live') await mails.add(trx, COPY_MAIL, payload, order)
      await this.#note(trx, opened, origin, 'copy.otp_sent', { channel: 'email' })
    })
    if (request.mode === 'live') return {}
    return { test_code: links.copyCode(request.id, copy.email, Math.floor(at_ms / COPY_CODE_MS)) }
  }

  /** Tries a code; returns what the browser holds from then on. @throws AppError `otp_invalid`, `otp_locked` */
  async enter(opened: OpenedCopy, code: string, origin: Origin): Promise<string> {
    const { clock, db, links } = this.parts
    const person = personOf(opened)
    const { waitMs, used } = await this.#limits.wrong.consume(person.id)
    if (waitMs > 0) throw lockedToday(clock.now() + waitMs, clock.now())
    const period = Math.floor(clock.now() / COPY_CODE_MS)
    const isRight = [period, period - 1].some((at) => {
      const known = links.copyCode(opened.request.id, opened.copy.email, at)
      return timingSafeEqual(Buffer.from(known), Buffer.from(code))
    })
    const type = isRight ? 'copy.access_verified' : 'copy.otp_failed'
    await concurrently(db, 'request', (trx) =>
      this.#note(trx, opened, origin, type, isRight ? { method: 'email' } : { reason: 'wrong' }),
    )
    if (!isRight) {
      const left = OTP.wrongPerSigner - used
      throw new AppError('otp_invalid', say('codes.wrong', { left }), { attemptsLeft: left })
    }
    await this.#limits.wrong.refund(person.id)
    return links.opening(person, Math.floor(clock.now() / 1000) + OPENED_S)
  }

  get #limits() {
    const { attemptLimiter } = this.parts.throttling
    const limiter = (name: string, max: number, windowMs: number) =>
      attemptLimiter.call(this.parts.throttling, { name, max, windowMs })
    this.#limiters ??= {
      sent: limiter('copy-codes', OTP.perHour, HOUR_MS),
      wrong: limiter('copy-wrong-codes', OTP.wrongPerSigner, DAY_MS),
    }
    return this.#limiters
  }

  async #note(
    trx: Db,
    { request, copy }: OpenedCopy,
    { ip, ua }: Origin,
    type: string,
    data: Record<string, string>,
  ): Promise<void> {
    const about = { copy: copy.email, purpose: 'open', ...data }
    await this.parts.trails.record(trx, request.id, type, { actor: 'copy', ip, ua }, about)
  }
}
