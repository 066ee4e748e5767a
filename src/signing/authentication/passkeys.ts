/**
 * Signers' passkeys (WebAuthn Level 3): bound to the host of the signers' pages, always with user verification. One is
 * registered after a code by SMS, and then replaces the code for the same address, account and telephone.
 */

import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Db } from '../../database/open.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { Service } from '../../kernel/service.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { Branding } from '../branding/service.ts'
import { maskedPhone } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import type { PhoneMarks } from './phone-marks.ts'
import * as store from './registered-store.ts'

/** Loaded on first use: most signers never have a passkey. */
const webauthn = () => import('@simplewebauthn/server')

const transportsOf = (row: store.SignerPasskey): AuthenticatorTransport[] =>
  row.transports.split(' ').filter((name) => name !== '') as AuthenticatorTransport[]

/** Whether browsers offer passkeys at an origin: not at an IP address, nor without TLS except on localhost. */
export function allowsPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return !isAddress && (protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname))
}

/** What the browser says about the page that asked (WebAuthn, 5.8.1). */
function clientData(response: unknown): Record<string, unknown> {
  const { response: inner } = membersOf(response)
  const { clientDataJSON } = membersOf(inner)
  try {
    const text = Buffer.from(String(clientDataJSON), 'base64url').toString()
    return membersOf(JSON.parse(text) as unknown)
  } catch {
    return {}
  }
}

/** Whether it was asked for in the frame that the link is for, or in none where it is for none. */
function isAtItsPlace(response: unknown, embedOrigin: string | undefined): boolean {
  const { crossOrigin, topOrigin } = clientData(response)
  if (crossOrigin !== true) return topOrigin === undefined
  return embedOrigin !== undefined && (topOrigin === undefined || topOrigin === embedOrigin)
}

/** Who is asked, and where. */
export interface PasskeyContext {
  request: RequestRow
  signer: SignerRow
  /** Origin of the page in whose frame the link is for; undefined: in none. */
  embedOrigin: string | undefined
}

/** Registers and checks signers' passkeys. */
export class SignerPasskeys extends Service<{
  clock: Clock
  branding: Pick<Branding, 'of'>
  origin: string
  phones: PhoneMarks
}> {
  /** Loads what checks them: not while a transaction waits. */
  async ready(): Promise<void> {
    await webauthn()
  }

  /** Passkeys that a signer has registered for the pages of this account. */
  async of(db: Db, context: PasskeyContext): Promise<store.SignerPasskey[]> {
    const { owner } = await this.#place(db, context)
    return this.parts.phones.among(await store.passkeysOf(db, owner), context.signer)
  }

  /** What the browser needs to create one. */
  async creation(db: Db, context: PasskeyContext, challenge: string) {
    const { owner } = await this.#place(db, context)
    const { generateRegistrationOptions } = await webauthn()
    return await generateRegistrationOptions({
      rpName: context.request.sender,
      rpID: owner.host,
      userName: context.signer.email,
      // The same for every document of this person; devices keep it, so it tells nothing (WebAuthn, 14.6.1).
      userID: new Uint8Array(
        createHash('sha256').update(`${owner.account_id} ${owner.mode} ${owner.email}`).digest(),
      ),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
    })
  }

  /** What the browser needs to ask for one. */
  async request(db: Db, context: PasskeyContext, challenge: string) {
    const { owner } = await this.#place(db, context)
    const known = await this.of(db, context)
    const { generateAuthenticationOptions } = await webauthn()
    return await generateAuthenticationOptions({
      rpID: owner.host,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      allowCredentials: known.map((row) => ({ id: row.id, transports: transportsOf(row) })),
      userVerification: 'required',
    })
  }

  /** Stores a new passkey; undefined when the response is not that of the challenge, this host and this person. */
  async register(
    db: Db,
    context: PasskeyContext,
    { challenge, response }: { challenge: string; response: unknown },
  ): Promise<store.SignerPasskey | undefined> {
    const { owner, origin } = await this.#place(db, context)
    if (!isAtItsPlace(response, context.embedOrigin)) return undefined
    // A signer who has registered one authenticates with it.
    if ((await this.of(db, context)).length > 0) return undefined
    const { verifyRegistrationResponse } = await webauthn()
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: owner.host,
      requireUserVerification: true,
    }).catch(() => undefined)
    if (verified?.registrationInfo === undefined) return undefined
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
    const row: store.SignerPasskey = {
      ...owner,
      id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: transports.join(' '),
      phone: context.signer.phone === null ? '' : maskedPhone(context.signer.phone),
      phone_hash: this.parts.phones.of(context.signer),
      created_at: toIso(this.parts.clock.now()),
      last_used_at: null,
    }
    // The id is the authenticator's choice, and a made-up one may be another's.
    return (await store.insertPasskey(db, row)) ? row : undefined
  }

  /** The passkey that signed a challenge; undefined when none of this signer's did, here and with user verification. */
  async check(
    db: Db,
    context: PasskeyContext,
    { challenge, response }: { challenge: string; response: unknown },
  ): Promise<store.SignerPasskey | undefined> {
    const { owner, origin } = await this.#place(db, context)
    if (!isAtItsPlace(response, context.embedOrigin)) return undefined
    const { id } = membersOf(response)
    const row = (await this.of(db, context)).find((each) => each.id === id)
    if (row === undefined) return undefined
    const { verifyAuthenticationResponse } = await webauthn()
    const checked = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: owner.host,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: transportsOf(row),
      },
      requireUserVerification: true,
    }).catch(() => undefined)
    if (checked?.verified !== true) return undefined
    const { newCounter: counter } = checked.authenticationInfo
    await store.usePasskey(db, row.id, { counter, at: toIso(this.parts.clock.now()) })
    return row
  }

  async #place(
    db: Db,
    { request, signer }: PasskeyContext,
  ): Promise<{ owner: store.PasskeyOwner; origin: string }> {
    const origin = new URL((await this.parts.branding.of(request, db)).origin ?? this.parts.origin)
    const owner = {
      account_id: request.account_id,
      mode: request.mode,
      email: signer.email.toLowerCase(),
      host: origin.hostname,
    }
    return { owner, origin: origin.origin }
  }
}
