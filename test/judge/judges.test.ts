import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { plainInvoice } from '../unit/facturx/sample-invoices.ts'

/** Building the judges takes a minute, their first PDF another on a busy machine. */
const TIMEOUT_MS = 600_000
const XML_LAYERS = ['xsd', 'cen', 'profile', 'fr'] as const

let judges: Judges
beforeAll(() => {
  judges = startJudges()
}, TIMEOUT_MS)
afterAll(() => judges.close())

const { xml } = writeCii(completeInvoice(plainInvoice).invoice)
const judged = (text: string) => judges.judge(Buffer.from(text, 'utf8'), XML_LAYERS)
const ids = (findings: readonly { id: string }[] | undefined) => findings?.map(({ id }) => id)

describe('the judges', () => {
  test(
    'find nothing wrong with a right invoice',
    async () => {
      expect(await judged(xml)).toMatchObject({
        profile: 'en16931',
        xsd: [],
        cen: [],
        profileRules: [],
        fr: [],
      })
    },
    TIMEOUT_MS,
  )

  test(
    'say no: to a wrong total, a broken structure, a missing French mention, and XML that is none',
    async () => {
      const wrongTotal = await judged(xml.replace(/(<ram:GrandTotalAmount>)/, '$19'))
      expect(ids(wrongTotal.cen)).toContain('BR-CO-15')
      expect(ids(wrongTotal.profileRules)).toContain('BR-CO-15')
      const broken = await judged(xml.replaceAll('ram:BuyerTradeParty', 'ram:BuyerParty'))
      expect(broken.xsd).not.toEqual([])
      const noMention = await judged(xml.replace('<ram:SubjectCode>PMD</ram:SubjectCode>', ''))
      expect(ids(noMention.fr)).toEqual(['BR-FR-05_BT-22_PMD'])
      expect(await judged('<a>')).toHaveProperty('malformed')
    },
    TIMEOUT_MS,
  )

  test(
    'say no to a PDF that is neither PDF/A nor an invoice',
    async () => {
      const document = await PDFDocument.create()
      document.addPage()
      const verdict = await judges.judge(await document.save(), ['pdfa', 'mustang', 'xsd'])
      expect(verdict.pdfa?.problems.join()).toContain('claims no PDF/A flavour')
      expect(verdict.mustang?.summary).toBe('invalid')
      expect(verdict.xml).toBeNull()
    },
    TIMEOUT_MS,
  )
})
