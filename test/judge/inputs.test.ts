/** Files with fields that signers filled in, before the outside judges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFieldsFilled } from '../support/later-filling.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { somebody, type WishedSigner } from '../support/signing-app.ts'
import { openStage, type Stage } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 900_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close(), TIMEOUT_MS)

const VALUES = { name: 'Łódź', share: 12.5, start: '2026-11-24', terms: true, pay: 'Transfer' }

/** Five fields for each, in rows of small boxes. */
const fieldsOf = (row: number): object[] => {
  const at = (x: number, width: number, more: object) => ({
    ...{ page: 1, x, y: 8 + row * 36, width, height: 30 },
    ...more,
  })
  return [
    at(5, 60, { type: 'text', name: 'name' }),
    at(70, 40, { type: 'number', name: 'share' }),
    at(115, 80, { type: 'date', name: 'start' }),
    at(200, 14, { type: 'checkbox', name: 'terms' }),
    at(220, 60, { type: 'radio', name: 'pay', options: ['Card', 'Transfer'] }),
  ]
}

async function filled(signers: number, sample: string, order: (index: number) => number) {
  const pdf = await SAMPLES[sample]?.()
  if (pdf === undefined) throw new RangeError(`there is no sample ${sample}`)
  const people = Array.from({ length: signers }, (_, index): WishedSigner => {
    const fields = fieldsOf(index)
    return somebody({ fields, order: order(index) })
  })
  const { id } = await stage.signing.create(people, { pdf })
  for (const who of people) {
    const person = await stage.signing.person(who)
    await person.signWhole({ kind: 'typed', text: 'Zoé', values: VALUES })
  }
  await stage.signing.work()
  expect((await stage.signing.get(id)).status).toBe('completed')
  return await stage.signing.signedFile(id)
}

test('20 signers who fill in five fields each', { timeout: TIMEOUT_MS }, async () => {
  const pdf = await filled(20, 'a classic file', (index) => 1 + Math.floor(index / 2))
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(dss.signatures.length).toBeGreaterThan(20)
  expect(
    dss.signatures.filter((each) => each.indication !== 'TOTAL_PASSED' || each.warnings.length > 0),
  ).toEqual([])
})

test('three signers: pyHanko accepts the file; values changed afterwards are told', {
  timeout: TIMEOUT_MS,
}, async () => {
  const pdf = await filled(3, 'a classic file', (index) => 1 + Math.floor(index / 2))
  const changed = withFieldsFilled(pdf)
  if (changed === undefined) throw new TypeError('the file has fields that are filled in')
  const [whole, spoiled] = await pyHankoOnAll([pdf, changed], stage.roots)
  expect(whole?.problem).toBeUndefined()
  expect(whole?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
  expect(whole?.signatures.map(({ ades }) => ades)).toEqual(whole?.signatures.map(() => 'PASSED'))
  // Each signature fixes what its signer filled in, and the last seal everything.
  expect(spoiled?.signatures.filter(({ holds }) => holds)).toEqual([])
  const dss = await stage.judges.pades(changed, stage.roots)
  expect(dss.problems).not.toEqual([])
})
