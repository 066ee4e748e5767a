/** How a signer proves who they are: a code by SMS, call or e-mail, requested together with the consent, then entered. */

import { randomBytes } from 'node:crypto'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { type CodeOutcome, OTP } from '../authentication/otp.ts'
import type { RegisteredMethod } from '../model/authentication.ts'
import { isRegistered, type UsedMethod } from '../model/authentication.ts'
import { CODE_MAIL } from '../model/job-kinds.ts'
import type { RegisteredProof } from '../model/rows.ts'
import { forgetFailure } from '../notifications/deliveries.ts'
import { markEntered } from '../notifications/text-store.ts'
import * as store from '../store/requests.ts'
import type { SignerParts } from './access.ts'
import type { Act, Visitor } from './action-entries.ts'
import { act, appendTrailEntry, noteOpened, type Origin, sessionHash } from './action-entries.ts'
import { Opening } from './opening.ts'
import { bindingOf, type CodeInput, takeConsent } from './phone-and-consent.ts'
import { attemptError, type IssuedCode, PhoneCodes } from './phone-codes.ts'
import { subjectOf, usedOf } from './registering.ts'

/** What the trail calls a registration. */
const REGISTERED = {
  passkey: 'signer.passkey_registered',
  totp: 'signer.totp_registered',
} as const satisfies Record<RegisteredMethod, string>

/** How long a person may sign after entering a correct code. */
const VERIFIED_MS = 30 * 60_000

