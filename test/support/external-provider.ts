/**
 * A provider of remote signatures that is somebody else: an authority by openssl with lists and a responder, and keys
 * behind the API of the Cloud Signature Consortium in both of its versions, with every fault that one can have.
 * openssl signs; nothing of the product is used.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Certificate, parseCertificate } from '../../src/pades/certificate.ts'
import { opensslConfig } from './external-provider-config.ts'
import { type TransportFault, transportFaults } from './provider-faults.ts'

const run = promisify(execFile)

/** What goes wrong at the provider; `fault@method` only there. */
export type ProviderFault =
  | TransportFault
  | 'wrong-signature'
  | 'other-hash'
  | 'other-certificate'
  | 'sad-expired'
  | 'token-ended'
  | 'disabled'
  | 'no-list'

/** The keys: what openssl makes, and the section of the certificate. */
const KEYS = {
  seal: { key: ['rsa:2048'], section: 'seal' },
  other: { key: ['rsa:2048'], section: 'seal' },
  revoked: { key: ['rsa:2048'], section: 'seal' },
  pss: { key: ['rsa:3072'], section: 'plain' },
  p256: { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], section: 'seal' },
  p384: { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], section: 'plain' },
  /** Of somebody at the company: for signatures, not for seals. */
  person: { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], section: 'person' },
  expired: { key: ['rsa:2048'], section: 'seal', days: -1 },
  server: { key: ['rsa:2048'], section: 'server' },
} as const satisfies Record<string, { key: readonly string[]; section: string; days?: number }>

/** Name of a key, which is its credentialID. */
export type ProviderKey = keyof typeof KEYS

const OIDS: Readonly<Record<string, readonly string[]>> = {
  rsa: ['1.2.840.113549.1.1.11', '1.2.840.113549.1.1.12'],
  pss: ['1.2.840.113549.1.1.10'],
  p256: ['1.2.840.10045.4.3.2'],
  person: ['1.2.840.10045.4.3.2'],
  p384: ['1.2.840.10045.4.3.3'],
}
const HASHES: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
export const PROVIDER_PIN = '4711-pin'
export const PROVIDER_SECRET = 'secret of the client'

interface Call {
  path: string
  body: Record<string, unknown>
}

type Body = Call['body']
const hashesOf = (body: Body, version: string): string[] =>
  (version === 'v1' ? body.hash : body.hashes) as string[]
const digestIn = (body: Body, version: string): string | undefined =>
  HASHES[String(version === 'v1' ? body.hashAlgo : body.hashAlgorithmOID)]

