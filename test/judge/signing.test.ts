/** Files that came out of the whole service, from the form to the seal, before the outside judges. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPem } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { signedSteps, type TestAuthority } from '../support/signing.ts'
import { type SigningApp, somebody, startSigningApp } from '../support/signing-app.ts'

/** pyHanko judges every signature anew for each one after it: 28 of them take it many minutes. */
const PYHANKO_MAX = 10

let signing: SigningApp
let judges: Judges
let root: string

beforeAll(async () => {
  judges = startJudges()
  signing = await startSigningApp()
  root = toPem(
    'CERTIFICATE',
    (await signing.services.pki.authority.key('root')).facts.certificate.der,
  )
})
afterAll(async () => {
  judges.close()
  await signing.close()
})

async function signedBy(count: number, pdf: Uint8Array): Promise<Buffer> {
  const people = Array.from({ length: count }, () => somebody())
  const { id } = await signing.create(people, { pdf })
  const done = await signing.finish(id, people)
  expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
  return await signing.signedFile(id)
}

async function expectAccepted(pdf: Buffer, signatures: number): Promise<void> {
  const verdict = await judges.pades(pdf, root)
  expect(verdict.problems).toEqual([])
  expect(verdict.bytesAfterLastToken).toBe(0)
  // A seal on every page of the proof certificate, which is as long as it needs to be.
  expect(verdict.signatures.length).toBeGreaterThanOrEqual(signatures)
  expect(verdict.signatures.map(({ indication, level }) => ({ indication, level }))).toEqual(
    verdict.signatures.map(() => ({
      indication: 'TOTAL_PASSED',
      level: 'PAdES-BASELINE-LTA',
    })),
  )
  if (verdict.signatures.length > PYHANKO_MAX) return
  const second = await pyHanko(pdf, root)
  expect(second.problem).toBeUndefined()
  expect(second.signatures).toHaveLength(verdict.signatures.length)
  expect(second.signatures.filter(({ holds, ades }) => !holds || ades !== 'PASSED')).toEqual([])
  expect(second.timestamps.every(({ holds }) => holds)).toBe(true)
}

describe.each(Object.entries(SAMPLES))('%s', (name, make) => {
  test('signed by two people through the service is accepted, or refused with its reason', async () => {
    const pdf = await make()
    if (name.startsWith('encryption')) {
      const answer = await signing.post([somebody()], { pdf })
      expect([201, 422]).toContain(answer.status)
      if (answer.status === 422) {
        expect(answer.json()).toMatchObject({ code: 'pdf_encrypted' })
        return
      }
    }
    await expectAccepted(await signedBy(2, pdf), 3)
  })
})

test.each([1, 5, 20])('%i signers are accepted', async (count) => {
  await expectAccepted(await signedBy(count, await SAMPLES['a classic file']!()), count + 1)
})

test('a file that others signed keeps their signatures and takes more', async () => {
  const plain = await SAMPLES['object streams']!()
  const others = { pki: signing.services.pki } as TestAuthority
  const plan = { signers: 1, certify: false, seal: false }
  const signed = (await signedSteps(others, plain, plan)).at(-1)!
  const pdf = await signedBy(2, signed)
  await expectAccepted(pdf, 4)
  expect(pdf.subarray(0, signed.length).equals(signed)).toBe(true)
})

test('a finished file takes no more signatures: it is certified, and the answer says so', async () => {
  const pdf = await signedBy(1, await SAMPLES['object streams']!())
  const again = await signing.post([somebody()], { pdf })
  expect(again.json()).toMatchObject({ code: 'pdf_not_signable' })
})

test('a flipped byte is refused by both judges and by us', async () => {
  const pdf = await signedBy(1, await SAMPLES['a classic file']!())
  const at = pdf.indexOf('/MediaBox [')
  expect(at).toBeGreaterThan(0)
  pdf.write('1', at + '/MediaBox [ '.length)
  expect((await judges.pades(pdf, root)).problems.length).toBeGreaterThan(0)
  expect((await pyHanko(pdf, root)).signatures.map(({ holds }) => holds)).not.toContain(true)
  const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
  const own = verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
  expect(own.signatures.every(({ problems }) => problems.length > 0)).toBe(true)
})
