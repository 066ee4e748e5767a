/**
 * A key in a remote signature service (Cloud Signature Consortium, API 1.0.4.0 and 2.0/2.1): credentials/info,
 * credentials/authorize with the credential's PIN if it has one, signatures/signHash. Only what can run unattended is
 * supported: not the authorisation by a person in a browser, nor one-time passwords.
 */
import type { Clock } from '../kernel/clock.ts'
import { digestWith } from '../pades/algorithms.ts'
import type { SigningAlgorithm } from '../pades/signing-algorithm.ts'
import { type CscAnswer, callOnce, goodAnswer, STATUS_UNAUTHORIZED } from './csc-call.ts'
import { type Credential, credentialOf, signatureIn, signOrder } from './csc-credential.ts'
import { type CscPlace, type OuterKey, SealError, type SealSecrets } from './place.ts'

/** A token is renewed this long before it ends. */
const MARGIN_MS = 30_000
/** Of a token whose answer does not say. */
const TOKEN_MS = 300_000

/** What can sign unattended. @throws SealError */
function unattended(credential: Credential): Credential {
  const { mode, needsMore } = credential
  if (mode === 'oauth2code' || mode === 'oauth2token' || needsMore)
    throw new SealError(
      'the credential asks for the authorisation of a person (OAuth or a one-time password) for every signature, so it cannot seal unattended',
    )
  return credential
}

/** One credential. */
export class CscKey implements OuterKey {
  readonly #place: CscPlace
  readonly #secrets: SealSecrets
  readonly #algorithm: SigningAlgorithm | undefined
  readonly #clock: Clock
  #token: { value: string; untilMs: number } | undefined

  /** @param parts `algorithm`: absent while it is to be chosen; then nothing can be signed */
  constructor(parts: {
    place: CscPlace
    secrets: SealSecrets
    algorithm?: SigningAlgorithm
    clock: Clock
  }) {
    this.#place = parts.place
    this.#secrets = parts.secrets
    this.#algorithm = parts.algorithm
    this.#clock = parts.clock
  }

  async certificates(): Promise<readonly Buffer[]> {
    return (await this.#info()).certificates
  }

  async algorithms(): Promise<readonly string[]> {
    return (await this.#info()).algorithms
  }

  async sign(data: Uint8Array): Promise<Buffer> {
    const algorithm = this.#algorithm
    if (algorithm === undefined) throw new SealError('no algorithm was chosen')
    const { algorithms, needsPin } = await this.#info()
    const hash = digestWith(algorithm.digest, data).toString('base64')
    const { version, credential } = this.#place
    const { hashes, digestName, how } = signOrder({ hash, algorithm, algorithms, version })
    const sad = await this.#authorise({ ...hashes, ...(version === 2 && digestName) }, needsPin)
    const order = { credentialID: credential, SAD: sad, ...hashes, ...digestName, ...how }
    return signatureIn(await this.#call('signatures/signHash', 'the signature', order))
  }

  async #info(): Promise<Credential> {
    const { version, credential } = this.#place
    const members = await this.#call('credentials/info', 'to describe the credential', {
      credentialID: credential,
      certificates: 'chain',
      ...(version === 2 && { authInfo: true }),
    })
    return unattended(credentialOf(members, version))
  }

  /** Returns the signature activation data: bound to this hash alone. */
  async #authorise(hashes: object, needsPin: boolean): Promise<string> {
    const { version, credential } = this.#place
    const { pin } = this.#secrets
    if (needsPin && pin === undefined)
      throw new SealError('the credential needs a PIN, which is not configured')
    const shown = needsPin
      ? version === 1
        ? { PIN: pin }
        : { authData: [{ id: 'PIN', value: pin }] }
      : {}
    const { SAD } = await this.#call('credentials/authorize', 'the authorisation', {
      credentialID: credential,
      numSignatures: 1,
      ...hashes,
      ...shown,
    })
    if (typeof SAD !== 'string' || SAD === '')
      throw new SealError('the provider’s authorisation contains no SAD')
    return SAD
  }

  async #call(method: string, what: string, body: object): Promise<CscAnswer['members']> {
    const answer = await this.#callWithToken(method, body)
    if (answer.status !== STATUS_UNAUTHORIZED || this.#place.access !== 'client')
      return goodAnswer(answer, what, this.#hidden)
    // It may have ended earlier than it said, or the provider was restarted.
    this.#token = undefined
    return goodAnswer(await this.#callWithToken(method, body), what, this.#hidden)
  }

  async #callWithToken(method: string, body: object): Promise<CscAnswer> {
    const token = await this.#accessToken()
    return await callOnce({
      url: `${this.#place.url}/${method}`,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  }

  async #accessToken(): Promise<string | undefined> {
    const { access, clientId = '', tokenUrl = '' } = this.#place
    if (access === 'none') return undefined
    if (access === 'token') return this.#secrets.access_token
    const known = this.#token
    if (known !== undefined && this.#clock.now() < known.untilMs) return known.value
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: this.#secrets.client_secret ?? '',
    })
    const answer = await callOnce({
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    const { access_token: value, expires_in: seconds } = goodAnswer(
      answer,
      'an access token',
      this.#hidden,
    )
    if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value))
      throw new SealError('the provider’s answer contains no access token')
    const lasts = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : TOKEN_MS
    this.#token = { value, untilMs: this.#clock.now() + Math.max(0, lasts - MARGIN_MS) }
    return value
  }

  get #hidden(): string[] {
    return Object.values(this.#secrets).filter((each) => typeof each === 'string')
  }
}
