/**
 * Persons' certificates at a provider: the OAuth 2 pages and tokens of the Cloud Signature Consortium's API (clause 8.3:
 * authorization code, PKCE, scopes "service" and "credential") in front of a service that has the keys and signs. It
 * checks what a provider checks; nothing of the product is used.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TransportFault, transportFaults } from './provider-faults.ts'

const CLIENT = { id: 'paraph', secret: 'secret of the certificate client' } as const
/** The secret with which the front knows its client. */
export const CERTIFICATE_SECRET = CLIENT.secret

type Body = Record<string, unknown>

/** The service behind. */
export interface Upstream {
  /** Base address of its API. */
  url: string
  version: 1 | 2
  /** The authorisation of a call; undefined: it needs none. */
  token?: () => Promise<string>
  /** What opens a credential there. */
  pin?: string
}

interface Grant {
  scope: string
  redirect: string
  challenge: string
  credential: string
  hash: string
  digest: string
}

/** Starts it. Close it in `afterAll`. */
export async function startCertificateProvider(upstream: Upstream) {
  const { version } = upstream
  const codes = new Map<string, Grant>()
  const services = new Set<string>()
  /** Signature activation data of the service behind, by the token that was given for it. */
  const authorised = new Map<string, string>()
  let listed: readonly string[] = []
  let redirects: readonly string[] = []
  const secrets: string[] = []
  const transport = transportFaults(() => redirected)
  let redirected = ''
  let spoiled: { fault: TransportFault | 'echo'; method: string } | undefined
  let held: { method: string; until: Promise<void> } | undefined
  const shown = new Map<string, readonly Buffer[]>()
  const calls: string[] = []

  const answer = (response: ServerResponse, status: number, value: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  const refuse = (response: ServerResponse, error: string, detail: string): void =>
    answer(response, 400, { error, error_description: detail })

  async function behind(method: string, body: Body): Promise<{ status: number; members: Body }> {
    const token = await upstream.token?.()
    const reply = await fetch(`${upstream.url}/${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return { status: reply.status, members: (await reply.json()) as Body }
  }

  /** What is wrong with an address to which a person is sent; undefined: nothing. */
  function wrongIn(query: URLSearchParams): string | undefined {
    const get = (name: string): string => query.get(name) ?? ''
    const always: Record<string, boolean> = {
      client_id: get('client_id') === CLIENT.id,
      redirect_uri: redirects.includes(get('redirect_uri')),
      response_type: get('response_type') === 'code',
      code_challenge_method: get('code_challenge_method') === 'S256',
      code_challenge: get('code_challenge').length === 43,
      state: get('state').length >= 32,
      scope: ['service', 'credential'].includes(get('scope')),
    }
    const ofCredential: Record<string, boolean> = {
      credentialID: listed.includes(get('credentialID')),
      numSignatures: get('numSignatures') === '1',
      hashes: /^[\w-]{43,}$/.test(get(version === 1 ? 'hash' : 'hashes')),
      hashAlgorithmOID: version === 1 || get('hashAlgorithmOID') !== '',
    }
    const checks = { ...always, ...(get('scope') === 'credential' && ofCredential) }
    return Object.entries(checks).find(([, isRight]) => !isRight)?.[0]
  }

  /** The person agrees at once. */
  function authorize(response: ServerResponse, query: URLSearchParams): void {
    const wrong = wrongIn(query)
    if (wrong !== undefined) {
      refuse(response, 'invalid_request', `${wrong} is wrong`)
      return
    }
    const redirect = query.get('redirect_uri') ?? ''
    const code = randomBytes(24).toString('base64url')
    codes.set(code, {
      scope: query.get('scope') ?? '',
      redirect,
      challenge: query.get('code_challenge') ?? '',
      credential: query.get('credentialID') ?? '',
      hash: Buffer.from(query.get(version === 1 ? 'hash' : 'hashes') ?? '', 'base64url').toString(
        'base64',
      ),
      digest: query.get('hashAlgorithmOID') ?? '',
    })
    secrets.push(code)
    const url = new URL(redirect)
    url.searchParams.set('code', code)
    url.searchParams.set('state', query.get('state') ?? '')
    response.writeHead(302, { location: url.href }).end()
  }

  async function token(response: ServerResponse, form: URLSearchParams): Promise<void> {
    const code = form.get('code') ?? ''
    secrets.push(form.get('code_verifier') ?? '')
    const grant = codes.get(code)
    codes.delete(code)
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret)
      return refuse(response, 'invalid_client', 'Who are you?')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight =
      form.get('grant_type') === 'authorization_code' &&
      grant?.redirect === form.get('redirect_uri') &&
      grant.challenge === challenge
    if (!isRight) return refuse(response, 'invalid_grant', 'The code is not valid')
    const value = randomBytes(24).toString('base64url')
    secrets.push(value)
    if (grant.scope === 'service') {
      services.add(value)
      return answer(response, 200, { access_token: value, token_type: 'Bearer', expires_in: 3600 })
    }
    const sad = await activation(grant)
    if (sad === undefined) return refuse(response, 'invalid_request', 'not authorised')
    authorised.set(value, sad)
    const type = version === 1 ? 'SAD' : 'Bearer'
    answer(response, 200, { access_token: value, token_type: type, expires_in: 300 })
  }

  async function activation({ credential, hash, digest }: Grant): Promise<string | undefined> {
    const pin = upstream.pin
    const opening =
      pin === undefined
        ? {}
        : version === 1
          ? { PIN: pin }
          : { authData: [{ id: 'PIN', value: pin }] }
    const { members } = await behind('credentials/authorize', {
      credentialID: credential,
      numSignatures: 1,
      ...(version === 1 ? { hash: [hash] } : { hashes: [hash], hashAlgorithmOID: digest }),
      ...opening,
    })
    return typeof members.SAD === 'string' ? members.SAD : undefined
  }

  async function info(response: ServerResponse, body: Body): Promise<void> {
    const own = shown.get(String(body.credentialID))
    const asked = own === undefined ? body : { ...body, credentialID: 'person' }
    const { status, members } = await behind('credentials/info', asked)
    if (own !== undefined)
      members.cert = { status: 'valid', certificates: own.map((der) => der.toString('base64')) }
    const mode =
      version === 1
        ? { authMode: 'oauth2code', PIN: undefined, OTP: undefined }
        : { auth: { mode: 'oauth2code' } }
    answer(response, status, { ...members, ...mode })
  }

  async function sign(response: ServerResponse, bearer: string, body: Body): Promise<void> {
    // Version 2: the token of the scope "credential" itself; version 1: beside that of the service.
    const given = version === 1 ? String(body.SAD) : bearer
    const sad = authorised.get(given)
    authorised.delete(given)
    if (sad === undefined) return refuse(response, 'invalid_request', 'Invalid or expired SAD')
    const { status, members } = await behind('signatures/signHash', { ...body, SAD: sad })
    answer(response, status, members)
  }

  async function serveCsc(
    response: ServerResponse,
    { method, bearer, body }: { method: string; bearer: string; body: Body },
  ): Promise<void> {
    const mayRead = services.has(bearer)
    if (!mayRead && !(method === 'signatures/signHash' && authorised.has(bearer)))
      return answer(response, 401, { error: 'invalid_token' })
    if (method === 'credentials/list') return answer(response, 200, { credentialIDs: listed })
    if (method === 'credentials/info') return await info(response, body)
    if (method === 'signatures/signHash') return await sign(response, bearer, body)
    answer(response, 404, { error: 'not_found' })
  }

  /** Whether the response is that of a fault. */
  function isSpoiled(response: ServerResponse, method: string, sent: string): boolean {
    if (spoiled === undefined || spoiled.method !== method) return false
    if (spoiled.fault === 'echo') refuse(response, 'server_error', sent)
    else transport.faults[spoiled.fault](response)
    return true
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const sent = await text(request)
    if (url.pathname === '/oauth2/authorize') return authorize(response, url.searchParams)
    const method = /^\/(?:csc\/v[12]\/)?(.*)$/.exec(url.pathname)?.[1] ?? ''
    calls.push(method)
    const said = `${request.headers.authorization ?? ''} ${decodeURIComponent(sent)}`
    if (isSpoiled(response, method, said)) return
    if (held?.method === method) await held.until
    if (method === 'oauth2/token') return await token(response, new URLSearchParams(sent))
    const bearer = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    await serveCsc(response, { method, bearer, body: JSON.parse(sent || '{}') as Body })
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      answer(response, 500, { error: 'server_error', error_description: String(error) })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    place: {
      url: `${origin}/csc/v${version}`,
      version,
      clientId: CLIENT.id,
      authorizeUrl: `${origin}/oauth2/authorize`,
      tokenUrl: `${origin}/oauth2/token`,
    },
    /** The credentials of the person who agrees from now on. */
    holds(...credentials: readonly string[]): void {
      listed = credentials
    },
    /** The addresses that the client registered. */
    register(...addresses: readonly string[]): void {
      redirects = addresses
    },
    /** Codes, verifiers and tokens so far: secrets of the client. */
    secrets,
    /** Calls so far, by method. */
    calls,
    /** The certificates that it names for a credential, whatever its key. */
    shows(credential: string, certificates: readonly Buffer[]): void {
      shown.set(credential, certificates)
    },
    /** From now on this goes wrong; `echo` says everything that was sent. @param to where a redirect leads to */
    spoil(fault: TransportFault | 'echo' | undefined, method = '', to = ''): void {
      spoiled = fault && { fault, method }
      redirected = to
    },
    /** Calls that hang now. */
    get hanging(): number {
      return transport.waiting.size
    },
    /** Answers calls of a method only when the function that comes back is called. */
    hold(method: string): () => void {
      let release = (): void => undefined
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      held = { method, until }
      return () => {
        held = undefined
        release()
      }
    },
    /** What a browser gets at the page of an authorisation. */
    async agree(url: string): Promise<{ status: number; location: string; body: string }> {
      const reply = await fetch(url, { redirect: 'manual' })
      const location = reply.headers.get('location') ?? ''
      return { status: reply.status, location, body: await reply.text() }
    },
    async close(): Promise<void> {
      transport.drop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The running provider. */
export type CertificateProvider = Awaited<ReturnType<typeof startCertificateProvider>>
