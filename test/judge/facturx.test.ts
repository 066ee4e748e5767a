import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { type Invoice, PROFILES } from '../../src/facturx/model/invoice.ts'
import { LANGUAGES } from '../../src/facturx/page/language.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { type FilePart, startTestApp, type TestApp } from '../support/app.ts'
import { docxWith } from '../support/docx-package.ts'
import { INVOICE_CASES } from '../support/invoice-cases.ts'
import { objectionsTo, objectionsToPdf, xmlLayers } from '../support/invoice-objections.ts'
import { fittedTo, shippedInvoice, shippedTemplate, shippedXml } from '../support/invoices.ts'
import { type Judges, type Layer, startJudges } from '../support/judges.ts'
import { isLong } from '../support/long-tests.ts'
import { schemaInvoice } from '../support/schema-invoices.ts'
import { anyInvoice } from '../unit/facturx/arbitrary-invoice.ts'

/** Random invoices, the same in every run. */
const RANDOM_INVOICES = isLong('invoices') ? 40 : 8
const SEED = 16931
/** Generated from the JSON Schema; about a fifth of them is accepted. scripts/facturx-accepted.ts judges thousands. */
const SCHEMA_INVOICES = isLong('invoices') ? 600 : 80

const smallTemplate: FilePart = {
  filename: 'small.docx',
  bytes: docxWith('{title} {number}: {totals.due}'),
}

let service: TestApp
let judges: Judges
beforeAll(async () => {
  judges = startJudges()
  service = await startTestApp()
})
afterAll(async () => {
  judges.close()
  await service.close()
})

/** What every judge says against an outcome of the service; empty when they all agree to it. */
async function objections(
  invoice: Invoice,
  template = smallTemplate,
  locale?: string,
): Promise<string[]> {
  const key = await service.newKey()
  const answer = await service.call('POST', '/render-facturx', {
    key,
    form: [
      ['template', template],
      ['data', JSON.stringify(invoice)],
      ...(locale === undefined ? [] : [['options', JSON.stringify({ locale })] as const]),
    ],
  })
  if (answer.status !== 200) return [answer.bytes.toString()]
  return objectionsToPdf(await judges.judge(answer.bytes, layersFor(invoice)))
}

/**
 * The EN 16931 sheet is for invoices with lines, the French one for French sellers; MINIMUM has no
 * place for what the French one wants (electronic addresses, mentions).
 */
function layersFor({ profile = 'en16931', seller }: Invoice): Layer[] {
  const layers: Layer[] = ['xsd', 'profile', 'pdfa', 'mustang']
  if (profile === 'basic' || profile === 'en16931') layers.push('cen')
  if (seller?.address?.country === 'FR' && profile !== 'minimum') layers.push('fr')
  return layers
}

/** BASIC WL and BASIC have no place for a rounding: without it they take as many invoices as the others. */
function fitting(invoice: Invoice): Invoice {
  if (invoice.profile !== 'basic-wl' && invoice.profile !== 'basic') return invoice
  const { rounding: _, ...totals } = invoice.totals ?? {}
  return { ...invoice, totals }
}

describe('what /render-facturx makes is accepted by veraPDF, Mustang, XSD and schematrons', () => {
  test.each(PROFILES)('the shipped sample in profile %s', async (profile) => {
    expect(await objections(fittedTo(profile, shippedInvoice()), shippedTemplate)).toEqual([])
  })

  test.each(LANGUAGES)(
    'everything the model has, on the shipped page in "%s"',
    async (language) => {
      const invoice = INVOICE_CASES['everything the model has, in EXTENDED'] as Invoice
      expect(await objections(invoice, shippedTemplate, language)).toEqual([])
    },
  )

  test.each(Object.keys(INVOICE_CASES))('%s', async (name) => {
    expect(await objections(INVOICE_CASES[name] as Invoice)).toEqual([])
  })

  test.each(['381', '384'])('type %s made from the file of an invoice', async (type) => {
    const key = await service.newKey()
    const answer = await service.call('POST', '/facturx/credit-note', {
      key,
      form: [
        ['file', shippedXml()],
        ['number', 'A-2026-0007'],
        ['issue_date', '2026-12-01'],
        ['type_code', type],
        ['lines', '[{"id":"1","quantity":"1"},{"id":"2","amount":"10"}]'],
      ],
    })
    expect(answer.status).toBe(200)
    const layers: Layer[] = ['xsd', 'profile', 'pdfa', 'mustang', 'cen', 'fr']
    expect(objectionsToPdf(await judges.judge(answer.bytes, layers))).toEqual([])
  })

  test(`${RANDOM_INVOICES} random invoices`, { timeout: 300_000 }, async () => {
    const inProfile = fc
      .tuple(anyInvoice, fc.constantFrom(...PROFILES))
      .map(([invoice, profile]) => fitting({ ...invoice, profile }))
    const sound = inProfile.filter(
      (invoice) => checkInvoice(invoice as unknown as JsonObject, {}).errors.length === 0,
    )
    const results: string[][] = []
    for (const invoice of fc.sample(sound, { numRuns: RANDOM_INVOICES, seed: SEED })) {
      results.push(await objections(invoice))
    }
    expect(results.flat()).toEqual([])
    expect(results).toHaveLength(RANDOM_INVOICES)
  })
})

test('the judges do object: a total that we changed by a cent after the checks', async () => {
  const { xml } = checkInvoice(shippedInvoice() as unknown as JsonObject, {})
  const wrong = xml.replace('<ram:GrandTotalAmount>3786.19', '<ram:GrandTotalAmount>3786.20')
  expect(wrong).not.toBe(xml)
  const verdict = await judges.judge(Buffer.from(wrong), ['xsd', 'cen', 'profile', 'fr'])
  expect(verdict.cen?.map(({ id }) => id)).toContain('BR-CO-15')
})

test(`the XML of ${SCHEMA_INVOICES} invoices generated from the JSON Schema, as far as they are accepted`, {
  timeout: 300_000,
}, async () => {
  const invoices = fc.sample(schemaInvoice, { numRuns: SCHEMA_INVOICES, seed: SEED })
  const accepted = invoices.flatMap((invoice) => {
    const checked = checkInvoice(invoice as unknown as JsonObject, {})
    return checked.errors.length > 0
      ? []
      : [{ invoice, xml: checked.xml, complete: checked.invoice }]
  })
  expect(accepted.length).toBeGreaterThan(SCHEMA_INVOICES / 10)
  const objected = accepted.map(async ({ invoice, xml, complete }) => {
    const said = objectionsTo(await judges.judge(Buffer.from(xml), xmlLayers(complete)))
    return said.length === 0 ? [] : [{ invoice, said }]
  })
  expect((await Promise.all(objected)).flat()).toEqual([])
})
