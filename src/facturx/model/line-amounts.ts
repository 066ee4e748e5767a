/** The arithmetic of one line: unit price, allowances, charges, net amount (BT-131). */
import Big from 'big.js'
import { say } from '../../translations/texts.ts'
import { amountText, asAmount, cents, ONE, percentOf, sum, toBig, ZERO } from './amounts.ts'
import type { Arithmetic } from './arithmetic.ts'
import type { CompleteAdjustment, CompleteLine, Normalised } from './complete-invoice.ts'
import { fault } from './fields.ts'
import type { Line, LineAdjustment, Vat } from './invoice-lines.ts'

type GivenLine = Normalised<Line>
type GivenAdjustment = Normalised<LineAdjustment>

/** UN/ECE Recommendation 20: one, a piece. */
const UNIT_ONE = 'C62'

/** Categories for which only a rate of 0 makes sense. */
const ZERO_RATED = new Set(['Z', 'E', 'AE', 'K', 'G'])

/** VAT with its rate as text with two decimals: 0.00 where nothing else is possible, none for O. */
export function completeVat<V extends Normalised<Vat>>(vat: V): V {
  const { rate, ...rest } = vat
  const { category = '' } = vat
  const value = toBig(rate) ?? (ZERO_RATED.has(category) ? ZERO : undefined)
  if (value === undefined || (category === 'O' && value.eq(ZERO))) return rest as V
  return { ...rest, rate: amountText(value) } as V
}

/** The key of a row in the VAT breakdown: category and rate; undefined without a category. */
export function vatKey(vat: Normalised<Vat> | undefined): string | undefined {
  if (vat?.category === undefined) return undefined
  return `${vat.category} ${toBig(vat.rate)?.toFixed() ?? ''}`
}

/**
 * An allowance or charge with its amount; the amount must be base × percent.
 * @param baseWhenAbsent what a percentage without base and amount applies to
 */
export function completeAdjustment<A extends GivenAdjustment>(
  adjustment: A,
  baseWhenAbsent: Big | undefined,
  pointer: string,
  arithmetic: Arithmetic,
): A {
  const { amount, base, percent } = adjustment
  const rate = toBig(percent)
  const basis = toBig(base) ?? (amount === undefined ? baseWhenAbsent : undefined)
  if (rate === undefined || basis === undefined)
    return { ...adjustment, ...(amount === undefined ? {} : { amount: asAmount(amount) }) }
  return {
    ...adjustment,
    percent: amountText(rate),
    base: amountText(basis),
    amount: arithmetic.amount(amount, percentOf(basis, rate), {
      code: 'ADJUSTMENT-AMOUNT',
      pointer: `${pointer}/amount`,
      formula: say('formulas.adjustment'),
    }),
  }
}

/** A line with only an amount is one piece at that price. */
function withLumpSum(line: GivenLine): GivenLine {
  const { netAmount, quantity, kind, allowances = [], charges = [] } = line
  const plain = quantity === undefined && allowances.length + charges.length === 0
  return netAmount === undefined || !plain || kind === 'GROUP'
    ? line
    : { ...line, netPrice: netAmount }
}

/** The three price fields; any two of them determine the third. */
function completePrice(line: GivenLine, pointer: string, arithmetic: Arithmetic): GivenLine {
  const gross = toBig(line.grossPrice)
  const discount = toBig(line.discount)
  const net = toBig(line.netPrice)
  if (gross === undefined) return net === undefined ? withLumpSum(line) : line
  if (net === undefined) return { ...line, netPrice: gross.minus(discount ?? ZERO).toFixed() }
  if (discount === undefined)
    return gross.eq(net) ? line : { ...line, discount: gross.minus(net).toFixed() }
  if (!gross.minus(discount).eq(net))
    arithmetic.report(
      fault('LINE-PRICE', `${pointer}/netPrice`, 'price', {
        net: line.netPrice ?? '',
        expected: gross.minus(discount).toFixed(),
      }),
    )
  return line
}

/**
 * Quantity × price ÷ base quantity, in cents; undefined while a price is missing or divides by 0, or for a sub-total.
 */
function goodsAmount(line: GivenLine, quantity: string): Big | undefined {
  const price = toBig(line.netPrice)
  const per = toBig(line.baseQuantity) ?? ONE
  return price === undefined || per.eq(ZERO) || line.kind === 'GROUP'
    ? undefined
    : cents(new Big(quantity).times(price).div(per))
}

/** One line with unit, quantity, prices, allowances, charges and net amount. */
export function completeLine(
  given: GivenLine,
  index: number,
  arithmetic: Arithmetic,
): CompleteLine {
  const pointer = `/lines/${index}`
  const line = completePrice(given, pointer, arithmetic)
  const quantity = line.quantity ?? '1'
  const goods = goodsAmount(line, quantity)
  const adjust = (list: GivenAdjustment[] | undefined, name: string): GivenAdjustment[] =>
    (list ?? []).map((each, at) =>
      completeAdjustment(each, goods, `${pointer}/${name}/${at}`, arithmetic),
    )
  const allowances = adjust(line.allowances, 'allowances')
  const charges = adjust(line.charges, 'charges')
  const net =
    goods === undefined
      ? line.netAmount && asAmount(line.netAmount)
      : arithmetic.amount(line.netAmount, withAdjustments(goods, allowances, charges), {
          code: 'LINE-AMOUNT',
          pointer: `${pointer}/netAmount`,
          formula: say('formulas.line'),
        })
  return {
    ...line,
    id: line.id ?? String(index + 1),
    quantity,
    unit: line.unit ?? UNIT_ONE,
    allowances,
    charges,
    ...(line.vat === undefined ? {} : { vat: completeVat(line.vat) }),
    ...(net === undefined ? {} : { netAmount: net }),
  }
}

/** Sum of the amounts of allowances or charges. */
export const amountOf = (adjustments: readonly { amount?: string }[]): Big =>
  sum(adjustments.map(({ amount }) => toBig(amount)))

/** `goods` − allowances + charges. */
const withAdjustments = (
  goods: Big,
  allowances: readonly CompleteAdjustment[],
  charges: readonly CompleteAdjustment[],
): Big => goods.minus(amountOf(allowances)).plus(amountOf(charges))

/** Whether a line counts in the sums; sub-totals and information lines do not (BR-FXEXT-CO-10). */
export const isSummed = (line: Pick<CompleteLine, 'kind'>): boolean =>
  line.kind === undefined || line.kind === 'DETAIL'
