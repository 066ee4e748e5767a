import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import {
  type Answer,
  type FilePart,
  type FormParts,
  startTestApp,
  type TestApp,
} from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { fittedTo, shippedInvoice, shippedTemplate } from '../../support/invoices.ts'
import { pdfFacts } from '../../support/pdf-facts.ts'

interface Problem {
  code: string
  detail: string
  errors: {
    code: string
    pointer: string
    detail: string
    fix?: string
  }[]
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

const plainTemplate: FilePart = {
  filename: 'plain.docx',
  bytes: docxWith('{title} {number}: {totals.due | currency:currency}'),
}

const render = (
  data: unknown,
  more: FormParts = [],
  template = plainTemplate,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  service.call('POST', '/render-facturx', {
    key,
    headers,
    form: [['template', template], ['data', JSON.stringify(data)], ...more],
  })

const documentsUsed = async (): Promise<number> =>
  (await service.call('GET', '/usage', { key })).json<{
    monthly: { documents: { used: number } }
  }>().monthly.documents.used

describe('POST /render-facturx', () => {
  test('makes the shipped sample: one page, its XML inside, its number as the file name', async () => {
    const data = readFileSync(resolve('templates/facturx-invoice.json'))
    const answer = await service.call('POST', '/render-facturx', {
      key,
      form: [
        ['template', shippedTemplate],
        ['data', { filename: 'invoice.json', bytes: data, type: 'application/json' }],
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="F-2026-0142.pdf"',
      'x-facturx-profile': 'EN 16931',
      'x-facturx-version': '1.09',
      'x-facturx-warnings': '0',
    })
    expect(answer.headers['server-timing']).toMatch(
      /^rules;dur=.*merge;dur=.*queue;dur=.*convert;dur=.*embed;dur=/,
    )
    const { text, pages } = await pdfFacts(answer.bytes)
    expect(pages).toBe(1)
    expect(text).toMatch(/Net à payer\s+2\s786,19\s€/u)
    expect(answer.bytes.includes('factur-x.xml')).toBe(true)
  })

  test('takes form A: template_id, json_data, output_filename', async () => {
    const made = await service.call('POST', '/templates', {
      key,
      form: [['template', plainTemplate]],
    })
    const { id } = made.json<{ id: string }>()
    const answer = await service.call('POST', '/render-facturx', {
      key,
      form: [
        ['template_id', id],
        ['json_data', JSON.stringify(shippedInvoice())],
        ['output_filename', 'Facture novembre'],
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="Facture novembre.pdf"',
    )
    const json = await service.call('POST', '/render-facturx', {
      key,
      json: {
        template_id: id,
        data: { ...fittedTo('basic', shippedInvoice()), profile: undefined },
        profile: 'basic',
      },
    })
    expect(json.status).toBe(200)
    expect(json.headers['x-facturx-profile']).toBe('BASIC')
  })

  test('writes the page in the language of the locale', async () => {
    const answer = await render(
      shippedInvoice(),
      [['options', '{"locale":"en-GB"}']],
      shippedTemplate,
    )
    const { text } = await pdfFacts(answer.bytes)
    expect(text).toContain('Amount due')
    expect(text).toContain('€2,786.19')
  })

  test('a credit note says so and offers no payment code', async () => {
    const invoice: Invoice = {
      ...shippedInvoice(),
      typeCode: '381',
      precedingInvoices: [{ number: 'F-2026-0142', issueDate: '2026-11-18' }],
      totals: {},
    }
    const { text } = await pdfFacts((await render(invoice, [], shippedTemplate)).bytes)
    expect(text).toContain('Avoir')
    expect(text).toMatch(/Net en votre faveur\s+3\s786,19\s€/u)
    expect(text).not.toContain('Scannez pour payer')
  })

  test('a template without fonts, styles or settings makes a valid file too', async () => {
    const answer = await render(shippedInvoice())
    const report = await service.call('POST', '/validate-facturx', {
      key,
      form: [['file', { filename: 'a.pdf', bytes: answer.bytes, type: 'application/pdf' }]],
    })
    expect(report.json()).toMatchObject({ valid: true, kind: 'pdf' })
  })

  test('counts what the profile leaves out', async () => {
    const answer = await render({ ...shippedInvoice(), profile: 'minimum' })
    expect(answer.status).toBe(200)
    expect(Number(answer.headers['x-facturx-warnings'])).toBeGreaterThan(5)
  })
})

const line = { name: 'Article', quantity: 1, netPrice: '10.00', vat: { category: 'S', rate: 20 } }

/** Each bad input: what is changed, and the findings (code at pointer) it must give. */
const BAD: [what: string, change: (invoice: Invoice) => unknown, expected: string[]][] = [
  ['no seller', ({ seller: _, ...rest }) => rest, ['BR-06 /seller/name']],
  ['a seller that is text', (invoice) => ({ ...invoice, seller: 'Lumen' }), ['FIELD-TYPE /seller']],
  ['an empty object', () => ({}), ['BR-02 /number', 'BR-03 /issueDate', 'BR-06 /seller/name']],
  [
    'an unknown VAT category',
    (invoice) => ({ ...invoice, lines: [{ ...line, vat: { category: 'X', rate: 20 } }] }),
    ['BR-CL-18 /lines/0/vat/category'],
  ],
  ['an unknown currency', (invoice) => ({ ...invoice, currency: 'EURO' }), ['BR-CL-04 /currency']],
  ['an unknown type', (invoice) => ({ ...invoice, typeCode: '999' }), ['BR-CL-01 /typeCode']],
  [
    'a binary sum',
    (invoice) => ({ ...invoice, lines: [{ ...line, netPrice: 0.1 + 0.2 }] }),
    ['DECIMAL /lines/0/netPrice'],
  ],
  ['a day that does not exist', (i) => ({ ...i, issueDate: '2026-02-30' }), ['DATE /issueDate']],
  [
    'a due day that does not exist',
    (invoice) => ({ ...invoice, payment: { ...invoice.payment, dueDate: '2026-11-31' } }),
    ['DATE /payment/dueDate'],
  ],
  [
    '10,000 lines',
    (invoice) => ({ ...invoice, lines: Array.from({ length: 10_000 }, () => line) }),
    ['FIELD-VALUE /lines'],
  ],
  [
    'a total that does not add up',
    (invoice) => ({ ...invoice, totals: { withVat: '1.00' } }),
    ['BR-CO-15 /totals/withVat'],
  ],
  [
    'a line that does not add up',
    (invoice) => ({ ...invoice, lines: [{ ...line, netAmount: '11.00' }] }),
    ['LINE-AMOUNT /lines/0/netAmount'],
  ],
  [
    'a negative price',
    (invoice) => ({ ...invoice, lines: [{ ...line, netPrice: '-10.00' }] }),
    ['BR-27 /lines/0/netPrice'],
  ],
  ['no lines', (invoice) => ({ ...invoice, lines: [] }), ['BR-16 /lines']],
  [
    'a misspelt field',
    (invoice) => ({ ...invoice, isueDate: '2026-11-18' }),
    ['FIELD-UNKNOWN /isueDate'],
  ],
  [
    'a rounding in BASIC, which has no place for it',
    (invoice) => ({ ...fittedTo('basic', invoice), totals: { rounding: '0.01' } }),
    ['PROFILE-NEEDS /totals/rounding'],
  ],
  [
    'more than the profile has a place for',
    (invoice) => ({
      ...fittedTo('basic', invoice),
      buyer: { ...invoice.buyer, contact: { name: 'Rose' } },
    }),
    ['PROFILE-DROPS /buyer/contact'],
  ],
  [
    'no mention of late penalties in France',
    (invoice) => ({ ...invoice, payment: { ...invoice.payment, latePenalties: undefined } }),
    ['BR-FR-05 /payment/latePenalties'],
  ],
]

describe('an invoice that breaks a rule', () => {
  test.each(BAD)(
    '%s is refused at its place, before anything is made',
    async (_, change, expected) => {
      const before = await documentsUsed()
      const answer = await render(change(shippedInvoice()))
      expect(answer.status).toBe(422)
      const problem = answer.json<Problem>()
      expect(problem.code).toBe('facturx_invalid')
      const found = problem.errors.map(({ code, pointer }) => `${code} ${pointer}`)
      expect(found).toEqual(expect.arrayContaining(expected))
      expect(new Set(found).size).toBe(found.length)
      expect(await documentsUsed()).toBe(before)
    },
  )

  test('is reported in the language of the caller, with what to do', async () => {
    const findingIn = async (language: string) => {
      const data = { ...shippedInvoice(), payment: {} }
      const answer = await render(data, [], plainTemplate, { 'accept-language': language })
      expect(answer.headers['content-language']).toBe(language)
      return answer.json<Problem>().errors.find(({ pointer }) => pointer === '/payment/recoveryFee')
    }
    const english = { detail: expect.stringContaining('recovery'), fix: expect.any(String) }
    const french = { detail: expect.stringContaining('recouvrement'), fix: expect.any(String) }
    expect(await findingIn('en')).toMatchObject({ code: 'BR-FR-05', ...english })
    expect(await findingIn('fr')).toMatchObject({ code: 'BR-FR-05', ...french })
  })

  test('a value in the wrong place is reported once, without consequential findings', async () => {
    const { errors } = (
      await render({ ...shippedInvoice(), issueDate: '2026-02-30' })
    ).json<Problem>()
    expect(errors.map(({ code }) => code)).toEqual(['DATE'])
  })

  test('is refused without a template being read', async () => {
    const broken = { filename: 'x.docx', bytes: Buffer.from('no zip at all') }
    const problem = (await render({}, [], broken)).json<Problem>()
    expect(problem.code).toBe('facturx_invalid')
  })
})

describe('a request that makes no sense', () => {
  test.each([
    ['an unknown profile', [['profile', 'gold']], '/profile'],
    ['unknown rules', [['rules', 'de']], '/rules'],
    ['a password, which PDF/A forbids', [['options', '{"password":"x"}']], '/options/password'],
  ] as [string, FormParts, string][])('%s is refused', async (_, more, pointer) => {
    const answer = await render(shippedInvoice(), more)
    expect(answer.status).toBe(422)
    expect(answer.json<Problem>()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer }],
    })
  })

  test('a profile that is not the one in the invoice is refused', async () => {
    const answer = await render({ ...shippedInvoice(), profile: 'basic' }, [
      ['profile', 'extended'],
    ])
    expect(answer.json<Problem>()).toMatchObject({
      code: 'facturx_invalid',
      errors: [{ code: 'REQUEST-CONFLICT', pointer: '/profile' }],
    })
  })

  test('no data at all is refused', async () => {
    const answer = await service.call('POST', '/render-facturx', {
      key,
      form: [['template', plainTemplate]],
    })
    expect(answer.json<Problem>()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/data' }],
    })
  })
})

describe('GET /facturx/invoice.schema.json', () => {
  test('publishes the schema without a key', async () => {
    const answer = await service.call('GET', '/facturx/invoice.schema.json')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/schema\+json/)
    const schema = answer.json<{ properties: Record<string, { description: string }> }>()
    expect(schema.properties.number?.description).toContain('BT-1')
  })
})
