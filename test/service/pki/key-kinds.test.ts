/** Authorities whose keys are on a curve: what they sign is read by OpenSSL and by our own verifier. */
import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/kernel/clock.ts'
import { toPem } from '../../../src/pades/certificate.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { toPkcs12 } from '../../../src/pki/backup.ts'
import { publicKeyInfo } from '../../../src/pki/keys.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'

const PASSWORD = 'a long password: é'

describe.each([
  ['rsa-4096', 'sha256WithRSAEncryption', 'sha256'],
  ['ecdsa-p256', 'ecdsa-with-SHA256', 'sha256'],
  ['ecdsa-p384', 'ecdsa-with-SHA384', 'sha384'],
] as const)('an authority with keys of the kind %s', (algorithm, name, digest) => {
  let authority: TestAuthority
  const path = (file: string): string => join(authority.folder, file)
  const write = (file: string, content: string | Buffer): string => {
    writeFileSync(path(file), content)
    return path(file)
  }
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' })
  beforeAll(async () => {
    authority = await startAuthority(systemClock, undefined, { settings: { algorithm } })
    const chain = ['issuing-1', 'timestamp-1'].map(async (label) => {
      const found = await authority.pki.authority.published(label)
      return toPem('CERTIFICATE', found?.der ?? Buffer.alloc(0))
    })
    write('root.pem', authority.root)
    write('chain.pem', (await Promise.all(chain)).join(''))
  })
  afterAll(() => authority.close())

  test(`signs its certificates and lists by ${name}, which OpenSSL verifies`, async () => {
    for (const [label, { facts }] of await authority.pki.authority.keys()) {
      const file = write(`${label}.pem`, toPem('CERTIFICATE', facts.certificate.der))
      expect(openssl('x509', '-in', file, '-noout', '-text')).toContain(
        `Signature Algorithm: ${name}`,
      )
      const trust = ['-CAfile', path('root.pem'), '-untrusted', path('chain.pem')]
      expect(openssl('verify', '-x509_strict', '-purpose', 'any', ...trust, file)).toContain('OK')
    }
    const list = write(
      'list.crl',
      (await authority.pki.revocation.published('issuing-1')) ?? Buffer.alloc(0),
    )
    const said = openssl('crl', '-inform', 'DER', '-in', list, '-noout', '-text')
    expect(said.match(new RegExp(`Signature Algorithm: ${name}`, 'g'))).toHaveLength(2)
  })

  test('signs a document to B-LTA, with its seal and time-stamps', async () => {
    const steps = await signedSteps(authority, await (await plainDocument(1)).save(), {
      signers: 2,
    })
    const root = (await authority.pki.authority.key('root')).facts.certificate
    const verdict = verifyPdf(steps.at(-1) ?? Buffer.alloc(0), { roots: [root], nowMs: Date.now() })
    expect(verdict.signatures.map(({ level, problems }) => [level, problems])).toEqual([
      ['B-LTA', []],
      ['B-LTA', []],
      ['B-LTA', []],
      ['none', []],
    ])
  })

  test(`time-stamps and answers about revocation with ${digest}, which OpenSSL verifies`, async () => {
    const data = write('data.txt', 'what is stamped')
    openssl('ts', '-query', '-data', data, '-sha256', '-cert', '-out', path('query.tsq'))
    const { tsa, ocsp } = authority.pki
    const reply = write('reply.tsr', await tsa.answer(readFileSync(path('query.tsq'))))
    const trust = ['-CAfile', path('root.pem'), '-untrusted', path('chain.pem')]
    expect(openssl('ts', '-verify', '-data', data, '-in', reply, ...trust)).toContain(
      'Verification: OK',
    )
    const issuing = write(
      'issuing.pem',
      toPem(
        'CERTIFICATE',
        (await authority.pki.authority.published('issuing-1'))?.der ?? Buffer.alloc(0),
      ),
    )
    const asked = ['-issuer', issuing, '-cert', path('seal-1.pem')]
    openssl('ocsp', ...asked, '-no_nonce', '-reqout', path('ask'))
    const { response } = await ocsp.answer(readFileSync(path('ask')))
    const answered = write('answer.der', response)
    const said = openssl(
      'ocsp',
      '-no_nonce',
      '-respin',
      answered,
      ...asked,
      '-CAfile',
      path('root.pem'),
      '-verify_other',
      path('chain.pem'),
    )
    expect(said).toContain('seal-1.pem: good')
  })

  test('exports each key as PKCS#12 that OpenSSL opens with the password, and no other', async () => {
    const key = await authority.pki.authority.key('issuing')
    const file = write('key.p12', toPkcs12(key, PASSWORD))
    const open = (password: string, ...flags: string[]) =>
      openssl('pkcs12', '-in', file, '-passin', `pass:${password}`, '-nodes', ...flags)
    const pem = /-----BEGIN PRIVATE KEY-----[\s\S]+?-----END PRIVATE KEY-----/.exec(
      open(PASSWORD, '-nocerts'),
    )?.[0]
    const found = publicKeyInfo(createPublicKey(createPrivateKey(pem ?? '')))
    expect(found).toEqual(key.facts.certificate.publicKeyInfo)
    const certificates = open(PASSWORD, '-nokeys')
    expect(certificates).toContain('friendlyName: issuing-1')
    expect(certificates).toContain(toPem('CERTIFICATE', key.facts.certificate.der).trim())
    expect(() => open('another password')).toThrow('Mac verify error')
  })
})
