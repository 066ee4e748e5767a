import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import { FORMAT_FACTS, INVOICE_FORMATS } from '../../../src/facturx/model/guidelines.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { plainInvoice } from './sample-invoices.ts'

const { businessProcess: _process, ...plain } = plainInvoice
/** What every format has a place for, with what XRechnung and Peppol ask for. */
const whole: Invoice = {
  ...plain,
  references: {
    buyer: '04011000-1234512345-06',
    project: 'P-1',
    contract: 'C-1',
    purchaseOrder: 'B-1',
    salesOrder: 'A-1',
    despatchAdvice: 'L-1',
    receivingAdvice: 'E-1',
    tender: 'V-1',
    object: { value: 'O-1', scheme: 'AAA' },
    accounting: 'K-1',
  },
  precedingInvoices: [{ number: 'F2026-0001', issueDate: '2026-01-31' }],
  period: { start: '2026-11-01', end: '2026-11-30' },
  attachments: [
    {
      id: 'X',
      description: 'BORDEREAU_SUIVI',
      content: 'QQ==',
      mimeType: 'text/csv',
      filename: 'x.csv',
    },
    { id: 'Y', description: 'DOCUMENT_ANNEXE', url: 'https://example.fr/y' },
  ],
}

const FORMATS = INVOICE_FORMATS.filter((format) => format !== 'facturx')
const written = (json: object, format: (typeof FORMATS)[number]) =>
  checkInvoice(json as JsonObject, { format })
const errorsOf = (json: object, format: (typeof FORMATS)[number]) =>
  written(json, format).errors.map(({ code, pointer }) => `${code} ${pointer}`)

describe.each(FORMATS)('an invoice as %s', (format) => {
  const credit = { ...whole, typeCode: '381' }
  const json = FORMAT_FACTS[format].process ? whole : { ...whole, businessProcess: 'M1' }

  test.each([
    ['an invoice', json],
    ['a credit note', { ...json, typeCode: credit.typeCode }],
  ])('%s passes its rules, and comes back as it was written', async (_, given) => {
    const first = written(given, format)
    expect(first.errors).toEqual([])
    const report = await readReport(Buffer.from(first.xml), {})
    expect(report.errors).toEqual([])
    expect(report.checked).toEqual(first.checked)
    expect(report.warnings.filter(({ code }) => code === 'NOT-READ')).toEqual([])
    const second = written(report.invoice, format)
    expect(second.errors).toEqual([])
    expect(second.xml).toBe(first.xml)
  })

  test('converts to every other', async () => {
    const report = await readReport(Buffer.from(written(json, format).xml), {})
    const { businessProcess: _, ...rest } = report.invoice
    for (const other of FORMATS) {
      const { process, profile = 'en16931' } = FORMAT_FACTS[other]
      const french = { ...rest, rules: null, businessProcess: 'M1' }
      const own = process === undefined ? french : rest
      expect(errorsOf({ ...own, profile }, other), other).toEqual([])
    }
  })
})

describe('what a format needs', () => {
  test('is named by the field of the JSON', () => {
    const { references: _, ...none } = whole
    const { electronicAddress: _own, siren: _siren, legalId: _legal, ...buyer } = none.buyer ?? {}
    const bare = { ...none, buyer: { ...buyer }, seller: { ...none.seller, contact: {} } }
    expect(errorsOf(bare, 'xrechnung-ubl')).toEqual(
      expect.arrayContaining([
        'BR-DE-15 /references/buyer',
        'PEPPOL-EN16931-R010 /buyer/electronicAddress',
      ]),
    )
    expect(errorsOf(bare, 'peppol')).toEqual([
      'PEPPOL-EN16931-R003 /references/buyer',
      'PEPPOL-EN16931-R010 /buyer/electronicAddress',
    ])
    expect(errorsOf({ ...whole, businessProcess: 'M1' }, 'peppol')).toEqual([
      'PEPPOL-EN16931-R007 /businessProcess',
    ])
  })

  test('is told where the XML would lose something', () => {
    expect(errorsOf({ ...whole, profile: 'extended' }, 'ubl')).toContain(
      'REQUEST-CONFLICT /profile',
    )
    const { means: _, ...payment } = whole.payment ?? {}
    expect(errorsOf({ ...whole, payment }, 'peppol')).toEqual(['FORMAT-NEEDS /payment/means'])
    const lines = [{ ...whole.lines?.[0], delivery: { date: '2026-11-04' } }]
    expect(errorsOf({ ...whole, lines }, 'peppol')).toEqual(['PROFILE-DROPS /lines/0/delivery'])
  })
})

describe('a UBL file of others', () => {
  const ubl = (): string => written({ ...whole, rules: 'en16931' }, 'ubl').xml

  test('has its mistakes at the members of the JSON', async () => {
    const wrong = ubl()
      .replace(
        '<cbc:PriceAmount currencyID="EUR">139.9',
        '<cbc:PriceAmount currencyID="EUR">-139.9',
      )
      .replace('unitCode="HUR"', 'unitCode="HOUR"')
      .replace('schemeID="0009"', 'schemeID="9999999"')
    const report = await readReport(Buffer.from(wrong), { rules: 'en16931' })
    expect(report.errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'BR-CL-10 /seller/ids/0/scheme',
      'BR-CL-23 /lines/0/unit',
      'BR-27 /lines/1/netPrice',
    ])
  })

  test('of another order of elements breaks the schema', async () => {
    const moved = ubl().replace(
      /(<cbc:ID>.*?<\/cbc:ID>)(<cbc:IssueDate>.*?<\/cbc:IssueDate>)/,
      '$2$1',
    )
    const { errors } = await readReport(Buffer.from(moved), {})
    expect(errors.map(({ code }) => code)).toContain('XSD')
  })

  test('names what the JSON has no place for, and rules that are not here', async () => {
    const strange = ubl()
      .replace('<cbc:ID>', '<cbc:UUID>1</cbc:UUID><cbc:ID>')
      .replace(
        'urn:cen.eu:en16931:2017<',
        'urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3<',
      )
    const report = await readReport(Buffer.from(strange), {})
    expect(report.notChecked).toEqual(['xrechnung'])
    expect(report.warnings.map(({ detail }) => detail).join()).toContain('Invoice/UUID')
  })
})
