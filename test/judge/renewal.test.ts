/** Archive time-stamps renewed over nearly 20 years, as long as the root lives, judged by EU DSS as of then. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../src/kernel/clock.ts'
import { toPem } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { cachedKeys } from '../support/rsa-keys.ts'
import { type SigningApp, somebody, startSigningApp } from '../support/signing-app.ts'
import { passUntil } from '../support/years.ts'

const YEAR_MS = 365 * DAY_MS
/** Of the first stamp and of those by its successors; the root ends after 20 years. */
const STAMPS = 5
/** More than are made in these years: EU DSS finds the certificate of an authority by its key. */
const KEYS = 40

let signing: SigningApp
let judges: Judges
beforeAll(async () => {
  judges = startJudges()
  signing = await startSigningApp({}, { makeKey: cachedKeys(0, KEYS) })
})
afterAll(async () => {
  judges.close()
  await signing.close()
})

test('a document of today is TOTAL-PASSED in 19 and a half years, after all certificates but those of the root and the newest time-stamp', {
  timeout: 900_000,
  // A second one would begin in the year in which the first one ended.
  retry: 0,
}, async () => {
  const people = [somebody(), somebody()]
  const { id } = await signing.create(people)
  await signing.finish(id, people)
  const first = await signing.signedFile(id)
  const { renewal } = signing.services.signing
  await renewal.start()
  await signing.work()
  const begunMs = signing.app.clock.now()
  // In these years it gets a successor: readers of the one of today need no other.
  const [root] = (await signing.services.pki.trusted()).roots
  for (let stamp = 1; stamp < STAMPS; stamp++) await passUntil(signing, id, 100)
  signing.app.clock.move(begunMs + 19.5 * YEAR_MS - signing.app.clock.now())

  const nowMs = signing.app.clock.now()
  const pdf = await signing.signedFile(id)
  const own = verifyPdf(pdf, { roots: [root], nowMs })
  expect(own.signatures.flatMap(({ problems }) => problems)).toEqual([])
  expect(own.valid).toBe(true)
  const stamps = own.signatures.filter(({ kind }) => kind === 'document-timestamp')
  expect(stamps).toHaveLength(STAMPS)
  const ended = own.signatures.filter(({ signer }) => (signer?.notAfterMs ?? 0) < nowMs)
  expect(ended).toHaveLength(own.signatures.length - 1)

  const pem = toPem('CERTIFICATE', root.der)
  const verdict = await judges.pades(pdf, pem, nowMs)
  expect(verdict.problems).toEqual([])
  expect(verdict.signatures.map(({ indication, level }) => [indication, level])).toEqual(
    verdict.signatures.map(() => ['TOTAL_PASSED', 'PAdES-BASELINE-LTA']),
  )
  // The seal has a field on each page of the proof certificate.
  expect(verdict.signatures.length).toBeGreaterThan(people.length)
  // Without the renewals nothing would vouch for it then.
  const unrenewed = await judges.pades(first, pem, nowMs)
  expect(unrenewed.signatures.map(({ indication }) => indication)).not.toContain('TOTAL_PASSED')
})
