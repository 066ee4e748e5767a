/**
 * Values of a half-filled form, kept until it is signed: the person goes on with them on any device, after a code there.
 * Nobody else gets them. They are encrypted in the signer's row, which loses them when the person signs or another takes
 * their place, and when the request ends.
 */

import { secondsOf } from '../../accounts/address-limits.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { HOUR_MS } from '../../kernel/clock.ts'
import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { SecretVault } from '../../kernel/secret-vault.ts'
import { Service } from '../../kernel/service.ts'
import { findingAt, say } from '../../translations/texts.ts'
import type { InputValues } from '../model/fields.ts'
import * as store from '../store/requests.ts'
import { holdUnsigned } from '../store/uploads.ts'
import type { SignerContext, SignerParts } from './access.ts'
import { assertAsked, assertVerified } from './signer-guards.ts'

/** The page saves once a few seconds at most. */
const SAVES = { name: 'kept-values', max: 600, windowMs: HOUR_MS, lasting: true } as const

/** The half-filled forms of all signers. */
export class KeptValues extends Service<SignerParts & { keptVault: SecretVault }> {
  readonly #saves = this.parts.throttling.attemptLimiter(SAVES)

  /** What this person filled in before. @throws AppError `verification_required` */
  read(context: SignerContext, session: string | undefined): { values: InputValues } {
    const { signer } = context
    assertVerified(this.parts, signer, session)
    if (signer.kept_values === null) return { values: {} }
    const text = this.parts.keptVault.open(signer.id, signer.kept_values)
    return { values: JSON.parse(text) as InputValues }
  }

  /**
   * Keeps values in the place of those before; they need not be complete, nor right yet.
   * @throws AppError `verification_required`, `action_not_asked`, `validation_failed`, `rate_limited`, and what is wrong with the link
   */
  async save(token: string, session: string | undefined, values: InputValues): Promise<void> {
    const { db, keptVault } = this.parts
    const { signer } = await this.#asked(db, token, session)
    const { waitMs } = await this.#saves.consume(signer.id)
    if (waitMs > 0)
      throw new AppError('rate_limited', say('links.savesMany'), {
        retryAfterSeconds: secondsOf(waitMs),
      })
    throwIfInvalid(
      keptFindings(
        signer.inputs.map(({ name }) => name),
        values,
      ),
    )
    const sealed = keptVault.seal(signer.id, JSON.stringify(values))
    await concurrently(db, 'request', async (trx) => {
      // Again: an order to sign may have been taken meanwhile, or another person be asked.
      await this.#asked(trx, token, session)
      await holdUnsigned(trx, signer.id)
      await store.updateSigner(trx, signer.id, { kept_values: sealed })
    })
  }

  async #asked(db: Db, token: string, session: string | undefined): Promise<SignerContext> {
    const context = await this.parts.access.activeContext(db, token)
    assertAsked(context.signer, 'signature')
    assertVerified(this.parts, context.signer, session)
    return context
  }
}

/** What cannot be kept. */
function keptFindings(names: readonly string[], values: InputValues) {
  const { keptBytes: max } = INPUT_LIMITS
  const strange = Object.keys(values).filter((name) => !names.includes(name))
  if (Buffer.byteLength(JSON.stringify(values)) > max)
    return [findingAt('/values', 'values_too_long', 'inputs.keptLong', { max })]
  return strange.map((name) =>
    findingAt(`/values/${name}`, 'value_unknown', 'inputs.given', {
      ...{ fault: 'value_unknown', isRequired: false, length: '', min: '', max: '' },
    }),
  )
}
