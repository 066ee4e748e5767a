/**
 * How signers prove who they are by what they register after a right code: a passkey, which is asked for together with
 * the consent, or an authenticator app, whose codes are entered like any other.
 */

import { randomBytes } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import type { ChallengePurpose, RegisteredMethod } from '../model/authentication.ts'
import * as requests from '../store/requests.ts'
import type { SignerContext, SignerParts } from './access.ts'
import { type Act, act, noteOpened, type Visitor } from './action-entries.ts'
import type { CodeActions } from './code-actions.ts'
import { bindingOf, type CodeInput, takeConsent } from './phone-and-consent.ts'
import { type RegisteredStep, registeringIn, stepOf, subjectOf } from './registering.ts'

/** Signers' passkeys and authenticator apps. */
export class RegisteredActions extends Service<SignerParts & { codes: CodeActions }> {
  /** The step of a signer of a method; undefined: this signer proves who they are in another way. */
  async step(
    context: SignerContext,
    method: RegisteredMethod,
  ): Promise<RegisteredStep | undefined> {
    const { db, clock, passkeys, totps } = this.parts
    if (context.signer.authentication !== method) return undefined
    const [known] =
      method === 'passkey' ? await passkeys.of(db, context) : [await totps.of(db, context)]
    return stepOf(context, known !== undefined, clock.now())
  }

  /**
   * Takes the consent and asks for a passkey that this person has registered.
   * @throws AppError `verification_required` where none is, or another method is to be used; `consent_required`,
   * `otp_rate_limited`, `otp_locked`
   */
  async ask(visitor: Visitor, body: CodeInput): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { passkeys } = this.parts
    await passkeys.ready()
    return await act(this.parts, visitor, async (asking) => {
      // What the person agrees to, and what the proof says, names another method.
      const isDue = asking.signer.authentication === 'passkey'
      if (!isDue || (await passkeys.of(asking.trx, asking)).length === 0)
        throw new AppError('verification_required', say('codes.noPasskey'))
      await noteOpened(this.parts, asking)
      await takeConsent(this.parts, asking, body.consent)
      return await passkeys.request(
        asking.trx,
        asking,
        await this.#challenge(asking, 'passkey', 'get'),
      )
    })
  }

  /** Tries a passkey; returns the session in which the person may sign. @throws AppError as `CodeActions.enter` */
  async check(visitor: Visitor, response: unknown): Promise<string> {
    const { codes, passkeys } = this.parts
    const session = randomBytes(32).toString('base64url')
    await passkeys.ready()
    return await codes.attempt(visitor, session, async (trying) => {
      if (trying.signer.authentication !== 'passkey') return { kind: 'expired', counted: false }
      return await codes.prove(trying, { method: 'passkey', session }, (challenge) =>
        passkeys.check(trying.trx, trying, { challenge, response }),
      )
    })
  }

  /** What the browser needs to create a passkey. @throws AppError `verification_required` without a right code */
  async createPasskey(visitor: Visitor): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { passkeys } = this.parts
    await passkeys.ready()
    return await act(this.parts, visitor, async (creating) => {
      registeringIn(this.parts, creating, visitor.session, 'passkey')
      const challenge = await this.#challenge(creating, 'passkey', 'create')
      return await passkeys.creation(creating.trx, creating, challenge)
    })
  }

  /** Registers a passkey; the person may sign. @throws AppError `verification_required`, `otp_invalid`, … */
  async registerPasskey(visitor: Visitor, response: unknown): Promise<void> {
    const { codes, passkeys } = this.parts
    await passkeys.ready()
    await codes.attempt(visitor, visitor.session ?? '', async (trying) => {
      const by = registeringIn(this.parts, trying, visitor.session, 'passkey')
      return await codes.prove(
        trying,
        by,
        (challenge) => passkeys.register(trying.trx, trying, { challenge, response }),
        ({ host, phone }) => ({ host, phone }),
      )
    })
  }

  /**
   * What the app is given: the same secret until it is registered, so that a page may be loaded anew.
   * @throws AppError `verification_required` without a right code, `otp_rate_limited`, `otp_locked`
   */
  async createTotp(visitor: Visitor) {
    const { totps } = this.parts
    await totps.ready()
    return await act(this.parts, visitor, async (creating) => {
      registeringIn(this.parts, creating, visitor.session, 'totp')
      const { trx, signer } = creating
      await this.#challenge(creating, 'totp', 'create')
      const sealed = signer.totp_secret ?? (await totps.newSecret(signer))
      await requests.updateSigner(trx, signer.id, { totp_secret: sealed })
      return await totps.given(creating, sealed)
    })
  }

  /** Registers the app by a code that it shows; the person may sign. @throws AppError as `CodeActions.enter` */
  async registerTotp(visitor: Visitor, code: string): Promise<void> {
    const { codes, totps, clock } = this.parts
    await totps.ready()
    await codes.attempt(visitor, visitor.session ?? '', async (trying) => {
      const by = registeringIn(this.parts, trying, visitor.session, 'totp')
      return await codes.prove(
        trying,
        by,
        () => totps.register(trying.trx, trying, code),
        ({ phone }) => ({ phone, at: toIso(clock.now()) }),
      )
    })
  }

  #challenge(asking: Act, channel: RegisteredMethod, purpose: ChallengePurpose): Promise<string> {
    const asked = { channel, purpose, subject: subjectOf(asking) }
    return this.parts.otp.challenge(asking.trx, bindingOf(asking), asked)
  }
}
