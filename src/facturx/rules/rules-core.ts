/**
 * EN 16931-1, 6.4.1: integrity rules BR-01 to BR-65. Most require a field: one row each. The messages are built from
 * the names in fields.json. BR-CO-21 to BR-CO-24 say the same as BR-33, 38, 42 and 44.
 */
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { capital, fieldNames, fieldPath } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import {
  ALL,
  BASIC_AND_EN,
  type Breach,
  brokenIf,
  decimal,
  EXTENDED,
  eachAt,
  FROM_BASIC,
  FROM_EN,
  FROM_WL,
  filledAt,
  isBlank,
  oneOf,
  type Rule,
  rule,
  say,
  WL_TO_EN,
} from './rule.ts'

/** `[id, profiles, places, id in EXTENDED]`: these must be present and not empty. */
type Row = [
  id: string,
  profiles: readonly Profile[],
  places: string | string[],
  extendedId?: string,
]

const REQUIRED: Row[] = [
  ['BR-01', ALL, '/profile'],
  ['BR-02', ALL, '/number'],
  ['BR-03', ALL, '/issueDate'],
  ['BR-04', ALL, '/typeCode'],
  ['BR-05', ALL, '/currency'],
  ['BR-06', ALL, '/seller/name'],
  ['BR-07', ALL, '/buyer/name'],
  ['BR-08', ALL, '/seller/address'],
  ['BR-09', ALL, '/seller/address/country'],
  ['BR-10', FROM_WL, '/buyer/address'],
  ['BR-11', FROM_WL, '/buyer/address/country'],
  ['BR-12', FROM_WL, '/totals/lines'],
  ['BR-13', ALL, '/totals/withoutVat'],
  ['BR-14', ALL, '/totals/withVat'],
  ['BR-15', ALL, '/totals/due'],
  ['BR-16', FROM_BASIC, '/lines'],
  ['BR-18', FROM_WL, '/taxRepresentative?/name'],
  ['BR-19', FROM_WL, '/taxRepresentative?/address'],
  ['BR-20', FROM_WL, '/taxRepresentative?/address/country'],
  ['BR-21', FROM_BASIC, '/lines/*/id'],
  ['BR-22', FROM_BASIC, '/lines/+/quantity', 'BR-FXEXT-BR-22'],
  ['BR-23', FROM_BASIC, '/lines/+/unit', 'BR-FXEXT-BR-23'],
  ['BR-24', FROM_BASIC, '/lines/+/netAmount', 'BR-FXEXT-BR-24'],
  ['BR-25', FROM_BASIC, '/lines/*/name'],
  ['BR-26', FROM_BASIC, '/lines/+/netPrice', 'BR-FXEXT-BR-26'],
  ['BR-31', FROM_WL, '/allowances/*/amount'],
  ['BR-32', FROM_WL, '/allowances/*/vat/category'],
  ['BR-36', FROM_WL, '/charges/*/amount'],
  ['BR-37', FROM_WL, '/charges/*/vat/category'],
  ['BR-41', FROM_BASIC, '/lines/*/allowances/*/amount'],
  ['BR-43', FROM_BASIC, '/lines/*/charges/*/amount'],
  ['BR-45', FROM_WL, '/vatBreakdown/*/base'],
  ['BR-46', FROM_WL, '/vatBreakdown/*/amount'],
  ['BR-47', FROM_WL, '/vatBreakdown/*/category'],
  ['BR-49', FROM_WL, '/payment/means/*/code'],
  [
    'BR-52',
    FROM_EN,
    ['/attachments/*/id', '/references/object?/value', '/lines/*/objectId?/value'],
  ],
  ['BR-54', BASIC_AND_EN, ['/lines/*/attributes/*/name', '/lines/*/attributes/*/value']],
  ['BR-FXEXT-BR-54-1', EXTENDED, '/lines/*/attributes/*/name'],
  ['BR-FXEXT-BR-54-2', EXTENDED, '/lines/*/attributes/*/value'],
  ['BR-CO-04', FROM_BASIC, '/lines/+/vat/category', 'BR-FXEXT-CO-04'],
  ['BR-55', FROM_WL, '/precedingInvoices/*/number'],
  ['BR-56', FROM_WL, '/taxRepresentative?/vatId'],
  ['BR-57', FROM_WL, '/delivery/address?/country'],
  ['BR-62', FROM_WL, '/seller/electronicAddress?/scheme'],
  ['BR-63', FROM_WL, '/buyer/electronicAddress?/scheme'],
  ['BR-64', FROM_BASIC, '/lines/*/standardItemId?/scheme'],
  ['BR-65', FROM_BASIC, '/lines/*/classifications/*/scheme'],
]

