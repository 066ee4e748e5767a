import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { Invoice, Profile } from '../../../src/facturx/model/invoice.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const write = (invoice: Invoice, profile: Profile) =>
  writeCii(completeInvoice({ ...invoice, profile }).invoice)
const pointersOf = (invoice: Invoice, profile: Profile) =>
  write(invoice, profile).dropped.map(({ pointer }) => pointer)

/** Accepted by Mustang, factur-x and the schematrons; one element a line. */
const golden = readFileSync(new URL('plain-en16931.xml', import.meta.url), 'utf8')

/** Element names that are open when the text ends or close out of turn. */
function unbalanced(xml: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', empty] of xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)) {
    if (close === '/') {
      if (open.pop() !== name) return [name]
    } else if (empty !== '/') open.push(name)
  }
  return open
}

describe('the XML of an invoice', () => {
  test('is the one the judges accepted', () => {
    expect(write(plainInvoice, 'en16931').xml.replaceAll('><', '>\n<')).toBe(golden)
  })

  test.each([
    ['minimum', 'urn:factur-x.eu:1p0:minimum'],
    ['basic-wl', 'urn:factur-x.eu:1p0:basicwl'],
    ['basic', 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic'],
    ['en16931', 'urn:cen.eu:en16931:2017'],
    ['extended', 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended'],
  ] as const)('of profile %s names it and is well formed', (profile, guideline) => {
    const { xml } = write(fullInvoice, profile)
    expect(xml).toContain(
      `<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${guideline}</ram:ID>`,
    )
    expect(unbalanced(xml)).toEqual([])
    expect(xml).not.toMatch(/>(undefined|null|NaN|\[object Object\])</)
  })

  test('escapes what is supplied, in texts and attributes', () => {
    const { xml } = write(
      {
        ...plainInvoice,
        number: ']]><x>',
        attachments: [{ id: '1', content: 'QQ==', mimeType: 'text/csv', filename: 'a"<&>.csv' }],
      },
      'en16931',
    )
    expect(xml).toContain('<ram:ID>]]&gt;&lt;x&gt;</ram:ID>')
    expect(xml).toContain('filename="a&quot;&lt;&amp;&gt;.csv"')
  })

  test('names person and department in the one element there is', () => {
    expect(write(fullInvoice, 'en16931').xml).toContain(
      '<ram:PersonName>Claire Morel, Facturation</ram:PersonName><ram:TelephoneUniversalCommunication>',
    )
  })

  test('gives a currency to the two VAT totals and to nothing else', () => {
    const { xml } = write(fullInvoice, 'en16931')
    expect(xml.match(/<ram:(\w+) currencyID="\w+"/g)).toEqual([
      '<ram:TaxTotalAmount currencyID="CHF"',
      '<ram:TaxTotalAmount currencyID="EUR"',
    ])
  })

  test('repeats exemptions at the lines in EXTENDED only', () => {
    const reason = '<ram:ExemptionReasonCode>VATEX-EU-132-1I</ram:ExemptionReasonCode>'
    expect(write(fullInvoice, 'extended').xml.split(reason)).toHaveLength(3)
    expect(write(fullInvoice, 'en16931').xml.split(reason)).toHaveLength(2)
  })
})

describe('what a profile does not carry', () => {
  test('is nothing for EXTENDED, and for EN 16931 what only EXTENDED has', () => {
    expect(pointersOf(fullInvoice, 'extended')).toEqual([])
    expect(pointersOf(fullInvoice, 'en16931')).toEqual([
      '/lines/0',
      '/lines/1/delivery',
      '/lines/1/parentId',
      '/lines/1/kind',
      '/lines/1/classifications/0/name',
      '/lines/1/precedingInvoice',
      '/buyer/legalInformation',
      '/otherParties/sellerAgent',
      '/taxRepresentative/legalId',
      '/taxRepresentative/tradingName',
      '/taxRepresentative/contact',
      '/taxRepresentative/electronicAddress',
      '/otherParties/buyerAgent',
      '/otherParties/invoicer',
      '/otherParties/invoicee',
      '/otherParties/payer',
      '/precedingInvoices/0/typeCode',
    ])
  })

  test('is reported with the profile that does', () => {
    const [first] = write(plainInvoice, 'basic-wl').dropped
    expect(first).toMatchObject({
      code: 'PROFILE-DROPS',
      pointer: '/lines',
      detail: 'Profile BASIC WL does not carry this in the XML.',
      fix: 'Take profile BASIC or above, or put what only the page shows into "page".',
      wording: {
        detail: { fr: 'Le profil BASIC WL ne transporte pas cette donnée dans le XML.' },
        fix: {
          fr: 'Choisissez le profil BASIC ou supérieur, ou placez dans « page » ce que seule la page montre.',
        },
      },
    })
  })

  test('is left out of the XML', () => {
    const { xml } = write(fullInvoice, 'minimum')
    expect(xml).not.toMatch(/LineItem|IncludedNote|LineOne|PaymentMeans|ApplicableTradeTax|Prepaid/)
    expect(pointersOf(fullInvoice, 'minimum')).toEqual(
      expect.arrayContaining([
        '/lines',
        '/notes',
        '/payment/means',
        '/payment/dueDate',
        '/payee',
        '/totals/prepaid',
        '/totals/vatInTaxCurrency',
      ]),
    )
  })
})
