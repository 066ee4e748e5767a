/** The wording of an invoice page in French and English, for templates that serve both languages. */
import type { Bilingual } from './finding-collector.ts'
import type { Language } from './words.ts'

const word = (fr: string, en: string): Bilingual => ({ fr, en })

const WORDS = {
  number: word('Numéro', 'Number'),
  date: word('Date', 'Date'),
  dueDate: word('Échéance', 'Due date'),
  deliveryDate: word('Date de livraison', 'Delivery date'),
  period: word('Période', 'Period'),
  purchaseOrder: word('Commande', 'Purchase order'),
  contract: word('Contrat', 'Contract'),
  buyerReference: word('Code service', 'Buyer reference'),
  precedingInvoice: word('Facture d’origine', 'Preceding invoice'),
  seller: word('Émetteur', 'From'),
  buyer: word('Adressé à', 'Billed to'),
  deliveryAddress: word('Livré à', 'Delivered to'),
  payee: word('À payer à', 'Pay to'),
  siren: word('SIREN', 'SIREN'),
  siret: word('SIRET', 'SIRET'),
  vatId: word('N° TVA', 'VAT no.'),
  description: word('Désignation', 'Description'),
  reference: word('Réf.', 'Ref.'),
  quantity: word('Qté', 'Qty'),
  unit: word('Unité', 'Unit'),
  unitPrice: word('Prix unitaire HT', 'Unit price, net'),
  discount: word('remise', 'discount'),
  per: word('pour', 'per'),
  vat: word('TVA', 'VAT'),
  amount: word('Montant HT', 'Amount, net'),
  allowance: word('Remise', 'Discount'),
  charge: word('Frais', 'Charge'),
  subtotal: word('Sous-total HT', 'Subtotal, net'),
  withoutVat: word('Total HT', 'Total without VAT'),
  totalVat: word('Total TVA', 'Total VAT'),
  totalVatIn: word('TVA en', 'VAT in'),
  withVat: word('Total TTC', 'Total with VAT'),
  prepaid: word('Déjà payé', 'Already paid'),
  rounding: word('Arrondi', 'Rounding'),
  vatRate: word('Taux', 'Rate'),
  vatBase: word('Base HT', 'Net'),
  vatAmount: word('Montant TVA', 'VAT'),
  payment: word('Règlement', 'Payment'),
  transferReference: word('Référence à rappeler', 'Reference to quote'),
  account: word('Compte', 'Account'),
  scanToPay: word('Scannez pour payer', 'Scan to pay'),
  mentions: word('Mentions', 'Notes'),
  page: word('Page', 'Page'),
  continued: word('suite', 'continued'),
} as const satisfies Record<string, Bilingual>

const DUE = word('Net à payer', 'Amount due')
const CREDIT = word('Net en votre faveur', 'Amount credited to you')

/** Words by name; `due` is the label of the final amount on an invoice or a credit note. */
export type PageLabels = Record<keyof typeof WORDS | 'due', string>

/** The wording of a page. */
export function pageLabels(language: Language, isCreditNote: boolean): PageLabels {
  const words = Object.entries(WORDS).map(([name, both]) => [name, both[language]])
  const due = (isCreditNote ? CREDIT : DUE)[language]
  return { ...Object.fromEntries(words), due } as PageLabels
}