const alias = (extendedId: string | undefined): { extendedId?: string } =>
  extendedId === undefined ? {} : { extendedId }

const required = REQUIRED.map(([id, profiles, places, extendedId]): Rule => {
  const patterns = [places].flat()
  const name = fieldNames(patterns)
  const fields = patterns.map(fieldPath).join(', ')
  return rule(
    id,
    profiles,
    filledAt(...patterns),
    say(`${capital(name.en)} is missing.`, `Il manque ${name.fr}.`),
    say(`Give ${fields}.`, `Renseignez ${fields}.`),
    alias(extendedId),
  )
})

/** `[ids, profiles, list, id in EXTENDED]`: each item has a reason, in words or as a code. */
const REASONS: [ids: string[], profiles: readonly Profile[], list: string, extendedId?: string][] =
  [
    [['BR-33', 'BR-CO-21'], FROM_WL, '/allowances/*'],
    [['BR-38'], FROM_WL, '/charges/*', 'BR-FXEXT-BR-38'],
    [['BR-CO-22'], WL_TO_EN, '/charges/*'],
    [['BR-42', 'BR-CO-23'], FROM_BASIC, '/lines/*/allowances/*'],
    [['BR-44'], FROM_BASIC, '/lines/*/charges/*', 'BR-FXEXT-BR-44'],
    [['BR-CO-24'], BASIC_AND_EN, '/lines/*/charges/*'],
  ]

const reasons = REASONS.flatMap(([ids, profiles, list, extendedId]): Rule[] => {
  const name = fieldNames([`${list}/reason`, `${list}/reasonCode`])
  const field = fieldPath(list)
  return ids.map((id) =>
    rule(
      id,
      profiles,
      oneOf(list, 'reason', 'reasonCode'),
      say(`One of these is needed: ${name.en}.`, `Il faut au moins l'un des deux : ${name.fr}.`),
      say(`Give ${field}.reason or reasonCode.`, `Renseignez ${field}.reason ou reasonCode.`),
      alias(extendedId),
    ),
  )
})

const isNotNegative = (value: string): boolean => decimal(value)?.gte(0) ?? true

/**
 * A period must not end before its first day. Absent days, and texts that are not dates, pass: other rules report
 * them.
 */
const endsAfterStart =
  (pattern: string) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    eachPeriod(invoice, pattern).flatMap(({ pointer, period: { start, end } }) =>
      brokenIf(start !== undefined && end !== undefined && end < start, `${pointer}/end`),
    )

function eachPeriod(invoice: CheckedInvoice, pattern: string) {
  const lines = invoice.lines ?? []
  const places =
    pattern === '/period'
      ? [{ pointer: '/period', period: invoice.period }]
      : lines.map((line, index) => ({ pointer: `/lines/${index}/period`, period: line.period }))
  return places.flatMap(({ pointer, period }) =>
    period === undefined ? [] : [{ pointer, period }],
  )
}

const PERIOD_SAYS = say(
  'A period must not end before it starts.',
  'Une période ne peut pas finir avant de commencer.',
)
const PERIOD_FIX = say('Exchange or correct the two dates.', 'Inversez ou corrigez les deux dates.')

/** The payee must differ from the seller in name, identifiers and registration. */
function payeeIsAnother({ payee, seller }: CheckedInvoice): readonly Breach[] {
  if (payee === undefined) return []
  const known = new Set(
    (seller?.ids ?? []).filter(({ scheme }) => scheme === undefined).map(({ value }) => value),
  )
  const same =
    payee.name === undefined ||
    payee.name === seller?.name ||
    (payee.ids ?? []).some(({ value, scheme }) => scheme === undefined && known.has(value)) ||
    (payee.legalId !== undefined && payee.legalId.value === seller?.legalId?.value)
  return brokenIf(same, '/payee/name')
}

/** Means of payment that need an account number as soon as anything about the account is given. */
const TRANSFERS = new Set(['30', '58'])
const accountHasNumber = (invoice: CheckedInvoice): readonly Breach[] =>
  (invoice.payment?.means ?? []).flatMap((means, index) =>
    brokenIf(
      TRANSFERS.has(means.code ?? '') &&
        [means.accountName, means.iban, means.accountId].some((value) => value !== undefined) &&
        isBlank(means.iban) &&
        isBlank(means.accountId),
      `/payment/means/${index}/iban`,
    ),
  )

