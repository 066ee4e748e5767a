/** Every published attack on a really signed file is noticed, and named by the right code. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Certificate } from '../../../src/pades/certificate.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { UnreadablePdfError } from '../../../src/pdf/stream-data.ts'
import { FORGERIES, type Target } from '../../support/attacks.ts'
import { SAMPLES } from '../../support/pdf-samples.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../../support/signing.ts'
import { INCREMENTS } from '../../support/update-attacks.ts'
import { XREF_TRICKS } from '../../support/xref-attacks.ts'

let authority: TestAuthority
let roots: Certificate[]
let target: Target

const targetOf = async (sample: string): Promise<Target> => {
  const steps = await signedSteps(authority, await SAMPLES[sample]!(), { signers: 2 })
  return { steps, signed: steps.at(-1)! }
}

/** Codes of everything that is wrong, the file's own first. */
function codesOf(pdf: Uint8Array): string[] {
  try {
    const found = verifyPdf(pdf, { roots, nowMs: Date.now() })
    const all = [...found.problems, ...found.signatures.flatMap(({ problems }) => problems)]
    expect(found.valid).toBe(all.length === 0)
    return all.map(({ code }) => code)
  } catch (error) {
    if (error instanceof UnreadablePdfError) return ['pdf_invalid']
    throw error
  }
}

beforeAll(async () => {
  authority = await startAuthority()
  roots = [(await authority.pki.authority.key('root')).facts.certificate]
  target = await targetOf('a classic file')
})
afterAll(() => authority.close())

const noticed = (codes: string[], code: string | RegExp) =>
  codes.some((each) => (typeof code === 'string' ? each === code : code.test(each)))

describe.each([
  ['the signature itself', FORGERIES],
  ['what follows it', INCREMENTS],
  ['the cross-references', XREF_TRICKS],
])('attacks on %s', (_group, attacks) => {
  test.each(attacks)('%s', (_name, attack, code) => {
    const codes = codesOf(attack(target))
    expect(noticed(codes, code), `${codes.join(', ')} should name ${code}`).toBe(true)
  })
})

test('the file under attack is valid before', () => {
  expect(codesOf(target.signed)).toEqual([])
})
