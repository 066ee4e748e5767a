/** Documents with the seal of another provider before the outside judges: every signature in them, and what stays. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Certificate, parseCertificate, toPem } from '../../src/pades/certificate.ts'
import {
  type CertificateProvider,
  startCertificateProvider,
} from '../support/certificate-provider.ts'
import { startCertomancer } from '../support/certomancer.ts'
import { type ExternalProvider, startExternalProvider } from '../support/external-provider.ts'
import { giveSeal, newSender, placeAt } from '../support/external-seals.ts'
import { renderedLetter } from '../support/host-samples.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { connectService, inFrontOf, SERVICE, signOwn } from '../support/own-certificates.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { cachedKeys } from '../support/rsa-keys.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../support/signing-app.ts'
import { softToken } from '../support/soft-token.ts'
import { passUntil } from '../support/years.ts'

const TIMEOUT_MS = 600_000
const testIfLong = test.runIf(isLong('outer-seals'))
const TOKEN = 'operator'
/** More than are made in the years of renewal: EU DSS finds the certificate of an authority by its key. */
const KEYS = 40
const token = softToken(TOKEN)
let provider: ExternalProvider
let signing: SigningApp
let judges: Judges
let certomancer: Awaited<ReturnType<typeof startCertomancer>>

beforeAll(async () => {
  judges = startJudges()
  provider = await startExternalProvider()
  certomancer = await startCertomancer()
  signing = await startSigningApp({}, { makeKey: cachedKeys(0, KEYS) })
}, TIMEOUT_MS)
afterAll(async () => {
  judges.close()
  await signing.close()
  await certomancer.close()
  await provider.close()
  token.remove()
})

type Order = Omit<Parameters<typeof giveSeal>[1], 'accountId'>

/** Two people sign a document of an account with this seal; the finished file comes back. */
async function sealed(order: Order, pdf: Uint8Array) {
  const { key, accountId } = await newSender(signing)
  await giveSeal(signing, { accountId, ...order })
  const people = [somebody(), somebody()]
  const { id } = await signing.create(people, { key, pdf })
  for (const who of people) await (await signing.person(who)).signWhole()
  await signing.work()
  return { id, key, pdf: (await signing.act('GET', id, '/signed', undefined, key)).bytes }
}

/** What every judge must say. */
async function expectGood(
  pdf: Uint8Array,
  theirs: Certificate,
  nowMs?: number,
  fields = ['-signer-', '-signer-', '-outer-', '-seal-', '-seal-'],
): Promise<void> {
  const own = (await signing.services.pki.authority.key('root')).facts.certificate
  const roots = [own, theirs].map(({ der }) => toPem('CERTIFICATE', der)).join('\n')
  const verdict = await judges.pades(pdf, roots, nowMs)
  expect(verdict.problems).toEqual([])
  const said = verdict.signatures.map(({ indication, level }) => [indication, level])
  expect(said).toEqual(said.map(() => ['TOTAL_PASSED', 'PAdES-BASELINE-LTA']))
  // Two signers, the external seal if there is one, and two pages of the proof certificate.
  expect(verdict.signatures.map(({ field }) => /-[a-z]+-/.exec(field)?.[0])).toEqual(fields)
  if (nowMs !== undefined) return
  const second = await pyHanko(pdf, roots)
  expect(second.problem).toBeUndefined()
  expect(second.signatures).toHaveLength(verdict.signatures.length)
  expect(second.signatures.filter(({ holds }) => !holds)).toEqual([])
  expect(second.signatures.filter(({ ades }) => ades !== 'PASSED')).toEqual([])
  expect(second.timestamps.map(({ holds }) => holds)).toEqual([true])
}

/** What EU DSS calls each signature while a trusted list says this of the other provider. */
async function qualifications(pdf: Uint8Array, status: 'granted' | 'withdrawn') {
  const own = (await signing.services.pki.authority.key('root')).facts.certificate
  const listed = { listed: provider.rootPem, status }
  const root = toPem('CERTIFICATE', own.der)
  const { signatures, problems } = await judges.pades(pdf, root, undefined, listed)
  expect(problems).toEqual([])
  return signatures.map(({ field, qualification }) => [/-[a-z]+-/.exec(field)?.[0], qualification])
}
/** Ours are on no list. */
const OURS = (outer: string) => [
  ['-signer-', 'NA'],
  ['-signer-', 'NA'],
  ['-outer-', outer],
  ['-seal-', 'NA'],
  ['-seal-', 'NA'],
]

test('a PDF/A-3b sealed over the API by an RSA key is valid for all, and stays one', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { pdf } = await sealed(
    { place: placeAt(provider, 'seal') },
    await renderedLetter(signing, 'pdfa-3b'),
  )
  await expectGood(pdf, provider.root)
  const { pdfa } = await judges.judge(pdf, ['pdfa'])
  expect(pdfa).toEqual({ claimed: '3b', problems: [] })
  expect(await qualifications(pdf, 'granted')).toEqual(OURS('QESEAL'))
  expect(await qualifications(pdf, 'withdrawn')).toEqual(OURS('ADESEAL'))
})

testIfLong.each(['p256', 'pss'] as const)(
  'a document sealed by the key %s is valid for all',
  {
    timeout: TIMEOUT_MS,
  },
  async (name) => {
    const { pdf } = await sealed({ place: placeAt(provider, name) }, await smallPdf())
    await expectGood(pdf, provider.root)
  },
)

