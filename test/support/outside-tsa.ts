/**
 * A time-stamping authority of somebody else: `openssl ts` behind HTTP, with a root, a list and every fault that one
 * can have, each under an address of its own.
 */
import { execFile } from 'node:child_process'
import { createPrivateKey, randomBytes, sign } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Certificate, parseCertificate } from '../../src/pades/certificate.ts'
import { granted, makeToken, readRequest } from '../../src/pades/timestamp.ts'

const run = promisify(execFile)
const POLICY = '1.3.6.1.4.1.99999.7'
const HOUR = 3_600_000

const EXTENSIONS = (port: number) => `
[ca]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[tsa]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
crlDistributionPoints = URI:http://127.0.0.1:${port}/list.crl
[unlisted]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
crlDistributionPoints = URI:http://127.0.0.1:${port}/nothing.crl
[loose]
keyUsage = critical,digitalSignature
extendedKeyUsage = timeStamping
crlDistributionPoints = URI:http://127.0.0.1:${port}/list.crl
[shared]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping,clientAuth
crlDistributionPoints = URI:http://127.0.0.1:${port}/list.crl
[asked]
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
authorityInfoAccess = OCSP;URI:http://127.0.0.1:${port}/responder
`

const SIGNING = (folder: string) => `
[authority]
database = ${folder}/index.txt
default_md = sha256
default_crl_days = 1
certificate = ${folder}/root.pem
private_key = ${folder}/root.key
[stamps]
serial = ${folder}/serial
crypto_device = builtin
default_policy = ${POLICY}
signer_digest = sha256
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
certs = ${folder}/root.pem
`

