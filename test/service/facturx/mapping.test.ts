import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type FilePart, startTestApp, type TestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { pdfFacts } from '../../support/pdf-facts.ts'

/** A shop's own data, nothing like an invoice JSON. */
const order = {
  ref: 'F2026-7',
  day: '2026-11-05T09:30:00+01:00',
  company: { title: 'Atelier Lumière SAS', siren: '303265045', tva: 'FR40303265045' },
  client: { title: 'Menuiserie & Fils', siren: '732829320', country: 'FR' },
  items: [
    { label: 'Suspension', qty: 3, price_ht: '100.00', taxes: [{ pct: 20 }] },
    { label: 'Livre', qty: 2, price_ht: '10.00', taxes: [{ pct: 5.5 }] },
  ],
  greeting: 'À bientôt !',
}

const mapping = {
  number: 'ref',
  issueDate: "day | date:'yyyy-MM-dd'",
  businessProcess: "'B1'",
  transactionType: "'B2B'",
  'seller.name': 'company.title',
  'seller.siren': 'company.siren',
  'seller.vatId': 'company.tva',
  'seller.address.country': "'FR'",
  '/buyer/name': 'client.title',
  '/buyer/siren': 'client.siren',
  '/buyer/address/country': 'client.country',
  lines: {
    from: 'items',
    each: {
      name: 'label',
      quantity: 'qty',
      netPrice: 'price_ht',
      'vat.category': "'S'",
      'vat.rate': 'taxes.0.pct',
    },
  },
  'payment.dueDate': "'2026-12-05'",
  'payment.means.0.code': "'30'",
  'payment.means.0.iban': "'FR7630004000031234567890143'",
  'payment.latePenalties': "'Trois fois le taux légal.'",
  'payment.recoveryFee': "'40 €'",
  'payment.earlyDiscount': "'Néant'",
}

interface Report {
  valid: boolean
  errors: { code: string; pointer: string; source?: string }[]
  warnings: { code: string; pointer: string; source?: string }[]
  invoice: { number?: string; lines?: { netAmount: string }[] }
}

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
})
beforeEach(async () => {
  key = await service.newKey()
})
afterAll(() => service.close())

const template: FilePart = {
  filename: 'shop.docx',
  bytes: docxWith('{number} {totals.due} {data.greeting} {data.items.0.label}'),
}
const upload = (rules: unknown, path = '/templates'): Promise<Answer> =>
  service.call('POST', path, {
    key,
    form: [
      ['template', template],
      ['mapping', JSON.stringify(rules)],
    ],
  })
const stored = async (): Promise<string> => (await upload(mapping)).json<{ id: string }>().id
const dryRun = async (data: object, more: object = {}): Promise<Report> =>
  (await service.call('POST', '/validate-facturx', { key, json: { data, ...more } })).json<Report>()

describe('a mapping', () => {
  test('stored with a template makes invoices of own data; the page sees both', async () => {
    const answer = await service.call('POST', '/render-facturx', {
      key,
      json: { template_id: await stored(), data: order },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="F2026-7.pdf"')
    const { text } = await pdfFacts(answer.bytes)
    expect(text).toContain('F2026-7 381.10 À bientôt ! Suspension')
  })

  test('is shown with its version, and each version has its own', async () => {
    const id = await stored()
    await service.call('POST', `/templates/${id}/versions`, { key, form: [['template', template]] })
    await upload({ number: 'other' }, `/templates/${id}/versions`)
    const { versions } = (await service.call('GET', `/templates/${id}/versions`, { key })).json<{
      versions: { mapping?: object }[]
    }>()
    expect(versions.map((version) => version.mapping)).toEqual([
      { number: 'other' },
      undefined,
      mapping,
    ])
  })

  test('has a dry run that shows the invoice it makes', async () => {
    const report = await dryRun(order, { template_id: await stored() })
    expect(report).toMatchObject({ valid: true, invoice: { number: 'F2026-7' } })
    expect(report.invoice.lines?.map(({ netAmount }) => netAmount)).toEqual(['300.00', '20.00'])
    expect(await dryRun(order, { mapping })).toMatchObject({ valid: true })
  })

  test('reads an instant in seconds since 1970, as payment services write it, in the time zone', async () => {
    const report = await dryRun({ ...order, day: 1_795_000_000 }, { mapping })
    expect(report).toMatchObject({ valid: true, invoice: { issueDate: '2026-11-18' } })
    const day = await dryRun({ ...order, day: 20_261_118 }, { mapping })
    expect(day.errors[0]).toMatchObject({ code: 'MAPPING-VALUE', pointer: '/issueDate' })
  })

  test('findings name the place in the own data', async () => {
    const wrong = {
      ...order,
      client: { ...order.client, siren: '732829321' },
      items: [order.items[0], { ...order.items[1], qty: '2,5' }],
    }
    const { errors, warnings } = await dryRun(wrong, { mapping })
    expect(warnings).toEqual([
      expect.objectContaining({
        code: 'PARAPH-SIREN',
        pointer: '/buyer/siren',
        source: '/client/siren',
      }),
    ])
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'DECIMAL',
          pointer: '/lines/1/quantity',
          source: '/items/1/qty',
        }),
      ]),
    )
  })

  test('a value that is no list, and an expression that cannot work, are reported', async () => {
    const rules = {
      ...mapping,
      number: 'items | sum',
      lines: { from: 'ref', each: { name: 'label' } },
    }
    const { errors } = await dryRun(order, { mapping: rules })
    const reported = errors.filter(({ code }) => code === 'MAPPING-VALUE')
    expect(reported.map(({ pointer, source }) => `${pointer} ${source}`)).toEqual([
      '/number /items',
      '/lines /ref',
    ])
  })

  test.each([
    ['a field the invoice does not have', { nummer: 'ref' }, '/mapping/nummer'],
    [
      'a field of a line that does not exist',
      { lines: { from: 'items', each: { nom: 'x' } } },
      '/mapping/lines/each/nom',
    ],
    ['an expression that cannot be read', { number: 'ref +' }, '/mapping/number'],
    ['an unknown filter', { number: 'ref | shout' }, '/mapping/number'],
    ['two rules for one place', { seller: 'a', 'seller.name': 'b' }, '/mapping'],
    ['a list for a field that is none', { seller: { from: 'a', each: {} } }, '/mapping/seller'],
    ['something that is no rule', { number: 5 }, '/mapping/number'],
    ['a way to the machinery of objects', { 'constructor.name': 'a' }, '/mapping/constructor.name'],
  ])('%s is refused at upload', async (_, rules, pointer) => {
    const answer = await upload(rules)
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code: expect.any(String) }],
    })
  })

  test('wins over the one stored with the template when the call brings its own', async () => {
    const answer = await service.call('POST', '/render-facturx', {
      key,
      json: {
        template_id: await stored(),
        data: { ...order, other: 'X-1' },
        mapping: { ...mapping, number: 'other' },
      },
    })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="X-1.pdf"')
  })
})
