/**
 * Signers' authenticator apps (TOTP, RFC 6238): six digits, steps of 30 seconds. One is registered after a code by SMS, and
 * then replaces it for the same address, account and telephone. Secrets are sealed, and a code works once.
 */

import type { Db } from '../../database/open.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { SecretVault } from '../../kernel/secret-vault.ts'
import { Service } from '../../kernel/service.ts'
import { maskedPhone } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import type { PhoneMarks } from './phone-marks.ts'
import * as store from './registered-store.ts'

/** Loaded on first use: most signers never have an app. */
const library = () => import('otpauth')

/** Of 160 bits (RFC 4226, 4). */
const SECRET_BYTES = 20
/** Steps before and after now whose code is taken too (RFC 6238, 5.2). */
const WINDOW = 1

/** Who is asked. */
export interface TotpContext {
  request: RequestRow
  signer: SignerRow
}

const ownerOf = ({ request, signer }: TotpContext): store.RegisteredOwner => ({
  account_id: request.account_id,
  mode: request.mode,
  email: signer.email.toLowerCase(),
})

/** Registers and checks signers' authenticator apps. */
export class SignerTotps extends Service<{ clock: Clock; vault: SecretVault; phones: PhoneMarks }> {
  /** Loads what checks codes: not while a transaction waits. */
  async ready(): Promise<void> {
    await library()
  }

  /** The app that a signer is asked for; undefined: none is registered. */
  async of(db: Db, context: TotpContext): Promise<store.SignerTotp | undefined> {
    return this.parts.phones.among(await store.totpsOf(db, ownerOf(context)), context.signer)[0]
  }

  /** A new secret, sealed for the signer until the app has shown a right code. */
  async newSecret({ id }: Pick<SignerRow, 'id'>): Promise<Buffer> {
    const { Secret } = await library()
    return this.parts.vault.seal(id, new Secret({ size: SECRET_BYTES }).base32)
  }

  /**
   * What the app is given: a secret in Base32, and an `otpauth:` address, which apps open and read from a QR code.
   * @param sealed by {@link newSecret}
   */
  async given({ request, signer }: TotpContext, sealed: Buffer) {
    const { Secret, TOTP } = await library()
    const secret = this.parts.vault.open(signer.id, sealed)
    const totp = new TOTP({
      // Apps end the issuer at a colon (Key Uri Format).
      issuer: request.sender.replaceAll(':', ' '),
      label: signer.email,
      secret: Secret.fromBase32(secret),
    })
    return { secret, uri: totp.toString() }
  }

  /** Stores a new app; undefined when the code is not that of its secret now. */
  async register(db: Db, context: TotpContext, code: string) {
    const { signer } = context
    const sealed = signer.totp_secret
    // A signer who has registered one authenticates with it.
    if (sealed === null || (await this.of(db, context)) !== undefined) return undefined
    const secret = this.parts.vault.open(signer.id, sealed)
    const step = await this.#stepOf(secret, code)
    if (step === undefined) return undefined
    const nowMs = this.parts.clock.now()
    const id = newId('otp', nowMs)
    const row: store.SignerTotp = {
      ...ownerOf(context),
      id,
      secret: this.parts.vault.seal(id, secret),
      last_step: step,
      phone: signer.phone === null ? '' : maskedPhone(signer.phone),
      phone_hash: this.parts.phones.of(signer),
      created_at: toIso(nowMs),
      last_used_at: null,
    }
    await store.insertTotp(db, row)
    return row
  }

  /** The app that shows this code now; undefined: none of this signer's does, or the code was taken before. */
  async check(db: Db, context: TotpContext, code: string): Promise<store.SignerTotp | undefined> {
    const row = await this.of(db, context)
    if (row === undefined) return undefined
    const step = await this.#stepOf(this.parts.vault.open(row.id, row.secret), code)
    const at = toIso(this.parts.clock.now())
    const isTaken = step !== undefined && (await store.takeTotpStep(db, row.id, { step, at }))
    return isTaken ? row : undefined
  }

  async #stepOf(secret: string, code: string): Promise<number | undefined> {
    const { Secret, TOTP } = await library()
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const timestamp = this.parts.clock.now()
    const delta = totp.validate({ token: code, window: WINDOW, timestamp })
    return delta === null ? undefined : totp.counter({ timestamp }) + delta
  }
}
