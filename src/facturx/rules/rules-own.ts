/** Our own rules, PARAPH-*: common mistakes that no schematron checks. Check digits, calendar days, line arithmetic. */
import { cents, ONE, sum } from '../model/amounts.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { say } from '../model/fields.ts'
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
function wrongIds(
  invoice: CheckedInvoice,
  scheme: string,
  isRight: (value: string) => boolean,
): RuleViolation[] {
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

const WARNING = { level: 'warning' } as const

/** Our own rules (PARAPH-*): check digits, existing calendar days, arithmetic of lines. */
export const OWN_RULES: readonly Rule[] = [
  rule(
    'PARAPH-DATE',
    ALL,
    eachAt(DATES, isDay),
    say('This is not a day of the calendar.', "Ce n'est pas un jour du calendrier."),
    say(
      'Write an existing day as YYYY-MM-DD.',
      'Écrivez un jour existant sous la forme AAAA-MM-JJ.',
    ),
  ),
  rule(
    'PARAPH-SIREN',
    ALL,
    (invoice) => wrongIds(invoice, SCHEME_SIREN, isSiren),
    say(
      'This is not a SIREN: nine digits, the last one a check digit.',
      "Ce n'est pas un SIREN : neuf chiffres, dont une clé.",
    ),
    say(
      'Correct the SIREN; a digit is probably mistyped.',
      'Corrigez le SIREN ; un chiffre est sans doute faux.',
    ),
  ),
  rule(
    'PARAPH-SIRET',
    ALL,
    (invoice) => wrongIds(invoice, SCHEME_SIRET, isSiret),
    say(
      'This is not a SIRET: the SIREN and five digits, the last one a check digit.',
      "Ce n'est pas un SIRET : le SIREN et cinq chiffres, dont une clé.",
    ),
    say(
      'Correct the SIRET; a digit is probably mistyped.',
      'Corrigez le SIRET ; un chiffre est sans doute faux.',
    ),
  ),
  rule(
    'PARAPH-VAT-ID',
    ALL,
    eachAt(['/seller/vatId', '/buyer/vatId', '/taxRepresentative/vatId'], (value) =>
      isVatId(withoutSpaces(value)),
    ),
    say(
      'This VAT number does not have the shape or the check digits of its country.',
      "Ce numéro de TVA n'a pas la forme ou la clé de son pays.",
    ),
    say(
      'Correct the number: FR is followed by a key of two characters and the SIREN.',
      'Corrigez le numéro : FR est suivi de la clé (deux caractères) et du SIREN.',
    ),
  ),
  rule(
    'PARAPH-VAT-SIREN',
    ALL,
    sirenMatchesVat,
    say(
      'The SIREN inside the VAT number is not the one of this party.',
      "Le SIREN contenu dans le numéro de TVA n'est pas celui de cette partie.",
    ),
    say('Correct the VAT number or the SIREN.', 'Corrigez le numéro de TVA ou le SIREN.'),
    WARNING,
  ),
  rule(
    'PARAPH-IBAN',
    ALL,
    eachAt(['/payment/means/*/iban', '/payment/means/*/debitedIban'], (value) =>
      isIban(withoutSpaces(value)),
    ),
    say(
      'This IBAN has wrong check digits or a wrong length.',
      'Cet IBAN a une clé ou une longueur fausse.',
    ),
    say(
      'Correct the IBAN, or use accountId for an account without IBAN.',
      'Corrigez l’IBAN, ou utilisez accountId pour un compte sans IBAN.',
    ),
  ),
  rule(
    'PARAPH-BIC',
    ALL,
    eachAt(['/payment/means/*/bic'], (value) => isBic(withoutSpaces(value))),
    say(
      'A BIC has 8 or 11 characters: bank, country, place, branch.',
      'Un BIC a 8 ou 11 caractères : banque, pays, lieu, agence.',
    ),
    say(
      'Correct the BIC, or leave it out: the IBAN is enough.',
      "Corrigez le BIC, ou omettez-le : l'IBAN suffit.",
    ),
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
    say(
      'This is not a GTIN: 8, 12, 13 or 14 digits, the last one a check digit.',
      "Ce n'est pas un GTIN : 8, 12, 13 ou 14 chiffres, dont une clé.",
    ),
    say(
      'Correct the GTIN, or give the reference as sellerItemId.',
      'Corrigez le GTIN, ou indiquez la référence dans sellerItemId.',
    ),
    WARNING,
  ),
  rule(
    'PARAPH-LINE',
    FROM_BASIC,
    lineArithmetic,
    say(
      'The amount of a line (BT-131) must be quantity × net price ÷ base quantity − allowances + charges.',
      "Le montant d'une ligne (BT-131) doit être quantité × prix net ÷ quantité de base − remises + frais.",
    ),
    say(
      'Correct the amount, or leave it out: it is then computed.',
      'Corrigez ce montant, ou omettez-le : il sera alors calculé.',
    ),
    WARNING,
  ),
]

/** Processes of invoices of several sellers, and in both directions: each of their lines names a seller, which our model lacks. */
const SEVERAL_SELLERS = ['B8', 'S8', 'M8', 'B9', 'S9', 'M9']

/** Our rules for invoices from France. */
export const FRENCH_OWN_RULES: readonly Rule[] = [
  rule(
    'PARAPH-FR-PROCESS',
    ALL,
    eachAt(['/businessProcess'], (value) => !SEVERAL_SELLERS.includes(value)),
    say(
      'Invoices of several sellers or in both directions (B8 … M9, rules BR-FR-MV-* and BR-FR-BD-*) are not supported: their lines name a seller each.',
      'Les factures multi-vendeurs ou bidirectionnelles (B8 … M9, règles BR-FR-MV-* et BR-FR-BD-*) ne sont pas prises en charge : chaque ligne y désigne un vendeur.',
    ),
    say('Issue one invoice for each seller.', 'Émettez une facture par vendeur.'),
  ),
]