const ACCOUNT_SAYS = say(
  'A transfer (code 30 or 58) must name the account to pay to (BT-84).',
  'Un virement (code 30 ou 58) doit indiquer le compte à créditer (BT-84).',
)
const ACCOUNT_FIX = say(
  'Give payment.means[].iban or accountId.',
  'Renseignez payment.means[].iban ou accountId.',
)

const others: Rule[] = [
  rule(
    'BR-17',
    FROM_WL,
    payeeIsAnother,
    say(
      'A payee must be named (BT-59) and be another party than the seller.',
      'Un bénéficiaire doit être nommé (BT-59) et différer du vendeur.',
    ),
    say(
      'Give payee.name, or leave payee out when the seller is paid.',
      'Renseignez payee.name, ou omettez payee si le vendeur est payé lui-même.',
    ),
  ),
  rule(
    'BR-27',
    BASIC_AND_EN,
    eachAt(['/lines/*/netPrice'], isNotNegative),
    say(
      'The net price of a line must not be negative (BT-146).',
      "Le prix net d'une ligne ne peut pas être négatif (BT-146).",
    ),
    say(
      'Make the quantity negative instead, or issue a credit note.',
      'Rendez plutôt la quantité négative, ou émettez un avoir.',
    ),
  ),
  rule(
    'BR-28',
    BASIC_AND_EN,
    eachAt(['/lines/*/grossPrice'], isNotNegative),
    say(
      'The gross price of a line must not be negative (BT-148).',
      "Le prix brut d'une ligne ne peut pas être négatif (BT-148).",
    ),
    say(
      'Make the quantity negative instead, or issue a credit note.',
      'Rendez plutôt la quantité négative, ou émettez un avoir.',
    ),
  ),
  rule('BR-29', FROM_WL, endsAfterStart('/period'), PERIOD_SAYS, PERIOD_FIX),
  rule('BR-30', FROM_BASIC, endsAfterStart('/lines'), PERIOD_SAYS, PERIOD_FIX),
  rule(
    'BR-48',
    FROM_WL,
    ({ vatBreakdown = [] }) =>
      vatBreakdown.flatMap(({ rate, category }, index) =>
        brokenIf(rate === undefined && category !== 'O', `/vatBreakdown/${index}/rate`),
      ),
    say(
      'Each VAT row must have a rate (BT-119), except for category O.',
      'Chaque ligne de TVA doit avoir un taux (BT-119), sauf en catégorie O.',
    ),
    say('Give vatBreakdown[].rate.', 'Renseignez vatBreakdown[].rate.'),
  ),
  rule('BR-50', FROM_WL, accountHasNumber, ACCOUNT_SAYS, ACCOUNT_FIX),
  rule(
    'BR-51',
    FROM_EN,
    eachAt(['/payment/means/*/cardNumber'], (value) => value.trim().length <= 10),
    say(
      'A card number must be cut to its first 6 and last 4 digits at most (BT-87).',
      'Un numéro de carte est réduit au plus aux 6 premiers et 4 derniers chiffres (BT-87).',
    ),
    say('Give the last 4 to 6 digits only.', "N'indiquez que les 4 à 6 derniers chiffres."),
  ),
  rule(
    'BR-53',
    FROM_WL,
    ({ currency, taxCurrency, totals }) =>
      brokenIf(
        taxCurrency !== undefined &&
          (taxCurrency === currency || totals?.vatInTaxCurrency === undefined),
        '/totals/vatInTaxCurrency',
      ),
    say(
      'With a tax currency (BT-6, another than BT-5) the VAT total in it must be given (BT-111).',
      'Avec une devise de comptabilisation de la TVA (BT-6, différente de BT-5), le total de TVA dans cette devise est requis (BT-111).',
    ),
    say(
      'Give totals.vatInTaxCurrency, or leave taxCurrency out.',
      'Renseignez totals.vatInTaxCurrency, ou omettez taxCurrency.',
    ),
  ),
  rule('BR-61', FROM_WL, accountHasNumber, ACCOUNT_SAYS, ACCOUNT_FIX),
]

/** BR-01 to BR-65. */
export const CORE_RULES: readonly Rule[] = [...required, ...reasons, ...others]
