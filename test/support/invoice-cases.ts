/** Hand-written invoices of daily life, each as a firm would send it: amounts are left to us. */
import type { Invoice } from '../../src/facturx/model/invoice.ts'
import type { Line, Vat } from '../../src/facturx/model/invoice-lines.ts'
import type { Party } from '../../src/facturx/model/invoice-parties.ts'
import { fullInvoice, plainInvoice } from '../unit/facturx/sample-invoices.ts'
import { shippedInvoice } from './invoices.ts'

const S20: Vat = { category: 'S', rate: 20 }
const line = (name: string, quantity: Line['quantity'], netPrice: string, vat = S20): Line => ({
  name,
  ...(quantity === undefined ? {} : { quantity }),
  netPrice,
  vat,
})

/** The plain invoice with other lines and whatever else differs. */
const base = (lines: Line[], more: Partial<Invoice> = {}): Invoice => {
  const { charges: _charges, ...rest } = plainInvoice
  return { ...rest, businessProcess: 'S1', lines, ...more }
}

const german: Party = {
  name: 'Müller Holzbau GmbH',
  vatId: 'DE136695976',
  electronicAddress: { value: 'DE136695976', scheme: '9930' },
  address: { line1: 'Lindenweg 4', postalCode: '10115', city: 'Berlin', country: 'DE' },
}
const swiss: Party = {
  name: 'Alpenlicht AG',
  electronicAddress: { value: 'rechnung@alpenlicht.example', scheme: 'EM' },
  address: { line1: 'Bahnhofstrasse 1', postalCode: '8001', city: 'Zürich', country: 'CH' },
}
const { vatId: _vatId, ...sellerWithoutVat } = plainInvoice.seller ?? {}

const units: Line[] = Array.from({ length: 300 }, (_, index) => ({
  name: `Article ${index + 1}`,
  sellerItemId: `A-${index + 1}`,
  quantity: (index % 7) + 1,
  netPrice: ((index * 37) % 9_999) / 100 === 0 ? '1.00' : (((index * 37) % 9_999) / 100).toFixed(2),
  vat: { category: 'S', rate: [20, 10, '5.5'][index % 3] ?? 20 },
}))

/** Name → invoice. The default profile is EN 16931. */
export const INVOICE_CASES: Readonly<Record<string, Invoice>> = {
  'the shipped sample': shippedInvoice(),
  'two rates, a discount, a charge': plainInvoice,
  'everything the model has, in EXTENDED': { ...fullInvoice, profile: 'extended' },
  'one line of a consultant': base([line('Conseil', '1.5', '850')]),
  'a deposit': base([line('Acompte de 30 % sur devis D-12', 1, '1500')], { typeCode: '386' }),
  'the final invoice after a deposit': base([line('Travaux', 1, '5000')], {
    businessProcess: 'S4',
    precedingInvoices: [{ number: 'F2026-0041', issueDate: '2026-10-01' }],
    totals: { prepaid: '1800' },
  }),
  'a credit note': base([line('Retour de marchandise', 2, '149.90')], {
    businessProcess: 'B1',
    typeCode: '381',
    number: 'A2026-0003',
    precedingInvoices: [{ number: 'F2026-0040', issueDate: '2026-10-20' }],
  }),
  'a corrected invoice': base([line('Conseil', 2, '850')], {
    typeCode: '384',
    precedingInvoices: [{ number: 'F2026-0039', issueDate: '2026-10-19' }],
  }),
  'reverse charge in construction': base([
    line('Sous-traitance de gros œuvre', 1, '12000', {
      category: 'AE',
      exemptionReason: 'Autoliquidation, article 283-2 nonies du CGI',
      exemptionCode: 'VATEX-EU-AE',
    }),
  ]),
  'goods for another country of the Union': base(
    [line('Luminaire', 12, '240', { category: 'K', exemptionCode: 'VATEX-EU-IC' })],
    {
      businessProcess: 'B1',
      transactionType: 'B2BINT',
      buyer: german,
      delivery: { date: '2026-11-04', address: german.address ?? {} },
    },
  ),
  'an export': base([line('Luminaire', 4, '240', { category: 'G', exemptionCode: 'VATEX-EU-G' })], {
    businessProcess: 'B1',
    transactionType: 'B2BINT',
    buyer: swiss,
  }),
  'a micro-company without VAT': base(
    [
      line('Illustration', 3, '120', {
        category: 'E',
        exemptionReason: 'TVA non applicable, article 293 B du CGI',
        exemptionCode: 'VATEX-FR-FRANCHISE',
      }),
    ],
    { seller: { ...sellerWithoutVat, taxId: '303265045' } },
  ),
  'exempt training': base([
    line('Formation professionnelle', 2, '1400', {
      category: 'E',
      exemptionReason: 'Exonération de TVA, article 261-4-4 du CGI',
      exemptionCode: 'VATEX-EU-132-1I',
    }),
  ]),
  'four rates at once': base(
    [
      line('Lampe', 1, '99.99'),
      line('Pose', 1, '50.05', { category: 'S', rate: 10 }),
      line('Livre', 3, '9.47', { category: 'S', rate: '5.5' }),
      line('Presse', 1, '4.10', { category: 'S', rate: '2.1' }),
    ],
    { businessProcess: 'M1' },
  ),
  'a discount on lines and on the whole': base(
    [
      {
        ...line('Lampe', 10, '33.333'),
        allowances: [{ percent: 10, reason: 'Quantité', reasonCode: '95' }],
      },
    ],
    {
      businessProcess: 'B1',
      allowances: [{ percent: '2.5', reason: 'Fidélité', reasonCode: '95' }],
    },
  ),
  '300 lines': base(units, { businessProcess: 'B1' }),
  'in dollars, with VAT in euro': base([line('Licence', 5, '199')], {
    currency: 'USD',
    taxCurrency: 'EUR',
    exchangeRate: '0.9173',
  }),
  'self-billed': base([line('Apport d’affaires', 1, '640')], { typeCode: '389' }),
  'VAT on debits': base([line('Maintenance', 1, '75')], { taxPointDateCode: '5' }),
  'a price per thousand, and a return': base(
    [{ ...line('Vis', 2500, '31.45'), baseQuantity: 1000 }, line('Consigne rendue', -3, '12.00')],
    { businessProcess: 'B1' },
  ),
  'Réunion, at its own rate': base([line('Rhum', 6, '14.50', { category: 'S', rate: '8.5' })], {
    businessProcess: 'B1',
  }),
  'paid by card before': base([line('Abonnement', 1, '49')], {
    businessProcess: 'S2',
    payment: {
      ...plainInvoice.payment,
      dueDate: '2026-11-05',
      means: [{ code: '48', cardNumber: '4242' }],
    },
    totals: { prepaid: '58.80' },
  }),
  'a German seller, without French rules': {
    ...base([line('Beratung', 8, '110', { category: 'S', rate: 19 })]),
    businessProcess: 'S1',
    seller: { ...german, contact: { name: 'Eva Müller', phone: '+49 30 1', email: 'e@m.example' } },
    payment: { dueDate: '2026-12-05', means: [{ code: '58', iban: 'DE89370400440532013000' }] },
  },
}
