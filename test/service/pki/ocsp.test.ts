/** The OCSP responder as OpenSSL and strangers see it. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBer } from '../../../src/pades/ber.ts'
import { type Certificate, toPem } from '../../../src/pades/certificate.ts'
import * as der from '../../../src/pades/der.ts'
import { OID } from '../../../src/pades/oids.ts'
import { parseOcsp } from '../../../src/pades/revocation.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'

const run = promisify(execFile)
const TYPE = { 'content-type': 'application/ocsp-request' }

let service: TestApp
let origin: string
const folder = mkdtempSync(join(tmpdir(), 'paraph-ocsp-'))
beforeAll(async () => {
  service = await startTestApp({ PARAPH_CA_AUTOMATIC: 'on' }, { makeKey: cachedKeys() })
  const { authority } = service.services.pki
  for (let tries = 0; authority.state.status === 'starting' && tries < 1_000; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  origin = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true })
})

const file = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const pem = (name: string, certificate: Certificate): string =>
  file(`${name}.pem`, toPem('CERTIFICATE', certificate.der))

async function certificateOf(label: string): Promise<Certificate> {
  const key = (await service.services.pki.authority.keys()).get(label)
  if (key === undefined) throw new Error(`there is no ${label}`)
  return key.facts.certificate
}

async function newSigner(): Promise<Certificate> {
  const { authority, keyPool } = service.services.pki
  const person = { email: 'ada@example.com', country: 'FR', serialNumber: '1' }
  const key = await keyPool.take()
  return (await authority.issueSigner(await authority.reserveSigner(person), key)).certificate
}

/** Asks as OpenSSL does, over HTTP, and gives what it printed; it fails where the answer does not verify. */
async function openssl(
  issuer: string,
  leaf: Certificate,
  { before = [], after = [] }: { before?: string[]; after?: string[] } = {},
): Promise<string> {
  const root = pem('root', await certificateOf('root-1'))
  const issuing = pem('issuing', await certificateOf('issuing-1'))
  const { stdout, stderr } = await run('openssl', [
    'ocsp',
    ...[
      '-issuer',
      pem('issuer', await certificateOf(issuer)),
      ...before,
      '-cert',
      pem('leaf', leaf),
    ],
    ...['-CAfile', root, '-verify_other', issuing, '-url', `${origin}/pki/ocsp`, ...after],
  ])
  return stdout + stderr
}

const digestOf = { sha1: OID.sha1, sha256: OID.sha256 } as const

/** A request for serial numbers of an issuer, with extensions where they are given. */
async function request(issuer: string, serials: readonly string[], extensions?: Buffer) {
  const path = pem('asked', await certificateOf(issuer))
  const args = serials.flatMap((serial) => ['-serial', `0x${serial}`])
  const out = join(folder, 'request.der')
  await run('openssl', ['ocsp', '-issuer', path, ...args, '-no_nonce', '-reqout', out])
  const body = readBer(readFileSync(out)).at(0)
  const extra = extensions === undefined ? [] : [der.explicit(2, der.sequence(extensions))]
  return der.sequence(der.sequence(...body.children.map(({ raw }) => raw), ...extra))
}
const post = (body: Buffer) => service.call('POST', '/pki/ocsp', { headers: TYPE, body })
/** responseStatus of RFC 6960, 4.2.1. */
const statusOf = (bytes: Buffer): string => readBer(bytes).at(0).integerHex
const nonce = (bytes: Buffer): Buffer =>
  der.sequence(der.oid('1.3.6.1.5.5.7.48.1.2'), der.octetString(bytes))

describe('OpenSSL', () => {
  test.each(Object.keys(digestOf))(
    'gets a good answer it verifies, with its nonce, by %s',
    async (digest) => {
      const said = await openssl('issuing-1', await newSigner(), { before: [`-${digest}`] })
      expect(said).toContain('Response verify OK')
      expect(said).toContain('leaf.pem: good')
      expect(said).not.toContain('no nonce')
    },
  )

  test('gets good for the certificates of the authority itself, of the issuing one by the root', async () => {
    for (const label of ['seal-1', 'timestamp-1'])
      expect(await openssl('issuing-1', await certificateOf(label))).toContain('leaf.pem: good')
    const said = await openssl('root-1', await certificateOf('issuing-1'))
    expect(said).toContain('Response verify OK')
    expect(said).toContain('leaf.pem: good')
  })

  test('gets revoked with time and reason at once, whatever was answered before', async () => {
    const leaf = await newSigner()
    expect(await openssl('issuing-1', leaf, { after: ['-no_nonce'] })).toContain('good')
    await service.services.pki.revocation.revoke(leaf.serialHex, 'key-compromise')
    const said = await openssl('issuing-1', leaf, { after: ['-no_nonce'] })
    expect(said).toContain('leaf.pem: revoked')
    expect(said).toContain('Reason: keyCompromise')
  })

  test('gets unknown for a number that was never issued, also one that is only reserved', async () => {
    const { authority } = service.services.pki
    const person = { email: 'ada@example.com', country: 'FR', serialNumber: '1' }
    const { serialHex } = await authority.reserveSigner(person)
    const answer = await post(await request('issuing-1', ['41', serialHex]))
    const path = file('unknown.der', answer.bytes)
    const { stdout } = await run('openssl', ['ocsp', '-respin', path, '-resp_text', '-noverify'])
    expect(stdout.match(/Cert Status: unknown/g)).toHaveLength(2)
  })
})

