import { execFileSync } from 'node:child_process'
import { randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { examineAuthority } from '../../../src/pki/doctor.ts'
import { PreparedCertificate } from '../../../src/pki/issuance.ts'
import { openPki } from '../../../src/pki/open.ts'
import { profileOf } from '../../../src/pki/profiles.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { PKI_CONFIG, startAuthority, type TestAuthority } from '../../support/signing.ts'

let authority: TestAuthority
beforeAll(async () => {
  authority = await startAuthority()
})
afterAll(() => authority.close())

const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8' })
const write = (name: string, content: string | Buffer): string => {
  const path = join(authority.folder, name)
  writeFileSync(path, content)
  return path
}
const person = {
  givenName: 'Ada',
  surname: 'Ł',
  email: 'ada@example.com',
  country: 'FR',
  serialNumber: '1',
}

async function newSigner() {
  const { pki } = authority
  const key = await pki.keyPool.take()
  return {
    key,
    signer: await pki.authority.issueSigner(await pki.authority.reserveSigner(person), key),
  }
}

const pemOf = (der: Buffer): string => new X509Certificate(der).toString()

describe('certificates', () => {
  test('satisfy OpenSSL at its strictest, each for its purpose', async () => {
    const { signer } = await newSigner()
    const keys = await authority.pki.authority.keys()
    const root = write('root.pem', authority.root)
    const issuing = write('issuing.pem', pemOf(keys.get('issuing-1')!.facts.certificate.der))
    const leaf = (name: string, der: Buffer) => write(`${name}.pem`, pemOf(der))
    const verify = (path: string, purpose: string) =>
      openssl(
        'verify',
        '-x509_strict',
        '-purpose',
        purpose,
        '-CAfile',
        root,
        '-untrusted',
        issuing,
        path,
      )
    expect(verify(leaf('signer', signer.certificate.der), 'any')).toContain('OK')
    expect(
      verify(leaf('tsa', keys.get('timestamp-1')!.facts.certificate.der), 'timestampsign'),
    ).toContain('OK')
    expect(verify(leaf('seal', keys.get('seal-1')!.facts.certificate.der), 'any')).toContain('OK')
  })

  test('have RSA-4096 keys and serial numbers of 128 bits, no two alike', async () => {
    const keys = [...(await authority.pki.authority.keys()).values()]
    const certificates = keys.map(({ facts }) => facts.certificate)
    for (const certificate of certificates)
      expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(4096)
    const serials = certificates.map(({ serialHex }) => serialHex)
    expect(new Set(serials).size).toBe(serials.length)
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9a-f]{31}$/)
  })

  test('that break a rule of their profile are never signed', async () => {
    const { facts } = await authority.pki.authority.key('issuing')
    const { signer } = await newSigner()
    const good = {
      profile: profileOf('signer'),
      serial: Buffer.concat([Buffer.from([0x41]), randomBytes(15)]),
      issuer: facts.certificate.subject,
      subject: signer.certificate.subject,
      publicKey: signer.certificate.publicKeyInfo,
      issuerKey: facts.certificate.publicKeyInfo,
      notBeforeMs: Date.now(),
      notAfterMs: Date.now() + 3_600_000,
      policyBase: '2.25.1',
      baseUrl: 'https://sign.example.com',
      publishUrl: 'http://sign.example.com',
      issuerLabel: 'issuing-1',
    }
    expect(PreparedCertificate.prepare(good).serialHex).toHaveLength(32)
    const bad = [
      { ...good, notAfterMs: Date.now() + 365 * 86_400_000 },
      { ...good, serial: Buffer.from([1]) },
      { ...good, publishUrl: '' },
      { ...good, subject: signer.certificate.issuer },
    ]
    for (const facts of bad)
      expect(() => PreparedCertificate.prepare(facts)).toThrow('breaks its rules')
  })

  test('a prepared certificate is issued once', async () => {
    const issuing = await authority.pki.authority.key('issuing')
    const forged = Object.create(PreparedCertificate.prototype) as PreparedCertificate
    await expect(async () => issuing.issue(forged)).rejects.toThrow('issued once')
  })
})

