import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Judges, startJudges } from '../support/judges.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { signedSteps, startAuthority, type TestAuthority } from '../support/signing.ts'

let authority: TestAuthority
let judges: Judges

beforeAll(async () => {
  judges = startJudges()
  authority = await startAuthority()
})
afterAll(async () => {
  judges.close()
  await authority.close()
})

const passed = (field: string) => ({
  field,
  indication: 'TOTAL_PASSED',
  level: 'PAdES-BASELINE-LTA',
  warnings: [],
})

describe.each(Object.entries(SAMPLES))('%s', (_name, make) => {
  test('signed by two people and sealed is B-LTA for EU DSS and holds for pyHanko', async () => {
    const pdf = (await signedSteps(authority, await make(), { signers: 2 })).at(-1)!
    const verdict = await judges.pades(pdf, authority.root)
    expect(verdict).toEqual({
      signatures: ['Signer1', 'Signer2', 'Seal'].map(passed),
      problems: [],
      bytesAfterLastToken: 0,
    })
    const second = await pyHanko(pdf, authority.root)
    expect(second.problem).toBeUndefined()
    expect(second.timestamps.map(({ holds }) => holds)).toEqual([true])
    expect(second.signatures).toEqual(
      ['Signer1', 'Signer2', 'Seal'].map((field) => ({
        field,
        holds: true,
        ades: 'PASSED',
        changes: 'FORM_FILLING',
        docmdp: true,
      })),
    )
  })
})

test.each([1, 5, 20])('%i signers and a seal are B-LTA', async (signers) => {
  const plain = await SAMPLES['a classic file']!()
  const pdf = (await signedSteps(authority, plain, { signers })).at(-1)!
  const { signatures, problems } = await judges.pades(pdf, authority.root)
  expect(problems).toEqual([])
  expect(signatures).toHaveLength(signers + 1)
  expect(signatures).toEqual(signatures.map(({ field }) => passed(field)))
})

test('a file that carries signatures already keeps them and takes more', async () => {
  const plain = await SAMPLES['object streams']!()
  const plan = { signers: 1, certify: false, seal: false }
  const signed = (await signedSteps(authority, plain, plan)).at(-1)!
  const again = (await signedSteps(authority, signed, { ...plan, prefix: 'Later' })).at(-1)!
  const { signatures, problems } = await judges.pades(again, authority.root)
  expect(problems).toEqual([])
  expect(signatures).toEqual(['Signer1', 'Later1'].map(passed))
})

test('a flipped byte in the document is refused', async () => {
  const pdf = (await signedSteps(authority, await SAMPLES['a classic file']!(), { signers: 1 })).at(
    -1,
  )!
  const at = pdf.indexOf('/MediaBox [')
  pdf.write('1', at + '/MediaBox [ '.length)
  const { problems } = await judges.pades(pdf, authority.root)
  expect(problems.length).toBeGreaterThan(0)
  const second = await pyHanko(pdf, authority.root)
  expect(second.signatures.map(({ holds }) => holds)).not.toContain(true)
})
