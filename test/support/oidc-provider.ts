/** A provider of OpenID Connect over HTTP that can be told to answer wrongly; the right answers are of the standard. */
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

/** How the next ID token differs from the right one. */
export interface Spoiling {
  alg?: 'RS256' | 'ES256' | 'PS256' | 'HS256' | 'none'
  /** Signed by a key that is not published. */
  foreignKey?: boolean
  /** Claims instead of the right ones; undefined removes one. */
  claims?: Claims
  /** What the token endpoint does instead of answering. */
  endpoint?: 'hangs up' | 'silent' | 'endless' | 'error'
}

interface Pair {
  kid: string
  alg: 'RS256' | 'ES256' | 'PS256'
  privateKey: KeyObject
  publicKey: KeyObject
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

let made = 0

function newPair(alg: Pair['alg']): Pair {
  made += 1
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: `key-${made}`, alg, ...pair }
}

/** The provider. */
export class OidcTestProvider {
  spoiling: Spoiling = {}
  readonly #server: Server
  #pairs: Pair[] = [newPair('RS256'), newPair('ES256'), newPair('PS256')]
  readonly #codes = new Map<string, { query: URLSearchParams; claims: Claims }>()
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
    this.#server = createServer((request, response) => {
      const body: Buffer[] = []
      request.on('data', (part: Buffer) => body.push(part))
      request.on('end', () => {
        if (request.url === '/token' && this.spoiling.endpoint === 'hangs up')
          return void request.socket.destroy()
        if (request.url === '/token' && this.spoiling.endpoint === 'silent') return
        const answer = this.#answer(request, Buffer.concat(body).toString())
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.json))
      })
    })
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** New keys; the old ones are published no more. */
  rotate(): void {
    this.#pairs = this.#pairs.map(({ alg }) => newPair(alg))
  }

  /** What a person's browser gets after they logged in: the query of the way back. */
  answerTo(address: string, claims: Claims): string {
    made += 1
    const query = new URL(address).searchParams
    const code = `code-${made}`
    this.#codes.set(code, { query, claims })
    return new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
  }

  #answer({ url = '' }: IncomingMessage, body: string): { status: number; json: unknown } {
    const { issuer } = this
    if (url === '/.well-known/openid-configuration')
      return {
        status: 200,
        json: {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'ES256', 'PS256'],
        },
      }
    if (url === '/jwks')
      return {
        status: 200,
        json: {
          keys: this.#pairs.map(({ kid, alg, publicKey }) => ({
            ...publicKey.export({ format: 'jwk' }),
            kid,
            alg,
            use: 'sig',
          })),
        },
      }
    return this.#token(new URLSearchParams(body))
  }

  #token(form: URLSearchParams): { status: number; json: unknown } {
    const code = form.get('code') ?? ''
    const known = this.#codes.get(code)
    // RFC 6749, 4.1.2: a code is used once.
    this.#codes.delete(code)
    const { endpoint } = this.spoiling
    if (endpoint === 'endless') return { status: 200, json: { padding: 'x'.repeat(2_000_000) } }
    if (known === undefined || endpoint === 'error' || !form.has('code_verifier'))
      return { status: 400, json: { error: 'invalid_grant' } }
    const id_token = this.#idToken(known.query, known.claims)
    return { status: 200, json: { access_token: 'access', token_type: 'Bearer', id_token } }
  }

  #idToken(query: URLSearchParams, own: Claims): string {
    const { alg = 'RS256', foreignKey, claims } = this.spoiling
    const seconds = Math.floor(Date.now() / 1000)
    const right = {
      iss: this.issuer,
      aud: query.get('client_id'),
      nonce: query.get('nonce'),
      iat: seconds,
      exp: seconds + 300,
      ...own,
    }
    const pair = this.#pairs.find((one) => one.alg === alg)
    const header = encoded({ alg, kid: pair?.kid ?? this.#pairs[0]?.kid })
    const signed = `${header}.${encoded({ ...right, ...claims })}`
    if (alg === 'none') return `${signed}.`
    if (alg === 'HS256')
      return `${signed}.${createHmac('sha256', this.#secret).update(signed).digest('base64url')}`
    const key = foreignKey === true ? newPair(alg).privateKey : pair?.privateKey
    if (key === undefined) throw new Error(`no key for ${alg}`)
    const mode =
      alg === 'ES256'
        ? { key, dsaEncoding: 'ieee-p1363' as const }
        : alg === 'PS256'
          ? { key, padding: 6, saltLength: 32 }
          : { key }
    return `${signed}.${sign('sha256', Buffer.from(signed), mode).toString('base64url')}`
  }
}
