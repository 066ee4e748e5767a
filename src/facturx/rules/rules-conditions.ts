/** EN 16931-1, 6.4.2: fields that depend on each other, BR-CO-* other than the sums of rules-totals.ts. */
import VAT_ID_PREFIXES from '../codes/vat-id-prefixes.json' with { type: 'json' }
import {
  ALL,
  brokenIf,
  decimal,
  EXTENDED,
  eachAt,
  FROM_BASIC,
  FROM_WL,
  oneOf,
  type Rule,
  rule,
  say,
} from './rule.ts'

const PREFIXES = new Set(VAT_ID_PREFIXES.codes)
const PERIOD = say(
  'A period must have a first day, a last day, or both.',
  'Une période doit avoir un premier jour, un dernier jour, ou les deux.',
)
const PERIOD_FIX = say(
  'Give start or end, or leave the period out.',
  'Renseignez start ou end, ou omettez la période.',
)

/**
 * BR-CO-03 to BR-CO-26 without the sums. BR-CO-04 is with the required fields and BR-CO-21 to 24 with the reasons in
 * rules-core.ts; BR-CO-05 to 08 (code and words of a reason agree) cannot be checked by machine, in no schematron either.
 */
export const CONDITION_RULES: readonly Rule[] = [
  rule(
    'BR-CO-03',
    FROM_WL,
    ({ taxPointDate, taxPointDateCode }) =>
      brokenIf(taxPointDate !== undefined && taxPointDateCode !== undefined, '/taxPointDateCode'),
    say(
      'The date VAT falls due (BT-7) and its code (BT-8) exclude each other.',
      "La date d'exigibilité de la TVA (BT-7) et son code (BT-8) s'excluent.",
    ),
    say(
      'Give one of taxPointDate and taxPointDateCode.',
      "Ne renseignez que l'un de taxPointDate et taxPointDateCode.",
    ),
  ),
  rule(
    'BR-CO-09',
    ALL,
    eachAt(
      [
        '/seller/vatId',
        '/buyer/vatId',
        '/payee/vatId',
        '/taxRepresentative/vatId',
        '/otherParties/*/vatId',
      ],
      (id) => PREFIXES.has(id.slice(0, 2)),
    ),
    say(
      'A VAT number must start with the two letters of its country (BT-31, BT-48, BT-63).',
      'Un numéro de TVA commence par les deux lettres de son pays (BT-31, BT-48, BT-63).',
    ),
    say(
      'Write the number with its prefix, e.g. FR12345678901; Greece uses EL.',
      'Écrivez le numéro avec son préfixe, p. ex. FR12345678901 ; EL pour la Grèce.',
    ),
  ),
  rule(
    'BR-CO-18',
    FROM_WL,
    ({ vatBreakdown }) => brokenIf((vatBreakdown ?? []).length === 0, '/vatBreakdown'),
    say(
      'The invoice must have at least one VAT row (BG-23).',
      'La facture doit comporter au moins une ligne de TVA (BG-23).',
    ),
    say(
      'Give vatBreakdown, or lines with their VAT.',
      'Renseignez vatBreakdown, ou des lignes avec leur TVA.',
    ),
  ),
  rule('BR-CO-19', FROM_WL, oneOf('/period?', 'start', 'end'), PERIOD, PERIOD_FIX),
  rule('BR-CO-20', FROM_BASIC, oneOf('/lines/*/period?', 'start', 'end'), PERIOD, PERIOD_FIX),
  rule(
    'BR-CO-25',
    EXTENDED,
    ({ totals, payment }) =>
      brokenIf(
        (decimal(totals?.due)?.gt(0) ?? false) &&
          payment?.dueDate === undefined &&
          payment?.terms === undefined,
        '/payment/dueDate',
      ),
    say(
      'When an amount is due, a due date (BT-9) or payment terms (BT-20) are needed.',
      'Quand un montant est à payer, une échéance (BT-9) ou des conditions de paiement (BT-20) sont requises.',
    ),
    say('Give payment.dueDate or payment.terms.', 'Renseignez payment.dueDate ou payment.terms.'),
  ),
  rule(
    'BR-CO-26',
    ALL,
    ({ seller }) =>
      brokenIf(
        seller !== undefined &&
          seller.ids === undefined &&
          seller.legalId === undefined &&
          seller.vatId === undefined,
        '/seller/legalId',
      ),
    say(
      'The seller must be identified: identifier (BT-29), registration (BT-30) or VAT number (BT-31).',
      'Le vendeur doit être identifié : identifiant (BT-29), immatriculation (BT-30) ou numéro de TVA (BT-31).',
    ),
    say(
      'Give seller.siren, seller.legalId, seller.ids or seller.vatId.',
      'Renseignez seller.siren, seller.legalId, seller.ids ou seller.vatId.',
    ),
  ),
]