/** Starts it. Close it in `afterAll`. */
export async function startExternalProvider() {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-provider-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder, encoding: 'buffer' })
  const calls: Call[] = []
  const asked: string[] = []
  const { faults, waiting, drop } = transportFaults(() => `${origin}/redirected`)
  const tokens = new Set<string>()
  const sads = new Map<string, { hash: string; credential: string }>()
  let fault: ProviderFault | undefined
  let faultAt = ''
  let isCutOff = (): boolean => false
  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      response.statusCode = 599
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(at('provider.cnf'), opensslConfig(origin))
  writeFileSync(at('index.txt'), '')
  const config = ['-config', at('provider.cnf')]
  await openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'root.key', '-out', 'root.pem'],
    ...['-subj', '/C=BE/O=Tiers QTSP/CN=Tiers Qualified CA', '-days', '3650', ...config],
    ...['-extensions', 'ca'],
  )
  await openssl('x509', '-in', 'root.pem', '-outform', 'DER', '-out', 'issuer.crt')
  for (const [name, made] of Object.entries(KEYS)) {
    const { key, section } = made
    const days = 'days' in made ? made.days : 365
    const subject = `/C=FR/O=Dupont SA ${name}/organizationIdentifier=NTRFR-552100554/CN=Dupont SA ${name}`
    await openssl(
      ...['req', '-new', '-newkey', ...key, '-nodes', '-keyout', `${name}.key`, '-out', 'csr'],
      ...['-subj', subject, ...config],
    )
    await openssl(
      ...'x509 -req -in csr -CA root.pem -CAkey root.key -out'.split(' '),
      `${name}.pem`,
      ...['-set_serial', `0x${randomBytes(8).toString('hex').replace(/^./, '4')}`],
      ...['-days', String(days), '-extfile', at('provider.cnf'), '-extensions', section],
    )
    if (name !== 'revoked')
      await openssl('ca', ...config, '-name', 'authority', '-valid', `${name}.pem`)
  }
  const revoke = async (name: string): Promise<void> => {
    await openssl('ca', ...config, '-name', 'authority', '-revoke', `${name}.pem`)
    await publishList()
  }
  const publishList = async (): Promise<void> => {
    const made = ['-gencrl', '-crldays', '1', '-out', 'list.pem']
    await openssl('ca', ...config, '-name', 'authority', ...made)
    await openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.crl')
  }
  await revoke('revoked')
  const certificateOf = (name: string): Certificate => {
    const base64 = readFileSync(at(`${name}.pem`), 'utf8').replace(/-----[^-]+-----|\s/g, '')
    return parseCertificate(Buffer.from(base64, 'base64'))
  }
  const base64Of = (name: string): string => certificateOf(name).der.toString('base64')
  const kindOf = (name: string): string => (name in OIDS ? name : 'rsa')

  let files = 0
  async function signHash(name: string, hash: string, digest: string): Promise<string> {
    const input = `hash-${files++}`
    writeFileSync(at(input), Buffer.from(hash, 'base64'))
    const pss = ['-pkeyopt', 'rsa_padding_mode:pss', '-pkeyopt', 'rsa_pss_saltlen:digest']
    const { stdout } = await openssl(
      ...[
        'pkeyutl',
        '-sign',
        '-inkey',
        `${name}.key`,
        '-in',
        input,
        '-pkeyopt',
        `digest:${digest}`,
      ],
      ...(name === 'pss' ? pss : []),
    )
    return stdout.toString('base64')
  }

  const failing = (response: ServerResponse, status: number, error: string, detail = ''): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error, error_description: detail }))
  }
  const answering = (response: ServerResponse, value: object): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

  /** Whether the response is that of a fault. */
  function isSpoiled(response: ServerResponse, method: string): boolean {
    const known: Partial<Record<ProviderFault, (failing: ServerResponse) => void>> = faults
    const spoiler = fault === undefined ? undefined : known[fault]
    if (spoiler === undefined || !(faultAt === '' || faultAt === method)) return false
    spoiler(response)
    return true
  }

  function info(response: ServerResponse, name: string, version: string): void {
    const shown = fault === 'other-certificate' ? 'other' : name
    const key = {
      status: fault === 'disabled' ? 'disabled' : 'enabled',
      algo: OIDS[kindOf(name)],
      len: 2048,
    }
    const cert = { status: 'valid', certificates: [base64Of(shown), base64Of('root')] }
    const authorisation =
      version === 'v1'
        ? { authMode: 'explicit', PIN: { presence: 'true' }, OTP: { presence: 'false' } }
        : { auth: { mode: 'explicit', objects: [{ type: 'Password', id: 'PIN' }] } }
    answering(response, { key, cert, ...authorisation, SCAL: '2', multisign: 1 })
  }

  function authorise(response: ServerResponse, { body }: Call, version: string) {
    const pin =
      version === 'v1' ? body.PIN : (body.authData as { id: string; value: string }[])?.[0]?.value
    const [hash, ...others] = hashesOf(body, version)
    if (version === 'v2' && typeof body.hashAlgorithmOID !== 'string')
      return failing(response, 400, 'invalid_request', 'hashAlgorithmOID is missing')
    if (hash === undefined || others.length > 0 || body.numSignatures !== 1)
      return failing(response, 400, 'invalid_request', 'one hash is needed')
    if (pin !== PROVIDER_PIN)
      return failing(response, 400, 'invalid_pin', `The PIN ${String(pin)} is wrong`)
    const sad = randomBytes(16).toString('base64')
    sads.set(sad, { hash, credential: String(body.credentialID) })
    answering(response, { SAD: sad, expiresIn: 300 })
  }

  /** What is wrong with an order to sign; undefined: nothing. */
  function faultOf({ body }: Call, version: string): string | undefined {
    const [hash = ''] = hashesOf(body, version)
    const name = String(body.credentialID)
    const known = sads.get(String(body.SAD))
    sads.delete(String(body.SAD))
    const isBound = known?.hash === hash && known.credential === name
    if (fault === 'sad-expired' || !isBound) return 'Invalid or expired SAD'
    if (digestIn(body, version) === undefined) return 'The hash is unknown'
    if (!OIDS[kindOf(name)]?.includes(String(body.signAlgo))) return 'The algorithm is unknown'
    return name === 'pss' && typeof body.signAlgoParams !== 'string'
      ? 'signAlgoParams is missing'
      : undefined
  }

  async function sign(response: ServerResponse, call: Call, version: string) {
    const { body } = call
    const wrong = faultOf(call, version)
    const digest = digestIn(body, version)
    if (wrong !== undefined || digest === undefined)
      return failing(response, 400, 'invalid_request', wrong)
    const [hash = ''] = hashesOf(body, version)
    const signed = fault === 'other-hash' ? randomBytes(32).toString('base64') : hash
    const by = fault === 'wrong-signature' ? 'other' : String(body.credentialID)
    const signature = await signHash(by, signed, digest)
    if (isCutOff()) waiting.add(response)
    else answering(response, { signatures: [signature] })
  }

  async function serveCsc(
    response: ServerResponse,
    call: Call,
    { version, method, token }: { version: string; method: string; token: string },
  ) {
    if (fault === 'token-ended' && (faultAt === '' || faultAt === method)) {
      tokens.clear()
      fault = undefined
    }
    if (!tokens.has(token)) return failing(response, 401, 'invalid_token', 'It has ended')
    const name = String(call.body.credentialID)
    if (!(name in KEYS)) return failing(response, 400, 'invalid_request', 'Unknown credentialID')
    if (method === 'credentials/info') return info(response, name, version)
    if (method === 'credentials/authorize') return authorise(response, call, version)
    if (method === 'signatures/signHash') return await sign(response, call, version)
    failing(response, 404, 'not_found')
  }

  async function respond(query: Buffer): Promise<Buffer> {
    const name = `ocsp-${files++}`
    writeFileSync(at(name), query)
    await openssl(
      ...['ocsp', '-index', 'index.txt', '-CA', 'root.pem', '-reqin', name, '-ndays', '1'],
      ...['-rsigner', 'root.pem', '-rkey', 'root.key', '-respout', `${name}.out`],
    )
    return readFileSync(at(`${name}.out`))
  }

  function giveToken(response: ServerResponse, path: string, sent: Buffer) {
    const form = new URLSearchParams(sent.toString())
    if (form.get('client_secret') !== PROVIDER_SECRET || form.get('client_id') !== 'paraph')
      return failing(response, 401, 'invalid_client', 'Who are you?')
    const token = randomBytes(12).toString('hex')
    tokens.add(token)
    calls.push({ path, body: {} })
    answering(response, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
  }

  /** What the authority publishes; undefined: nothing under this path. */
  async function published(path: string, sent: Buffer): Promise<Buffer | undefined> {
    if (path === 'responder') return await respond(sent)
    return path === 'list.crl' || path === 'issuer.crt' ? readFileSync(at(path)) : undefined
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await buffer(request)
    const path = (request.url ?? '').slice(1)
    if (fault === 'no-list' && /list|responder/.test(path)) {
      response.writeHead(503).end()
      return
    }
    if (/^(?:list\.crl|issuer\.crt|responder)/.test(path)) asked.push(path)
    const file = await published(path, sent)
    if (file === undefined) await serveCalls(request, response, sent)
    else response.end(file)
  }

  async function serveCalls(request: IncomingMessage, response: ServerResponse, sent: Buffer) {
    const path = (request.url ?? '').slice(1)
    const [, version = '', method = ''] = /^csc\/(v[12])\/(.*)$/.exec(path) ?? []
    if (path === 'redirected') calls.push({ path, body: {} })
    if (isSpoiled(response, method === '' ? path : method)) return
    if (path === 'oauth2/token') return giveToken(response, path, sent)
    const call = { path, body: JSON.parse(sent.toString() || '{}') as Body }
    calls.push(call)
    const token = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    await serveCsc(response, call, { version, method, token })
  }

  return {
    origin,
    folder,
    root: certificateOf('root'),
    rootPem: readFileSync(at('root.pem'), 'utf8'),
    certificateOf,
    path: at,
    calls,
    /** What was asked of the authority: lists, answers, its certificate. */
    published: asked,
    /** Calls of a method so far. */
    count: (method: string): number => calls.filter(({ path }) => path.endsWith(method)).length,
    revoke,
    /** From now on this goes wrong. @param method of the API; absent: all of them */
    spoil(next: ProviderFault | undefined, method = ''): void {
      fault = next
      faultAt = method
    },
    /** When a signature is made and never answered. */
    cutOff(when: () => boolean): void {
      isCutOff = when
    },
    async close(): Promise<void> {
      drop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The running provider. */
export type ExternalProvider = Awaited<ReturnType<typeof startExternalProvider>>
