/** EN 16931-1, 6.4.2: the sums that must agree, BR-CO-10 to BR-CO-17. The other BR-CO-* are in rules-conditions.ts. */
import Big from 'big.js'
import { cents, percentOf, sum, ZERO } from '../model/amounts.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { Profile } from '../model/invoice.ts'
import {
  type Breach,
  brokenIf,
  decimal,
  FROM_BASIC,
  FROM_WL,
  HOLDS,
  isBlank,
  isDetail,
  type Rule,
  rule,
  say,
  WL_TO_EN,
} from './rule.ts'

const CENT = new Big('0.01')
/** How far BR-CO-17 allows a VAT amount to be from base × rate. */
const VAT_TOLERANCE = 1

/** Sum of one decimal member of each item. */
const total = <T>(items: readonly T[] | undefined, amount: (item: T) => string | undefined): Big =>
  sum((items ?? []).map((item) => decimal(amount(item))))

const linesTotal = ({ lines }: CheckedInvoice): Big =>
  cents(total(lines?.filter(isDetail), ({ netAmount }) => netAmount))
const allowancesTotal = ({ allowances }: CheckedInvoice): Big =>
  cents(total(allowances, ({ amount }) => amount))
const chargesTotal = ({ charges }: CheckedInvoice): Big =>
  cents(total(charges, ({ amount }) => amount))

/** EXTENDED allows a sum to be off by a cent for each amount in it; the other profiles do not. */
const tolerance = (profile: Profile, ...lists: (readonly unknown[] | undefined)[]): Big =>
  profile === 'extended'
    ? CENT.times(lists.reduce((count, list) => count + (list?.length ?? 0), 0))
    : ZERO

/**
 * A breach if a given amount differs from the expected one by more than the tolerance. An absent amount has a rule of
 * its own.
 */
function agrees(
  pointer: string,
  given: string | undefined,
  expected: Big | undefined,
  within = ZERO,
): readonly Breach[] {
  const value = decimal(given)
  if (value === undefined || expected === undefined || value.minus(expected).abs().lte(within))
    return HOLDS
  return [{ pointer, given: value.toFixed(), expected: expected.toFixed(2) }]
}

/** An amount, or zero when it is absent. */
const orZero = (text: string | undefined): Big => decimal(text) ?? ZERO

/** What BT-109 must be; undefined while BT-106 or, in EXTENDED, every line is missing. */
function totalWithoutVat(invoice: CheckedInvoice, profile: Profile): Big | undefined {
  const { totals, lines } = invoice
  if (profile === 'extended')
    return (lines ?? []).length === 0
      ? undefined
      : linesTotal(invoice).minus(allowancesTotal(invoice)).plus(chargesTotal(invoice))
  const sumOfLines = decimal(totals?.lines)
  return (
    sumOfLines && cents(sumOfLines.minus(orZero(totals?.allowances)).plus(orZero(totals?.charges)))
  )
}

/** BR-CO-15. An invoice whose two totals are equal has no VAT to add, whatever BT-110 is. */
function totalWithVat(
  { totals, lines, allowances, charges }: CheckedInvoice,
  profile: Profile,
): readonly Breach[] {
  const net = decimal(totals?.withoutVat)
  if (net === undefined || decimal(totals?.withVat)?.eq(net)) return HOLDS
  const within = tolerance(profile, lines?.filter(isDetail), allowances, charges)
  return agrees('/totals/withVat', totals?.withVat, cents(net.plus(orZero(totals?.vat))), within)
}

/** BR-CO-17: |BT-117| = |BT-116| × BT-119, within 1; at a rate of 0 the amount rounds to 0. */
const vatAmounts = ({ vatBreakdown }: CheckedInvoice): readonly Breach[] =>
  (vatBreakdown ?? []).flatMap(({ base, rate, amount }, index) => {
    const pointer = `/vatBreakdown/${index}/amount`
    const percent = decimal(rate) ?? ZERO
    const value = decimal(amount)
    if (percent.round().eq(0)) return brokenIf(value !== undefined && !value.round().eq(0), pointer)
    const taxable = decimal(base)
    if (taxable === undefined || value === undefined) return HOLDS
    const expected = percentOf(taxable.abs(), percent)
    return value.abs().minus(expected).abs().lte(VAT_TOLERANCE)
      ? HOLDS
      : [
          {
            pointer,
            given: value.toFixed(),
            expected: expected.times(taxable.lt(0) ? -1 : 1).toFixed(2),
          },
        ]
  })

