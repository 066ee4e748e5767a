/** Decimal arithmetic of an invoice: exact, rounded half up (away from zero) to cents where EN 16931 requires it. */
import Big from 'big.js'

/** EN 16931 amounts have at most this many decimals (BR-DEC-*). */
const AMOUNT_DECIMALS = 2

/** The number 0; sums start from it. */
export const ZERO = new Big(0)
/** The number 1: the base quantity of a price where none is given (BT-149). */
export const ONE = new Big(1)
const HUNDRED = new Big(100)

/** A decimal text as an exact number; undefined stays undefined. */
export function toBig(value: string): Big
export function toBig(value: string | undefined): Big | undefined
export function toBig(value: string | undefined): Big | undefined {
  return value === undefined ? undefined : new Big(value)
}

/**
 * Rounds to cents, halves away from zero, so that a credit note mirrors its invoice. The
 * schematrons round absolute values, which is the same.
 */
export const cents = (value: Big): Big => value.round(AMOUNT_DECIMALS, Big.roundHalfUp)

/** `percent` % of `base`, in cents (BR-CO-17 for VAT). */
export const percentOf = (base: Big, percent: Big): Big => cents(base.times(percent).div(HUNDRED))

/** An amount as text with two decimals; more only if the value itself has more. */
export function amountText(value: Big): string {
  const exact = value.toFixed()
  const decimals = exact.includes('.') ? exact.length - exact.indexOf('.') - 1 : 0
  return decimals > AMOUNT_DECIMALS ? exact : value.toFixed(AMOUNT_DECIMALS)
}

/** The same for a text that may be absent. */
export const asAmount = (value: string): string => amountText(new Big(value))

/** Sum of values, skipping absent ones. */
export const sum = (values: Iterable<Big | undefined>): Big => {
  let total = ZERO
  for (const value of values) if (value !== undefined) total = total.plus(value)
  return total
}
