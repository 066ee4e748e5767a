/**
 * zlint and pkilint read everything that the authority makes for a service behind TLS, and find nothing: lists and
 * issuers are published by HTTP all the same, as RFC 5280, 4.2.1.13 and 8 want it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SETTINGS } from '../../src/config/settings.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { toPem } from '../../src/pades/certificate.ts'
import { pkilintFindings, zlintFindings } from '../support/linters.ts'
import { startAuthority, type TestAuthority } from '../support/signing.ts'

const CERTIFICATES = [
  'root-1',
  'issuing-1',
  'timestamp-1',
  'seal-1',
  'ocsp-1',
  'signer',
  'nameless',
]
const LISTS = ['root-1', 'issuing-1']
let authority: TestAuthority
const path = (name: string): string => join(authority.folder, name)
const pem = (name: string): string => path(`${name}.pem`)

beforeAll(async () => {
  authority = await startAuthority(systemClock, 'Essai', { baseUrl: 'https://sign.example.com' })
  const { pki } = authority
  const keep = (name: string, kind: 'CERTIFICATE' | 'X509 CRL', der: Buffer): void =>
    writeFileSync(pem(name), toPem(kind, der))
  for (const [label, { facts }] of await pki.authority.keys())
    keep(label, 'CERTIFICATE', facts.certificate.der)
  const signer = { givenName: 'Zoé', surname: 'Łukasz', email: 'z@example.com', serialNumber: 'S1' }
  const nameless = { email: 'z@example.com', serialNumber: 'S2' }
  for (const [name, person] of Object.entries({ signer, nameless })) {
    const reservation = await pki.authority.reserveSigner(person)
    const issued = await pki.authority.issueSigner(reservation, await pki.keyPool.take())
    keep(name, 'CERTIFICATE', issued.certificate.der)
  }
  for (const label of LISTS)
    keep(`list-${label}`, 'X509 CRL', (await pki.revocation.published(label)) ?? Buffer.alloc(0))
  const asked = ['-issuer', pem('issuing-1'), '-cert', pem('seal-1'), '-no_nonce']
  execFileSync('openssl', ['ocsp', ...asked, '-reqout', path('ask')], { stdio: 'pipe' })
  const { response } = await pki.ocsp.answer(readFileSync(path('ask')))
  writeFileSync(path('answer.der'), response)
})
afterAll(() => authority.close())

test('the policy identifier that is shipped has no arc beyond 31 bits', () => {
  const arcs = SETTINGS.PARAPH_CA_POLICY_OID.default.split('.').map(Number)
  expect(Math.max(...arcs)).toBeLessThan(2 ** 31)
})

test('certificates name lists and issuers by HTTP, and the policy where people read it, by HTTPS', async () => {
  const keys = await authority.pki.authority.keys()
  const text = keys.get('seal-1')?.facts.certificate.der.toString('latin1')
  expect(text?.match(/https?:\/\/[\w./-]+\/pki\/[a-z]+/g)).toEqual([
    'https://sign.example.com/pki/policy',
    'http://sign.example.com/pki/ocsp',
    'http://sign.example.com/pki/issuing',
    'http://sign.example.com/pki/issuing',
  ])
})

describe.each(CERTIFICATES)('the certificate %s', (name) => {
  test('is read by zlint, which finds nothing', () => {
    const { findings, asked } = zlintFindings(pem(name))
    expect(findings).toEqual([])
    expect(asked).toBeGreaterThan(20)
  })
  test('is read by pkilint, which finds nothing', () => {
    expect(pkilintFindings('certificate', pem(name))).toBe('')
  })
})

test.each(LISTS)('the revocation list of %s is read by pkilint, which finds nothing', (label) => {
  expect(pkilintFindings('list', pem(`list-${label}`))).toBe('')
})

test('an OCSP answer is read by pkilint, which finds nothing', () => {
  expect(pkilintFindings('answer', path('answer.der'))).toBe('')
})