const FIX_SUM = say(
  'Correct the amount, or leave it out: it is then computed.',
  'Corrigez ce montant, ou omettez-le : il sera alors calculé.',
)

const sums: Rule[] = [
  rule(
    'BR-CO-10',
    FROM_BASIC,
    (invoice, profile) =>
      agrees(
        '/totals/lines',
        invoice.totals?.lines,
        linesTotal(invoice),
        tolerance(profile, invoice.lines),
      ),
    say(
      'The sum of the line amounts (BT-106) must be Σ BT-131.',
      'La somme des lignes (BT-106) doit être égale à Σ BT-131.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-10' },
  ),
  rule(
    'BR-CO-11',
    FROM_WL,
    (invoice, profile) =>
      isBlank(invoice.totals?.allowances)
        ? brokenIf((invoice.allowances ?? []).length > 0, '/totals/allowances')
        : agrees(
            '/totals/allowances',
            invoice.totals?.allowances,
            allowancesTotal(invoice),
            tolerance(profile, invoice.allowances),
          ),
    say(
      'The sum of the allowances (BT-107) must be Σ BT-92.',
      'La somme des remises (BT-107) doit être égale à Σ BT-92.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-11' },
  ),
  rule(
    'BR-CO-12',
    FROM_WL,
    (invoice, profile) =>
      isBlank(invoice.totals?.charges)
        ? brokenIf((invoice.charges ?? []).length > 0, '/totals/charges')
        : agrees(
            '/totals/charges',
            invoice.totals?.charges,
            chargesTotal(invoice),
            tolerance(profile, invoice.charges),
          ),
    say(
      'The sum of the charges (BT-108) must be Σ BT-99.',
      'La somme des frais (BT-108) doit être égale à Σ BT-99.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-12' },
  ),
  rule(
    'BR-CO-13',
    FROM_WL,
    (invoice, profile) =>
      agrees(
        '/totals/withoutVat',
        invoice.totals?.withoutVat,
        totalWithoutVat(invoice, profile),
        tolerance(profile, invoice.lines?.filter(isDetail), invoice.allowances, invoice.charges),
      ),
    say(
      'The total without VAT (BT-109) must be BT-106 − BT-107 + BT-108.',
      'Le total hors TVA (BT-109) doit être égal à BT-106 − BT-107 + BT-108.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-13' },
  ),
  rule(
    'BR-CO-14',
    FROM_WL,
    ({ totals, vatBreakdown }) =>
      agrees('/totals/vat', totals?.vat, cents(total(vatBreakdown, ({ amount }) => amount))),
    say(
      'The VAT total (BT-110) must be the sum of the VAT rows, Σ BT-117.',
      'Le total de TVA (BT-110) doit être la somme des lignes de TVA, Σ BT-117.',
    ),
    FIX_SUM,
  ),
  rule(
    'BR-CO-15',
    FROM_WL,
    totalWithVat,
    say(
      'The total with VAT (BT-112) must be BT-109 + BT-110, BT-110 being in the currency of the invoice.',
      'Le total TVA comprise (BT-112) doit être égal à BT-109 + BT-110, BT-110 étant dans la devise de la facture.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-15' },
  ),
  rule(
    'BR-CO-16',
    FROM_WL,
    ({ totals }) =>
      agrees(
        '/totals/due',
        totals?.due,
        decimal(totals?.withVat)?.minus(orZero(totals?.prepaid)).plus(orZero(totals?.rounding)),
      ),
    say(
      'The amount due (BT-115) must be BT-112 − BT-113 + BT-114.',
      'Le montant à payer (BT-115) doit être égal à BT-112 − BT-113 + BT-114.',
    ),
    FIX_SUM,
    { extendedId: 'BR-FXEXT-CO-16' },
  ),
  rule(
    'BR-CO-17',
    WL_TO_EN,
    vatAmounts,
    say(
      'A VAT amount (BT-117) must be its base × its rate (BT-116 × BT-119).',
      'Un montant de TVA (BT-117) doit être sa base × son taux (BT-116 × BT-119).',
    ),
    FIX_SUM,
  ),
]

/** BR-CO-10 to BR-CO-17. */
export const TOTAL_RULES: readonly Rule[] = sums
