/** Files that came out of the whole service, from the form to the seal, before the outside judges. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../support/long-tests.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import type { TestAuthority } from '../support/signing.ts'
import { signedSteps } from '../support/signing.ts'
import { somebody } from '../support/signing-app.ts'
import {
  CASES,
  type Case,
  type Judged,
  judgeCases,
  judgeTamperings,
  openStage,
  type Stage,
  signThrough,
} from '../support/signing-conformance.ts'
import { caseLine, documentedLines, spoiledLine } from '../support/signing-report.ts'
import { TAMPERINGS } from '../support/signing-tampering.ts'

/** A case waits for those before it and for its lot at pyHanko. */
const TIMEOUT_MS = 900_000
const LEVEL = 'PAdES-BASELINE-LTA'

let stage: Stage
let judged: ReadonlyMap<Case, Promise<Judged>>

beforeAll(async () => {
  stage = await openStage()
  judged = judgeCases(stage, chosen)
})
afterAll(async () => {
  await Promise.allSettled(judged.values())
  await stage.close()
}, TIMEOUT_MS)

const sample = async (name: string): Promise<Uint8Array> => {
  const pdf = await SAMPLES[name]?.()
  if (pdf === undefined) throw new RangeError(`there is no sample ${name}`)
  return pdf
}
/** A run in the short form has these kinds, by two people each where the table has that. */
const ALWAYS = [
  ...['a classic file', 'object streams', 'linearized', 'PDF/A-3b of ours', 'Factur-X of ours'],
  'signed by pyHanko before',
]
const inShort = ({ kind, signers }: Case) => ALWAYS.includes(kind) && signers === 2
const chosen = isLong('signed-kinds') ? CASES : CASES.filter(inShort)
const names = chosen.map((one) => [one.kind, one.signers, one] as const)

describe.each(names)('%s, %i signer(s) through the service', (_kind, _signers, one) => {
  const verdict = async (): Promise<Judged> => {
    const promise = judged.get(one)
    if (promise === undefined) throw new RangeError('every case is judged')
    return await promise
  }

  test('every judge accepts every signature', { timeout: TIMEOUT_MS }, async () => {
    const { status, level, dss, pyHanko, ours } = await verdict()
    expect({ status, level }).toEqual({ status: 'completed', level: LEVEL })
    expect(dss).toMatchObject({ problems: [], bytesAfterLastToken: 0 })
    expect(dss.signatures.filter(({ indication }) => indication !== 'TOTAL_PASSED')).toEqual([])
    const own = dss.signatures.filter(({ field }) => !isForeign(field))
    expect(own.length).toBe(dss.signatures.length - (one.before ?? 0))
    expect(own.length).toBeGreaterThan(one.signers)
    expect(own.filter((each) => each.level !== LEVEL || each.warnings.length > 0)).toEqual([])
    expect(ours.valid).toBe(true)
    expect(ours.signatures.flatMap((each) => each.problems)).toEqual([])
    if (pyHanko !== undefined) expectHolds(pyHanko, dss.signatures.length)
    else expect(dss.signatures.length).toBeGreaterThan(10)
  })

  test('it is still what it was', { timeout: TIMEOUT_MS }, async () => {
    const { archive, invoice } = await verdict()
    if (one.claims !== undefined)
      expect(archive.pdfa).toEqual({ claimed: one.claims, problems: [] })
    if (one.invoice) {
      expect(archive.mustang).toMatchObject({ summary: 'valid' })
      expect(invoice).toMatchObject({ valid: true })
    }
  })

  test('the documentation says what the judges say', { timeout: TIMEOUT_MS }, async () => {
    expect(documentedLines().cases).toContain(caseLine(one, await verdict()))
  })
})

/** pyHanko's field in a file that it signed first. */
const isForeign = (field: string): boolean => field === 'After'

function expectHolds(pyHanko: NonNullable<Judged['pyHanko']>, signatures: number): void {
  expect(pyHanko.problem).toBeUndefined()
  expect(pyHanko.signatures).toHaveLength(signatures)
  expect(pyHanko.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
  const own = pyHanko.signatures.filter(({ field }) => !isForeign(field))
  // After the last seal comes nothing but validation data and the archive time-stamp.
  const allowed = ['FORM_FILLING', 'LTA_UPDATES']
  expect(
    own.filter(({ ades, changes }) => ades !== 'PASSED' || !allowed.includes(changes ?? '')),
  ).toEqual([])
  expect(pyHanko.timestamps.map(({ holds }) => holds)).toEqual([true])
}

test('spoiled copies are refused by both judges and by us', { timeout: TIMEOUT_MS }, async () => {
  const { pdf } = await signThrough(stage, await sample('a classic file'), 2)
  const verdicts = await judgeTamperings(stage, pdf)
  expect(verdicts).toHaveLength(TAMPERINGS.length)
  expect(
    verdicts.filter(({ dss, pyHanko, ours }) => !dss || !pyHanko || ours.length === 0),
  ).toEqual([])
  expect(documentedLines().tamperings).toEqual(verdicts.map(spoiledLine))
})

test('a file that we signed for others keeps their signatures and takes more', async () => {
  const others = { pki: stage.signing.services.pki } as TestAuthority
  const plan = { signers: 1, certify: false, seal: false }
  const signed = (await signedSteps(others, await sample('object streams'), plan)).at(-1)
  if (signed === undefined) throw new RangeError('every plan has steps')
  const { pdf } = await signThrough(stage, signed, 2)
  const verdict = await stage.judges.pades(pdf, stage.roots)
  expect(verdict.problems).toEqual([])
  expect(verdict.signatures.map(({ level }) => level)).toEqual(Array(4).fill(LEVEL))
  expect(pdf.subarray(0, signed.length).equals(signed)).toBe(true)
})

test('a finished file takes no more signatures: it is certified, and the answer says so', async () => {
  const { pdf } = await signThrough(stage, await sample('object streams'), 1)
  const again = await stage.signing.post([somebody()], { pdf })
  expect(again.json()).toMatchObject({ code: 'pdf_not_signable' })
})
