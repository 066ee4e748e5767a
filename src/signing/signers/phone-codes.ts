/** Codes to a telephone: by text message, or spoken in a call, to a landline or on request. */

import { randomBytes } from 'node:crypto'
import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { callUnavailable } from '../../messages/calls.ts'
import { gsmName } from '../../messages/gsm.ts'
import { isLandline, type TextableNumber } from '../../messages/phone-rules.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say, textsIn } from '../../translations/texts.ts'
import { type CodeOutcome, lockedToday, type NewCode } from '../authentication/otp.ts'
import { phoneCommitment } from '../evidence/parties.ts'
import { maskedPhone } from '../model/people.ts'
import { shownSha256 } from '../model/rows.ts'
import { markUndelivered } from '../notifications/deliveries.ts'
import { type BilledText, billText, unbillText } from '../notifications/link-texts.ts'
import { forgetCall } from '../notifications/text-store.ts'
import type { ServiceParts } from '../requests/parts.ts'
import * as store from '../store/requests.ts'
import type { SignerContext } from './access.ts'
import { type Act, appendTrailEntry } from './action-entries.ts'
import {
  bindingOf,
  type CodeInput,
  openingBinding,
  takeConsent,
  takePhone,
} from './phone-and-consent.ts'

const SALT_BYTES = 16

type Way = 'sms' | 'call'

/** A text message or a call about to be made. */
export interface IssuedCode {
  context: Act
  way: Way
  phone: string
  code: NewCode
  billed: BilledText | undefined
  isOpening: boolean
}

/** Makes codes and has them brought to telephones. */
export class PhoneCodes extends Service<ServiceParts> {
  /** Prepares a text message or a call; undefined in test mode, where none is made. */
  async prepare(acting: Act, body: CodeInput): Promise<IssuedCode | undefined> {
    const phone = await takePhone(this.parts, acting, body.phone)
    const number = await this.numberOf(acting, phone)
    const way = this.#wayTo(phone, acting, body)
    await takeConsent(this.parts, acting, body.consent)
    return await this.issue(acting, { phone, number, way })
  }

  /** The parsed number. @throws AppError `validation_failed` at /phone when it can no longer receive codes */
  numberOf({ trx, request, signer }: Act, phone: string): Promise<TextableNumber> {
    const { budget } = this.parts.texting
    return budget.number(trx, request.account_id, phone, signer.voice !== null)
  }

  /** Makes and counts a code. @param to `isOpening`: it shows the document, and signs nothing */
  async issue(
    acting: Act,
    to: { phone: string; number: TextableNumber; way: Way; isOpening?: true },
  ): Promise<IssuedCode | undefined> {
    const { otp, texting } = this.parts
    const { trx, request } = acting
    const { phone, number, way, isOpening = false } = to
    const save = request.mode === 'test'
    const binding = isOpening ? openingBinding(acting) : bindingOf(acting)
    const code = await otp.issue(trx, binding, { channel: way, to: phone }, save)
    if (!save) {
      const called = way === 'call' ? code.targetHash : null
      await texting.budget.consume(trx, request, { id: code.id, number, called })
      await texting.watch.plan(trx)
    }
    const salt = await this.#salt(acting)
    const billed = await billText(this.parts, trx, acting)
    const data = {
      ...(isOpening && { purpose: 'open' }),
      channel: way,
      phone: maskedPhone(phone),
      phone_commitment: phoneCommitment(salt, phone),
      expires_at: toIso(code.expiresAtMs),
    }
    await appendTrailEntry(this.parts, acting, 'signer.otp_sent', data)
    return save ? undefined : { context: acting, way, phone, code, billed, isOpening }
  }

  /** Sends what was prepared; what cannot be sent does not count. @throws AppError */
  async send(issued: IssuedCode): Promise<void> {
    const { context, way, phone: to, code, isOpening } = issued
    const { locale: language } = context.signer
    const { texts, calls } = this.parts
    try {
      if (way === 'sms')
        await texts.send({ to, text: smsText(context, code.code, isOpening), reference: code.id })
      else
        await calls?.place({
          to,
          reference: code.id,
          language,
          text: textsIn(language).signing.codes.spoken.greeting,
        })
    } catch (error) {
      await this.#unsent(issued, error)
      throw error
    }
  }

  /**
   * Landlines are called. Other telephones are where the person asks for it, once a text message was tried.
   * @throws AppError `sms_unavailable` where calls are no longer set up; `validation_failed` at /call
   */
  #wayTo(phone: string, { signer }: SignerContext, { call = false }: CodeInput): Way {
    const landline = isLandline(phone)
    if (!call && !landline) return 'sms'
    if (call && signer.voice === null) throw invalidAt('/call', undefined, 'codes.noCalls')
    if (this.parts.calls === undefined) throw callUnavailable()
    const tried = signer.texts_sent > 0 || signer.delivery_failure?.channel === 'sms'
    if (!landline && !tried) throw invalidAt('/call', undefined, 'codes.textBeforeCall')
    return 'call'
  }

  /** Salt of the signer's telephone number, generated once. */
  async #salt({ trx, signer }: Act): Promise<string> {
    if (signer.phone_salt !== null) return signer.phone_salt
    const phone_salt = randomBytes(SALT_BYTES).toString('hex')
    await store.updateSigner(trx, signer.id, { phone_salt })
    return phone_salt
  }

  async #unsent({ context, way, code, billed }: IssuedCode, error: unknown): Promise<void> {
    // The message of an AppError contains no phone number; other errors' messages may.
    const reason = error instanceof AppError ? error.message : 'an error of the service'
    await concurrently(this.parts.db, 'request', async (trx) => {
      await this.parts.otp.unsent(trx, code.id)
      if (way === 'call') await forgetCall(trx, code.id)
      await unbillText(this.parts, trx, context.signer.id, billed)
      const at = toIso(this.parts.clock.now())
      await markUndelivered(trx, context.signer.id, { channel: way, reason, at })
      const data = { channel: way, reason }
      await appendTrailEntry(this.parts, { ...context, trx }, 'signer.delivery_failed', data)
    })
  }
}

const NAME_IN_SMS = 40

/** The text message with a code: the code first, where telephones look for it. */
export function smsText({ request, signer }: SignerContext, code: string, isOpening = false) {
  const name = [...gsmName(request.name)].slice(0, NAME_IN_SMS).join('')
  const mark = shownSha256(request).slice(0, 8)
  const { action, locale } = signer
  if (isOpening) return textsIn(locale).signing.opening.sms({ code, name })
  const words =
    action === 'sign' ? textsIn(locale).signing.codes : textsIn(locale).signing.consent[action]
  return words.sms({ code, name, mark })
}

/** The error for a failed attempt. */
export function attemptError(outcome: Exclude<CodeOutcome, { kind: 'right' }>, nowMs: number) {
  if (outcome.kind === 'wrong')
    return new AppError('otp_invalid', say('codes.wrong', { left: outcome.attemptsLeft }), {
      attemptsLeft: outcome.attemptsLeft,
    })
  if (outcome.kind === 'locked_today') return lockedToday(outcome.untilMs, nowMs)
  if (outcome.kind === 'locked')
    return new AppError('otp_locked', say('codes.locked'), {
      attemptsLeft: 0,
    })
  return new AppError('otp_expired', say('codes.expired'))
}
