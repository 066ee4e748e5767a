/** How filters read their inputs and arguments, with uniform error messages. */
import { FilterError } from './filter-contract.ts'
import { type DecimalValue, isOutsize, kindOf, memberOf, toDecimal, toText } from './values.ts'

/** The input as a decimal. @throws FilterError when it is not one */
export function needNumber(input: unknown): DecimalValue {
  const value = toDecimal(input)
  if (value !== undefined && !isOutsize(value)) return value
  throw new FilterError(
    `it needs a number such as 12.5 or a text such as "12.50" and was given ${kindOf(input)}`,
  )
}

/** The input as text. @throws FilterError for lists and objects */
export function needText(input: unknown): string {
  const text = toText(input)
  if (text !== undefined) return text
  throw new FilterError(`it needs a text and was given ${kindOf(input)}`)
}

/** The input as a list. @throws FilterError when it is not one */
export function needList(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input
  throw new FilterError(`it needs a list and was given ${kindOf(input)}`)
}

/** A whole number within bounds, or the fallback when the argument was not given. */
export function wholeArgument(
  argument: unknown,
  [min, max]: readonly [number, number],
  fallback: number,
): number {
  if (argument === undefined) return fallback
  const value = toDecimal(argument)?.toNumber()
  if (value !== undefined && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  throw new FilterError(`its argument must be a whole number from ${min} to ${max}`)
}

/** A text argument, or the fallback when it was not given. */
export function textArgument(argument: unknown, fallback: string): string {
  if (argument === undefined) return fallback
  const text = toText(argument)
  if (text === undefined) throw new FilterError('its argument must be a text in quotation marks')
  return text
}

/** Reads the member an argument such as `"price.net"` names; without one, the item itself. */
export function memberReader(key: unknown): (item: unknown) => unknown {
  if (key === undefined) return (item) => item
  const path = textArgument(key, '').split('.')
  return (item) => {
    let value = item
    for (const name of path) value = memberOf(value, name)
    return value
  }
}