describe('the responder', () => {
  test('has a certificate for nothing but that, which needs no look-up', async () => {
    const ocsp = await certificateOf('ocsp-1')
    const { stdout } = await run('openssl', ['x509', '-in', pem('ocsp', ocsp), '-noout', '-text'])
    expect(stdout).toMatch(/Extended Key Usage:\s+OCSP Signing\n/)
    expect(stdout).toContain('OCSP No Check')
    expect(ocsp.isSignedBy(await certificateOf('issuing-1'))).toBe(true)
  })

  test('is read by our own verifier', async () => {
    const leaf = await newSigner()
    const { bytes } = await post(await request('issuing-1', [leaf.serialHex]))
    const [statement] = parseOcsp(bytes)
    expect(statement?.about(leaf, await certificateOf('issuing-1'))).toEqual({})
  })

  test('is named by long-lived certificates, and not by those of signers', async () => {
    const named = async (certificate: Certificate): Promise<string> =>
      (await run('openssl', ['x509', '-in', pem('named', certificate), '-noout', '-ocsp_uri']))
        .stdout
    for (const label of ['seal-1', 'timestamp-1'])
      expect(await named(await certificateOf(label))).toContain('/pki/ocsp')
    for (const other of [await newSigner(), await certificateOf('issuing-1')])
      expect(await named(other)).toBe('')
  })

  test('answers by GET, with base64 encoded or not, for caches to keep', async () => {
    const leaf = await newSigner()
    const base64 = (await request('issuing-1', [leaf.serialHex])).toString('base64')
    const answers = []
    for (const spelled of [encodeURIComponent(base64), base64]) {
      const answer = await service.app.inject(`/pki/ocsp/${spelled}`)
      expect(answer.headers['content-type']).toBe('application/ocsp-response')
      expect(answer.headers['cache-control']).toMatch(
        /^max-age=3[56]\d\d, public, no-transform, must-revalidate$/,
      )
      for (const header of ['etag', 'expires', 'last-modified'])
        expect(answer.headers[header]).toBeDefined()
      answers.push(answer.rawPayload)
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('makes an answer with a nonce for its asker alone', async () => {
    const leaf = await newSigner()
    const asked = await request(
      'issuing-1',
      [leaf.serialHex],
      nonce(Buffer.from('0404aabbccdd', 'hex')),
    )
    const answer = await post(asked)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.bytes.includes(Buffer.from('aabbccdd', 'hex'))).toBe(true)
  })

  test('makes one answer per hour with the key of the root, whatever nonces are sent', async () => {
    const { serialHex } = await certificateOf('issuing-1')
    const ask = async (text: string) =>
      (await post(await request('root-1', [serialHex], nonce(Buffer.from(text))))).bytes
    expect(await ask('one nonce')).toEqual(await ask('another nonce'))
  })

  test('says that it does not speak for an authority it does not know', async () => {
    const { bytes } = await post(await request('seal-1', ['41']))
    expect(statusOf(bytes)).toBe('6')
  })

  test('calls every broken request malformed', async () => {
    const good = await request('issuing-1', ['41'])
    const id = readBer(good).at(0).at(0).at(0).raw
    const many = der.sequence(der.sequence(der.sequence(...Array(17).fill(id))))
    const critical = der.sequence(der.oid('1.2.3.4'), der.boolean(true), der.octetString(good))
    const broken = [
      Buffer.from('nonsense'),
      Buffer.alloc(0),
      good.subarray(0, -1),
      Buffer.concat([good, Buffer.from([0])]),
      der.sequence(der.sequence(der.sequence())),
      many,
      Buffer.from('3080'.repeat(100), 'hex'),
      await request('issuing-1', ['41'], nonce(Buffer.alloc(0))),
      await request('issuing-1', ['41'], nonce(Buffer.alloc(129, 7))),
      await request('issuing-1', ['41'], critical),
    ]
    for (const body of broken) {
      const answer = await post(body)
      expect([answer.status, statusOf(answer.bytes)]).toEqual([200, '1'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    for (const text of ['***', 'MEM%', 'a'])
      expect((await service.call('GET', `/pki/ocsp/${encodeURIComponent(text)}`)).status).toBe(200)
    expect((await post(Buffer.alloc(10_000))).status).toBe(413)
  })

  test('of the test authority is published beside its own lists', async () => {
    const test = service.services.pkiOf('test')
    for (let tries = 0; test.authority.state.status === 'starting' && tries < 1_000; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    const answer = await service.app.inject({
      method: 'POST',
      url: '/test/pki/ocsp',
      headers: TYPE,
      payload: await request('issuing-1', ['41']),
    })
    expect(statusOf(answer.rawPayload)).toBe('6')
  })
})

describe('a new issuing authority', () => {
  test('has a responder of its own, and the old one speaks for the old certificates', async () => {
    const old = await newSigner()
    const { authority } = service.services.pki
    expect(await authority.rotate('issuing')).toBe('issuing-2')
    expect((await authority.key('ocsp')).facts.label).toBe('ocsp-2')
    const fresh = await newSigner()
    const issuing2 = pem('issuing-2', await certificateOf('issuing-2'))
    expect(await openssl('issuing-1', old)).toContain('leaf.pem: good')
    expect(await openssl('issuing-2', fresh, { after: ['-verify_other', issuing2] })).toContain(
      'leaf.pem: good',
    )
  })

  test('signs answers itself when the old responder is over', async () => {
    const old = await certificateOf('seal-1')
    service.clock.move(200 * 86_400_000)
    const { bytes } = await post(await request('issuing-1', [old.serialHex]))
    const [statement] = parseOcsp(bytes)
    expect(statement?.about(old, await certificateOf('issuing-1'))).toEqual({})
    expect(bytes.includes((await certificateOf('ocsp-1')).der)).toBe(false)
  })
})
