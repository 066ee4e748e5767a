/** What leaves as CII, UBL, XRechnung or Peppol BIS, before the makers' own processors; and our verdict on spoiled UBL beside theirs. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { INVOICE_FORMATS } from '../../src/facturx/model/guidelines.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type Judges, type SheetFinding, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { mutantsOf } from '../support/mutations.ts'
import { unexplainedIn } from '../support/official-agreement.ts'
import { anyInvoice } from '../unit/facturx/arbitrary-invoice.ts'

const INVOICES = isLong('invoices') ? 2000 : 24
const EVERY = isLong('rules') ? 1 : 40
const SEED = 16_931
const TIMEOUT_MS = 1_800_000
const FORMATS = INVOICE_FORMATS.filter((format) => format !== 'facturx')

let judges: Judges
beforeAll(() => {
  judges = startJudges()
})
afterAll(() => judges.close())

const inFormat = (invoice: object, format: (typeof FORMATS)[number], isCredit: boolean) => {
  const isFrench = format === 'cii' || format === 'ubl'
  return checkInvoice(
    {
      ...(invoice as JsonObject),
      profile: 'en16931',
      businessProcess: isFrench ? 'M1' : null,
      references: { buyer: '04011000-1234512345-06' },
      ...(isCredit && {
        typeCode: '381',
        precedingInvoices: [{ number: 'F1', issueDate: '2026-01-31' }],
      }),
    },
    { format },
  )
}

const errorsIn = (findings: readonly SheetFinding[] = []): string[] =>
  findings.flatMap(({ id, flag }) => (flag === 'warning' || flag === 'information' ? [] : id))

test.each(FORMATS)(
  `${INVOICES} random invoices as %s are valid for every sheet of theirs`,
  async (format) => {
    const isSound = (invoice: object): boolean =>
      inFormat(invoice, format, false).errors.length === 0
    const invoices = fc.sample(anyInvoice.filter(isSound), { numRuns: INVOICES, seed: SEED })
    const said = invoices.map(async (invoice, at) => {
      const { xml, errors } = inFormat(invoice, format, at % 3 === 2)
      if (errors.length > 0) return errors.map(({ code }) => `ours ${code}`)
      const isFrench = format === 'cii' || format === 'ubl'
      const verdict = await judges.judge(Buffer.from(xml), [
        'cen',
        // the schema of CII is that of a profile of Factur-X
        ...(format === 'xrechnung-cii' ? [] : (['xsd'] as const)),
        ...(isFrench ? (['fr'] as const) : []),
      ])
      const { xsd = [], cen, fr, xrechnung, peppol } = verdict
      const named = format.startsWith('xrechnung') ? xrechnung : format === 'peppol' ? peppol : cen
      if (named === undefined) return [`no sheet of ${format} was run`]
      return [...xsd, ...[cen, fr, xrechnung, peppol].flatMap(errorsIn)]
    })
    expect((await Promise.all(said)).flat()).toEqual([])
  },
  TIMEOUT_MS,
)

test.each(['ubl', 'xrechnung-ubl', 'peppol'] as const)(
  'spoiled %s: our verdict is that of the makers',
  async (format) => {
    const [invoice] = fc.sample(anyInvoice, { numRuns: 1, seed: SEED })
    const { xml } = inFormat(invoice ?? {}, format, false)
    const mutants = [...mutantsOf(xml)].filter((_, index) => index % EVERY === 0)
    const found = mutants.map(async ({ what, xml: spoiled }) => {
      const verdict = await judges.judge(Buffer.from(spoiled), ['xsd', 'cen', 'fr'])
      return unexplainedIn({ ...verdict, xml: spoiled }).map((each) => `${each}: ${what}`)
    })
    expect((await Promise.all(found)).flat()).toEqual([])
    expect(mutants.length).toBeGreaterThan(8)
  },
  TIMEOUT_MS,
)
