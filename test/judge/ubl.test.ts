/** What leaves as CII, UBL, XRechnung, Peppol BIS or EXTENDED-CTC-FR, before the makers' own processors; and our verdict on spoiled files beside theirs. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  formatObjections,
  inFormat,
  soundInvoices,
  XML_FORMATS,
} from '../support/format-objections.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { mutantsOf } from '../support/mutations.ts'
import { unexplainedIn } from '../support/official-agreement.ts'
import { anyInvoice } from '../unit/facturx/arbitrary-invoice.ts'

/** scripts/facturx-formats.ts judges thousands. */
const INVOICES = 24
const EVERY = isLong('rules') ? 1 : 40
const SEED = 16_931
const TIMEOUT_MS = 1_800_000

let judges: Judges
beforeAll(() => {
  judges = startJudges()
})
afterAll(() => judges.close())

test.each(XML_FORMATS)(
  `${INVOICES} random invoices as %s are valid for every sheet of theirs`,
  async (format) => {
    const said = soundInvoices(format, INVOICES, SEED).map((invoice, at) =>
      formatObjections(judges, invoice, format, at % 3 === 2),
    )
    expect((await Promise.all(said)).flat()).toEqual([])
  },
  TIMEOUT_MS,
)

test.each(XML_FORMATS.filter((format) => format !== 'cii'))(
  'spoiled %s: our verdict is that of the makers',
  async (format) => {
    const [invoice] = fc.sample(anyInvoice, { numRuns: 1, seed: SEED })
    const { xml } = inFormat(invoice ?? {}, format)
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
