/**
 * EN 16931-1, 6.4.3: VAT rules. Every category has the same ten, generated from the table in vat-categories.ts:
 * BR-S-01 to BR-S-10 (standard), BR-Z (zero), BR-E (exempt), BR-AE (reverse charge), BR-IC (intra-community, K), BR-G
 * (export), BR-O (out of scope), BR-AF (IGIC, L), BR-AG (IPSI, M). Rules of single categories are in
 * rules-vat-special.ts.
 */
import Big from 'big.js'
import { percentOf } from '../model/amounts.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import type { Profile } from '../model/invoice.ts'
import {
  type Breach,
  brokenIf,
  decimal,
  FROM_BASIC,
  FROM_WL,
  HOLDS,
  type Rule,
  rule,
  say,
  WL_TO_EN,
} from './rule.ts'
import {
  CATEGORIES,
  type Category,
  RATES,
  REGISTRATIONS,
  rowsOf,
  type Source,
  taxableAmount,
  taxedIn,
  wrongRegistration,
} from './vat-categories.ts'

const SOURCES: {
  source: Source
  profiles: readonly Profile[]
  registration: string
  rate: string
  name: Bilingual
}[] = [
  {
    source: 'lines',
    profiles: FROM_BASIC,
    registration: '02',
    rate: '05',
    name: say('A line', 'Une ligne'),
  },
  {
    source: 'allowances',
    profiles: FROM_WL,
    registration: '03',
    rate: '06',
    name: say('An allowance', 'Une remise'),
  },
  {
    source: 'charges',
    profiles: FROM_WL,
    registration: '04',
    rate: '07',
    name: say('A charge', 'Un frais'),
  },
]

const CENT = new Big('0.01')

const given = (value: string | undefined) => (value === undefined ? {} : { given: value })

/** Rules 02 to 07: who must be registered, and which rate, for lines, allowances and charges. */
const sourceRules = ({ prefix, code, name, identified, rate }: Category): Rule[] =>
  SOURCES.flatMap(({ source, profiles, registration, rate: rateNumber, name: what }) => [
    rule(
      `BR-${prefix}-${registration}`,
      // EXTENDED allows mixed invoices: it does not have the ban on VAT numbers under O.
      identified === 'none' ? profiles.filter((profile) => profile !== 'extended') : profiles,
      (invoice) => {
        const wrong = wrongRegistration(invoice, identified)
        return wrong === undefined
          ? HOLDS
          : brokenIf(taxedIn(invoice, source, code).length > 0, wrong)
      },
      say(
        `${what.en} under "${name.en}" (${code}) asks for ${REGISTRATIONS[identified].en}.`,
        `${what.fr} en « ${name.fr} » (${code}) demande : ${REGISTRATIONS[identified].fr}.`,
      ),
      say(
        'Give these registrations, or correct the VAT category.',
        'Renseignez ces immatriculations, ou corrigez la catégorie de TVA.',
      ),
    ),
    rule(
      `BR-${prefix}-${rateNumber}`,
      profiles,
      (invoice) =>
        taxedIn(invoice, source, code).flatMap((taxed) =>
          RATES[rate].holds(taxed)
            ? HOLDS
            : [{ pointer: `${taxed.pointer}/vat/rate`, ...given(taxed.rate?.toFixed()) }],
        ),
      say(
        `The VAT rate under "${name.en}" (${code}) must be ${RATES[rate].says.en}.`,
        `Le taux de TVA en « ${name.fr} » (${code}) doit être ${RATES[rate].says.fr}.`,
      ),
      say('Correct the rate or the category.', 'Corrigez le taux ou la catégorie.'),
    ),
  ])

/** Rule 01: anything taxed has its row in the breakdown, and every row taxes something. */
function breakdownMatches(
  invoice: CheckedInvoice,
  { code, rows }: Category,
  profile: Profile,
): readonly Breach[] {
  const taxed = (['lines', 'allowances', 'charges'] as const).some(
    (source) => taxedIn(invoice, source, code).length > 0,
  )
  const found = rowsOf(invoice, code)
  if (taxed && found.length === 0) return [{ pointer: '/vatBreakdown' }]
  const [, second] = found
  if (rows === 'one' && profile !== 'extended' && second !== undefined)
    return [{ pointer: `${second.pointer}/category` }]
  const twoSided = rows === 'one' || profile === 'extended'
  return twoSided && !taxed
    ? found.map(({ pointer }) => ({ pointer: `${pointer}/category` }))
    : HOLDS
}

/** Rule 08: a taxable amount is the sum of the amounts it taxes. Categories with one row allow a difference below 1. */
function basesMatch(
  invoice: CheckedInvoice,
  { code, rows }: Category,
  profile: Profile,
): readonly Breach[] {
  const perRate = rows === 'per-rate' || profile === 'extended'
  return rowsOf(invoice, code).flatMap(({ row, pointer }) => {
    const given = decimal(row.base)
    const rate = decimal(row.rate)
    if (given === undefined || (perRate && rate === undefined && code !== 'O')) return HOLDS
    const { base, count } = taxableAmount(invoice, code, perRate ? rate : undefined)
    const off = given.minus(base).abs()
    const holds =
      profile === 'extended'
        ? off.lte(CENT.times(count))
        : perRate || code === 'O'
          ? off.eq(0)
          : off.lt(1)
    return holds
      ? HOLDS
      : [{ pointer: `${pointer}/base`, given: given.toFixed(), expected: base.toFixed(2) }]
  })
}