testIfLong.each([
  ['person', 'QESIG', 'QESig'],
  ['p384', 'UNKNOWN', undefined],
] as const)(
  'a document signed by the key %s is valid for all, %s by a trusted list, and %s in our words',
  {
    timeout: TIMEOUT_MS,
  },
  async (name, qualification, claim) => {
    const { pdf, id, key } = await sealed({ place: placeAt(provider, name) }, await smallPdf())
    await expectGood(pdf, provider.root)
    expect(await qualifications(pdf, 'granted')).toEqual(OURS(qualification))
    const document = (await signing.act('GET', id, '', undefined, key)).json<{
      signatures: { kind: string; certificate_claim?: string }[]
    }>()
    const outer = document.signatures.find(({ kind }) => kind === 'outer_seal')
    expect(outer?.certificate_claim).toBe(claim)
  },
)

testIfLong(
  'a document sealed through a service by another maker is valid for all',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { url, credential, root } = certomancer
    const place = { kind: 'csc', url, version: 1, credential, access: 'none' } as const
    const { pdf } = await sealed({ place, secrets: {} }, await smallPdf())
    await expectGood(pdf, parseCertificate(root))
  },
)

test.each(isLong('outer-seals') ? ['seal', 'p256'] : ['p256'])(
  'a document sealed by the key %s in a token is valid for all',
  {
    timeout: TIMEOUT_MS,
  },
  async (name) => {
    const pkcs8 = join(provider.folder, `${name}.p8`)
    const key = ['pkcs8', '-topk8', '-nocrypt', '-in', provider.path(`${name}.key`), '-out', pkcs8]
    execFileSync('openssl', key)
    const { module, pin } = token.config
    const id = name === 'seal' ? 'b1' : 'b2'
    execFileSync('softhsm2-util', [
      ...['--import', pkcs8, '--token', TOKEN, '--label', name, '--id', id, '--pin', pin],
    ])
    const place = { kind: 'pkcs11', module, token: TOKEN, label: name } as const
    const certificates = [provider.certificateOf(name)]
    const { pdf } = await sealed({ place, secrets: { pin }, certificates }, await smallPdf())
    await expectGood(pdf, provider.root)
  },
)

/** Somebody signs with a certificate of their own at a provider, after somebody else; the finished file comes back. */
async function signedByOwner(
  front: CertificateProvider,
  root: Certificate,
  credential: string,
): Promise<Uint8Array> {
  const { key, accountId } = await newSender(signing)
  front.holds(credential)
  await connectService(signing, front, [root], { accountId })
  const first = somebody()
  const owner = somebody({ order: 2, certificate: { service: SERVICE } })
  const { id } = await signing.create([first, owner], { key, pdf: await smallPdf() })
  await (await signing.person(first)).signWhole()
  const person = await signing.person(owner)
  await person.verify()
  const done = await signOwn(front, person, credential)
  expect(done.status, String(done.bytes)).toBe(200)
  await signing.work()
  return (await signing.act('GET', id, '/signed', undefined, key)).bytes
}
const OWNED = ['-signer-', '-signer-', '-seal-', '-seal-']

test('a signature with a certificate of the signer’s own is valid for all, and QESIG by a trusted list', {
  timeout: TIMEOUT_MS,
}, async () => {
  const front = await inFrontOf(provider)
  try {
    const pdf = await signedByOwner(front, provider.root, 'person')
    await expectGood(pdf, provider.root, undefined, OWNED)
    const said = (owner: string) => OWNED.map((field, at) => [field, at === 1 ? owner : 'NA'])
    expect(await qualifications(pdf, 'granted')).toEqual(said('QESIG'))
    expect(await qualifications(pdf, 'withdrawn')).toEqual(said('ADESIG'))
  } finally {
    await front.close()
  }
})

testIfLong(
  'a signature over the API of another maker, with pages for persons in front, is valid for all',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { url, credential, root } = certomancer
    const front = await startCertificateProvider({ url, version: 1 })
    try {
      const theirs = parseCertificate(root)
      await expectGood(await signedByOwner(front, theirs, credential), theirs, undefined, OWNED)
    } finally {
      await front.close()
    }
  },
)

test('the file can be looked at with other programs', { timeout: TIMEOUT_MS }, async () => {
  const { pdf } = await sealed({ place: placeAt(provider, 'seal') }, await smallPdf())
  const path = join(provider.folder, 'sealed.pdf')
  writeFileSync(path, pdf)
  const said = execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })
  expect(said.match(/Signature is Valid/g)).toHaveLength(5)
  expect(said).toContain('Dupont SA seal')
  expect(readFileSync(path).length).toBe(pdf.length)
})

// Last: it moves the clock by years.
testIfLong(
  'the archive time-stamp of a sealed document is renewed, after the certificate of the seal has ended',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { id, key, pdf } = await sealed({ place: placeAt(provider, 'seal') }, await smallPdf())
    await signing.services.signing.renewal.start()
    await signing.work()
    await passUntil(signing, id, 100)
    const renewed = (await signing.act('GET', id, '/signed', undefined, key)).bytes
    expect(renewed.length).toBeGreaterThan(pdf.length)
    expect(Buffer.from(renewed.subarray(0, pdf.length)).equals(pdf)).toBe(true)
    await expectGood(renewed, provider.root, signing.app.clock.now())
  },
)