describe('ephemeral keys', () => {
  test('sign once and are gone', async () => {
    const { key, signer } = await newSigner()
    await signer.sign(Buffer.from('x'))
    expect(key.isDestroyed).toBe(true)
    await expect(signer.sign(Buffer.from('x'))).rejects.toThrow('signs once')
  })
})

describe('time-stamps', () => {
  test('hold for openssl ts, for each digest, with and without nonce and certificate', async () => {
    const file = write('data.txt', 'what is stamped')
    const query = join(authority.folder, 'query.tsq')
    const root = write('root.pem', authority.root)
    const keys = await authority.pki.authority.keys()
    const untrusted = write(
      'chain.pem',
      ['timestamp-1', 'issuing-1']
        .map((label) => pemOf(keys.get(label)!.facts.certificate.der))
        .join(''),
    )
    for (const options of [['-sha256', '-cert'], ['-sha384', '-cert', '-no_nonce'], ['-sha512']]) {
      openssl('ts', '-query', '-data', file, ...options, '-out', query)
      const reply = write('reply.tsr', await authority.pki.tsa.answer(readFileSync(query)))
      const verdict = openssl(
        'ts',
        '-verify',
        '-queryfile',
        query,
        '-in',
        reply,
        '-CAfile',
        root,
        '-untrusted',
        untrusted,
      )
      expect(verdict).toContain('Verification: OK')
    }
  })

  test('are refused, not stamped, for weak digests and nonsense', async () => {
    const file = write('data.txt', 'what is stamped')
    const query = join(authority.folder, 'weak.tsq')
    openssl('ts', '-query', '-data', file, '-sha1', '-out', query)
    const weak = write('weak.tsr', await authority.pki.tsa.answer(readFileSync(query)))
    expect(openssl('ts', '-reply', '-in', weak, '-text')).toMatch(
      /Status: Rejected[\s\S]*unrecognized or unsupported algorithm/,
    )
    const nonsense = write('bad.tsr', await authority.pki.tsa.answer(Buffer.from('nonsense')))
    expect(openssl('ts', '-reply', '-in', nonsense, '-text')).toContain('Status: Rejected')
  })
})

describe('keys at rest', () => {
  test('another key file is noticed, and nothing is made anew', async () => {
    writeFileSync(join(authority.folder, 'ca-key'), randomBytes(32).toString('base64'), {
      mode: 0o600,
    })
    const { db, close } = await openTestDatabase({
      folder: authority.folder,
      migrations: MIGRATIONS,
      clock: systemClock,
    })
    const pki = openPki({
      db,
      clock: systemClock,
      dataFolder: authority.folder,
      baseUrl: 'https://sign.example.com',
      config: PKI_CONFIG,
      makeKey: cachedKeys(),
    })
    await pki.authority.start({ make: true })
    await close()
    expect(pki.authority.state).toMatchObject({
      status: 'failed',
      error: expect.objectContaining({
        message: expect.stringContaining('not the passphrase or key file'),
      }),
    })
  })

  test('that is being created is reported as such by doctor, which finds nothing broken', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-pki-'))
    const { db, close } = await openTestDatabase({
      folder,
      migrations: MIGRATIONS,
      clock: systemClock,
    })
    const makeKey = cachedKeys()
    let made = 0
    const pki = openPki({
      db,
      clock: systemClock,
      dataFolder: folder,
      baseUrl: 'https://sign.example.com',
      config: PKI_CONFIG,
      makeKey: () => (made++ < 2 ? makeKey() : Promise.reject(new Error('the power went out'))),
    })
    const finding = async () => (await examineAuthority(pki))[0]
    expect(await finding()).toMatchObject({
      ok: true,
      detail: expect.stringContaining('not created yet'),
    })
    await pki.authority.start({ make: true })
    expect(await finding()).toMatchObject({
      ok: false,
      required: false,
      detail: 'being created; keys still missing: timestamp, seal',
    })
    made = -10
    await pki.authority.start({ make: true })
    expect(await finding()).toMatchObject({ ok: true, detail: expect.stringContaining('5 keys') })
    await close()
    rmSync(folder, { recursive: true })
  })
})

