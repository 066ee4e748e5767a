/**
 * The provider of log-ins (OpenID Connect Core 1.0), which the operator chose: discovery, the authorization code flow
 * with PKCE, and ID tokens whose signature, issuer, audience, times and nonce the library checks.
 */
import * as client from 'openid-client'
import { headOf } from '../egress/client.ts'
import { IdentityError } from './identity-error.ts'

/** Which provider, and who this service is to it. */
export interface OidcProvider {
  /** Its issuer identifier: where `/.well-known/openid-configuration` is found. */
  issuer: string
  clientId: string
  /** Empty: a public client. */
  clientSecret: string
  /** Separated by spaces; `openid` and `email` are needed. */
  scopes: string
}

/** Who logged in, as the provider says. */
export type OidcPerson = Awaited<ReturnType<OidcClient['finish']>>

/** What must come back with an answer. */
type OidcChecks = Record<'state' | 'nonce' | 'verifier', string>

/** For each answer of the provider, to its last byte. */
const TIMEOUT_SECONDS = 10
const BYTES_MAX = 1_048_576
/** Time for which the provider's description is kept; its keys are fetched again when an unknown one is used. */
const KEPT_MS = 3_600_000
const CLOCK_SKEW_SECONDS = 60

/** Talks to the provider. Its addresses are the operator's, and may be inside the network. */
export class OidcClient {
  readonly #provider: OidcProvider
  readonly #redirect: string
  #known: { config: client.Configuration; atMs: number } | undefined

  /** @param redirect the address that the provider sends people back to */
  constructor(provider: OidcProvider, redirect: string) {
    this.#provider = provider
    this.#redirect = redirect
  }

  /**
   * Where a browser is sent to log in.
   * @param again the provider asks for the log-in even if it knows the browser
   * @throws IdentityError `oidc_down`
   */
  async begin(again: boolean): Promise<OidcChecks & { url: string }> {
    const config = await this.#config()
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirect,
      scope: this.#provider.scopes,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login' }),
    })
    return { ...checks, url: url.href }
  }

  /**
   * Takes the answer of the provider.
   * @param query of the request, such as `?code=…&state=…`
   * @throws IdentityError `oidc_down`; `oidc_refused` for an error or an ID token that does not hold
   */
  async finish(query: string, checks: OidcChecks) {
    const config = await this.#config()
    try {
      const tokens = await client.authorizationCodeGrant(
        config,
        new URL(`${this.#redirect}${query}`),
        {
          pkceCodeVerifier: checks.verifier,
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          idTokenExpected: true,
        },
      )
      const claims = tokens.claims()
      if (claims === undefined) throw new IdentityError('oidc_refused')
      const { iss: issuer, sub: subject } = claims
      const facts =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await client.fetchUserInfo(config, tokens.access_token, subject)
          : claims
      // In lower case; undefined unless the provider says that it has verified the address.
      return { issuer, subject, email: verifiedEmail(facts) }
    } catch (error) {
      throw identityErrorOf(error)
    }
  }

  async #config(): Promise<client.Configuration> {
    const now = performance.now()
    if (this.#known !== undefined && now - this.#known.atMs < KEPT_MS) return this.#known.config
    const { issuer, clientId, clientSecret } = this.#provider
    const url = new URL(issuer)
    try {
      const config = await client.discovery(
        url,
        clientId,
        { [client.clockTolerance]: CLOCK_SKEW_SECONDS },
        authentication(clientSecret),
        {
          [client.customFetch]: boundedFetch,
          timeout: TIMEOUT_SECONDS,
          execute: [
            // The signature too: TLS alone would do by the standard (3.1.3.7), not by ours.
            client.enableNonRepudiationChecks,
            ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
          ],
        },
      )
      this.#known = { config, atMs: now }
      return config
    } catch (error) {
      throw new IdentityError('oidc_down', undefined, error)
    }
  }
}

/** The secret in the way that the provider takes; RFC 6749, 2.3.1 has the header by default. */
function authentication(secret: string): client.ClientAuth {
  if (secret === '') return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, self, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, self, body, headers)
  }
}

/** Only the value true says that it was verified; some providers send a text, which says nothing. */
const verifiedEmail = (facts: { readonly [claim: string]: unknown }): string | undefined =>
  typeof facts.email === 'string' && facts.email_verified === true
    ? facts.email.trim().toLowerCase()
    : undefined

/** What is thrown for a provider that cannot be reached is no answer of it. */
function identityErrorOf(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  const down =
    error instanceof TypeError ||
    (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT')
  return new IdentityError(down ? 'oidc_down' : 'oidc_refused', undefined, error)
}

/** Answers of the provider are small; one that never ends is cut. */
const boundedFetch: client.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit)
  const bytes = answer.body && (await headOf(answer.body, BYTES_MAX + 1))
  if (bytes && bytes.length > BYTES_MAX)
    throw new TypeError('the answer of the provider is too large')
  const { status, statusText, headers } = answer
  const body = status === 204 || status === 304 ? null : bytes
  return new Response(body, { status, statusText, headers })
}
