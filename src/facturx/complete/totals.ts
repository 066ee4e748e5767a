/** The totals of an invoice (BG-22): BR-CO-10 to BR-CO-16 and the VAT in the tax currency. */
import Big from 'big.js'
import { say } from '../../translations/texts.ts'
import { amountText, cents, sum, toBig, ZERO } from '../model/amounts.ts'
import type { Arithmetic } from '../model/arithmetic.ts'
import type {
  CompleteInvoice,
  CompleteLine,
  CompleteTotals,
  CompleteVat,
  Normalised,
} from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { Totals } from '../model/invoice.ts'
import { amountOf, isSummed } from '../model/line-amounts.ts'
import { vatOf } from './vat-breakdown.ts'

type GivenTotals = Normalised<Totals>

/** The inputs of the totals. */
type TotalSources = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges' | 'vatBreakdown'> & {
  /** Value of one unit of the currency in the tax currency. */
  exchangeRate: string | undefined
}

const at = (name: keyof Totals): string => `/totals/${name}`

/** Charges − allowances of the document, and their number. */
interface Adjustments {
  amount: Big
  count: number
}

/** BT-106 and BT-109 from the lines. */
function netOfLines(
  given: GivenTotals,
  lines: readonly CompleteLine[],
  adjustments: Adjustments,
  arithmetic: Arithmetic,
) {
  const summed = lines.filter(isSummed).map(({ netAmount }) => toBig(netAmount))
  const total = arithmetic.amount(given.lines, sum(summed), {
    code: 'BR-CO-10',
    pointer: at('lines'),
    summed: summed.length,
    formula: say('formulas.lines'),
  })
  const parts = summed.length + adjustments.count
  const net = new Big(total).plus(adjustments.amount)
  return { lines: total, withoutVat: withoutVat(given, net, parts, arithmetic) }
}

const withoutVat = (given: GivenTotals, net: Big, summed: number, arithmetic: Arithmetic): string =>
  arithmetic.amount(given.withoutVat, net, {
    code: 'BR-CO-13',
    summed,
    pointer: at('withoutVat'),
    formula: say('formulas.withoutVat'),
  })

/** BT-106 and BT-109 without lines: from the breakdown, else as given. */
function netAsGiven(
  given: GivenTotals,
  rows: readonly CompleteVat[],
  adjustments: Adjustments,
  arithmetic: Arithmetic,
) {
  const bases = rows.length === 0 ? undefined : sum(rows.map(({ base }) => new Big(base)))
  const ofLines = toBig(given.lines)?.plus(adjustments.amount)
  const net = toBig(given.withoutVat) ?? ofLines ?? bases
  if (net === undefined) arithmetic.report(fault('BR-13', at('withoutVat'), 'withoutVat'))
  const total = net ?? ZERO
  if (bases !== undefined)
    arithmetic.amount(amountText(total), bases, {
      code: 'BR-CO-13',
      pointer: at('withoutVat'),
      formula: say('formulas.bases'),
    })
  const lines = toBig(given.lines) ?? total.minus(adjustments.amount)
  return {
    lines: amountText(lines),
    withoutVat: withoutVat(given, lines.plus(adjustments.amount), 0, arithmetic),
  }
}

/** BT-110: the sum of the breakdown; without one, as given or derived from the total with VAT. */
function totalVat(
  given: GivenTotals,
  rows: readonly CompleteVat[],
  net: string,
  arithmetic: Arithmetic,
): string {
  if (rows.length > 0)
    return arithmetic.amount(given.vat, vatOf(rows), {
      code: 'BR-CO-14',
      pointer: at('vat'),
      formula: say('formulas.vat'),
    })
  const value = toBig(given.vat) ?? toBig(given.withVat)?.minus(net)
  if (value === undefined) arithmetic.report(fault('BR-CO-14', at('vat'), 'totalVat'))
  return amountText(value ?? ZERO)
}

/** BT-111, if an exchange rate or the amount itself is given. */
function vatInTaxCurrency(
  given: GivenTotals,
  vat: string,
  exchangeRate: string | undefined,
  arithmetic: Arithmetic,
): string | undefined {
  if (exchangeRate === undefined) return given.vatInTaxCurrency
  return arithmetic.amount(given.vatInTaxCurrency, cents(new Big(vat).times(exchangeRate)), {
    code: 'VAT-TAX-CURRENCY',
    pointer: at('vatInTaxCurrency'),
    formula: say('formulas.taxCurrency'),
  })
}

const optional = (name: keyof Totals, value: string | undefined) =>
  value === undefined ? {} : { [name]: amountText(new Big(value)) }

/** All totals; given ones are checked, absent ones computed. */
export function completeTotals(
  given: GivenTotals,
  sources: TotalSources,
  arithmetic: Arithmetic,
): CompleteTotals {
  const allowances = arithmetic.amount(given.allowances, amountOf(sources.allowances), {
    code: 'BR-CO-11',
    pointer: at('allowances'),
    summed: sources.allowances.length,
    formula: say('formulas.allowances'),
  })
  const charges = arithmetic.amount(given.charges, amountOf(sources.charges), {
    code: 'BR-CO-12',
    pointer: at('charges'),
    summed: sources.charges.length,
    formula: say('formulas.charges'),
  })
  const adjustments: Adjustments = {
    amount: new Big(charges).minus(allowances),
    count: sources.allowances.length + sources.charges.length,
  }
  const net =
    sources.lines.length > 0
      ? netOfLines(given, sources.lines, adjustments, arithmetic)
      : netAsGiven(given, sources.vatBreakdown, adjustments, arithmetic)
  const vat = totalVat(given, sources.vatBreakdown, net.withoutVat, arithmetic)
  const withVat = arithmetic.amount(given.withVat, new Big(net.withoutVat).plus(vat), {
    code: 'BR-CO-15',
    pointer: at('withVat'),
    summed: sources.lines.filter(isSummed).length + adjustments.count,
    formula: say('formulas.withVat'),
  })
  const payable = new Big(withVat).minus(given.prepaid ?? 0).plus(given.rounding ?? 0)
  const due = arithmetic.amount(given.due, payable, {
    code: 'BR-CO-16',
    pointer: at('due'),
    formula: say('formulas.due'),
  })
  const taxCurrency = vatInTaxCurrency(given, vat, sources.exchangeRate, arithmetic)
  return {
    ...net,
    allowances,
    charges,
    vat,
    ...optional('vatInTaxCurrency', taxCurrency),
    withVat,
    ...optional('prepaid', given.prepaid),
    ...optional('rounding', given.rounding),
    due,
  }
}
