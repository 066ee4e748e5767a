/** Our verifier beside the judges: no false alarm where they see none, and no attack that they see and we do not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Certificate, parseCertificate } from '../../src/pades/certificate.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { type Outsider, outsider, signWithPyHanko } from '../support/pyhanko.ts'
import { addArchiveTimestamp } from '../support/signature-steps.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../support/signing.ts'
import { judgeAttacks } from '../support/signing-attacks.ts'
import { documentedLines, spoiledLine } from '../support/signing-report.ts'

let authority: TestAuthority
let judges: Judges
let stranger: Outsider
let roots: Certificate[]

beforeAll(async () => {
  judges = startJudges()
  authority = await startAuthority(systemClock)
  stranger = outsider(mkdtempSync(join(tmpdir(), 'outsider-')))
  const pem = readFileSync(stranger.certificate, 'latin1')
  const other = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const own = (await authority.pki.authority.key('root')).facts.certificate
  roots = [own, parseCertificate(other)]
})
afterAll(async () => {
  judges.close()
  rmSync(stranger.folder, { recursive: true })
  await authority.close()
})

function expectValid(pdf: Uint8Array): void {
  const { valid, problems, signatures } = verifyPdf(pdf, { roots, nowMs: Date.now() })
  const all = [...problems, ...signatures.flatMap((each) => each.problems)]
  expect(all.map(({ code, detail }) => `${code}: ${detail}`)).toEqual([])
  expect(valid).toBe(true)
}

const signed = async (sample: string, plan: { signers: number; certify?: boolean }) =>
  (await signedSteps(authority, await SAMPLES[sample]!(), plan)).at(-1)!

describe('no false alarm', () => {
  test.each(Object.keys(SAMPLES))('%s, signed by two and sealed', async (sample) => {
    expectValid(await signed(sample, { signers: 2 }))
  })

  test.each([1, 5, 20])('%i signers', async (signers) => {
    expectValid(await signed('a classic file', { signers }))
  })

  test.each(['a classic file', 'object streams'])(
    '%s, signed by pyHanko after us',
    async (sample) => {
      expectValid(await signWithPyHanko(await signed(sample, { signers: 1 }), stranger))
    },
  )

  test('signed visibly by pyHanko after us, where nobody certified', async () => {
    const pdf = await signed('a classic file', { signers: 1, certify: false })
    expectValid(await signWithPyHanko(pdf, stranger, 'visible'))
  })

  test('signed by pyHanko, then by us', async () => {
    const first = await signWithPyHanko(await SAMPLES['object streams']!(), stranger)
    const plan = { signers: 2, certify: false, seal: false }
    expectValid((await signedSteps(authority, first, plan)).at(-1)!)
  })

  test('with the document time-stamp renewed', async () => {
    const pdf = await signed('object streams', { signers: 1 })
    const { signer } = await authority.pki.authority.key('timestamp')
    const ports = { timestamps: authority.pki.tsa, revocation: authority.pki.revocation }
    expectValid(await addArchiveTimestamp(pdf, ports, [signer.certificate]))
  })
})

test.runIf(isLong('attacks'))(
  'published attacks are refused, and the documentation says who refuses them',
  {
    timeout: 900_000,
  },
  async () => {
    const verdicts = await judgeAttacks(authority, judges)
    expect(verdicts.filter(({ ours }) => ours.length === 0)).toEqual([])
    expect(documentedLines().attacks).toEqual(verdicts.map(spoiledLine))
  },
)
