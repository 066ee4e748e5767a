/** Roots in succession, and keys on curves, before the outside judges: who trusts which root, and when. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/kernel/clock.ts'
import { type Certificate, toPem } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { cachedKeys } from '../support/rsa-keys.ts'
import { type SigningApp, somebody, startSigningApp } from '../support/signing-app.ts'
import { passUntil } from '../support/years.ts'

const TIMEOUT_MS = 900_000
/** More than are made in these years: EU DSS finds the certificate of an authority by its key. */
const KEYS = 40
let judges: Judges
beforeAll(() => {
  judges = startJudges()
})
afterAll(() => judges.close())

async function signed(signing: SigningApp) {
  const people = [somebody()]
  const { id } = await signing.create(people)
  await signing.finish(id, people)
  return { id, pdf: await signing.signedFile(id) }
}

/** What EU DSS and our own verifier say of every signature to a reader who trusts these roots. */
async function expectPassed(
  pdf: Buffer,
  roots: readonly Certificate[],
  nowMs: number,
): Promise<number> {
  const own = verifyPdf(pdf, { roots, nowMs })
  expect([own.valid, own.signatures.flatMap(({ problems }) => problems)]).toEqual([true, []])
  const pem = roots.map(({ der }) => toPem('CERTIFICATE', der)).join('')
  const dss = await judges.pades(pdf, pem, nowMs)
  expect(dss.problems).toEqual([])
  const said = dss.signatures.map(({ indication, level }) => [indication, level])
  expect(said).toEqual(said.map(() => ['TOTAL_PASSED', 'PAdES-BASELINE-LTA']))
  return said.length
}

/** The same of pyHanko, too, while the certificates of the signatures are in force. */
async function expectGood(
  pdf: Buffer,
  roots: readonly Certificate[],
  nowMs: number,
): Promise<void> {
  const count = await expectPassed(pdf, roots, nowMs)
  const pem = roots.map(({ der }) => toPem('CERTIFICATE', der)).join('')
  const hanko = await pyHanko(pdf, pem, nowMs)
  expect(hanko.problem).toBeUndefined()
  expect(hanko.signatures).toHaveLength(count)
  expect(hanko.signatures.filter(({ holds, ades }) => !holds || ades !== 'PASSED')).toEqual([])
  expect(hanko.timestamps.filter(({ holds }) => !holds)).toEqual([])
}

test('what is signed since a root has a successor is TOTAL_PASSED for readers of the old root alone, and of the new one once all is below it', {
  timeout: TIMEOUT_MS,
}, async () => {
  const signing = await startSigningApp({}, { makeKey: cachedKeys(0, KEYS) })
  const { authority } = signing.services.pki
  await authority.rotate('root')
  const between = await signed(signing)
  for (const role of ['issuing', 'timestamp', 'seal'] as const) await authority.rotate(role)
  const after = await signed(signing)
  const nowMs = signing.app.clock.now() + DAY_MS / 24
  const [next, old] = await authority.roots()
  if (old === undefined) throw new Error('the old root is trusted')
  for (const { pdf } of [between, after]) await expectGood(pdf, [old], nowMs)
  await expectGood(after.pdf, [next], nowMs)
  await signing.close()
})

describe.each([
  ['ecdsa-p256', 'rsa-4096'],
  ['ecdsa-p384', 'ecdsa-p256'],
  ['rsa-4096', 'ecdsa-p384'],
])('an authority with keys of the kind %s, and signers with %s', (authority, signer) => {
  test('make files that are TOTAL_PASSED at B-LTA', { timeout: TIMEOUT_MS }, async () => {
    const signing = await startSigningApp(
      { PARAPH_CA_ALGORITHM: authority, PARAPH_SIGNER_KEYS: signer },
      { makeKey: cachedKeys(0, KEYS) },
    )
    const { id, pdf } = await signed(signing)
    const trail = await signing.services.trails.read(id)
    const entry = trail?.entries.find(({ type }) => type === 'signer.signed')
    expect(entry?.data).toMatchObject({ made: [{ key_type: signer.toUpperCase() }] })
    const nowMs = signing.app.clock.now() + DAY_MS / 24
    await expectGood(pdf, (await signing.services.pki.trusted()).roots, nowMs)
    await signing.close()
  })
})

test.runIf(isLong('successor'))(
  'twenty years go by: what was signed before, between and after the roots are TOTAL_PASSED when the first one has ended',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const signing = await startSigningApp({}, { makeKey: cachedKeys(0, KEYS) })
    const { clock } = signing.app
    const { authority } = signing.services.pki
    const { renewal } = signing.services.signing
    const before = await signed(signing)
    await renewal.start()
    await signing.work()
    const label = async () => (await authority.key('root')).facts.label
    while ((await label()) === 'root-1') await passUntil(signing, before.id, 100)
    const [, old] = await authority.roots()
    if (old === undefined) throw new Error('the old root is trusted')
    const between = await signed(signing)
    await signing.work()
    while (clock.now() < old.notAfterMs) await passUntil(signing, before.id, 100)
    const after = await signed(signing)
    const nowMs = clock.now() + DAY_MS / 24
    expect(nowMs).toBeGreaterThan(old.notAfterMs)
    const roots = await authority.roots()
    for (const { id } of [before, between])
      await expectPassed(await signing.signedFile(id), roots, nowMs)
    const [next] = roots
    await expectPassed(after.pdf, [next], nowMs)
    // Its AdES validation reads the machine's clock, for which these signatures are made in the future.
    const { signatures } = await pyHanko(after.pdf, toPem('CERTIFICATE', next.der), nowMs)
    expect(signatures.map(({ holds }) => holds)).toEqual(signatures.map(() => true))
    expect(signatures).not.toEqual([])
    await signing.close()
  },
)
