import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { ATTACHMENT_LIMITS } from '../../../src/facturx/complete/attachment-needs.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { plainInvoice } from './sample-invoices.ts'

const checked = (changes: object) =>
  checkInvoice({ ...plainInvoice, ...changes } as unknown as JsonObject, {})
const errorsOf = (changes: object) =>
  checked(changes).errors.map(({ code, pointer }) => `${code} ${pointer}`)
const paying = (...means: object[]) => ({ payment: { ...plainInvoice.payment, means } })
const iban = 'FR7630004000031234567890143'
const content = { id: 'A', content: 'SGVsbG8=', mimeType: 'text/csv', filename: 'a.csv' }
const { siren: _siren, vatId: _vatId, ...buyer } = plainInvoice.buyer ?? {}
const line = { name: 'Article', quantity: 1, netPrice: 5, vat: { category: 'S', rate: 20 } }
const italian: Invoice = {
  rules: 'en16931',
  seller: { name: 'Uno', vatId: 'IT12345678901', address: { country: 'IT' } },
  buyer: { name: 'Due', address: { country: 'IT' } },
  charges: [],
  lines: [{ ...line, vat: { category: 'B', rate: 22 } }],
}

describe('an invoice whose XML an official sheet would refuse is refused where the JSON is wrong', () => {
  test.each<[string, object, string]>([
    ['a transfer without account', paying({ code: '30' }), 'CII-SR-470 /payment/means/0/iban'],
    [
      'one with a BIC only',
      paying({ code: '58', bic: 'BNPAFRPP' }),
      'CII-SR-470 /payment/means/0/iban',
    ],
    [
      'two names of an account',
      paying({ code: '58', iban, accountId: '1' }),
      'BR-CO-27 /payment/means/0/accountId',
    ],
    [
      'a charge without an amount, which MINIMUM would leave out of the XML and not of the page',
      {
        profile: 'minimum',
        lines: [],
        charges: [{ reasonCode: 'FC' }],
        totals: { withoutVat: '100' },
      },
      'BR-36 /charges/0/amount',
    ],
    [
      'an allowance without one',
      {
        profile: 'minimum',
        lines: [],
        charges: [],
        allowances: [{ reason: 'Remise' }],
        totals: { withoutVat: '100' },
      },
      'BR-31 /allowances/0/amount',
    ],
    [
      'an empty attachment',
      { attachments: [{ ...content, content: '' }] },
      'ATTACHMENT-CONTENT /attachments/0/content',
    ],
    [
      'transfer and cheque',
      paying({ code: '58', iban }, { code: '20' }),
      'CII-SR-467 /payment/means/1/code',
    ],
    [
      'a card holder without card',
      paying({ code: '48', cardHolder: 'P ROY' }),
      'FX-SCH-A-000608 /payment/means/0/cardNumber',
    ],
    [
      'a tax number of the buyer',
      { buyer: { ...plainInvoice.buyer, taxId: '1' } },
      'FX-SCH-A-000166 /buyer/taxId',
    ],
    [
      'two identifiers of the buyer',
      { buyer: { ...plainInvoice.buyer, ids: [{ value: 'A' }, { value: 'B' }] } },
      'FX-SCH-A-000163 /buyer/ids/1',
    ],
    [
      'the same in EXTENDED',
      {
        profile: 'extended',
        buyer: { ...plainInvoice.buyer, ids: [{ value: 'A' }, { value: 'B' }] },
      },
      'FX-SCH-A-000163 /buyer/ids/1',
    ],
    [
      'an identifier without value',
      { seller: { ...plainInvoice.seller, ids: [{ scheme: '0088' }] } },
      'IDENTIFIER-VALUE /seller/ids/0/value',
    ],
    [
      'an attachment that is no base64',
      { attachments: [{ ...content, content: '!!' }] },
      'ATTACHMENT-CONTENT /attachments/0/content',
    ],
    [
      'base64 without padding',
      { attachments: [{ ...content, content: 'SGVsbG8' }] },
      'ATTACHMENT-CONTENT /attachments/0/content',
    ],
    [
      'an attachment without name',
      { attachments: [{ ...content, filename: '' }] },
      'FX-SCH-A-000286 /attachments/0/filename',
    ],
    [
      'an attachment named as a path',
      { attachments: [{ ...content, filename: '../../etc/passwd' }] },
      'ATTACHMENT-NAME /attachments/0/filename',
    ],
    [
      'an attachment whose name reads backwards',
      { attachments: [{ ...content, filename: 'a\u202efdp.exe' }] },
      'TEXT-HIDDEN /attachments/0/filename',
    ],
    [
      'an attachment named like the XML of the invoice',
      { attachments: [{ ...content, filename: 'Factur-X.xml' }] },
      'ATTACHMENT-NAME /attachments/0/filename',
    ],
    [
      'two attachments of one name',
      { attachments: [content, { ...content, filename: content.filename.toUpperCase() }] },
      'ATTACHMENT-NAME /attachments/1/filename',
    ],
    [
      'more attachments than the limit',
      {
        attachments: Array.from({ length: ATTACHMENT_LIMITS.count + 1 }, (_, at) => ({
          ...content,
          filename: `${at}.pdf`,
        })),
      },
      'ATTACHMENT-LIMIT /attachments',
    ],
    [
      'attachments larger than the limit',
      { attachments: [{ ...content, content: 'AAAA'.repeat(ATTACHMENT_LIMITS.bytes / 3 + 1) }] },
      'ATTACHMENT-LIMIT /attachments',
    ],
    [
      'an empty note in EXTENDED',
      { profile: 'extended', notes: [{}] },
      'BR-FXEXT-01 /notes/0/text',
    ],
    [
      'an item class without list beside one with a list',
      {
        profile: 'extended',
        lines: [{ ...line, classifications: [{ code: '1', scheme: 'STI' }, {}] }],
      },
      'BR-65 /lines/0/classifications/1/scheme',
    ],
    ['a note without text', { notes: [{ subjectCode: 'REG' }] }, 'FX-SCH-A-000160 /notes/0/text'],
    [
      'another party without name',
      { profile: 'extended', otherParties: { payer: { siren: '404833048' } } },
      'PARTY-NAME /otherParties/payer/name',
    ],
    [
      'an address without country',
      { profile: 'extended', otherParties: { payer: { name: 'P', address: { city: 'Paris' } } } },
      'ADDRESS-COUNTRY /otherParties/payer/address/country',
    ],
    ['a code the sheet does not list', { currency: 'STD' }, 'FX-SCH-A-000595 /currency'],
    ['two lines of one number', { lines: [line, { ...line, id: '1' }] }, 'LINE-ID /lines/1/id'],
  ])('%s', (_what, changes, expected) => {
    expect(errorsOf(changes)).toContain(expected)
  })

  test.each(['basic-wl', 'basic', 'en16931'])(
    'VAT category B in %s, which has no such code',
    (profile) => {
      const rows = { totals: { withoutVat: '5' }, vatBreakdown: [{ category: 'B', rate: 22 }] }
      const { lines, ...head } = italian
      const codes = errorsOf({
        ...head,
        profile,
        ...(profile === 'basic-wl' ? { ...rows, lines: [] } : { lines }),
      })
      expect(codes.filter((code) => /^FX-SCH-A-\d+ .*\/category$/.test(code))).toHaveLength(1)
    },
  )

  test('but VAT category B is accepted in EXTENDED, where it is one', () => {
    expect(errorsOf({ ...italian, profile: 'extended' })).toEqual([])
  })

  test.each(['basic', 'en16931'])(
    'a public buyer with SIRET and service code has the code as buyer reference in %s',
    (profile) => {
      const publicBuyer = {
        ...buyer,
        siret: '73282932000074',
        ids: [{ value: 'SERVICE-1', scheme: '0224' }],
      }
      const { seller, lines: _lines } = plainInvoice
      const { contact: _c, legalInformation: _l, ...plainSeller } = seller ?? {}
      const payment = { ...plainInvoice.payment, means: [{ code: '58', iban }] }
      const { errors, xml } = checked({
        profile,
        seller: plainSeller,
        lines: [line],
        buyer: publicBuyer,
        payment,
      })
      expect(errors).toEqual([])
      expect(xml).toContain('<ram:BuyerReference>SERVICE-1</ram:BuyerReference>')
      expect(xml).toContain('<ram:GlobalID schemeID="0009">73282932000074</ram:GlobalID>')
      expect(xml).not.toContain('schemeID="0224"')
    },
  )

  test('and keeps both as identifiers in EXTENDED, which has room for two', () => {
    const publicBuyer = {
      ...buyer,
      siret: '73282932000074',
      ids: [{ value: 'SERVICE-1', scheme: '0224' }],
    }
    const { xml } = checked({ profile: 'extended', buyer: publicBuyer })
    expect(xml).toContain('schemeID="0224">SERVICE-1')
    expect(xml).not.toContain('BuyerReference')
  })

  test('each finding says what is wrong and what to do, in every language', () => {
    const { errors } = checked({
      ...paying({ code: '30' }, { code: '20' }),
      attachments: [{ ...content, filename: 'a/b' }],
    })
    expect(errors.length).toBeGreaterThan(2)
    for (const { wording } of errors)
      for (const said of [wording?.detail, wording?.fix])
        for (const locale of LOCALES) expect(said?.[locale]?.length).toBeGreaterThan(10)
  })
})

describe('an invoice with a negative total', () => {
  test.each(['380', '381'])('of type %s is accepted, with a warning', (typeCode) => {
    const { errors, warnings, invoice } = checked({
      typeCode,
      precedingInvoices: [{ number: 'F2026-0001', issueDate: '2026-01-05' }],
      charges: [],
      lines: [{ ...line, quantity: -3 }],
    })
    expect(errors).toEqual([])
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'PARAPH-NEGATIVE /totals/withVat',
    ])
    expect(invoice.totals.withVat).toBe('-18.00')
  })
})

test('a line that is below itself is refused, and so is the one above it', () => {
  const lines = [
    { ...line, id: '1', parentId: '2', kind: 'DETAIL' },
    { ...line, id: '2', parentId: '1', kind: 'DETAIL' },
    { ...line, id: '3', parentId: '1', kind: 'DETAIL' },
    { ...line, id: '4' },
  ]
  expect(errorsOf({ profile: 'extended', lines, charges: [] })).toEqual([
    'LINE-PARENT /lines/0/parentId',
    'LINE-PARENT /lines/1/parentId',
    'LINE-PARENT /lines/2/parentId',
  ])
})
