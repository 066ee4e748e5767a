/** Filters over numbers: formats by locale and exact arithmetic. */
import {
  type CheckedFilter,
  type FilterContext,
  FilterError,
  type FilterGroup,
} from './filter-contract.ts'
import { memberReader, needNumber, textArgument, wholeArgument } from './filter-input.ts'
import { numberFormat, plainSpaces, pluralRules } from './intl-cache.ts'
import { Decimal, type DecimalValue, isMissing, isNumeral, plainDecimal } from './values.ts'

const DIGITS = [0, 20] as const
/** Big.js rounding: half away from zero, as on invoices; rounding towards -∞ and +∞ is derived from it. */
const HALF_UP = 1
const DOWN = 0

/**
 * Formats without ever passing through a float: Intl takes the digits as text. The arguments are the cache key of the
 * formatter.
 */
const formatted = (
  kind: string,
  options: (args: readonly unknown[]) => Intl.NumberFormatOptions,
): CheckedFilter => [
  (input, args, { locale }) => {
    const text = plainDecimal(needNumber(input))
    const format = numberFormat(locale, `${kind} ${args.join(' ')}`, () => options(args))
    return plainSpaces(format.format(isNumeral(text) ? text : Number.NaN))
  },
  options,
]

function digitOptions(args: readonly unknown[], max = 20): Intl.NumberFormatOptions {
  if (args[0] === undefined) return { minimumFractionDigits: 0, maximumFractionDigits: max }
  const min = wholeArgument(args[0], DIGITS, 0)
  const up = wholeArgument(args[1], DIGITS, min)
  if (up < min) throw new FilterError('the second number of digits must not be below the first')
  return { minimumFractionDigits: min, maximumFractionDigits: up }
}

/** `number:2`, `number:0:3`, `number:2:2:"plain"` without separators of thousands. */
function numberOptions(args: readonly unknown[]): Intl.NumberFormatOptions {
  if (args[2] === undefined) return digitOptions(args)
  if (args[2] !== 'plain') throw new FilterError('the third argument can only be "plain"')
  return { ...digitOptions(args), useGrouping: false }
}

function currencyCode(argument: unknown): string {
  const code = textArgument(argument, '').toUpperCase()
  if (/^[A-Z]{3}$/.test(code)) return code
  throw new FilterError('the currency must be a code of three letters such as "EUR"')
}

const percentOptions = (args: readonly unknown[]): Intl.NumberFormatOptions => ({
  style: 'percent',
  ...digitOptions(args, 2),
})

function currencyOptions(args: readonly unknown[]): Intl.NumberFormatOptions {
  const options: Intl.NumberFormatOptions = { style: 'currency', currency: currencyCode(args[0]) }
  if (args[1] === undefined) return options
  const digits = wholeArgument(args[1], DIGITS, 2)
  return { ...options, minimumFractionDigits: digits, maximumFractionDigits: digits }
}

function floor(value: DecimalValue): DecimalValue {
  const cut = value.round(0, DOWN)
  return cut.gt(value) ? cut.minus(1) : cut
}

const digitsArgument = (argument: unknown): number => wholeArgument(argument, [-15, 20], 0)
const ceil = (value: DecimalValue): DecimalValue => floor(value.times(-1)).times(-1)

/** Rounds to as many digits as the argument says. */
const rounded = (round: (scaled: DecimalValue) => DecimalValue): CheckedFilter => [
  (input, args) => {
    const value = needNumber(input)
    const factor = Decimal(10).pow(digitsArgument(args[0]))
    return round(value.times(factor)).div(factor)
  },
  (args) => digitsArgument(args[0]),
]

/** `plural:"article":"articles"`, or with three words: for none, one, more. */
function plural(input: unknown, args: readonly unknown[], context: FilterContext): string {
  const value = needNumber(input)
  const words = args.map((word) => textArgument(word, ''))
  if (words.length === 3) {
    if (value.eq(0)) return words[0] ?? ''
    words.shift()
  }
  const category = pluralRules(context.locale, '', () => ({})).select(value.toNumber())
  return (category === 'one' ? words[0] : words[1]) ?? ''
}

/** Filters over numbers by name. */
export const numberFilters: FilterGroup = {
  number: formatted('number', numberOptions),
  currency: formatted('currency', currencyOptions),
  percent: formatted('percent', percentOptions),
  round: rounded((value) => value.round(0, HALF_UP)),
  floor: rounded(floor),
  ceil: rounded(ceil),
  abs: (input) => needNumber(input).abs(),
  plural,
}

type Aggregate = 'sum' | 'avg' | 'min' | 'max'

const STEPS: Readonly<Record<Aggregate, (a: DecimalValue, b: DecimalValue) => DecimalValue>> = {
  sum: (a, b) => a.plus(b),
  avg: (a, b) => a.plus(b),
  min: (a, b) => (b.lt(a) ? b : a),
  max: (a, b) => (b.gt(a) ? b : a),
}

/**
 * Sum, mean, minimum and maximum of a list, exactly; items without the member are skipped. Undefined where no item has
 * it; only the sum of an empty list is 0.
 */
export function aggregate(list: readonly unknown[], key: unknown, kind: Aggregate) {
  const read = memberReader(key)
  const numbers = list
    .map(read)
    .filter((value) => !isMissing(value))
    .map(needNumber)
  const first = numbers[0]
  if (first === undefined) return kind === 'sum' && list.length === 0 ? Decimal(0) : undefined
  const result = numbers.slice(1).reduce(STEPS[kind], first)
  return kind === 'avg' ? result.div(numbers.length) : result
}
