import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import type { InvoiceFormat } from '../../../src/facturx/model/guidelines.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { shippedInvoice } from '../../support/invoices.ts'
import { plainDocument } from '../../support/pdf-samples.ts'
import { pdfText } from '../../support/pdf-text.ts'

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
const invoice = { ...shipped, references: { buyer: '04011000-1234512345-06' } }
const xmlOf = (format: InvoiceFormat, more: object = {}): string => {
  const isFrench = !/xrechnung|peppol/.test(format)
  const json = { ...invoice, ...(isFrench && { businessProcess: 'M1' }), ...more }
  const { xml, errors } = checkInvoice(json as unknown as JsonObject, { format })
  expect(errors).toEqual([])
  return xml
}

const view = (bytes: Uint8Array | string, headers: Record<string, string> = {}, options = '{}') =>
  service.call('POST', '/view-facturx', {
    key,
    form: [
      ['file', { filename: 'i.xml', bytes: Buffer.from(bytes), type: 'application/xml' }],
      ['options', options],
    ],
    headers,
  })
const textOf = async (bytes: Uint8Array | string, headers = {}, options = '{}') => {
  const answer = await view(bytes, headers, options)
  expect(answer.status, answer.bytes.toString()).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  return pdfText(answer.bytes).join(' ')
}
const used = async (): Promise<number> =>
  (await service.call('GET', '/usage', { key })).json<{
    monthly: { documents: { used: number } }
  }>().monthly.documents.used

const { number = '', seller } = shipped

test.each<[InvoiceFormat]>([['xrechnung-ubl'], ['peppol'], ['extended-ctc-fr-ubl'], ['cii']])(
  '%s without a page gets one, in the language of the reader',
  async (format) => {
    const xml = xmlOf(format)
    const german = await textOf(xml, { 'accept-language': 'de-AT,en;q=0.5' })
    for (const each of [number, seller?.name ?? '', 'Rechnung']) expect(german).toContain(each)
    expect(await textOf(xml, { 'accept-language': 'es-MX' })).toContain('Factura')
    expect(await textOf(xml, { 'accept-language': 'de' }, '{"locale":"nl"}')).toContain('Factuur')
    expect(await textOf(xml)).toContain('Facture')
    expect(await used()).toBe(4)
  },
)

test('an invoice that breaks rules is shown with the amounts of its file', async () => {
  const xml = xmlOf('ubl').replace(/(<cbc:PayableAmount[^>]*>)[^<]+/, '$17777.77')
  expect(await textOf(xml)).toMatch(/7.777,77/)
})

test('what the page has no place for is named', async () => {
  const strange = xmlOf('ubl').replace('<cbc:ID>', '<cbc:UUID>1</cbc:UUID><cbc:ID>')
  const answer = await view(strange)
  expect(answer.headers['paraph-warnings']).toContain('part_not_shown;text="Invoice/UUID"')
})

describe('XML as others write it', () => {
  const utf16 = (text: string): Buffer =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const negative = (): string =>
    xmlOf('ubl', {
      typeCode: '381',
      precedingInvoices: [{ number: 'F1', issueDate: '2026-01-31' }],
    })
      .replace(/(<cbc:CreditedQuantity[^>]*>)/g, '$1-')
      .replace(/(<cbc:LineExtensionAmount[^>]*>)(?!-)/g, '$1-')

  test.each<[string, () => string | Uint8Array]>([
    [
      'another prefix of the namespace',
      () => xmlOf('ubl').replaceAll('cbc:', 'x:').replaceAll('xmlns:cbc', 'xmlns:x'),
    ],
    ['UTF-16', () => utf16(xmlOf('ubl').replace('encoding="UTF-8"', 'encoding="UTF-16"'))],
    ['a byte order mark', () => `\ufeff${xmlOf('cii')}`],
    ['a credit note with negative lines', negative],
  ])('%s is shown', async (_what, xml) => {
    expect(await textOf(xml())).toContain(number)
  })

  test.each<[string, () => string]>([
    [
      'entities',
      () =>
        xmlOf('ubl').replace(
          '?>',
          '?><!DOCTYPE Invoice [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        ),
    ],
    ['two invoices', () => xmlOf('ubl') + xmlOf('ubl').replace(/<\?.*\?>/, '')],
    ['another document', () => '<order/>'],
    ['no XML', () => 'hello'],
  ])('%s: refused by name, and free', async (_what, xml) => {
    const answer = await view(xml())
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'data_invalid', errors: [{ pointer: '/file' }] })
    expect(await used()).toBe(0)
  })

  test('a PDF without an invoice is refused', async () => {
    const answer = await view(await (await plainDocument(1)).save())
    expect(answer.json()).toMatchObject({
      code: 'data_invalid',
      errors: [{ code: 'PDF-NO-INVOICE' }],
    })
    expect(await used()).toBe(0)
  })
})
