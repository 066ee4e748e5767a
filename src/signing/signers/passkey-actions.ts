/** How a signer proves who they are by a passkey: asked for together with the consent, or registered after a right code. */

import { randomBytes } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import { say } from '../../translations/texts.ts'
import type { SignerPasskey } from '../authentication/passkey-store.ts'
import type { ChallengePurpose } from '../model/authentication.ts'
import type { Needs } from '../requests/parts.ts'
import type { SignerAccess, SignerContext } from './access.ts'
import { appendTrailEntry, noteOpened, type Origin } from './action-entries.ts'
import type { CodeActions } from './code-actions.ts'
import { bindingOf, type CodeInput, takeConsent } from './phone-and-consent.ts'
import { type RegisteredStep, registering, stepOf, subjectOf, usedOf } from './registering.ts'

type PasskeyActionsDeps = Needs<'clock' | 'db' | 'otp' | 'passkeys' | 'trails'>

/** Signers' passkeys. */
export class PasskeyActions {
  readonly #parts: PasskeyActionsDeps
  readonly #access: SignerAccess
  readonly #codes: CodeActions

  constructor(parts: PasskeyActionsDeps, access: SignerAccess, codes: CodeActions) {
    this.#parts = parts
    this.#access = access
    this.#codes = codes
  }

  /** The step of a signer; undefined: none, since this signer proves who they are in another way. */
  async step(context: SignerContext): Promise<RegisteredStep | undefined> {
    const { db, clock, passkeys } = this.#parts
    if (context.signer.authentication !== 'passkey') return undefined
    return stepOf(context, (await passkeys.of(db, context)).length > 0, clock.now())
  }

  /**
   * Takes the consent and asks for a passkey that this person has registered.
   * @throws AppError `verification_required` where none is, or another method is to be used; `consent_required`,
   * `otp_rate_limited`, `otp_locked`
   */
  async ask(
    token: string,
    body: CodeInput,
    origin: Origin,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { db, passkeys } = this.#parts
    await passkeys.ready()
    return await concurrently(db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      // What the person agrees to, and what the proof says, names another method.
      const isDue = context.signer.authentication === 'passkey'
      if (!isDue || (await passkeys.of(trx, context)).length === 0)
        throw new AppError('verification_required', say('codes.noPasskey'))
      await noteOpened(this.#parts, trx, context, origin)
      await takeConsent(this.#parts, trx, context, body.consent, origin)
      return await passkeys.request(trx, context, await this.#challenge(trx, context, 'get'))
    })
  }

  /** Tries a passkey; returns the session in which the person may sign. @throws AppError as `CodeActions.enter` */
  async check(token: string, response: unknown, origin: Origin): Promise<string> {
    const session = randomBytes(32).toString('base64url')
    await this.#parts.passkeys.ready()
    return await this.#codes.attempt(token, origin, session, async (trx, context) => {
      if (context.signer.authentication !== 'passkey') return { kind: 'expired', counted: false }
      let row: SignerPasskey | undefined
      const result = await this.#parts.otp.attempt(trx, bindingOf(context), async (challenge) => {
        row = await this.#parts.passkeys.check(trx, context, { challenge, response })
        return row !== undefined
      })
      if (result.kind === 'right' && row !== undefined) {
        const how = { method: 'passkey', registered: usedOf(row) } as const
        await this.#codes.verified(trx, context, origin, session, how)
      }
      return result
    })
  }

  /** What the browser needs to create a passkey. @throws AppError `verification_required` without a right code */
  async creation(
    token: string,
    session: string | undefined,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { db, passkeys } = this.#parts
    await passkeys.ready()
    return await concurrently(db, 'request', async (trx) => {
      const context = await this.#registering(trx, token, session)
      return await passkeys.creation(trx, context, await this.#challenge(trx, context, 'create'))
    })
  }

  /** Registers a passkey; the person may sign. @throws AppError `verification_required`, `otp_invalid`, … */
  async register(
    token: string,
    session: string | undefined,
    response: unknown,
    origin: Origin,
  ): Promise<void> {
    const { passkeys, otp } = this.#parts
    await passkeys.ready()
    await this.#codes.attempt(token, origin, session ?? '', async (trx) => {
      const context = await this.#registering(trx, token, session)
      let row: SignerPasskey | undefined
      const verify = async (challenge: string) => {
        row = await passkeys.register(trx, context, { challenge, response })
        return row !== undefined
      }
      const result = await otp.attempt(trx, bindingOf(context), verify, 'create')
      if (result.kind === 'right' && row !== undefined) {
        const data = { host: row.host, phone: row.phone }
        await appendTrailEntry(this.#parts, trx, context, origin, 'signer.passkey_registered', data)
        const how = { method: 'passkey', registered: usedOf(row) } as const
        invariant(session !== undefined, 'a code was entered in this session')
        await this.#codes.verified(trx, context, origin, session, how)
      }
      return result
    })
  }

  #challenge(trx: Db, context: SignerContext, purpose: ChallengePurpose): Promise<string> {
    const subject = subjectOf(context)
    const asked = { channel: 'passkey', purpose, subject } as const
    return this.#parts.otp.challenge(trx, bindingOf(context), asked)
  }

  #registering(trx: Db, token: string, session: string | undefined): Promise<SignerContext> {
    const asked = { token, session, method: 'passkey' } as const
    return registering(this.#parts, this.#access, trx, asked)
  }
}
