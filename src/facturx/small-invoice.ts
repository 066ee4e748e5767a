/** A small invoice that runs new workers through all their code once. */
import type { JsonObject } from '../kernel/json.ts'

const address = { line1: '1 rue Un', postalCode: '75001', city: 'Paris', country: 'FR' }

/** Twenty lines at two rates, a charge and a SEPA transfer, from one French company to another. */
export const SMALL_INVOICE: JsonObject = {
  number: '1',
  issueDate: '2026-01-31',
  businessProcess: 'M1',
  seller: { name: 'Un', siren: '404833048', vatId: 'FR83404833048', address },
  buyer: { name: 'Deux', siren: '732829320', vatId: 'FR44732829320', address },
  lines: Array.from({ length: 20 }, (_, index) => ({
    name: 'Article',
    quantity: '2.5',
    netPrice: '10.1234',
    allowances: [{ percent: 5, reason: 'Remise' }],
    vat: { category: 'S', rate: index % 2 === 0 ? 20 : '5.5' },
  })),
  charges: [{ amount: '15', reason: 'Port', vat: { category: 'S', rate: 20 } }],
  payment: { dueDate: '2026-03-01', means: [{ code: '58', iban: 'FR7630004000031234567890143' }] },
}
