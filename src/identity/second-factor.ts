/**
 * The second factor of people who log in: an authenticator app (TOTP, RFC 6238), passkeys (`passkeys.ts`), and
 * recovery codes for when neither is available.
 */
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { addRow, is, rowsOf } from '../database/rows.ts'
import { type Clock, stillHolds, toIso } from '../kernel/clock.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import type { AttemptLimiter, Throttling } from '../throttling/ports.ts'
import * as factors from './factor-store.ts'
import { countAttempt, IdentityError } from './identity-error.ts'

const MINUTE_MS = 60_000
/** Lifetime between the password and the second factor, and while a passkey is added. */
const CHALLENGE_MS = 10 * MINUTE_MS
/** Wrong codes for one account: 5 in 15 minutes leave a guesser of six digits one chance in 700 a day. */
const WRONG_CODES = { name: 'second-factors', max: 5, windowMs: 15 * MINUTE_MS }
/** Of 160 bits, as RFC 4226, 4 recommends. */
const SECRET_BYTES = 20
/** Steps of 30 seconds before and after now whose code is taken too (RFC 6238, 5.2). */
const WINDOW = 1
const RECOVERY_CODES = 10
/** Without letters that look like digits or like each other. */
const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const RECOVERY_LENGTH = 12

/** Second factors of an account. */
export type FactorState = Awaited<ReturnType<SecondFactors['state']>>

/** A step that spans two requests of one browser. */
interface Challenge {
  accountId: string
  purpose: factors.ChallengeRow['purpose']
  challenge: string
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

interface SecondFactorsParts {
  db: Db
  clock: Clock
  vault: SecretVault
  pepper: Buffer
  throttling: Throttling
}

/** The second-factor service. */
export class SecondFactors {
  readonly #parts: SecondFactorsParts
  readonly #wrong: AttemptLimiter

  constructor(parts: SecondFactorsParts) {
    this.#parts = parts
    this.#wrong = parts.throttling.attemptLimiter(WRONG_CODES)
  }