describe('keys that expire soon', () => {
  test('and cannot be replaced are reported with the cause, while the old ones still sign', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-pki-'))
    const place = { folder, migrations: MIGRATIONS }
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs }
    let passedMs = 0
    const { db, close } = await openTestDatabase({ ...place, clock })
    const causes: unknown[] = []
    let isAway = false
    const makeKey = cachedKeys()
    const pki = openPki({
      db,
      clock,
      dataFolder: folder,
      baseUrl: 'https://sign.example.com',
      config: PKI_CONFIG,
      makeKey: () => (isAway ? Promise.reject(new Error('the token is away')) : makeKey()),
      renewalFailed: (cause) => causes.push(cause),
    })
    await pki.authority.start({ make: true })
    const { label, certificate } = (await pki.authority.key('timestamp')).facts
    passedMs = (certificate.notAfterMs - systemClock.now()) * 0.95
    isAway = true
    expect((await pki.authority.key('timestamp')).facts.label).toBe(label)
    await expect.poll(() => causes).toEqual([new Error('the token is away')])
    passedMs += 120_000
    isAway = false
    await pki.authority.key('timestamp')
    await expect
      .poll(async () => (await pki.authority.key('timestamp')).facts.label)
      .not.toBe(label)
    expect(causes).toHaveLength(1)
    await close()
    rmSync(folder, { recursive: true })
  })
})

describe('over HTTP', () => {
  let service: TestApp
  beforeAll(async () => {
    service = await startTestApp({ PARAPH_CA_AUTOMATIC: 'on' }, { makeKey: cachedKeys() })
    for (
      let tries = 0;
      service.services.pki.authority.state.status === 'starting' && tries < 200;
      tries++
    )
      await new Promise((resolve) => setTimeout(resolve, 50))
  })
  afterAll(() => service.close())

  test('anybody gets certificates, lists and the policy', async () => {
    for (const [path, type] of [
      ['/pki/root.pem', 'application/x-pem-file'],
      ['/pki/issuing-1.crt', 'application/pkix-cert'],
      ['/pki/issuing-1.crl', 'application/pkix-crl'],
      ['/pki/root-1.crl', 'application/pkix-crl'],
      ['/pki/policy', 'text/plain'],
    ] as const) {
      const answer = await service.call('GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(String(answer.headers['content-type'])).toContain(type)
    }
    expect((await service.call('GET', '/pki/issuing-9.crt')).status).toBe(404)
    expect((await service.call('GET', '/pki/seal-1.crl')).status).toBe(404)
  })

  test('a time-stamp is a reply of RFC 3161', async () => {
    const headers = { 'content-type': 'application/timestamp-query' }
    const answer = await service.call('POST', '/pki/tsa', {
      headers,
      body: Buffer.from('nonsense'),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/timestamp-reply')
    const large = await service.call('POST', '/pki/tsa', { headers, body: Buffer.alloc(10_000) })
    expect(large.status).toBe(413)
  })

  test('the health answer names the authority', async () => {
    const health = await service.call('GET', '/health/ready')
    expect(health.json<{ parts: object }>().parts).toMatchObject({ authority: { status: 'up' } })
  })

  test('a rotated key is used, the old certificate stays published', async () => {
    const { authority: own } = service.services.pki
    expect(await own.rotate('timestamp')).toBe('timestamp-2')
    expect((await own.key('timestamp')).facts.label).toBe('timestamp-2')
    expect((await service.call('GET', '/pki/timestamp-1.crt')).status).toBe(200)
  })
})
