/** Files of requests that ask for more than one signature of one file, before the outside judges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { smallPdf, somebody } from '../support/signing-app.ts'
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
  // Two people, and a seal on each page of the proof certificate: who signed; two of the people; the third, and consents.
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(dss.signatures.map(({ indication }) => indication)).toEqual(
    Array.from({ length: 5 }, () => 'TOTAL_PASSED'),
  )
  const names = (await verified(stage, pdf)).json<{ signatures: unknown }>()
  expect(JSON.stringify(names)).toContain(`Katherine ${last_name}`)
  expect(JSON.stringify(names)).not.toContain(`${witness.last_name}`)
  const [hanko] = await pyHankoOnAll([pdf], stage.roots)
  expect(hanko?.problem).toBeUndefined()
  expect(hanko?.signatures.map(({ ades }) => ades)).toEqual(
    Array.from({ length: 5 }, () => 'PASSED'),
  )
  expect(hanko?.signatures.filter(({ holds }) => !holds)).toEqual([])
})

test('of two files and two signers, each file has both signatures and a seal of its own', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const people = [somebody(), somebody({ order: 2 })]
  const files = [{ filename: 'annexe.pdf', bytes: await smallPdf() }]
  const { id } = await signing.create(people, { files })
  expect(await signing.finish(id, people)).toMatchObject({ status: 'completed' })
  const pdfs: Buffer[] = []
  for (const number of [1, 2])
    pdfs.push((await signing.act('GET', id, `/signed?file_number=${number}`)).bytes)
  // Both people in each file; the proof certificate has three pages in the first, of which the other has one.
  const counts = [2 + 3, 2 + 1]
  const hanko = await pyHankoOnAll(pdfs, stage.roots)
  for (const [index, pdf] of pdfs.entries()) {
    const dss = await stage.judges.pades(pdf, stage.roots)
    expect(dss.problems).toEqual([])
    expect(dss.signatures.map(({ indication }) => indication)).toEqual(
      Array.from({ length: counts[index] ?? 0 }, () => 'TOTAL_PASSED'),
    )
    expect(hanko[index]?.problem).toBeUndefined()
    expect(hanko[index]?.signatures.map(({ ades }) => ades)).toEqual(
      Array.from({ length: counts[index] ?? 0 }, () => 'PASSED'),
    )
    expect(hanko[index]?.signatures.filter(({ holds }) => !holds)).toEqual([])
    expect((await verified(stage, pdf)).json()).toMatchObject({ verdict: 'valid' })
  }
  // The certificate as a file of its own is for everybody, sealed and stamped.
  const proof = (await signing.act('GET', id, '/proof')).bytes
  const { pdfa } = await stage.judges.judge(proof, ['pdfa'])
  expect(pdfa).toEqual({ claimed: 'ua1', problems: [] })
  const dss = await stage.judges.pades(proof, stage.roots)
  expect(dss.problems).toEqual([])
  const levels = dss.signatures.map(({ indication, level }) => `${indication} ${level}`)
  expect(levels).toEqual(['TOTAL_PASSED PAdES-BASELINE-LTA'])
  const [own] = await pyHankoOnAll([proof], stage.roots)
  expect(own?.problem).toBeUndefined()
  expect(own?.signatures.filter(({ holds }) => !holds)).toEqual([])
})
