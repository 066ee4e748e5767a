/**
 * VAT rules that only some categories have: intra-community supplies, "out of scope" on its own, Italian split
 * payment.
 */
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import {
  BASIC_AND_EN,
  type Breach,
  brokenIf,
  FROM_BASIC,
  FROM_WL,
  HOLDS,
  placesAt,
  type Rule,
  rule,
  say,
  WL_TO_EN,
} from './rule.ts'
import { rowsOf } from './vat-categories.ts'

const hasCategory = (invoice: CheckedInvoice, code: string, ...patterns: string[]): boolean =>
  patterns.some((pattern) => placesAt(invoice, pattern).some(({ value }) => value === code))

/** Where a category other than O is used beside a row O. */
const besideO =
  (...patterns: string[]) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    rowsOf(invoice, 'O').length === 0
      ? HOLDS
      : patterns.flatMap((pattern) =>
          placesAt(invoice, pattern).flatMap(({ pointer, value }) =>
            brokenIf(value !== undefined && value !== 'O', pointer),
          ),
        )

const ALONE = say(
  'An invoice with a VAT row "Not subject to VAT" (O) must have no other VAT category.',
  'Une facture avec une ligne de TVA « hors du champ » (O) ne peut avoir aucune autre catégorie de TVA.',
)
const SPLIT = say(
  'Issue two invoices, or use profile EXTENDED.',
  'Émettez deux factures, ou utilisez le profil EXTENDED.',
)

const EVERYWHERE = [
  '/vatBreakdown/*/category',
  '/lines/*/vat/category',
  '/allowances/*/vat/category',
  '/charges/*/vat/category',
]
/** The official rules do not distinguish allowances and charges here, so neither do BR-O-13 and 14. */
const ADJUSTMENTS = ['/allowances/*/vat/category', '/charges/*/vat/category']
const COUNTRIES = [
  '/seller/address/country',
  '/buyer/address/country',
  '/delivery/address/country',
  '/taxRepresentative/address/country',
]

/** BR-IC-11, BR-IC-12, BR-O-11 to BR-O-14, BR-B-01, BR-B-02. */
export const SPECIAL_VAT_RULES: readonly Rule[] = [
  rule(
    'BR-IC-11',
    FROM_WL,
    (invoice) =>
      brokenIf(
        rowsOf(invoice, 'K').length > 0 &&
          invoice.delivery?.date === undefined &&
          invoice.period?.start === undefined &&
          invoice.period?.end === undefined,
        '/delivery/date',
      ),
    say(
      'An intra-community supply (K) must have a delivery date (BT-72) or an invoicing period (BG-14).',
      'Une livraison intracommunautaire (K) doit avoir une date de livraison (BT-72) ou une période de facturation (BG-14).',
    ),
    say('Give delivery.date or period.', 'Renseignez delivery.date ou period.'),
  ),
  rule(
    'BR-IC-12',
    FROM_WL,
    (invoice) =>
      brokenIf(
        rowsOf(invoice, 'K').length > 0 && invoice.delivery?.address?.country === undefined,
        '/delivery/address/country',
      ),
    say(
      'An intra-community supply (K) must name the country of delivery (BT-80).',
      'Une livraison intracommunautaire (K) doit indiquer le pays de livraison (BT-80).',
    ),
    say('Give delivery.address.country.', 'Renseignez delivery.address.country.'),
  ),
  rule('BR-O-11', WL_TO_EN, besideO('/vatBreakdown/*/category'), ALONE, SPLIT),
  rule('BR-O-12', BASIC_AND_EN, besideO('/lines/*/vat/category'), ALONE, SPLIT),
  rule('BR-O-13', WL_TO_EN, besideO(...ADJUSTMENTS), ALONE, SPLIT),
  rule('BR-O-14', WL_TO_EN, besideO(...ADJUSTMENTS), ALONE, SPLIT),
  rule(
    'BR-B-01',
    FROM_BASIC,
    (invoice) =>
      hasCategory(invoice, 'B', ...EVERYWHERE)
        ? COUNTRIES.flatMap((pattern) =>
            placesAt(invoice, pattern).flatMap(({ pointer, value }) =>
              brokenIf(value !== undefined && value !== 'IT', pointer),
            ),
          )
        : HOLDS,
    say(
      'Split payment (B) is for invoices within Italy.',
      "Le paiement scindé (B) est réservé aux factures à l'intérieur de l'Italie.",
    ),
    say('Use another VAT category.', 'Utilisez une autre catégorie de TVA.'),
  ),
  rule(
    'BR-B-02',
    FROM_BASIC,
    (invoice) =>
      brokenIf(
        hasCategory(invoice, 'B', ...EVERYWHERE) && hasCategory(invoice, 'S', ...EVERYWHERE),
        '/vatBreakdown',
      ),
    say(
      'Split payment (B) and standard rate (S) exclude each other.',
      "Le paiement scindé (B) et le taux normal (S) s'excluent.",
    ),
    say('Issue two invoices.', 'Émettez deux factures.'),
  ),
]