/**
 * Rule 09: a VAT amount is base × rate for S, within 1 and ignoring the signs, in EXTENDED within a cent for each
 * amount taxed; 0 for the categories without VAT. L and M are left to BR-CO-17, as in the official rules.
 */
function amountsMatch(
  invoice: CheckedInvoice,
  { code, rate }: Category,
  profile: Profile,
): readonly Breach[] {
  return rowsOf(invoice, code).flatMap(({ row, pointer }) => {
    const [amount, base, percent] = [row.amount, row.base, row.rate].map(decimal)
    if (amount === undefined) return HOLDS
    if (rate === 'zero' || rate === 'none') return brokenIf(!amount.eq(0), `${pointer}/amount`)
    if (code !== 'S' || base === undefined || percent === undefined) return HOLDS
    const expected = percentOf(base, percent)
    const holds =
      profile === 'extended'
        ? amount
            .minus(expected)
            .abs()
            .lte(CENT.times(taxableAmount(invoice, code, percent).count))
        : amount.abs().minus(percentOf(base.abs(), percent)).abs().lt(1)
    return holds
      ? HOLDS
      : [{ pointer: `${pointer}/amount`, given: amount.toFixed(), expected: expected.toFixed(2) }]
  })
}

const FIX_AMOUNT = say(
  'Correct the amount, or leave it out: it is then computed.',
  'Corrigez ce montant, ou omettez-le : il sera alors calculé.',
)

/** The name of a category's row in messages. */
const rowName = ({ name, code }: Category): Bilingual =>
  say(`The VAT row "${name.en}" (${code})`, `La ligne de TVA « ${name.fr} » (${code})`)

/** Rules 01, 08 and 09: the row of a category compared with what it taxes. */
function rowRules(category: Category): Rule[] {
  const { prefix, code, name } = category
  const row = rowName(category)
  return [
    rule(
      `BR-${prefix}-01`,
      FROM_BASIC,
      (invoice, profile) => breakdownMatches(invoice, category, profile),
      say(
        `What is under "${name.en}" (${code}) needs its row in the VAT breakdown, and the row something under it (BG-23).`,
        `Ce qui est en « ${name.fr} » (${code}) demande sa ligne dans la ventilation de TVA, et réciproquement (BG-23).`,
      ),
      say(
        'Add or remove the row, or leave vatBreakdown out: it is then computed.',
        'Ajoutez ou retirez la ligne, ou omettez vatBreakdown : elle sera calculée.',
      ),
      { extendedId: `BR-FXEXT-${prefix}-01` },
    ),
    rule(
      `BR-${prefix}-08`,
      FROM_BASIC,
      (invoice, profile) => basesMatch(invoice, category, profile),
      say(
        `${row.en}: the taxable amount (BT-116) must be Σ lines − allowances + charges.`,
        `${row.fr} : la base (BT-116) doit être Σ lignes − remises + frais.`,
      ),
      FIX_AMOUNT,
      { extendedId: code === 'S' ? 'BR-FXEXT-S08b' : `BR-FXEXT-${prefix}-08b` },
    ),
    rule(
      `BR-${prefix}-09`,
      FROM_WL,
      (invoice, profile) => amountsMatch(invoice, category, profile),
      say(
        `${row.en}: the VAT amount (BT-117) must be base × rate.`,
        `${row.fr} : le montant de TVA (BT-117) doit être base × taux.`,
      ),
      FIX_AMOUNT,
      code === 'S' ? { extendedId: 'BR-FXEXT-S-09b' } : {},
    ),
  ]
}

/** Rule 10: an exemption reason is given if there is no VAT, and only then. */
function exemptionRule(category: Category): Rule {
  const row = rowName(category)
  const isRequired = category.exemption === 'required'
  return rule(
    `BR-${category.prefix}-10`,
    isRequired ? FROM_WL : WL_TO_EN,
    (invoice) =>
      rowsOf(invoice, category.code).flatMap(
        ({ row: { exemptionReason, exemptionCode }, pointer }) => {
          const hasReason = exemptionReason !== undefined || exemptionCode !== undefined
          return brokenIf(hasReason !== isRequired, `${pointer}/exemptionCode`)
        },
      ),
    isRequired
      ? say(
          `${row.en} must say why there is no VAT, in words or as a code (BT-120, BT-121).`,
          `${row.fr} doit dire pourquoi il n'y a pas de TVA, en toutes lettres ou codé (BT-120, BT-121).`,
        )
      : say(
          `${row.en} must not have an exemption reason (BT-120, BT-121).`,
          `${row.fr} ne doit pas avoir de motif d'exonération (BT-120, BT-121).`,
        ),
    isRequired
      ? say(
          'Give exemptionCode (VATEX, e.g. VATEX-FR-FRANCHISE) or exemptionReason.',
          'Renseignez exemptionCode (VATEX, p. ex. VATEX-FR-FRANCHISE) ou exemptionReason.',
        )
      : say(
          'Leave exemptionReason and exemptionCode out.',
          'Omettez exemptionReason et exemptionCode.',
        ),
  )
}

/** The ten rules of each category. */
export const VAT_RULES: readonly Rule[] = CATEGORIES.flatMap((category) => [
  ...sourceRules(category),
  ...rowRules(category),
  exemptionRule(category),
])
