/** The code that opens a document, where the sender wants one before anything of it is shown. It proves nothing for the signature. */

import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { isLandline } from '../../messages/phone-rules.ts'
import { say } from '../../translations/texts.ts'
import type { CodeOutcome } from '../authentication/otp.ts'
import { CODE_MAIL } from '../model/job-kinds.ts'
import { forgetFailure } from '../notifications/deliveries.ts'
import { markEntered } from '../notifications/text-store.ts'
import type { Next, SignerContext, SignerParts } from './access.ts'
import type { Act } from './action-entries.ts'
import { appendTrailEntry, type Origin } from './action-entries.ts'
import { openingBinding } from './phone-and-consent.ts'
import { attemptError, type IssuedCode, type PhoneCodes } from './phone-codes.ts'
import type { SignerCode } from './schemas.ts'
import { codeState, phoneSeen } from './view.ts'

/** How long a browser shows the document after a right code. */
export const OPENED_S = 12 * 3600
/** Of these, nothing of the document is shown anyway. */
const SHOWN_WITHOUT: ReadonlySet<Next> = new Set([
  'declined',
  'cancelled',
  'expired',
  'blocked',
  'failed',
])

/** Opens documents with codes. */
export class Opening extends Service<SignerParts & { phoneCodes: PhoneCodes }> {
  /** Whether a code is to be entered first. @param held what a right code gave this browser. In person, the sender's device shows it. */
  isLocked({ request, signer, next, host }: SignerContext, held: string | undefined): boolean {
    if (request.code_to_open === 0 || host !== undefined || SHOWN_WITHOUT.has(next)) return false
    const nowS = this.parts.clock.now() / 1000
    return held === undefined || !this.parts.links.isOpened(held, signer, nowS)
  }

  /** Where the code goes: to the telephone that is known; without one, to the mailbox. */
  phoneOf({ signer: { phone, authentication } }: SignerContext): string | null {
    return phone === null || authentication === 'email' || isLandline(phone) ? null : phone
  }

  /**
   * Sends a code; returns what of it is shown.
   * @throws AppError `action_not_asked`, `otp_rate_limited`, `otp_locked`, `sms_limit_reached`, `sms_unavailable`
   */
  async request(token: string, origin: Origin): Promise<SignerCode | null> {
    const { db, otp } = this.parts
    const issued = await concurrently(db, 'request', async (trx) => {
      const context = { ...(await this.parts.access.context(trx, token)), trx, origin }
      if (!this.isLocked(context, undefined))
        throw new AppError('action_not_asked', say('links.noOpeningCode'))
      const phone = this.phoneOf(context)
      if (phone === null) return { context, text: await this.#mail(context) }
      const number = await this.parts.phoneCodes.numberOf(context, phone)
      const what = { phone, number, way: 'sms', isOpening: true } as const
      return { context, text: await this.parts.phoneCodes.issue(context, what) }
    })
    if (issued.text !== undefined) await this.parts.phoneCodes.send(issued.text)
    const { request, signer } = issued.context
    const code = await otp.status(db, openingBinding(issued.context))
    return code === undefined ? null : codeState(code, request.mode, phoneSeen(signer))
  }

  async #mail(context: Act): Promise<IssuedCode | undefined> {
    const { otp, mails } = this.parts
    const { trx, signer, request } = context
    const save = request.mode === 'test'
    const target = { channel: 'email', to: signer.email } as const
    const code = await otp.issue(trx, openingBinding(context), target, save)
    const payload = { signer_id: signer.id, code_id: code.id, opens: true }
    const order = { accountId: request.account_id, urgent: true }
    if (!save) await mails.add(trx, CODE_MAIL, payload, order)
    const expires_at = toIso(code.expiresAtMs)
    const data = { purpose: 'open', channel: 'email', email: signer.email, expires_at }
    await appendTrailEntry(this.parts, context, 'signer.otp_sent', data)
    return undefined
  }

  /**
   * Tries a code, in a transaction that always commits. Returns what the browser holds from then on, of which signer, and
   * until when.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`
   */
  async enter(token: string, code: string, origin: Origin) {
    const { db, clock, links, otp } = this.parts
    const { result, signer } = await concurrently(db, 'request', async (trx) => {
      const context = { ...(await this.parts.access.context(trx, token)), trx, origin }
      const tried = await otp.attempt(trx, openingBinding(context), code)
      await this.#note(context, tried)
      return { result: tried, signer: context.signer }
    })
    if (result.kind !== 'right') throw attemptError(result, clock.now())
    const untilS = Math.floor(clock.now() / 1000) + OPENED_S
    return { signerId: signer.id, held: links.opening(signer, untilS), maxAgeS: OPENED_S }
  }

  async #note(context: Act, result: CodeOutcome): Promise<void> {
    const { trx } = context
    const note = (type: string, data: Record<string, string | number>) =>
      appendTrailEntry(this.parts, context, type, { purpose: 'open', ...data })
    if (result.kind === 'right') {
      await forgetFailure(trx, context.signer, result.channel === 'email' ? 'email' : 'sms')
      if (result.channel === 'sms') await markEntered(trx, result.id)
      await note('signer.access_verified', { method: result.channel })
    } else if (result.counted) {
      const attempts_left = result.kind === 'wrong' ? result.attemptsLeft : 0
      await note('signer.otp_failed', { reason: result.kind, attempts_left })
    }
  }
}
