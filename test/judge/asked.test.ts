/** A file of an approver, a signer and a witness, before the outside judges: exactly the signatures of those who sign. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { somebody } from '../support/signing-app.ts'
import { openStage, type Stage, verified } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 900_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close(), TIMEOUT_MS)

test('the signer’s and the witness’s signature stand; of the approval there is none', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const approver = somebody({ action: 'approve' })
  const signer = somebody({ order: 2 })
  const witness = somebody({ action: 'witness', witness_of: signer.email, allow_delegation: true })
  const { id } = await signing.create([approver, signer, witness])
  await (await signing.person(approver)).approveWhole()
  await signing.work()
  await (await signing.person(signer)).signWhole()
  await signing.work()
  // Somebody else signs as the witness, with a certificate in the delegate's name.
  const { email, phone, last_name } = somebody()
  const named = { email, phone, first_name: 'Katherine', last_name, reason: 'On leave' }
  const left = await (await signing.person(witness)).call('POST', '/delegation', named)
  expect(left.status).toBe(204)
  await (await signing.person(named)).signWhole()
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  const pdf = await signing.signedFile(id)
  // Two people, and a seal on each page of the proof certificate: the first one, and one for three people.
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(dss.signatures.map(({ indication }) => indication)).toEqual(
    Array.from({ length: 4 }, () => 'TOTAL_PASSED'),
  )
  const names = (await verified(stage, pdf)).json<{ signatures: unknown }>()
  expect(JSON.stringify(names)).toContain(`Katherine ${last_name}`)
  expect(JSON.stringify(names)).not.toContain(`${witness.last_name}`)
  const [hanko] = await pyHankoOnAll([pdf], stage.roots)
  expect(hanko?.problem).toBeUndefined()
  expect(hanko?.signatures.map(({ ades }) => ades)).toEqual(
    Array.from({ length: 4 }, () => 'PASSED'),
  )
  expect(hanko?.signatures.filter(({ holds }) => !holds)).toEqual([])
})
