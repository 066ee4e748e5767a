import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import { type Invoice, PROFILES, type Profile } from '../../src/facturx/model/invoice.ts'
import { type Judges, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { mutantsOf } from '../support/mutations.ts'
import { unexplainedIn } from '../support/official-agreement.ts'
import { randomMutants } from '../support/random-mutants.ts'
import { scenariosOf } from '../support/scenarios.ts'
import { fullInvoice, plainInvoice } from '../unit/facturx/sample-invoices.ts'

const LAYERS = ['xsd', 'cen', 'profile', 'fr'] as const
/** Enough for the largest set of mutants on a busy machine. */
const TIMEOUT_MS = 900_000

let judges: Judges
beforeAll(() => {
  judges = startJudges()
})
afterAll(() => judges.close())

/** The short form compares one in ten. */
const IS_LONG = isLong('rules')
const SPARSE = IS_LONG ? 1 : 10

/** One in `every` spoiled copy is compared here, where that says enough; scripts/facturx-conformance.ts compares all. */
const SETS: [name: string, invoice: Invoice, profile: Profile, every: number][] = [
  ['a plain invoice', plainInvoice, 'minimum', 1],
  ['a plain invoice', plainInvoice, 'basic-wl', 1],
  ['a plain invoice', plainInvoice, 'en16931', 1],
  ['an invoice that uses everything', fullInvoice, 'extended', 3],
]

/** Of each profile; scripts/facturx-mutants.ts compares thousands. */
const RANDOM = IS_LONG ? 60 : 12

describe('our verdict and the official artefacts', () => {
  test.each(PROFILES)(
    'name the same ids on %s spoiled at random',
    async (profile) => {
      const mutants = randomMutants(profile, RANDOM, 16_931)
      const found = mutants.map(async ({ what, xml }) => {
        const verdict = await judges.judge(Buffer.from(xml), LAYERS)
        return unexplainedIn(verdict).map((each) => `${each}: ${what}`)
      })
      expect((await Promise.all(found)).flat()).toEqual([])
      expect(mutants).toHaveLength(RANDOM)
    },
    TIMEOUT_MS,
  )

  test.each(SETS)(
    'name the same ids on %s spoiled in every way (%#)',
    async (_name, json, profile, every) => {
      const { xml } = writeCii(completeInvoice({ ...json, profile }).invoice)
      const spoiled = [...mutantsOf(xml)].filter((_, index) => index % (every * SPARSE) === 0)
      const mutants = [...spoiled, ...scenariosOf(profile)]
      // All are asked for at once: the judges never wait for what we say.
      const found = mutants.map(async ({ what, xml }) => {
        const verdict = await judges.judge(Buffer.from(xml), LAYERS)
        return unexplainedIn(verdict).map((each) => `${each}: ${what}`)
      })
      expect((await Promise.all(found)).flat()).toEqual([])
      expect(mutants.length).toBeGreaterThan(20)
    },
    TIMEOUT_MS,
  )
})
