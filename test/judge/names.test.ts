/** Files signed by people whose names are in other letters than Latin ones, before the outside judges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderedInvoice, scannedFile } from '../support/host-samples.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { openStage, type Stage, signThrough, verified } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 300_000
const NAMES = [
  { first_name: '小明', last_name: '王' },
  { first_name: 'محمد', last_name: 'بن سلمان' },
]

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close())

async function expectAccepted(pdf: Buffer): Promise<void> {
  const { problems, signatures } = await stage.judges.pades(pdf, stage.roots)
  expect(problems).toEqual([])
  expect(signatures.flatMap(({ warnings }) => warnings)).toEqual([])
  expect(new Set(signatures.map(({ indication }) => indication))).toEqual(new Set(['TOTAL_PASSED']))
  const theirs = await pyHanko(pdf, stage.roots)
  expect(theirs.signatures.filter(({ holds }) => !holds)).toEqual([])
  expect(theirs.signatures).toHaveLength(signatures.length)
}

test('a file of 50 kB that a Chinese and an Arab have signed is accepted by both judges, and names them as they write', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { pdf, status } = await signThrough(stage, await scannedFile(50_000), 2, NAMES)
  expect(status).toBe('completed')
  await expectAccepted(pdf)
  const { signatures } = (await verified(stage, pdf)).json<{
    signatures: { signer: { name: string } }[]
  }>()
  const signers = signatures.map(({ signer }) => signer.name)
  for (const { first_name, last_name } of NAMES)
    expect(signers).toContain(`${first_name} ${last_name}`)
})

test('an invoice that they have signed stays a Factur-X invoice and a PDF/A-3', {
  timeout: TIMEOUT_MS,
}, async () => {
  const invoice = await renderedInvoice(stage.signing)
  const { pdf } = await signThrough(stage, invoice, 2, NAMES)
  await expectAccepted(pdf)
  const { pdfa, mustang } = await stage.judges.judge(pdf, ['pdfa', 'mustang'])
  expect(pdfa).toEqual({ claimed: '3b', problems: [] })
  expect(mustang).toMatchObject({ summary: 'valid' })
})
