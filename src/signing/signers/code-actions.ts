/** How a signer proves who they are: a code by SMS, call or e-mail, requested together with the consent, then entered. */

import { randomBytes } from 'node:crypto'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { say } from '../../translations/texts.ts'
import { type CodeOutcome, OTP } from '../authentication/otp.ts'
import type { SignerTotp } from '../authentication/totp-store.ts'
import { isRegistered, type UsedMethod } from '../model/authentication.ts'
import { CODE_MAIL } from '../model/job-kinds.ts'
import type { RegisteredProof } from '../model/rows.ts'
import { forgetFailure } from '../notifications/deliveries.ts'
import { markEntered } from '../notifications/text-store.ts'
import type { ServiceParts } from '../requests/parts.ts'
import * as store from '../store/requests.ts'
import type { SignerAccess, SignerContext } from './access.ts'
import { appendTrailEntry, noteOpened, type Origin, sessionHash } from './action-entries.ts'
import { Opening } from './opening.ts'
import { bindingOf, type CodeInput, takeConsent } from './phone-and-consent.ts'
import { attemptError, type IssuedCode, PhoneCodes } from './phone-codes.ts'
import { subjectOf, usedOf } from './registering.ts'

/** How long a person may sign after entering a correct code. */
const VERIFIED_MS = 30 * 60_000

/** Signers' codes. */
export class CodeActions {
  readonly #parts: ServiceParts
  readonly #access: SignerAccess
  readonly #phoneCodes: PhoneCodes
  /** The code before the document is shown. */
  readonly opening: Opening