/** The authority. Close it in `afterAll`. */
export async function startOutsideTsa() {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-tsa-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    void serve(request, response).catch((error: unknown) => {
      response.statusCode = 599
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(at('extensions.cnf'), EXTENSIONS(port))
  writeFileSync(at('signing.cnf'), SIGNING(folder))
  writeFileSync(at('index.txt'), '')
  writeFileSync(at('serial'), '01\n')

  const certify = async (name: string, section: string, ...days: string[]): Promise<void> => {
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', at(`${name}.key`)]
    await openssl('req', '-new', ...key, '-subj', `/C=FR/O=Tiers/CN=TSA ${name}`, '-out', at('csr'))
    const issuer = ['-CA', at('root.pem'), '-CAkey', at('root.key')]
    const extensions = ['-extfile', at('extensions.cnf'), '-extensions', section]
    const serial = ['-set_serial', `0x${randomBytes(8).toString('hex').replace(/^./, '4')}`]
    const span = days.length > 0 ? days : ['-days', '30']
    const out = ['-out', at(`${name}.pem`)]
    await openssl(
      'x509',
      '-req',
      '-in',
      at('csr'),
      ...issuer,
      ...serial,
      ...span,
      ...extensions,
      ...out,
    )
  }
  const selfSigned = (name: string) =>
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', at(`${name}.key`)],
      ...['-subj', `/C=FR/O=Tiers/CN=${name}`, '-days', '365', '-out', at(`${name}.pem`)],
      ...['-config', '/etc/ssl/openssl.cnf', '-extensions', 'v3_ca'],
    )
  await selfSigned('root')
  await certify('good', 'tsa')
  await certify('unlisted', 'unlisted')
  await certify('loose', 'loose')
  await certify('shared', 'shared')
  await certify('asked', 'asked')
  await certify('revoked', 'tsa')
  await certify('expired', 'tsa', '-days', '-1')
  const authority = ['ca', '-config', at('signing.cnf'), '-name', 'authority']
  await openssl(...authority, '-valid', at('asked.pem'))
  await openssl(...authority, '-revoke', at('revoked.pem'))
  await openssl(...authority, '-gencrl', '-crldays', '1', '-out', at('list.pem'))
  await openssl('crl', '-in', at('list.pem'), '-outform', 'DER', '-out', at('list.crl'))
  await openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', at('stranger.key')],
    ...['-subj', '/CN=Stranger', '-days', '3', '-out', at('stranger.pem')],
    ...[
      '-addext',
      'extendedKeyUsage=critical,timeStamping',
      '-addext',
      'basicConstraints=CA:false',
    ],
    ...['-addext', 'keyUsage=critical,digitalSignature'],
  )
  mkdirSync(at('trust'))
  writeFileSync(at('trust/root.pem'), readFileSync(at('root.pem')))

  const certificateOf = (name: string): Certificate => {
    const base64 = readFileSync(at(`${name}.pem`), 'utf8').replace(/-----[^-]+-----|\s/g, '')
    return parseCertificate(Buffer.from(base64, 'base64'))
  }

  let files = 0
  /** Answers as `openssl ts` does. */
  async function reply(query: Buffer, signer = 'good', policy?: string): Promise<Buffer> {
    const name = at(`query-${files++}`)
    writeFileSync(name, query)
    const key = ['-inkey', at(`${signer}.key`), '-signer', at(`${signer}.pem`)]
    const input = policy === undefined ? [] : ['-tspolicy', policy]
    await openssl(
      ...['ts', '-reply', '-queryfile', name, '-config', at('signing.cnf'), '-section', 'stamps'],
      ...[...key, ...input, '-out', `${name}.reply`],
    )
    return readFileSync(`${name}.reply`)
  }

  /** A query of somebody else, for another digest or with another nonce. */
  async function otherQuery(digest: Buffer): Promise<Buffer> {
    const out = at(`other-${files++}`)
    await openssl(
      'ts',
      '-query',
      '-digest',
      digest.toString('hex'),
      '-sha256',
      '-cert',
      '-out',
      out,
    )
    return readFileSync(out)
  }

  /** Tokens that `openssl ts` refuses to make. */
  function handMade(query: Buffer, signer: string, timeMs: number): Promise<Buffer> {
    const key = createPrivateKey(readFileSync(at(`${signer}.key`)))
    const certificate = certificateOf(signer)
    const signing = {
      certificate,
      chain: [],
      sign: async (data: Uint8Array) => sign('sha256', data, key),
    }
    const facts = { policy: POLICY, serial: randomBytes(8).fill(1, 0, 1), timeMs }
    return makeToken(signing, readRequest(query), facts).then(granted)
  }

  const flipped = (bytes: Buffer): Buffer => {
    const copy = Buffer.from(bytes)
    copy[copy.length - 20] = (copy[copy.length - 20] ?? 0) ^ 1
    return copy
  }

  /** What each address answers to a query. */
  const WAYS: Readonly<Record<string, (query: Buffer) => Promise<Buffer> | Buffer>> = {
    good: (query) => reply(query),
    unlisted: (query) => reply(query, 'unlisted'),
    asked: (query) => reply(query, 'asked'),
    revoked: (query) => reply(query, 'revoked'),
    expired: (query) => reply(query, 'expired'),
    stranger: (query) => handMade(query, 'stranger', Date.now()),
    loose: (query) => handMade(query, 'loose', Date.now()),
    shared: (query) => handMade(query, 'shared', Date.now()),
    late: (query) => handMade(query, 'good', Date.now() - HOUR),
    early: (query) => handMade(query, 'good', Date.now() + HOUR),
    nonce: async (query) => reply(await otherQuery(readRequest(query).digest)),
    imprint: async () => reply(await otherQuery(randomBytes(32))),
    // Takes nothing but SHA-256.
    refused: async () => {
      const out = at('weak')
      await openssl('ts', '-query', '-digest', '00'.repeat(20), '-sha1', '-out', out)
      return reply(readFileSync(out))
    },
    broken: async (query) => flipped(await reply(query)),
    garbage: () => randomBytes(2_000),
    empty: () => Buffer.alloc(0),
    large: () => Buffer.alloc(100_000),
  }

  const STATUSES: Readonly<Record<string, number>> = { redirect: 302, fault: 500, typed: 200 }

  async function respond(query: Buffer): Promise<Buffer> {
    const name = at(`ocsp-${files++}`)
    writeFileSync(name, query)
    await openssl(
      ...['ocsp', '-index', at('index.txt'), '-CA', at('root.pem'), '-reqin', name],
      ...['-rsigner', at('root.pem'), '-rkey', at('root.key'), '-ndays', '1'],
      ...['-respout', `${name}.out`],
    )
    return readFileSync(`${name}.out`)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const way = (request.url ?? '').slice(1)
    if (way === 'hang') return
    if (way === 'list.crl') return void response.end(readFileSync(at('list.crl')))
    if (way === 'responder') return void response.end(await respond(body))
    const answer = WAYS[way]
    if (way === 'redirect') response.setHeader('Location', '/good')
    response.statusCode = answer === undefined ? (STATUSES[way] ?? 404) : 200
    const type = way === 'typed' ? 'text/html' : 'application/timestamp-reply'
    response.setHeader('Content-Type', type)
    response.end((await answer?.(body)) ?? 'nothing here')
  }

  return {
    address: (way: string): string => `http://127.0.0.1:${port}/${way}`,
    requests,
    folder,
    trustDir: at('trust'),
    root: certificateOf('root'),
    policy: POLICY,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}

export type OutsideTsaServer = Awaited<ReturnType<typeof startOutsideTsa>>