/** Signers' codes. */
export class CodeActions extends Service<SignerParts> {
  readonly #phoneCodes = new PhoneCodes(this.parts)
  /** The code before the document is shown. */
  readonly opening = new Opening({ ...this.parts, phoneCodes: this.#phoneCodes })

  /**
   * Takes the consent and sends a code, or calls; where an authenticator app is registered, its code can be entered.
   * @throws AppError `consent_required`, `phone_required`, `validation_failed` for a number that cannot receive
   * texts, `otp_rate_limited`, `sms_limit_reached`, `sms_unavailable`
   */
  async request(token: string, body: CodeInput, origin: Origin): Promise<void> {
    const issued = await act(this.parts, { token, origin }, async (acting) => {
      await noteOpened(this.parts, acting)
      if (await this.#hasApp(acting)) return await this.#askApp(acting, body)
      return acting.signer.authentication === 'email'
        ? await this.#mail(acting, body)
        : await this.#phone(acting, body)
    })
    if (issued !== undefined) await this.#phoneCodes.send(issued)
  }

  /** Prepares a text message or a call. */
  async #phone(acting: Act, body: CodeInput): Promise<IssuedCode | undefined> {
    const isRegistering = acting.signer.authentication === 'passkey'
    if (isRegistering && (await this.parts.passkeys.of(acting.trx, acting)).length > 0)
      throw new AppError('verification_required', say('codes.passkeyHeld'))
    return await this.#phoneCodes.prepare(acting, body)
  }

  /** Queues an e-mail with a code, to the address that the sender has given. */
  async #mail(acting: Act, body: CodeInput): Promise<undefined> {
    const { otp, mails } = this.parts
    const { trx, signer, request } = acting
    await takeConsent(this.parts, acting, body.consent)
    const save = request.mode === 'test'
    const target = { channel: 'email', to: signer.email } as const
    const code = await otp.issue(trx, bindingOf(acting), target, save)
    const order = { accountId: request.account_id, urgent: true }
    if (!save) await mails.add(trx, CODE_MAIL, { signer_id: signer.id, code_id: code.id }, order)
    const data = { channel: 'email', email: signer.email, expires_at: toIso(code.expiresAtMs) }
    await appendTrailEntry(this.parts, acting, 'signer.otp_sent', data)
    return undefined
  }

  /**
   * Tries a code. Returns the secret of the session in which the person may sign.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`, `signer_blocked`
   */
  async enter(token: string, code: string, origin: Origin): Promise<string> {
    const session = randomBytes(32).toString('base64url')
    await this.parts.totps.ready()
    return await this.attempt({ token, origin }, session, async (acting) => {
      const { trx, signer } = acting
      if (await this.#hasApp(acting))
        return await this.prove(acting, { method: 'totp', session }, () =>
          this.parts.totps.check(trx, acting, code),
        )
      const result = await this.parts.otp.attempt(trx, bindingOf(acting), code)
      if (result.kind !== 'right') return result
      await forgetFailure(trx, signer, result.channel === 'email' ? 'email' : 'sms')
      if (result.channel === 'sms' || result.channel === 'call') await markEntered(trx, result.id)
      if (isRegistered(signer.authentication)) await this.#mayRegister(acting, session)
      else await this.#verified(acting, session, { method: result.channel })
      return result
    })
  }

  /**
   * Tries something in a transaction that always commits: a failed attempt must stay counted. Returns the session.
   * @throws AppError as {@link enter}
   */
  async attempt(visitor: Visitor, session: string, proving: (acting: Act) => Promise<CodeOutcome>) {
    const outcome = await act(this.parts, visitor, async (acting) => {
      const result = await proving(acting)
      if (result.kind !== 'right') await this.#failed(acting, result)
      return result
    })
    if (outcome.kind === 'right') return session
    throw attemptError(outcome, this.parts.clock.now())
  }

  /**
   * Tries what a person has registered, who may sign if it is right.
   * @param created what the trail says of a registration; absent: it was registered before
   */
  async prove<Row extends { created_at: string; phone: string }>(
    acting: Act,
    { method, session }: { method: RegisteredMethod; session: string },
    verify: (challenge: string) => Promise<Row | undefined>,
    created?: (row: Row) => { readonly [member: string]: string },
  ): Promise<CodeOutcome> {
    let row: Row | undefined
    const proof = async (challenge: string) => {
      row = await verify(challenge)
      return row !== undefined
    }
    const purpose = created === undefined ? 'get' : 'create'
    const result = await this.parts.otp.attempt(acting.trx, bindingOf(acting), proof, purpose)
    if (result.kind !== 'right' || row === undefined) return result
    if (created !== undefined)
      await appendTrailEntry(this.parts, acting, REGISTERED[method], created(row))
    await this.#verified(acting, session, { method, registered: usedOf(row) })
    return result
  }

  /** The person may sign, in the browser that has the session. */
  async #verified(
    acting: Act,
    session: string,
    { method, registered }: { method: UsedMethod; registered?: RegisteredProof },
  ): Promise<void> {
    const nowMs = this.parts.clock.now()
    const { voice, id } = acting.signer
    const moved = await store.moveSigner(acting.trx, id, 'verified', {
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
    await appendTrailEntry(this.parts, acting, 'signer.verified', data)
  }

  /** The code was right, and a passkey or an app is still to be registered. */
  async #mayRegister(acting: Act, session: string): Promise<void> {
    await store.updateSigner(acting.trx, acting.signer.id, {
      session_hash: sessionHash(session),
      registering_until: toIso(this.parts.clock.now() + OTP.validMs),
    })
    await appendTrailEntry(this.parts, acting, 'signer.phone_verified', {
      method: 'sms',
    })
  }

  /** Whether this signer is asked for the code of an app. */
  async #hasApp(acting: Act): Promise<boolean> {
    if (acting.signer.authentication !== 'totp') return false
    return (await this.parts.totps.of(acting.trx, acting)) !== undefined
  }

  /** Nothing is sent: from now on the code of the app can be entered. */
  async #askApp(acting: Act, body: CodeInput): Promise<undefined> {
    await takeConsent(this.parts, acting, body.consent)
    const asked = { channel: 'totp', purpose: 'get', subject: subjectOf(acting) } as const
    await this.parts.otp.challenge(acting.trx, bindingOf(acting), asked)
    return undefined
  }

  /** Only failures that used an attempt are recorded: anybody with the link could repeat the others forever. */
  async #failed(acting: Act, result: Exclude<CodeOutcome, { kind: 'right' }>): Promise<void> {
    if (!result.counted) return
    const attempts_left = result.kind === 'wrong' ? result.attemptsLeft : 0
    await appendTrailEntry(this.parts, acting, 'signer.otp_failed', {
      reason: result.kind,
      attempts_left,
      ...(result.kind === 'locked_today' && { locked_until: toIso(result.untilMs) }),
    })
    if (result.kind === 'locked') await this.#wasted(acting)
  }

  /** The third code whose attempts are all used up blocks the signer. */
  async #wasted(acting: Act): Promise<void> {
    const { trx, signer } = acting
    const wasted = signer.codes_wasted + 1
    await store.updateSigner(trx, signer.id, { codes_wasted: wasted })
    if (wasted < OTP.wastedMax) return
    await store.moveSigner(trx, signer.id, 'blocked')
    await appendTrailEntry(this.parts, acting, 'signer.blocked', { codes: wasted })
  }
}
