/** Passkeys (WebAuthn Level 3) as a second factor, bound to the host name of the developer area. */

import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Db } from '../database/open.ts'
import { addRow, rowsOf } from '../database/rows.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import * as factors from './factor-store.ts'
import { IdentityError } from './identity-error.ts'
import type { SecondFactors } from './second-factor.ts'

const NAME_LENGTH_MAX = 60
const PASSKEYS_MAX = 10

/** Loaded on first use: most people never have a passkey. */
const webauthn = () => import('@simplewebauthn/server')

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new IdentityError('factor_wrong')
  }
}

const transportsOf = (row: factors.PasskeyRow): AuthenticatorTransport[] =>
  row.transports.split(' ').filter((name) => name !== '') as AuthenticatorTransport[]

/** Adds passkeys and verifies their signatures. */
export class Passkeys {
  readonly #db: Db
  readonly #clock: Clock
  readonly #factors: SecondFactors
  readonly #origin: string
  readonly #host: string

  /** @param parts.origin of the developer area, such as `https://sign.example.com` */
  constructor(parts: { db: Db; clock: Clock; factors: SecondFactors; origin: string }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#factors = parts.factors
    const { origin, hostname } = new URL(parts.origin)
    this.#origin = origin
    this.#host = hostname
  }

  /** Browsers bind passkeys to host names: not available for an IP address, nor without TLS except on localhost. */
  get possible(): boolean {
    const { protocol } = new URL(this.#origin)
    const isAddress = isIP(this.#host.replace(/^\[|\]$/g, '')) !== 0
    return !isAddress && (protocol === 'https:' || /(?:^|\.)localhost$/.test(this.#host))
  }

  /** The options for creating a passkey, and the token for the cookie. */
  async begin(
    accountId: string,
    email: string,
  ): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; token: string }> {
    const { generateRegistrationOptions } = await webauthn()
    const known = await factors.listPasskeys(this.#db, accountId)
    if (known.length >= PASSKEYS_MAX) throw new IdentityError('passkeys_full')
    const options = await generateRegistrationOptions({
      rpName: 'Paraph',
      rpID: this.#host,
      userName: email,
      userID: new Uint8Array(Buffer.from(accountId)),
      attestationType: 'none',
      excludeCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    })
    const { challenge } = options
    const token = await this.#factors.begin({ accountId, purpose: 'passkey', challenge })
    return { options, token }
  }

  /** Stores a new passkey. @throws IdentityError `factor_over`, `factor_wrong` */
  async add(
    accountId: string,
    made: { token: string | undefined; response: string; name: string },
  ): Promise<void> {
    const { token = '' } = made
    const begun = await this.#factors.find(token, 'passkey')
    if (begun?.accountId !== accountId || !(await this.#factors.end(token)))
      throw new IdentityError('factor_over')
    const { verifyRegistrationResponse } = await webauthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: parsed(made.response) as RegistrationResponseJSON,
      expectedChallenge: begun.challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      requireUserVerification: false,
    }).catch((cause: unknown) => {
      throw new IdentityError('factor_wrong', undefined, cause)
    })
    if (registrationInfo === undefined) throw new IdentityError('factor_wrong')
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    await addRow(this.#db, 'passkeys', {
      id,
      account_id: accountId,
      name: made.name.trim().replaceAll(/\p{C}/gu, ' ').slice(0, NAME_LENGTH_MAX) || 'Passkey',
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports.join(' '),
      created_at: toIso(this.#clock.now()),
      last_used_at: null,
    })
  }

  /** The options for requesting a passkey during a log-in; undefined when the account has none. */
  async ask(
    token: string,
    accountId: string,
  ): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
    const known = await factors.listPasskeys(this.#db, accountId)
    if (known.length === 0 || !this.possible) return undefined
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      allowCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
      userVerification: 'preferred',
    })
    await this.#factors.setChallenge(token, options.challenge)
    return options
  }

  /** Checks what a passkey signed for a log-in. @throws IdentityError `factor_wrong` */
  async check(accountId: string, challenge: string, response: string): Promise<void> {
    const given = parsed(response) as AuthenticationResponseJSON
    const known = await factors.listPasskeys(this.#db, accountId)
    const row = known.find(({ id }) => id === given?.id)
    if (row === undefined || challenge === '') throw new IdentityError('factor_wrong')
    const { verifyAuthenticationResponse } = await webauthn()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge: challenge,
      expectedOrigin: this.#origin,
      expectedRPID: this.#host,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: transportsOf(row),
      },
      requireUserVerification: false,
    }).catch((cause: unknown) => {
      throw new IdentityError('factor_wrong', undefined, cause)
    })
    if (!verified) throw new IdentityError('factor_wrong')
    const { newCounter: counter } = authenticationInfo
    const last_used_at = toIso(this.#clock.now())
    await rowsOf(this.#db, 'passkeys', { id: row.id }).change({ counter, last_used_at })
  }
}
