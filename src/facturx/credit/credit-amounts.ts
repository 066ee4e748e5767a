/** What a partial credit note takes of a line, an allowance or a charge, so that all together never exceed the invoice. */
import Big from 'big.js'
import { amountText, asAmount, cents, ONE, percentOf, sum, toBig, ZERO } from '../model/amounts.ts'
import type { CheckedAdjustment, CheckedLine } from '../model/complete-invoice.ts'
import type { LineAdjustment } from '../model/invoice-lines.ts'

type GivenAdjustment = NonNullable<CheckedLine['allowances']>[number]

/** Why a line has an allowance or charge that the invoice did not have. */
export interface CreditWords {
  adjustment: string
}

/** The amount of an invoice's line. */
export const netOf = ({ netAmount }: CheckedLine): Big => new Big(netAmount ?? 0)

/** Whether a line counts in the total; sub-totals and information do not. */
export const isSummed = ({ kind }: CheckedLine): boolean => kind === undefined || kind === 'DETAIL'

const isRight = ({ base, percent, amount }: GivenAdjustment): boolean =>
  base === undefined ||
  percent === undefined ||
  amount === undefined ||
  percentOf(new Big(base), new Big(percent)).eq(amount)

/** The amount with its reason; base and percentage too when they give that amount. */
function kept<A extends GivenAdjustment>(adjustment: A): A {
  if (isRight(adjustment)) return adjustment
  const { base: _base, percent: _percent, ...rest } = adjustment
  return rest as A
}

function withAmount<A extends GivenAdjustment>(adjustment: A, amount: Big): A {
  const { base: _base, percent: _percent, ...rest } = adjustment
  return { ...rest, amount: amountText(amount) } as A
}

const shared = <A extends GivenAdjustment>(list: readonly A[] | undefined, share: Big): A[] =>
  (list ?? []).flatMap((each) => {
    const part = cents(new Big(each.amount ?? 0).times(share))
    return part.eq(ZERO) ? [] : [withAmount(each, part)]
  })

const total = (list: readonly LineAdjustment[] | readonly GivenAdjustment[] = []): Big =>
  sum(list.map(({ amount }) => toBig(amount === undefined ? undefined : String(amount))))

/** Gross price and discount, when they give the net price. */
function priceOf({ netPrice, grossPrice, discount, ...line }: CheckedLine): CheckedLine {
  const gross = toBig(grossPrice)?.minus(discount ?? 0)
  const whole = gross !== undefined && netPrice !== undefined && gross.eq(netPrice)
  return {
    ...line,
    ...(netPrice !== undefined && { netPrice }),
    ...(whole && { grossPrice, ...(discount !== undefined && { discount }) }),
  }
}

/**
 * A quantity of a line, at its price, with its share of the line's allowances and charges.
 * @param net what the line must come to; a difference (rounding, or what was credited by amount before) is an
 *   allowance or charge of its own
 */
export function lineOfQuantity(
  line: CheckedLine,
  quantity: Big,
  net: Big,
  words: CreditWords,
): CheckedLine {
  const all = new Big(line.quantity ?? 1)
  const isWhole = quantity.eq(all)
  const share = isWhole ? ONE : quantity.div(all)
  const allowances = isWhole ? (line.allowances ?? []).map(kept) : shared(line.allowances, share)
  const charges = isWhole ? (line.charges ?? []).map(kept) : shared(line.charges, share)
  const per = new Big(line.baseQuantity ?? 1)
  const goods = cents(quantity.times(line.netPrice ?? 0).div(per))
  const off = net.minus(goods.minus(total(allowances)).plus(total(charges)))
  const made = { amount: amountText(off.abs()), reason: words.adjustment }
  const { netAmount: _net, ...rest } = priceOf(line)
  return {
    ...rest,
    quantity: quantity.toFixed(),
    allowances: off.lt(ZERO) ? [...allowances, made] : allowances,
    charges: off.gt(ZERO) ? [...charges, made] : charges,
  }
}

/** UN/ECE Recommendation 20: one, a piece. */
const UNIT_ONE = 'C62'

/** An amount of a line, as one piece at that price. */
export function lineOfAmount(line: CheckedLine, amount: Big): CheckedLine {
  const {
    netAmount: _net,
    grossPrice: _gross,
    discount: _discount,
    baseQuantity: _base,
    baseQuantityUnit: _unit,
    allowances: _allowances,
    charges: _charges,
    ...rest
  } = line
  return {
    ...rest,
    quantity: amount.lt(ZERO) ? '-1' : '1',
    unit: UNIT_ONE,
    netPrice: amount.abs().toFixed(),
  }
}

/** As much of a part as fits into a whole of its sign; nothing of one of the other sign. */
function within(part: Big, whole: Big): Big {
  if (part.s !== whole.s) return ZERO
  return part.abs().gt(whole.abs()) ? whole : part
}

const kindOf = ({ vat, reason, reasonCode }: CheckedAdjustment): string =>
  JSON.stringify([vat?.category, toBig(vat?.rate)?.toFixed(), reason, reasonCode])

/**
 * Allowances or charges of the document.
 * @param earlier those of earlier credit notes
 * @param share of each VAT category and rate; undefined credits all that is left
 */
export function creditedAdjustments(
  given: readonly CheckedAdjustment[],
  earlier: readonly CheckedAdjustment[],
  share: ((adjustment: CheckedAdjustment) => Big) | undefined,
): CheckedAdjustment[] {
  const credited = new Map<string, Big>()
  for (const each of earlier)
    credited.set(kindOf(each), (credited.get(kindOf(each)) ?? ZERO).plus(each.amount ?? 0))
  return given.flatMap((each) => {
    const amount = new Big(each.amount ?? 0)
    const kind = kindOf(each)
    const before = credited.get(kind) ?? ZERO
    // Two of a kind: what was credited is taken from the first as far as it goes.
    const taken = within(before, amount)
    credited.set(kind, before.minus(taken))
    const left = amount.minus(taken)
    const part = share === undefined ? left : cents(amount.times(share(each)))
    const credit = within(part, left)
    if (credit.eq(ZERO)) return []
    if (credit.eq(amount)) return [{ ...kept(each), amount: asAmount(amount.toFixed()) }]
    return [withAmount(each, credit)]
  })
}
