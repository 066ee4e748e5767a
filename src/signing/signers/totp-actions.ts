/** How a signer registers an authenticator app, after a right code; its codes are entered like any other. */

import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { SignerTotp } from '../authentication/totp-store.ts'
import type { NewTotp } from '../authentication/totps.ts'
import type { Needs } from '../requests/parts.ts'
import * as requests from '../store/requests.ts'
import type { SignerAccess, SignerContext } from './access.ts'
import { appendTrailEntry, type Origin } from './action-entries.ts'
import type { CodeActions } from './code-actions.ts'
import { bindingOf } from './phone-and-consent.ts'
import { type RegisteredStep, registering, stepOf, subjectOf, usedOf } from './registering.ts'

type TotpActionsDeps = Needs<'clock' | 'db' | 'otp' | 'totps' | 'trails'>

/** Signers' authenticator apps. */
export class TotpActions {
  readonly #parts: TotpActionsDeps
  readonly #access: SignerAccess
  readonly #codes: CodeActions

  constructor(parts: TotpActionsDeps, access: SignerAccess, codes: CodeActions) {
    this.#parts = parts
    this.#access = access
    this.#codes = codes
  }

  /** The step of a signer; undefined: none, since this signer proves who they are in another way. */
  async step(context: SignerContext): Promise<RegisteredStep | undefined> {
    if (context.signer.authentication !== 'totp') return undefined
    const known = await this.#parts.totps.of(this.#parts.db, context)
    return stepOf(context, known !== undefined, this.#parts.clock.now())
  }

  /**
   * What the app is given: the same secret until it is registered, so that a page may be loaded anew.
   * @throws AppError `verification_required` without a right code, `otp_rate_limited`, `otp_locked`
   */
  async creation(token: string, session: string | undefined): Promise<NewTotp> {
    const { db, totps, otp } = this.#parts
    await totps.ready()
    return await concurrently(db, 'request', async (trx) => {
      const asked = { token, session, method: 'totp' } as const
      const context = await registering(this.#parts, this.#access, trx, asked)
      const order = { channel: 'totp', purpose: 'create', subject: subjectOf(context) } as const
      await otp.challenge(trx, bindingOf(context), order)
      const sealed = context.signer.totp_secret ?? (await totps.newSecret(context.signer))
      await requests.updateSigner(trx, context.signer.id, { totp_secret: sealed })
      return await totps.given(context, sealed)
    })
  }

  /** Registers the app by a code that it shows; the person may sign. @throws AppError as `CodeActions.enter` */
  async register(
    token: string,
    session: string | undefined,
    code: string,
    origin: Origin,
  ): Promise<void> {
    const { totps, otp, clock } = this.#parts
    await totps.ready()
    await this.#codes.attempt(token, origin, session ?? '', async (trx) => {
      const asked = { token, session, method: 'totp' } as const
      const context = await registering(this.#parts, this.#access, trx, asked)
      let row: SignerTotp | undefined
      const verify = async () => {
        row = await totps.register(trx, context, code)
        return row !== undefined
      }
      const result = await otp.attempt(trx, bindingOf(context), verify, 'create')
      if (result.kind === 'right' && row !== undefined) {
        const data = { phone: row.phone, at: toIso(clock.now()) }
        await appendTrailEntry(this.#parts, trx, context, origin, 'signer.totp_registered', data)
        const how = { method: 'totp', registered: usedOf(row) } as const
        invariant(session !== undefined, 'a code was entered in this session')
        await this.#codes.verified(trx, context, origin, session, how)
      }
      return result
    })
  }
}
