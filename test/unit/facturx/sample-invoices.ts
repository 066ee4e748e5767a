/** Invoices the tests are about: a plain French one, and one that uses everything the model has. */
import type { Invoice } from '../../../src/facturx/invoice.ts'

/** A French service invoice with two VAT rates, written as a small firm would. */
export const plainInvoice: Invoice = {
  businessProcess: 'M1',
  number: 'F2026-0042',
  issueDate: '2026-11-05',
  transactionType: 'B2B',
  seller: {
    name: 'Atelier Lumière SAS',
    siret: '303 265 045 00016',
    vatId: 'FR40 303 265 045',
    legalInformation: 'SAS au capital de 10 000 € – RCS Lyon',
    address: { line1: '12 rue des Tanneurs', postalCode: '69002', city: 'Lyon', country: 'FR' },
    contact: { name: 'Claire Morel', phone: '+33 4 72 00 00 00', email: 'claire@example.fr' },
  },
  buyer: {
    name: 'Menuiserie & Fils SARL',
    siren: '732829320',
    vatId: 'FR44732829320',
    address: { line1: '3 quai Sud', postalCode: '71000', city: 'Mâcon', country: 'FR' },
  },
  delivery: { date: '2026-11-04' },
  lines: [
    {
      name: 'Étude d’éclairage',
      quantity: 12.5,
      unit: 'HUR',
      netPrice: '85',
      vat: { category: 'S', rate: 20 },
    },
    {
      name: 'Suspension laiton',
      description: 'Diamètre 40 cm',
      sellerItemId: 'SUSP-40',
      quantity: 3,
      grossPrice: '149.90',
      discount: '10',
      allowances: [{ percent: 5, reason: 'Fin de série', reasonCode: '95' }],
      vat: { category: 'S', rate: '20.0' },
    },
    {
      name: 'Livre « La lumière »',
      quantity: 2,
      netPrice: '28.3365',
      vat: { category: 'S', rate: 5.5 },
    },
  ],
  charges: [{ amount: '15', reason: 'Port', reasonCode: 'FC', vat: { category: 'S', rate: 20 } }],
  payment: {
    dueDate: '2026-12-05',
    terms: 'Paiement à 30 jours',
    means: [{ code: '58', iban: 'FR76 3000 4000 0312 3456 7890 143', bic: 'BNPAFRPP' }],
    remittanceInformation: 'F2026-0042',
    latePenalties: 'Pénalités de retard : trois fois le taux d’intérêt légal.',
    recoveryFee: 'Indemnité forfaitaire pour frais de recouvrement : 40 €.',
    earlyDiscount: 'Pas d’escompte pour paiement anticipé.',
  },
}
