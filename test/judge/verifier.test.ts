/** Our verifier beside the judges: no false alarm where they see none, and no attack that they see and we do not. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { type Certificate, parseCertificate } from '../../src/pades/certificate.ts'
import { addArchiveTimestamp } from '../../src/pades/sign.ts'
import { verifyPdf } from '../../src/pades/verify.ts'
import { FORGERIES } from '../support/attacks.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { type Outsider, outsider, pyHankoOnAll, signWithPyHanko } from '../support/pyhanko.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../support/signing.ts'
import { INCREMENTS } from '../support/update-attacks.ts'
import { XREF_TRICKS } from '../support/xref-attacks.ts'

let authority: TestAuthority
let stranger: Outsider
let roots: Certificate[]

beforeAll(async () => {
  authority = await startAuthority(systemClock)
  stranger = outsider(mkdtempSync(join(tmpdir(), 'outsider-')))
  const pem = readFileSync(stranger.certificate, 'latin1')
  const other = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const own = (await authority.pki.authority.key('root')).facts.certificate
  roots = [own, parseCertificate(other)]
})
afterAll(async () => {
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

/** pyHanko takes seconds for each; three at a time keep within a test's time. */
const GROUPS = [
  ['the signature itself', FORGERIES.filter((_attack, index) => index % 3 === 0)],
  ['what follows it', INCREMENTS.filter((_attack, index) => index % 2 === 0)],
  ['what follows it, the others', INCREMENTS.filter((_attack, index) => index % 2 === 1)],
  ['the cross-references', XREF_TRICKS],
] as const

test.each(GROUPS)(
  'attacks on %s that pyHanko refuses are refused here too',
  async (_on, attacks) => {
    const steps = await signedSteps(authority, await SAMPLES['a classic file']!(), {
      signers: 2,
      seal: false,
    })
    const target = { steps, signed: steps.at(-1)! }
    const files = attacks.map(([, attack]) => attack(target))
    const theirs = await pyHankoOnAll(files, authority.root)
    const verdicts = attacks.map(([name], index) => {
      const { problem, signatures, timestamps } = theirs[index]!
      const all = [...signatures, ...timestamps]
      const they = problem === undefined && all.length >= 3 && all.every(({ holds }) => holds)
      return { name, they, we: accepts(files[index]!) }
    })
    const onlyWe = verdicts.filter(({ they, we }) => they && !we).map(({ name }) => name)
    console.info(`refused here, accepted by pyHanko: ${onlyWe.join('; ') || 'none'}`)
    expect(verdicts.filter(({ we }) => we)).toEqual([])
  },
)

function accepts(pdf: Uint8Array): boolean {
  try {
    return verifyPdf(pdf, { roots, nowMs: Date.now() }).valid
  } catch {
    return false
  }
}
