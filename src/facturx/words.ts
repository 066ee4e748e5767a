/** Wording of invoice codes on a French or English page. */
import type { Bilingual } from './finding-collector.ts'

/** Languages a page can be in. */
export type Language = keyof Bilingual

const word = (fr: string, en: string): Bilingual => ({ fr, en })

const INVOICE = word('Facture', 'Invoice')

/** UNTDID 1001: title of the page. */
const TITLES: Record<string, Bilingual> = {
  '261': word('Avoir en autofacturation', 'Self-billed credit note'),
  '262': word('Avoir global', 'Global credit note'),
  '326': word('Facture partielle', 'Partial invoice'),
  '380': INVOICE,
  '381': word('Avoir', 'Credit note'),
  '384': word('Facture rectificative', 'Corrected invoice'),
  '386': word("Facture d'acompte", 'Prepayment invoice'),
  '389': word('Facture en autofacturation', 'Self-billed invoice'),
  '393': word('Facture affacturée', 'Factored invoice'),
  '396': word('Avoir affacturé', 'Factored credit note'),
  '471': word('Facture rectificative en autofacturation', 'Self-billed corrected invoice'),
  '472': word('Facture rectificative affacturée', 'Factored corrected invoice'),
  '473': word(
    'Facture rectificative affacturée en autofacturation',
    'Self-billed factored corrected invoice',
  ),
  '500': word("Facture d'acompte en autofacturation", 'Self-billed prepayment invoice'),
  '501': word('Facture affacturée en autofacturation', 'Self-billed factored invoice'),
  '502': word('Avoir affacturé en autofacturation', 'Self-billed factored credit note'),
  '503': word("Avoir sur facture d'acompte", 'Prepayment credit note'),
}

const CREDIT_NOTES = new Set(['261', '262', '381', '396', '502', '503'])

/** UN/ECE Recommendation 20: common units; any other code is shown unchanged. */
const UNITS: Record<string, Bilingual> = {
  C62: word('unité', 'unit'),
  H87: word('pièce', 'piece'),
  EA: word('pièce', 'each'),
  HUR: word('heure', 'hour'),
  DAY: word('jour', 'day'),
  WEE: word('semaine', 'week'),
  MON: word('mois', 'month'),
  ANN: word('an', 'year'),
  MIN: word('minute', 'minute'),
  KGM: word('kg', 'kg'),
  GRM: word('g', 'g'),
  TNE: word('t', 't'),
  MTR: word('m', 'm'),
  CMT: word('cm', 'cm'),
  KMT: word('km', 'km'),
  MTK: word('m²', 'm²'),
  MTQ: word('m³', 'm³'),
  LTR: word('l', 'l'),
  KWH: word('kWh', 'kWh'),
  SET: word('lot', 'set'),
  LS: word('forfait', 'lump sum'),
  E48: word('prestation', 'service unit'),
}

/** UNTDID 4461: common means of payment. */
const MEANS: Record<string, Bilingual> = {
  '10': word('Espèces', 'Cash'),
  '20': word('Chèque', 'Cheque'),
  '30': word('Virement', 'Credit transfer'),
  '42': word('Virement', 'Payment to bank account'),
  '48': word('Carte bancaire', 'Bank card'),
  '49': word('Prélèvement', 'Direct debit'),
  '54': word('Carte de crédit', 'Credit card'),
  '55': word('Carte de débit', 'Debit card'),
  '57': word('Ordre permanent', 'Standing agreement'),
  '58': word('Virement SEPA', 'SEPA credit transfer'),
  '59': word('Prélèvement SEPA', 'SEPA direct debit'),
  '68': word('Paiement en ligne', 'Online payment'),
  '97': word('Compensation', 'Clearing between partners'),
}

/** UNTDID 5305: categories without a rate worth showing. */
const CATEGORIES: Record<string, Bilingual> = {
  E: word('Exonéré', 'Exempt'),
  AE: word('Autoliquidation', 'Reverse charge'),
  K: word('Livraison intracommunautaire', 'Intra-community supply'),
  G: word('Exportation', 'Export'),
  O: word('Hors champ de TVA', 'Outside the scope of VAT'),
}

/** The mention required by law for an exemption code, if the caller gives no wording. */
const EXEMPTIONS: Record<string, Bilingual> = {
  'VATEX-EU-AE': word('Autoliquidation de la TVA par le preneur', 'Reverse charge'),
  'VATEX-EU-IC': word(
    'Exonération de TVA, article 262 ter I du CGI',
    'Intra-community supply, article 138 of directive 2006/112/EC',
  ),
  'VATEX-EU-G': word(
    'Exonération de TVA, article 262 I du CGI',
    'Export, article 146 of directive 2006/112/EC',
  ),
  'VATEX-EU-O': word('Opération hors champ de la TVA', 'Outside the scope of VAT'),
  'VATEX-FR-FRANCHISE': word(
    'TVA non applicable, article 293 B du CGI',
    'VAT not applicable, article 293 B of the French tax code',
  ),
  'VATEX-FR-AE': word('Autoliquidation de la TVA par le preneur', 'Reverse charge (France)'),
}

/** BT-8, the value that French sellers must mention. */
export const VAT_ON_DEBITS = {
  code: '5',
  mention: word(
    "Option pour le paiement de la taxe d'après les débits",
    'VAT due on invoicing (option "sur les débits")',
  ),
} as const

/** Title of a document of this type (UNTDID 1001, BT-3); "Invoice" for types without one of their own. */
export const titleOf = (typeCode: string, language: Language): string =>
  (TITLES[typeCode] ?? INVOICE)[language]

/** Whether amounts of this type are owed to the buyer. */
export const isCreditNote = (typeCode: string): boolean => CREDIT_NOTES.has(typeCode)

/** Name of a unit (UN/ECE Recommendation 20); the code itself when there is none. */
export const unitOf = (code: string, language: Language): string => UNITS[code]?.[language] ?? code

/** Name of a means of payment (UNTDID 4461, BT-81); undefined when there is none. */
export const meansOf = (code: string | undefined, language: Language): string | undefined =>
  MEANS[code ?? '']?.[language]

/** What to print where a rate is expected: "20 %" or the name of the category. */
export function vatLabel(
  vat: { category?: string; rate?: string } | undefined,
  language: Language,
): string {
  const named = CATEGORIES[vat?.category ?? '']
  if (named !== undefined) return named[language]
  if (vat?.rate === undefined) return ''
  const rate = vat.rate.replace(/\.?0+$/, '') || '0'
  return language === 'fr' ? `${rate.replace('.', ',')} %` : `${rate}%`
}

/** Wording of an exemption code (VATEX, BT-121); undefined when there is none. */
export const exemptionOf = (code: string | undefined, language: Language): string | undefined =>
  EXEMPTIONS[code ?? '']?.[language]

/** Name of a country in the language of the page; the code itself when there is none. */
export function countryOf(code: string | undefined, language: Language): string | undefined {
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([language], { type: 'region' }).of(code)
}
