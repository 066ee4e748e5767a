/** How a signer proves who they are by a passkey: asked for together with the consent, or registered after a right code. */
import { randomBytes } from 'node:crypto'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SigningParts } from '../parts.ts'
import type { SignerAccess, SignerContext } from './access.ts'
import { holdsSession, noteOpened, type Origin, tell } from './action-entries.ts'
import { bindingOf, type CodeActions, type CodeOrder } from './code-actions.ts'
import type { ChallengePurpose } from './otp.ts'
import type { SignerPasskey } from './passkey-store.ts'
import { takeConsent } from './phone-and-consent.ts'

/** Which step a signer with a passkey is at: asked for it, sent a code first, or to register one now. */
export type PasskeyStep = 'ask' | 'code' | 'register'

const subjectOf = ({ request, signer }: SignerContext): string =>
  `${request.account_id} ${request.mode} ${signer.email.toLowerCase()}`

const used = ({ created_at, phone }: SignerPasskey) => ({ registered_at: created_at, phone })

/** Signers' passkeys. */
export class PasskeyActions {
  readonly #parts: SigningParts
  readonly #access: SignerAccess
  readonly #codes: CodeActions

  constructor(parts: SigningParts, access: SignerAccess, codes: CodeActions) {
    this.#parts = parts
    this.#access = access
    this.#codes = codes
  }

  /** The step of a signer; undefined: none, since this signer proves who they are in another way. */
  async step(context: SignerContext): Promise<PasskeyStep | undefined> {
    const { signer } = context
    const { db, clock, passkeys } = this.#parts
    if (signer.authentication !== 'passkey') return undefined
    if ((signer.registering_until ?? '') > toIso(clock.now())) return 'register'
    return (await passkeys.of(db, context)).length > 0 ? 'ask' : 'code'
  }

  /**
   * Takes the consent and asks for a passkey that this person has registered.
   * @throws AppError `consent_required`, `otp_rate_limited`, `otp_locked`
   */
  async ask(
    token: string,
    body: CodeOrder,
    origin: Origin,
  ): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { db, passkeys } = this.#parts
    await passkeys.ready()
    return await db.transaction().execute(async (trx) => {
      const context = await this.#access.activeContext(trx, token)
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
      let row: SignerPasskey | undefined
      const result = await this.#parts.otp.attempt(trx, bindingOf(context), async (challenge) => {
        row = await this.#parts.passkeys.check(trx, context, { challenge, response })
        return row !== undefined
      })
      if (result.kind === 'right' && row !== undefined) {
        const how = { method: 'passkey', passkey: used(row) } as const
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
    return await db.transaction().execute(async (trx) => {
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
      const prove = async (challenge: string) => {
        row = await passkeys.register(trx, context, { challenge, response })
        return row !== undefined
      }
      const result = await otp.attempt(trx, bindingOf(context), prove, 'create')
      if (result.kind === 'right' && row !== undefined) {
        const data = { host: row.host, phone: row.phone }
        await tell(this.#parts, trx, context, origin, 'signer.passkey_registered', data)
        const how = { method: 'passkey', passkey: used(row) } as const
        await this.#codes.verified(trx, context, origin, session ?? '', how)
      }
      return result
    })
  }

  #challenge(trx: Db, context: SignerContext, purpose: ChallengePurpose): Promise<string> {
    const subject = subjectOf(context)
    return this.#parts.otp.challenge(trx, bindingOf(context), { purpose, subject })
  }

  /** Whoever has entered a right code in this browser and is to register a passkey. */
  async #registering(trx: Db, token: string, session: string | undefined): Promise<SignerContext> {
    const context = await this.#access.activeContext(trx, token)
    const { signer } = context
    const isOpen = (signer.registering_until ?? '') > toIso(this.#parts.clock.now())
    if (signer.authentication === 'passkey' && isOpen && holdsSession(signer, session))
      return context
    throw new AppError(
      'verification_required',
      'Enter the code from the text message first; then a passkey can be registered in this browser.',
    )
  }
}
