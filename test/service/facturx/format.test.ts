import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  FORMAT_FACTS,
  INVOICE_FORMATS,
  type InvoiceFormat,
} from '../../../src/facturx/model/guidelines.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { shippedInvoice } from '../../support/invoices.ts'

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
})
beforeEach(async () => {
  key = await service.newKey()
})
afterAll(() => service.close())

const { businessProcess: _, profile: _profile, ...shipped } = shippedInvoice()
const invoice = (format: InvoiceFormat) => ({
  ...shipped,
  ...(FORMAT_FACTS[format].process === undefined && { businessProcess: 'M1' }),
  references: { buyer: '04011000-1234512345-06' },
})
const render = (data: object, more: object = {}) =>
  service.call('POST', '/render-facturx', { key, json: { data, ...more } })
const read = async (bytes: Uint8Array, call = 'read-facturx') =>
  (
    await service.call('POST', `/${call}`, {
      key,
      form: [['file', { filename: 'f.xml', bytes, type: 'application/xml' }]],
    })
  ).json()

describe.each(INVOICE_FORMATS.filter((format) => format !== 'facturx'))('format %s', (format) => {
  test('answers XML without a template, which reads back valid, with every rule applied', async () => {
    const answer = await render(invoice(format), { format })
    expect(answer.status, answer.bytes.toString()).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^application\/xml/)
    expect(answer.headers['content-disposition']).toContain('.xml')
    const reading = (await read(answer.bytes)) as Record<string, unknown>
    expect(reading).toMatchObject({ valid: true, kind: 'xml', not_carried: [] })
    expect(reading.profile).toBe(FORMAT_FACTS[format].profile ?? 'en16931')
    expect(reading.not_checked).toEqual([])
    const report = (await read(answer.bytes, 'validate-facturx')) as Record<string, unknown>
    expect(report).toMatchObject({ valid: true, checked: reading.checked })
  })

  test('is what POST /validate-facturx judges JSON by', async () => {
    const report = (
      await service.call('POST', '/validate-facturx', {
        key,
        json: { data: { ...invoice(format), number: ' ' }, format },
      })
    ).json() as { valid: boolean; errors: { pointer: string }[] }
    expect(report.valid).toBe(false)
    expect(report.errors.map(({ pointer }) => pointer)).toContain('/number')
  })
})

test('Accept: application/xml gives the CII', async () => {
  const answer = await service.call('POST', '/render-facturx', {
    key,
    json: { data: invoice('cii') },
    headers: { accept: 'application/xml' },
  })
  expect(answer.status, answer.bytes.toString()).toBe(200)
  expect(answer.bytes.toString()).toContain('<rsm:CrossIndustryInvoice')
})

test('what is missing is a problem with the field, and costs no document', async () => {
  const { references: _none, ...bare } = invoice('peppol')
  const used = async (): Promise<unknown> =>
    (await service.call('GET', '/usage', { key })).json<{ monthly: { documents: unknown } }>()
      .monthly.documents
  const before = await used()
  const answer = await render(bare, { format: 'peppol' })
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({
    code: 'facturx_invalid',
    errors: [{ code: 'PEPPOL-EN16931-R003', pointer: '/references/buyer' }],
  })
  expect(await used()).toEqual(before)
})

test('a format that is none is refused', async () => {
  const none = await render(invoice('ubl'), { format: 'edifact' })
  expect(none.json()).toMatchObject({ code: 'validation_failed', errors: [{ pointer: '/format' }] })
})