  constructor(parts: ServiceParts, access: SignerAccess) {
    this.#parts = parts
    this.#phoneCodes = new PhoneCodes(parts)
    this.#access = access
    this.opening = new Opening(parts, access, this.#phoneCodes)
  }

  /**
   * Takes the consent and sends a code, or calls; where an authenticator app is registered, its code can be entered.
   * @throws AppError `consent_required`, `phone_required`, `validation_failed` for a number that cannot receive
   * texts, `otp_rate_limited`, `sms_limit_reached`, `sms_unavailable`
   */
  async request(token: string, body: CodeInput, origin: Origin): Promise<void> {
    const issued = await concurrently(this.#parts.db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      await noteOpened(this.#parts, trx, context, origin)
      if (await this.#hasApp(trx, context)) return await this.#askApp(trx, context, body, origin)
      return context.signer.authentication === 'email'
        ? await this.#mail(trx, context, body, origin)
        : await this.#phone(trx, context, body, origin)
    })
    if (issued !== undefined) await this.#phoneCodes.send(issued, origin)
  }

  /** Prepares a text message or a call. */
  async #phone(
    trx: Db,
    context: SignerContext,
    body: CodeInput,
    origin: Origin,
  ): Promise<IssuedCode | undefined> {
    const isRegistering = context.signer.authentication === 'passkey'
    if (isRegistering && (await this.#parts.passkeys.of(trx, context)).length > 0)
      throw new AppError('verification_required', say('codes.passkeyHeld'))
    return await this.#phoneCodes.prepare(trx, context, body, origin)
  }

  /** Queues an e-mail with a code, to the address that the sender has given. */
  async #mail(
    trx: Db,
    context: SignerContext,
    body: CodeInput,
    origin: Origin,
  ): Promise<undefined> {
    const { otp, mails } = this.#parts
    const { signer, request } = context
    await takeConsent(this.#parts, trx, context, body.consent, origin)
    const save = request.mode === 'test'
    const target = { channel: 'email', to: signer.email } as const
    const code = await otp.issue(trx, bindingOf(context), target, save)
    const order = { accountId: request.account_id, urgent: true }
    if (!save) await mails.add(trx, CODE_MAIL, { signer_id: signer.id, code_id: code.id }, order)
    const data = { channel: 'email', email: signer.email, expires_at: toIso(code.expiresAtMs) }
    await appendTrailEntry(this.#parts, trx, context, origin, 'signer.otp_sent', data)
    return undefined
  }

  /**
   * Tries a code. Returns the secret of the session in which the person may sign.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`, `signer_blocked`
   */
  async enter(token: string, code: string, origin: Origin): Promise<string> {
    const session = randomBytes(32).toString('base64url')
    await this.#parts.totps.ready()
    return await this.attempt(token, origin, session, async (trx, context) => {
      if (await this.#hasApp(trx, context))
        return await this.#enterAppCode(trx, context, origin, { code, session })
      const result = await this.#parts.otp.attempt(trx, bindingOf(context), code)
      if (result.kind !== 'right') return result
      await forgetFailure(trx, context.signer, result.channel === 'email' ? 'email' : 'sms')
      if (result.channel === 'sms' || result.channel === 'call') await markEntered(trx, result.id)
      if (isRegistered(context.signer.authentication))
        await this.#mayRegister(trx, context, origin, session)
      else await this.verified(trx, context, origin, session, { method: result.channel })
      return result
    })
  }

  /**
   * Tries something in a transaction that always commits: a failed attempt must stay counted. Returns the session.
   * @throws AppError as {@link enter}
   */
  async attempt(
    token: string,
    origin: Origin,
    session: string,
    proving: (trx: Db, context: SignerContext) => Promise<CodeOutcome>,
  ): Promise<string> {
    const { db, clock } = this.#parts
    const outcome = await concurrently(db, 'request', async (trx): Promise<CodeOutcome> => {
      const context = await this.#access.activeContext(trx, token)
      const result = await proving(trx, context)
      if (result.kind !== 'right') await this.#failed(trx, context, origin, result)
      return result
    })
    if (outcome.kind === 'right') return session
    throw attemptError(outcome, clock.now())
  }

  /** The person may sign, in the browser that has the session. */
  async verified(
    trx: Db,
    context: SignerContext,
    origin: Origin,
    session: string,
    { method, registered }: { method: UsedMethod; registered?: RegisteredProof },
  ): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const { voice } = context.signer
    const moved = await store.moveSigner(trx, context.signer.id, 'verified', {
      verified_at: toIso(nowMs),
      verified_until: toIso(nowMs + VERIFIED_MS),
      session_hash: sessionHash(session),
      registering_until: null,
      totp_secret: null,
      ...(registered !== undefined && { verified_by: registered }),
      ...(voice !== null && {
        voice: method === 'call' ? ('used' as const) : ('offered' as const),
      }),
    })
    invariant(moved, 'whoever was asked for a code has opened the document')
    const data = { method, ...(registered !== undefined && { [method]: { ...registered } }) }
    await appendTrailEntry(this.#parts, trx, context, origin, 'signer.verified', data)
  }

  /** The code was right, and a passkey or an app is still to be registered. */
  async #mayRegister(
    trx: Db,
    context: SignerContext,
    origin: Origin,
    session: string,
  ): Promise<void> {
    await store.updateSigner(trx, context.signer.id, {
      session_hash: sessionHash(session),
      registering_until: toIso(this.#parts.clock.now() + OTP.validMs),
    })
    await appendTrailEntry(this.#parts, trx, context, origin, 'signer.phone_verified', {
      method: 'sms',
    })
  }

  /** Whether this signer is asked for the code of an app. */
  async #hasApp(trx: Db, context: SignerContext): Promise<boolean> {
    if (context.signer.authentication !== 'totp') return false
    return (await this.#parts.totps.of(trx, context)) !== undefined
  }

  /** Nothing is sent: from now on the code of the app can be entered. */
  async #askApp(
    trx: Db,
    context: SignerContext,
    body: CodeInput,
    origin: Origin,
  ): Promise<undefined> {
    await takeConsent(this.#parts, trx, context, body.consent, origin)
    const asked = { channel: 'totp', purpose: 'get', subject: subjectOf(context) } as const
    await this.#parts.otp.challenge(trx, bindingOf(context), asked)
    return undefined
  }

  async #enterAppCode(
    trx: Db,
    context: SignerContext,
    origin: Origin,
    { code, session }: { code: string; session: string },
  ): Promise<CodeOutcome> {
    let row: SignerTotp | undefined
    const result = await this.#parts.otp.attempt(trx, bindingOf(context), async () => {
      row = await this.#parts.totps.check(trx, context, code)
      return row !== undefined
    })
    if (result.kind === 'right' && row !== undefined)
      await this.verified(trx, context, origin, session, {
        method: 'totp',
        registered: usedOf(row),
      })
    return result
  }

  /** Only failures that used an attempt are recorded: anybody with the link could repeat the others forever. */
  async #failed(
    trx: Db,
    context: SignerContext,
    origin: Origin,
    result: Exclude<CodeOutcome, { kind: 'right' }>,
  ): Promise<void> {
    if (!result.counted) return
    const attempts_left = result.kind === 'wrong' ? result.attemptsLeft : 0
    await appendTrailEntry(this.#parts, trx, context, origin, 'signer.otp_failed', {
      reason: result.kind,
      attempts_left,
      ...(result.kind === 'locked_today' && { locked_until: toIso(result.untilMs) }),
    })
    if (result.kind === 'locked') await this.#wasted(trx, context, origin)
  }

  /** The third code whose attempts are all used up blocks the signer. */
  async #wasted(trx: Db, context: SignerContext, origin: Origin): Promise<void> {
    const { signer } = context
    const wasted = signer.codes_wasted + 1
    await store.updateSigner(trx, signer.id, { codes_wasted: wasted })
    if (wasted < OTP.wastedMax) return
    await store.moveSigner(trx, signer.id, 'blocked')
    await appendTrailEntry(this.#parts, trx, context, origin, 'signer.blocked', { codes: wasted })
  }
}