  async state(accountId: string) {
    const totp = await factors.findTotp(this.#parts.db, accountId)
    const passkeys = await factors.listPasskeys(this.#parts.db, accountId)
    const totpSince = totp?.confirmed_at ?? undefined
    return {
      /** Since when the authenticator app is enabled; undefined: it is not. */
      totpSince,
      passkeys,
      recoveryLeft: await this.#codes(accountId).count(),
      /** Whether logging in requires a second factor. */
      on: totpSince !== undefined || passkeys.length > 0,
    }
  }

  /** Creates a secret for an authenticator app, enabled by {@link confirmTotp}. Returns its `otpauth:` URI. */
  async beginTotp(accountId: string, email: string): Promise<{ secret: string; address: string }> {
    const secret = new Secret({ size: SECRET_BYTES })
    await factors.putTotp(this.#parts.db, {
      account_id: accountId,
      secret: this.#parts.vault.seal(accountId, secret.base32),
      created_at: toIso(this.#parts.clock.now()),
    })
    const address = new TOTP({ issuer: 'Paraph', label: email, secret }).toString()
    return { secret: secret.base32, address }
  }

  /** The unconfirmed secret being shown; undefined when there is none. */
  async pendingTotp(accountId: string, email: string) {
    const row = await factors.findTotp(this.#parts.db, accountId)
    if (row === undefined || row.confirmed_at !== null) return undefined
    const secret = this.#parts.vault.open(accountId, row.secret)
    const totp = new TOTP({ issuer: 'Paraph', label: email, secret: Secret.fromBase32(secret) })
    return { secret, address: totp.toString() }
  }

  /** Enables the authenticator app. @throws IdentityError `factor_wrong`, `too_many` */
  async confirmTotp(accountId: string, code: string): Promise<void> {
    await countAttempt(this.#wrong, accountId)
    if (!(await this.#takeTotp(accountId, code, false))) throw new IdentityError('factor_wrong')
    await this.#wrong.clear(accountId)
    const confirmed_at = toIso(this.#parts.clock.now())
    await rowsOf(this.#parts.db, 'totp_secrets', { account_id: accountId }).change({ confirmed_at })
  }

  /** Removes the authenticator app. */
  async removeTotp(accountId: string): Promise<void> {
    await factors.removeTotp(this.#parts.db, accountId)
    await this.#forgetUnneeded(accountId)
  }

  /** @returns whether the account had this passkey */
  async removePasskey(accountId: string, id: string): Promise<boolean> {
    const gone = await rowsOf(this.#parts.db, 'passkeys', { id, account_id: accountId }).delete()
    await this.#forgetUnneeded(accountId)
    return gone > 0
  }

  /** New recovery codes, shown once; those before no longer work. */
  async newRecoveryCodes(accountId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    const hashes = codes.map((code) => this.#recoveryHash(accountId, code))
    await inTurn(this.#parts.db, ['account', accountId], (trx) =>
      factors.putRecoveryCodes(trx, accountId, hashes),
    )
    return codes
  }

  /**
   * Takes a code of the authenticator app or a recovery code; each works once.
   * @returns which of the two it was
   * @throws IdentityError `factor_wrong`, `too_many`
   */
  async takeCode(accountId: string, given: string): Promise<'totp' | 'recovery'> {
    await countAttempt(this.#wrong, accountId)
    const code = given.replaceAll(/[\s-]/g, '').toLowerCase()
    const kind = /^\d{6}$/.test(code) ? 'totp' : 'recovery'
    const right =
      kind === 'totp'
        ? await this.#takeTotp(accountId, code, true)
        : await this.#codes(accountId, { hash: this.#recoveryHash(accountId, code) }).change({
            used_at: toIso(this.#parts.clock.now()),
          })
    if (!right) throw new IdentityError('factor_wrong')
    await this.#wrong.clear(accountId)
    return kind
  }

  /** Begins a step that the same browser continues; returns the token for its cookie. */
  async begin(begun: Challenge, db: Db = this.#parts.db): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    await addRow(db, 'factor_challenges', {
      token_hash: hashOf(token),
      account_id: begun.accountId,
      purpose: begun.purpose,
      challenge: begun.challenge,
      expires_at: toIso(this.#parts.clock.now() + CHALLENGE_MS),
    })
    return token
  }

  /** The step of a browser's token; undefined when it has expired. */
  async find(token: string, purpose: Challenge['purpose']): Promise<Challenge | undefined> {
    const row = await this.#step(token).first()
    if (row === undefined || row.purpose !== purpose) return undefined
    const begunMs = Date.parse(row.expires_at) - CHALLENGE_MS
    if (!stillHolds(begunMs, CHALLENGE_MS, this.#parts.clock.now())) return undefined
    return { accountId: row.account_id, purpose: row.purpose, challenge: row.challenge }
  }

  /** Sets the challenge the authenticator must sign next. */
  async setChallenge(token: string, challenge: string): Promise<void> {
    await this.#step(token).change({ challenge })
  }

  /** Ends a token's step; returns whether it still existed. */
  async end(token: string): Promise<boolean> {
    return (await this.#step(token).delete()) > 0
  }

  #step(token: string) {
    return rowsOf(this.#parts.db, 'factor_challenges', { token_hash: hashOf(token) })
  }

  /** The recovery codes that are unused, or one of them. */
  #codes(accountId: string, one: { hash?: Buffer } = {}) {
    return rowsOf(this.#parts.db, 'recovery_codes', {
      account_id: accountId,
      ...one,
      used_at: null,
    })
  }

  async #takeTotp(accountId: string, code: string, confirmed: boolean): Promise<boolean> {
    const row = await factors.findTotp(this.#parts.db, accountId)
    if (row === undefined || (row.confirmed_at !== null) !== confirmed) return false
    const secret = Secret.fromBase32(this.#parts.vault.open(accountId, row.secret))
    const timestamp = this.#parts.clock.now()
    const totp = new TOTP({ secret })
    const delta = totp.validate({ token: code, window: WINDOW, timestamp })
    if (delta === null) return false
    const last_step = totp.counter({ timestamp }) + delta
    // Later than every one before, in one statement: each works once.
    const unused = { account_id: accountId, last_step: is('<', last_step) }
    return await rowsOf(this.#parts.db, 'totp_secrets', unused).change({ last_step })
  }

  /** Recovery codes replace a factor; without one they would only be a risk. */
  async #forgetUnneeded(accountId: string): Promise<void> {
    if ((await this.state(accountId)).on) return
    await factors.putRecoveryCodes(this.#parts.db, accountId, [])
  }

  #recoveryHash(accountId: string, code: string): Buffer {
    return createHmac('sha256', this.#parts.pepper)
      .update(`${accountId} ${code.replaceAll('-', '')}`)
      .digest()
  }
}

/** `k7mq-2xbd-9hrt`: about 59 bits. */
function newRecoveryCode(): string {
  const letters = Array.from(
    { length: RECOVERY_LENGTH },
    () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)],
  ).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}
