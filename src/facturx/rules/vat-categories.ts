/** The VAT categories for the rules: one table with the requirements of each, and the parts of an invoice under one. */
import type Big from 'big.js'
import { cents, sum } from '../model/amounts.ts'
import type { CheckedAdjustment, CheckedInvoice, CheckedVat } from '../model/complete-invoice.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import type { VatCategory } from '../model/invoice-lines.ts'
import { decimal, isDetail, say } from './rule.ts'

/**
 * Registrations that a category requires of seller and buyer; a tax representative's VAT number counts as the
 * seller's.
 */
type Identified = 'seller' | 'seller-vat' | 'seller-and-buyer' | 'vat-of-both' | 'none'

/** Requirements of one VAT category. */
export interface Category {
  /** The letters in its rule ids. */
  prefix: string
  code: VatCategory
  name: Bilingual
  identified: Identified
  rate: 'positive' | 'not-negative' | 'zero' | 'none'
  exemption: 'required' | 'forbidden'
  /** Rules 08 and 09: base and amount per rate, or the whole category in one row. */
  rows: 'per-rate' | 'one'
}

/** `[prefix of the rule ids, code, English, French, identified, rate, exemption, rows]` */
type CategoryRow = [
  Category['prefix'],
  VatCategory,
  string,
  string,
  Identified,
  Category['rate'],
  Category['exemption'],
  Category['rows'],
]
// biome-ignore format: a table is read by column
const ROWS: CategoryRow[] = [
  ['S', 'S', 'Standard rated', 'taux normal ou réduit', 'seller', 'positive', 'forbidden', 'per-rate'],
  ['Z', 'Z', 'Zero rated', 'taux zéro', 'seller', 'zero', 'forbidden', 'one'],
  ['E', 'E', 'Exempt from VAT', 'exonéré de TVA', 'seller', 'zero', 'required', 'one'],
  ['AE', 'AE', 'Reverse charge', 'autoliquidation', 'seller-and-buyer', 'zero', 'required', 'one'],
  ['IC', 'K', 'Intra-community supply', 'livraison intracommunautaire', 'vat-of-both', 'zero', 'required', 'one'],
  ['G', 'G', 'Export outside the EU', "export hors de l'UE", 'seller-vat', 'zero', 'required', 'one'],
  ['O', 'O', 'Not subject to VAT', 'hors du champ de la TVA', 'none', 'none', 'required', 'one'],
  ['AF', 'L', 'IGIC (Canary Islands)', 'IGIC (Canaries)', 'seller', 'positive', 'forbidden', 'per-rate'],
  ['AG', 'M', 'IPSI (Ceuta, Melilla)', 'IPSI (Ceuta, Melilla)', 'seller', 'not-negative', 'forbidden', 'per-rate'],
]

/** Every VAT category with the common rules (BR-S-*, BR-Z-*, BR-E-* …). */
export const CATEGORIES: readonly Category[] = ROWS.map(
  ([prefix, code, en, fr, identified, rate, exemption, rows]) => ({
    prefix,
    code,
    name: say(en, fr),
    identified,
    rate,
    exemption,
    rows,
  }),
)

/** Lines, allowances or charges: everything with VAT besides the breakdown. */
export type Source = 'lines' | 'allowances' | 'charges'

/** An amount under a VAT category, and its pointer. */
interface Taxed {
  pointer: string
  /** Whether it counts towards the sums: groups and information lines of EXTENDED do not. */
  counts: boolean
  rate: Big | undefined
  hasRate: boolean
  amount: Big | undefined
}

/** The lines, allowances or charges of a category. */
export function taxedIn(invoice: CheckedInvoice, source: Source, code: VatCategory): Taxed[] {
  const taxed: Taxed[] = []
  for (const [index, item] of (invoice[source] ?? []).entries()) {
    if (item.vat?.category !== code) continue
    const { rate } = item.vat
    taxed.push({
      pointer: `/${source}/${index}`,
      counts: !('kind' in item) || isDetail(item),
      rate: decimal(rate),
      hasRate: rate !== undefined,
      amount: decimal('netAmount' in item ? item.netAmount : (item as CheckedAdjustment).amount),
    })
  }
  return taxed
}

/** Rows of the VAT breakdown in a category, each with its JSON pointer. */
export const rowsOf = (
  invoice: CheckedInvoice,
  code: VatCategory,
): { row: CheckedVat; pointer: string }[] =>
  (invoice.vatBreakdown ?? []).flatMap((row, index) =>
    row.category === code ? [{ row, pointer: `/vatBreakdown/${index}` }] : [],
  )

