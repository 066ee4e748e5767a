import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import { decimalText } from '../../../src/facturx/page/format.ts'
import { templateView } from '../../../src/facturx/page/template-view.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const view = (invoice: Invoice, locale = 'fr-FR') =>
  templateView(completeInvoice(invoice).invoice, locale)

describe('what a Word template sees', () => {
  test('has every amount of the invoice unchanged', () => {
    const { invoice } = completeInvoice(fullInvoice)
    const seen = templateView(invoice, 'fr')
    expect(seen.totals).toBe(invoice.totals)
    expect(seen.vatBreakdown).toBe(invoice.vatBreakdown)
    expect(seen.lines).toMatchObject(invoice.lines)
    expect(seen.vatRows).toMatchObject(invoice.vatBreakdown)
  })

  test('has words in the language of the page', () => {
    const french = view(plainInvoice)
    expect(french.title).toBe('Facture')
    expect(french.lines.map(({ unitLabel, vatLabel }) => `${unitLabel} ${vatLabel}`)).toEqual([
      'heure 20 %',
      'unité 20 %',
      'unité 5,5 %',
    ])
    const english = view({ ...plainInvoice, typeCode: '381' }, 'en')
    expect(english).toMatchObject({ title: 'Credit note', isCreditNote: true })
    expect(english.lines[2]?.vatLabel).toBe('5.5%')
  })

  test('has a line for each due date and discount that EXTENDED keeps apart from the terms in words', () => {
    const { dueDate: _, ...given } = plainInvoice.payment ?? {}
    const installments = [
      { dueDate: '2026-12-05', amount: '1000' },
      { dueDate: '2027-01-05', amount: '831.24', text: 'Solde' },
    ]
    const payment = { ...given, installments, discounts: [{ percent: '2.5', days: '10' }] }
    const details = (profile: 'extended' | 'en16931', locale: string) =>
      view({ ...plainInvoice, profile, payment }, locale).payment.details
    expect(details('extended', 'en-GB')).toEqual([
      'Due date 5 December 2026 – 1,000.00 EUR',
      'Due date 5 January 2027 – 831.24 EUR – Solde',
      '2.5% discount if paid within 10 days',
    ])
    expect(details('extended', 'de').slice(1)).toEqual([
      'Fällig am 5. Januar 2027 – 831,24 EUR – Solde',
      '2,5 % Skonto bei Zahlung innerhalb von 10 Tagen',
    ])
    expect(details('en16931', 'en')).toEqual([])
    // The French mention is among the notes.
    expect(details('extended', 'fr')).toHaveLength(2)
  })

  test('has addresses as lines, the country only abroad', () => {
    const seen = view({
      ...plainInvoice,
      buyer: {
        name: 'Kunde',
        address: { line1: 'Weg 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
      },
    })
    expect(seen.seller.addressLines).toEqual(['12 rue des Tanneurs', '69002 Lyon'])
    expect(seen.buyer.addressLines).toEqual(['Weg 1', '10115 Berlin', 'Allemagne'])
  })

  test('has the mentions the page must carry, each once', () => {
    const seen = view({
      ...plainInvoice,
      taxPointDateCode: '5',
      charges: [],
      lines: [
        {
          name: 'Article',
          netPrice: '10',
          vat: { category: 'E', exemptionCode: 'VATEX-FR-FRANCHISE' },
        },
      ],
    })
    expect(seen.mentions).toEqual([
      'TVA non applicable, article 293 B du CGI',
      "Option pour le paiement de la taxe d'après les débits",
      'Pénalités de retard : trois fois le taux d’intérêt légal.',
      'Indemnité forfaitaire pour frais de recouvrement : 40 €.',
      'Pas d’escompte pour paiement anticipé.',
    ])
    expect(seen.vatRows[0]?.label).toBe('Exonéré')
  })

  test('has means of payment ready to print', () => {
    expect(view(plainInvoice).payment.means[0]).toMatchObject({
      label: 'Virement SEPA',
      ibanLabel: 'FR76 3000 4000 0312 3456 7890 143',
    })
  })

  test('knows which blocks a page needs', () => {
    expect(view(plainInvoice)).toMatchObject({
      hasAllowances: false,
      hasCharges: true,
      hasPrepaid: false,
    })
    expect(view(fullInvoice)).toMatchObject({ hasAllowances: true, hasPrepaid: true })
  })

  test('says what the French reform asks for: kind of supply, place and day of delivery, VAT on debits', () => {
    const seen = view({
      ...plainInvoice,
      taxPointDateCode: '5',
      delivery: {
        name: 'Chantier Nord',
        date: '2026-11-04',
        address: { line1: '8 route Nord', postalCode: '71000', city: 'Mâcon', country: 'FR' },
      },
    })
    const facts = seen.factRows.flatMap((row) => Object.values(row))
    expect([...seen.headline, ...facts]).toEqual([
      { label: 'Date', text: '5 novembre 2026' },
      { label: 'Échéance', text: '5 décembre 2026' },
      { label: 'Date de livraison', text: '4 novembre 2026' },
      { label: 'Catégorie de l’opération', text: 'Livraison de biens et prestation de services' },
    ])
    expect(seen.partyRows[1]?.left).toMatchObject({
      label: 'Livré à',
      name: 'Chantier Nord',
      lines: ['8 route Nord', '71000 Mâcon'],
    })
    expect(seen.mentions[0]).toBe("Option pour le paiement de la taxe d'après les débits")
  })

  test('says when VAT falls due abroad without the French option', () => {
    const seen = view(
      {
        ...plainInvoice,
        taxPointDateCode: '5',
        seller: { name: 'Holzbau', address: { country: 'DE' } },
      },
      'de-DE',
    )
    const facts = seen.factRows.flatMap((row) => Object.values(row))
    expect(facts).toContainEqual({ label: 'Steuer fällig', text: 'Mit Ausstellung der Rechnung' })
    expect(seen.mentions.join()).not.toContain('débits')
  })

  test('shows codes it has no word for as they are', () => {
    const seen = view({
      ...plainInvoice,
      typeCode: '999',
      seller: { name: 'A', address: { country: 'QQ' } },
      lines: [{ name: 'Article', unit: 'XYZ', netPrice: 1 }],
    })
    expect(seen).toMatchObject({ title: 'Facture', lines: [{ unitLabel: 'XYZ', vatLabel: '' }] })
  })
})

describe('a page', () => {
  test('its code asks for the first of several due dates, or leaves the amount open', () => {
    const means = [{ code: '58', iban: 'FR7630004000031234567890143' }]
    const transfer = (
      installments: NonNullable<NonNullable<Invoice['payment']>['installments']>,
    ) => {
      const payment = { ...plainInvoice.payment, dueDate: undefined, means, installments }
      const { invoice } = checkInvoice({ ...plainInvoice, payment } as unknown as JsonObject, {})
      return templateView(invoice, 'fr-FR').sepaTransfer
    }
    const { due = '' } = checkInvoice(plainInvoice as unknown as JsonObject, {}).invoice.totals
    const dates = ['2027-01-05', '2026-12-05'].map((dueDate) => ({ dueDate }))
    expect(transfer([])).toMatchObject({ amount: due, isPart: false })
    expect(transfer(dates)).not.toHaveProperty('amount')
    const rest = (Number(due) - 1000).toFixed(2)
    const parts = dates.map((each, index) => ({ ...each, amount: index === 0 ? rest : '1000.00' }))
    expect(transfer(parts)).toMatchObject({ amount: '1000.00', isPart: true })
  })

  test('groups digits as the country writes them: from five on in Spanish and Italian', () => {
    const shown = (locale: string) =>
      ['1234.5', '12345.5'].map((value) => decimalText(value, locale, 2))
    expect(shown('es-ES')).toEqual(['1234,50', '12.345,50'])
    expect(shown('it-IT')).toEqual(['1234,50', '12.345,50'])
    expect(shown('de-DE')).toEqual(['1.234,50', '12.345,50'])
    expect(shown('nl-NL')).toEqual(['1.234,50', '12.345,50'])
  })
})
