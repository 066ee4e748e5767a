import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawProofPages, proofDocument } from '../../src/signing/proof/pages.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import {
  dossierFacts,
  manyScriptsFacts,
  proofFacts,
  strainedFacts,
} from '../support/proof-facts.ts'
import { signedWithProof } from '../support/proof-signing.ts'
import { pyHanko } from '../support/pyhanko.ts'
import { startAuthority, type TestAuthority } from '../support/signing.ts'

/** Many signatures and seals, each judged by two validators. */
const LONG_MS = 900_000
/** pyHanko judges every signature anew for each one after it: 28 of them take it many minutes. */
const PYHANKO_MAX = 10

let authority: TestAuthority
let judges: Judges
let service: TestApp
let key: string

beforeAll(async () => {
  judges = startJudges()
  authority = await startAuthority()
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(async () => {
  judges.close()
  await service.close()
  await authority.close()
})

async function rendered(format: string): Promise<Uint8Array> {
  const answer = await service.call('POST', '/render-document', {
    key,
    form: [
      ['template', { filename: 'l.docx', bytes: readFileSync(resolve('templates/letter.docx')) }],
      ['data', readFileSync(resolve('templates/letter.json'), 'utf8')],
      ['format', format],
    ],
  })
  expect(answer.status).toBe(200)
  return answer.bytes
}

const pagesOf = async (pdf: Uint8Array): Promise<number> =>
  (await PDFDocument.load(pdf)).getPageCount()

// Twenty signers are judged in signing.test.ts, certificate and all.
const CASES = [
  ['1 signer', proofFacts(1)],
  ['5 signers', proofFacts(5, { locale: 'en' })],
  ['texts as long and as strange as they may be', strainedFacts()],
] as const

describe.each(isLong('signed-kinds') ? CASES : CASES.slice(0, 1))(
  'the certificate of %s as the seals’ appearance',
  (_what, facts) => {
    test(
      'is B-LTA for EU DSS and holds for pyHanko',
      async () => {
        const plain = await SAMPLES['a page turned by 90 degrees, cropped']!()
        const pdf = await signedWithProof(authority, plain, facts, dossierFacts(facts))
        const { signatures, problems, bytesAfterLastToken } = await judges.pades(
          pdf,
          authority.root,
        )
        expect({ problems, bytesAfterLastToken }).toEqual({ problems: [], bytesAfterLastToken: 0 })
        // One seal for each page of the certificate, those with consents included.
        const pages = (await pagesOf(pdf)) - (await pagesOf(plain))
        expect(signatures).toHaveLength(facts.signers.length + pages)
        for (const signature of signatures)
          expect(signature).toMatchObject({
            indication: 'TOTAL_PASSED',
            level: 'PAdES-BASELINE-LTA',
            warnings: [],
          })
        if (signatures.length > PYHANKO_MAX) return
        const second = await pyHanko(pdf, authority.root)
        expect(second.problem).toBeUndefined()
        expect(second.signatures).toHaveLength(signatures.length)
        for (const signature of second.signatures)
          expect(signature).toMatchObject({
            holds: true,
            ades: 'PASSED',
            changes: expect.stringMatching(/^(?:FORM_FILLING|LTA_UPDATES)$/),
          })
      },
      LONG_MS,
    )
  },
)

test.each([
  ['plain facts', proofFacts(4)],
  ['strained facts', strainedFacts()],
  ['names of many scripts', manyScriptsFacts()],
])('a PDF/A-3 stays one with %s', async (_what, facts) => {
  const plain = await rendered('pdfa-3b')
  const pdf = await signedWithProof(authority, plain, facts, dossierFacts(facts))
  const { pdfa } = await judges.judge(pdf, ['pdfa'])
  expect(pdfa).toEqual({ claimed: '3b', problems: [] })
})

test.each([
  ['plain facts', proofFacts(2)],
  ['names of many scripts', manyScriptsFacts()],
])(
  'an accessible PDF stays one with %s: fields, pages and pictures of the certificate are tagged or artifacts',
  async (_what, facts) => {
    const pdf = await signedWithProof(
      authority,
      await rendered('pdfua'),
      facts,
      dossierFacts(facts),
    )
    const { pdfa } = await judges.judge(pdf, ['pdfa'])
    expect(pdfa?.claimed).toBe('ua1')
    expect(pdfa?.problems).toEqual([])
  },
)

test.each([
  ['plain facts', proofFacts(2)],
  ['twenty signers', proofFacts(20, { locale: 'en' })],
  ['strained facts', strainedFacts()],
  ['names of many scripts', manyScriptsFacts()],
])('the certificate as a file of its own is PDF/UA-1 with %s', async (_what, facts) => {
  const { locale, document, signers } = facts
  const sheet = { locale, documentId: document.id, signers: signers.length }
  const pdf = await proofDocument(sheet, await drawProofPages(facts))
  const { pdfa } = await judges.judge(pdf, ['pdfa'])
  expect(pdfa).toEqual({ claimed: 'ua1', problems: [] })
})