/** A VAT number that must not be present under "not subject to VAT". */
function forbiddenRegistration({
  seller,
  taxRepresentative,
  buyer,
}: CheckedInvoice): string | undefined {
  if (seller?.vatId !== undefined) return '/seller/vatId'
  if (taxRepresentative?.vatId !== undefined) return '/taxRepresentative/vatId'
  return buyer?.vatId === undefined ? undefined : '/buyer/vatId'
}

/** The registration that is missing, or must not be present; undefined when everything is correct. */
export function wrongRegistration(
  invoice: CheckedInvoice,
  identified: Identified,
): string | undefined {
  const { seller, buyer, taxRepresentative } = invoice
  if (identified === 'none') return forbiddenRegistration(invoice)
  const needsVat = identified === 'seller-vat' || identified === 'vat-of-both'
  const sellerIds = [seller?.vatId, taxRepresentative?.vatId, needsVat ? undefined : seller?.taxId]
  if (sellerIds.every((id) => id === undefined)) return '/seller/vatId'
  const buyerIds: Partial<Record<Identified, unknown[]>> = {
    'vat-of-both': [buyer?.vatId],
    'seller-and-buyer': [buyer?.vatId, buyer?.legalId],
  }
  return buyerIds[identified]?.every((id) => id === undefined) ? '/buyer/vatId' : undefined
}

/** The registration that the parties of a category must have, in words. */
export const REGISTRATIONS: Record<Identified, Bilingual> = {
  seller: say(
    "the seller's VAT number or tax registration (BT-31, BT-32) or the tax representative's (BT-63)",
    "le numéro de TVA ou l'identifiant fiscal du vendeur (BT-31, BT-32) ou celui de son représentant (BT-63)",
  ),
  'seller-vat': say(
    'the VAT number of the seller or of the tax representative (BT-31, BT-63)',
    'le numéro de TVA du vendeur ou de son représentant (BT-31, BT-63)',
  ),
  'seller-and-buyer': say(
    "a tax registration of the seller (BT-31, BT-32, BT-63) and the buyer's VAT number or registration (BT-48, BT-47)",
    "une immatriculation fiscale du vendeur (BT-31, BT-32, BT-63) et le numéro de TVA ou l'immatriculation de l'acheteur (BT-48, BT-47)",
  ),
  'vat-of-both': say(
    'the VAT numbers of seller (or tax representative) and buyer (BT-31, BT-63, BT-48)',
    "les numéros de TVA du vendeur (ou de son représentant) et de l'acheteur (BT-31, BT-63, BT-48)",
  ),
  none: say(
    'no VAT number of seller, tax representative or buyer (BT-31, BT-63, BT-48)',
    "aucun numéro de TVA du vendeur, de son représentant ou de l'acheteur (BT-31, BT-63, BT-48)",
  ),
}

/** The rate that a category requires, also in words. */
export const RATES: Record<
  Category['rate'],
  { holds: (taxed: Taxed) => boolean; says: Bilingual }
> = {
  positive: {
    holds: ({ rate }) => rate?.gt(0) ?? false,
    says: say('greater than 0', 'supérieur à 0'),
  },
  'not-negative': {
    holds: ({ rate }) => rate?.gte(0) ?? false,
    says: say('0 or greater', 'supérieur ou égal à 0'),
  },
  zero: { holds: ({ rate }) => rate?.eq(0) ?? false, says: say('0', '0') },
  none: { holds: ({ hasRate }) => !hasRate, says: say('absent', 'absent') },
}

/** Σ lines − allowances + charges of a category, for one rate where rows are per rate; and the number of amounts. */
export function taxableAmount(
  invoice: CheckedInvoice,
  code: VatCategory,
  rate: Big | undefined,
): { base: Big; count: number } {
  const of = (source: Source) =>
    taxedIn(invoice, source, code).filter(
      (taxed) => taxed.counts && (rate === undefined || taxed.rate?.eq(rate)),
    )
  const [lines, allowances, charges] = [of('lines'), of('allowances'), of('charges')]
  const add = (taxed: Taxed[]): Big => cents(sum(taxed.map(({ amount }) => amount)))
  return {
    base: add(lines).minus(add(allowances)).plus(add(charges)),
    count: lines.length + allowances.length + charges.length,
  }
}
