/** Our own rules, PARAPH-*: common mistakes that no schematron checks. Check digits, calendar days, line arithmetic. */
import { cents, ONE, sum } from '../model/amounts.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { isBic, isDay, isGtin, isIban, isSiren, isSiret, isVatId } from '../model/identifiers.ts'
import {
  ALL,
  decimal,
  eachAt,
  FROM_BASIC,
  HOLDS,
  type Rule,
  type RuleViolation,
  rule,
} from './rule.ts'

/** ISO 6523 codes of identifiers with check digits. */
const SCHEME_SIREN = '0002'
const SCHEME_SIRET = '0009'
const SCHEME_GTIN = '0160'

const withoutSpaces = (value: string): string => value.replaceAll(/\s/g, '')

const PARTIES = ['seller', 'buyer', 'payee', 'taxRepresentative'] as const

/** Every place with a date. */
const DATES = [
  '/issueDate',
  '/taxPointDate',
  '/payment/dueDate',
  '/payment/installments/*/dueDate',
  '/delivery/date',
  '/period/start',
  '/period/end',
  '/precedingInvoices/*/issueDate',
  '/lines/*/period/start',
  '/lines/*/period/end',
  '/lines/*/delivery/date',
  '/lines/*/precedingInvoice/issueDate',
]

/** Identifiers of a scheme that fail their check. */
function wrongIds(invoice: CheckedInvoice, scheme: string, isRight: (value: string) => boolean) {
  return PARTIES.flatMap((name) => {
    const party = invoice[name]
    const ids = (party?.ids ?? []).map((id, index) => ({
      id,
      pointer: `/${name}/ids/${index}/value`,
    }))
    const legal =
      party?.legalId === undefined ? [] : [{ id: party.legalId, pointer: `/${name}/legalId/value` }]
    return [...ids, ...legal].flatMap(({ id, pointer }) =>
      id.scheme === scheme && id.value !== undefined && !isRight(id.value.trim())
        ? [{ pointer, given: id.value }]
        : [],
    )
  })
}

/** BT-131 as it must be: round(quantity × price ÷ base quantity) − allowances + charges. */
function lineAmount(line: CheckedLine) {
  const [quantity, price, per] = [
    decimal(line.quantity),
    decimal(line.netPrice),
    decimal(line.baseQuantity) ?? ONE,
  ]
  if (quantity === undefined || price === undefined || per.eq(0)) return undefined
  const adjustments = (list: CheckedLine['charges']) =>
    sum((list ?? []).map(({ amount }) => decimal(amount)))
  return cents(quantity.times(price).div(per))
    .minus(adjustments(line.allowances))
    .plus(adjustments(line.charges))
}

const lineArithmetic = ({ lines = [] }: CheckedInvoice): readonly RuleViolation[] =>
  lines.flatMap((line, index) => {
    const given = decimal(line.netAmount)
    const expected = lineAmount(line)
    if (given === undefined || expected === undefined || given.eq(expected)) return HOLDS
    return [
      {
        pointer: `/lines/${index}/netAmount`,
        given: given.toFixed(),
        expected: expected.toFixed(2),
      },
    ]
  })

/** The SIREN inside a French VAT number must be the party's own. */
const sirenMatchesVat = (invoice: CheckedInvoice): readonly RuleViolation[] =>
  PARTIES.flatMap((name) => {
    const { vatId, legalId } = invoice[name] ?? {}
    const siren = legalId?.scheme === SCHEME_SIREN ? legalId.value : undefined
    const inVat = /^FR..(\d{9})$/.exec(withoutSpaces(vatId ?? ''))?.[1]
    return siren !== undefined && inVat !== undefined && inVat !== siren
      ? [{ pointer: `/${name}/vatId`, given: inVat, expected: siren }]
      : []
  })

/** No official rule looks at check digits: a file that is valid with a wrong one is accepted as JSON too. */
const WARNING = { level: 'warning' } as const

/** Our own rules (PARAPH-*): check digits, existing calendar days, arithmetic of lines. */
export const OWN_RULES: readonly Rule[] = [
  rule('PARAPH-DATE', ALL, eachAt(DATES, isDay)),
  rule('PARAPH-SIREN', ALL, (invoice) => wrongIds(invoice, SCHEME_SIREN, isSiren), WARNING),
  rule('PARAPH-SIRET', ALL, (invoice) => wrongIds(invoice, SCHEME_SIRET, isSiret), WARNING),
  rule(
    'PARAPH-VAT-ID',
    ALL,
    eachAt(['/seller/vatId', '/buyer/vatId', '/taxRepresentative/vatId'], (value) =>
      isVatId(withoutSpaces(value)),
    ),
    WARNING,
  ),
  rule('PARAPH-VAT-SIREN', ALL, sirenMatchesVat, WARNING),
  rule(
    'PARAPH-IBAN',
    ALL,
    eachAt(['/payment/means/*/iban', '/payment/means/*/debitedIban'], (value) =>
      isIban(withoutSpaces(value)),
    ),
    WARNING,
  ),
  rule(
    'PARAPH-BIC',
    ALL,
    eachAt(['/payment/means/*/bic'], (value) => isBic(withoutSpaces(value))),
    WARNING,
  ),
  rule(
    'PARAPH-GTIN',
    FROM_BASIC,
    ({ lines = [] }) =>
      lines.flatMap(({ standardItemId: id }, index) =>
        id?.scheme === SCHEME_GTIN && id.value !== undefined && !isGtin(id.value)
          ? [{ pointer: `/lines/${index}/standardItemId/value`, given: id.value }]
          : [],
      ),
    WARNING,
  ),
  rule('PARAPH-LINE', FROM_BASIC, lineArithmetic, WARNING),
]

/** Processes of invoices of several sellers, and in both directions: each of their lines names a seller, which our model lacks. */
const SEVERAL_SELLERS = ['B8', 'S8', 'M8', 'B9', 'S9', 'M9']

/** Our rules for invoices from France. */
export const FRENCH_OWN_RULES: readonly Rule[] = [
  rule(
    'PARAPH-FR-PROCESS',
    ALL,
    eachAt(['/businessProcess'], (value) => !SEVERAL_SELLERS.includes(value)),
  ),
]
