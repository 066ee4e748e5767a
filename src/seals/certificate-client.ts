/**
 * A remote signature service on behalf of a person (Cloud Signature Consortium, API 1.0.4.0 and 2.0/2.1, clause 8.3):
 * the person authorises first the reading of their certificates (`scope=service`), then one signature over one hash
 * (`scope=credential`), each at the provider's own page, by OAuth 2 with PKCE (RFC 7636).
 */
import { membersOf, textsOf } from '../kernel/type-guards.ts'
import type { SigningAlgorithm } from '../pades/signing-algorithm.ts'
import { type CscAnswer, callOnce, goodAnswer } from './csc-call.ts'
import { type Credential, credentialOf, signatureIn, signOrder } from './csc-credential.ts'
import { SealError } from './place.ts'
import type { CertificateServicePlace } from './store.ts'

/** More than a person has; each costs a call. */
const CREDENTIALS_MAX = 10
const PRINTABLE = /^[\x21-\x7e]{1,8192}$/

/** What the person is asked to authorise: the reading of certificates, or one signature over one hash. */
export type Authorisation =
  | { scope: 'service' }
  | { scope: 'credential'; credential: string; hash: Buffer; algorithm: SigningAlgorithm }

/** Where the browser comes back to, and with what. */
interface Way {
  redirectUri: string
  state: string
  /** S256 of the verifier, base64url. */
  challenge: string
  /** Language of the person. */
  language: string
}

/** Has a fault say at which call of the provider it happened. */
async function during<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SealError) error.call = call
    throw error
  }
}

/** An access token, and how it is presented. */
export interface PersonToken {
  value: string
  /** Signature activation data, which goes into the order beside the token of the service. */
  isSad: boolean
}

/** The provider's page for an authorisation. */
export function pageFor(
  { authorizeUrl, clientId, version }: CertificateServicePlace,
  asked: Authorisation,
  { redirectUri, state, challenge, language }: Way,
): string {
  const url = new URL(authorizeUrl)
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: asked.scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    lang: language,
    ...(asked.scope === 'credential' && {
      credentialID: asked.credential,
      numSignatures: '1',
      [version === 1 ? 'hash' : 'hashes']: asked.hash.toString('base64url'),
      ...(version === 2 && { hashAlgorithmOID: asked.algorithm.digestOid }),
    }),
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** One visit to a service, with the secret of this client. */
export class CertificateClient {
  readonly #place: CertificateServicePlace
  readonly #secret: string
  readonly #untilMs: number

  /** @param untilMs when nobody waits any longer, monotonic milliseconds */
  constructor(place: CertificateServicePlace, secret: string, untilMs: number) {
    this.#place = place
    this.#secret = secret
    this.#untilMs = untilMs
  }

  /** Exchanges a code. @throws SealError */
  async token(code: string, verifier: string, redirectUri: string): Promise<PersonToken> {
    const { clientId, tokenUrl } = this.#place
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: this.#secret,
      code_verifier: verifier,
    })
    return await during('oauth2/token', async () => {
      const answer = await callOnce({
        url: tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        untilMs: this.#untilMs,
      })
      const hidden = [this.#secret, code, verifier]
      const { access_token: value, token_type: type } = goodAnswer(answer, 'the token', hidden)
      if (typeof value !== 'string' || !PRINTABLE.test(value))
        throw new SealError('the provider’s answer contains no access token')
      return { value, isSad: typeof type === 'string' && type.toLowerCase() === 'sad' }
    })
  }

  /** The credentials of the person, at most ten. @throws SealError */
  async list(token: string): Promise<string[]> {
    const { credentialIDs } = await this.#call('credentials/list', 'the certificates', token, {
      maxResults: CREDENTIALS_MAX,
    })
    return [...new Set(textsOf(credentialIDs))]
      .filter((id) => id !== '' && id.length <= 200)
      .slice(0, CREDENTIALS_MAX)
  }

  /** @throws SealError when it cannot be read, or cannot sign this way */
  async describe(token: string, credential: string): Promise<Credential> {
    const { version } = this.#place
    const members = await this.#call('credentials/info', 'to describe the certificate', token, {
      credentialID: credential,
      certificates: 'chain',
      ...(version === 2 && { authInfo: true }),
    })
    const described = credentialOf(members, version)
    if (described.mode !== 'oauth2code' && described.mode !== 'oauth2token')
      throw new SealError('the provider does not let its page authorise signatures with this key')
    return described
  }

  /** The signature over an authorised hash, not checked yet. @throws SealError */
  async sign(
    { service, authorised }: { service: string; authorised: PersonToken },
    what: {
      credential: string
      hash: Buffer
      algorithm: SigningAlgorithm
      algorithms: readonly string[]
    },
  ): Promise<Buffer> {
    const { version } = this.#place
    const hash = what.hash.toString('base64')
    const { hashes, digestName, how } = signOrder({ ...what, hash, version })
    // In version 2 a token of the scope "credential" authorises by itself; a SAD goes with that of the service.
    const isSad = authorised.isSad || version === 1
    const token = isSad ? service : authorised.value
    const order = {
      credentialID: what.credential,
      ...(isSad && { SAD: authorised.value }),
      ...hashes,
      ...digestName,
      ...how,
    }
    const hidden = [authorised.value]
    return await during('signatures/signHash', async () =>
      signatureIn(await this.#call('signatures/signHash', 'the signature', token, order, hidden)),
    )
  }

  async #call(
    method: string,
    what: string,
    token: string,
    body: object,
    hidden: readonly string[] = [],
  ): Promise<CscAnswer['members']> {
    return await during(method, async () => {
      const answer = await callOnce({
        url: `${this.#place.url}/${method}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        untilMs: this.#untilMs,
      })
      return membersOf(goodAnswer(answer, what, [this.#secret, token, ...hidden]))
    })
  }
}
