/** Filters over dates and times: the styles of the language, or CLDR patterns. */
import { dateArithmetic } from './date-arithmetic.ts'
import { formatPattern, parsePattern } from './date-pattern.ts'
import { type DateValue, readDate, readTime } from './date-value.ts'
import type { CheckedFilter, Filter, FilterContext, FilterGroup } from './filter-contract.ts'
import { textArgument } from './filter-input.ts'
import { dateFormat, plainSpaces } from './intl-cache.ts'

type Style = 'short' | 'medium' | 'long' | 'full'

const STYLES: ReadonlySet<string> = new Set(['short', 'medium', 'long', 'full'])

type Half = 'date' | 'time'

/** Languages write short dates with a two-digit (German) or four-digit year; a document needs four digits. */
const SHORT_DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** Hours as the language writes them beside a date: `09:30`, but `9:30 AM`. */
function shortTime(locale: string): Intl.DateTimeFormatOptions {
  const cycle = dateFormat(locale, 'hours', () => ({ hour: 'numeric' })).resolvedOptions().hourCycle
  return { hour: cycle === 'h23' ? '2-digit' : 'numeric', minute: '2-digit' }
}

function styleOptions(
  style: Style,
  halves: readonly Half[],
  locale: string,
): Intl.DateTimeFormatOptions {
  const [date, time] = [halves.includes('date'), halves.includes('time')]
  if (style === 'short' && date) return { ...SHORT_DATE, ...(time && shortTime(locale)) }
  return {
    ...(date && { dateStyle: style }),
    // A long time of day would name the zone, which a local time does not have.
    ...(time && { timeStyle: style === 'short' ? 'short' : 'medium' }),
  }
}

/** French writes the first of a month as an ordinal, which CLDR data lacks. */
function withOrdinal(format: Intl.DateTimeFormat, ms: number): string {
  return format
    .formatToParts(ms)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('')
}

/** Writes in a style for date and time each, or in a pattern. */
function write(
  value: DateValue,
  argument: unknown,
  halves: readonly Half[],
  { locale }: FilterContext,
): string {
  const chosen = textArgument(argument, 'short')
  if (!STYLES.has(chosen)) return formatPattern(value, chosen, locale)
  const key = `${value.zone} ${halves.join()} ${chosen}`
  const format = dateFormat(locale, key, () => ({
    ...styleOptions(chosen as Style, halves, locale),
    timeZone: value.zone,
  }))
  const worded = chosen !== 'short' && /^fr\b/i.test(locale)
  return plainSpaces(worded ? withOrdinal(format, value.ms) : format.format(value.ms))
}

/**
 * A calendar day as the filter `date` writes it.
 * @param day ISO 8601
 * @throws FilterError for a day that does not exist
 */
export const dayText = (day: string, style: Style, locale: string): string =>
  write(readDate(day, 'UTC'), style, ['date'], { locale, timezone: 'UTC', pictures: new Map() })

const check = (args: readonly unknown[]): void => {
  const chosen = textArgument(args[0], 'short')
  if (!STYLES.has(chosen)) parsePattern(chosen)
}

function dateFilter(
  read: (input: unknown, zone: string) => DateValue,
  halves: readonly Half[],
): CheckedFilter {
  const apply: Filter = (input, args, context) =>
    write(read(input, context.timezone), args[0], halves, context)
  return [apply, check]
}

/** Filters over dates by name. */
export const dateFilters: FilterGroup = {
  date: dateFilter(readDate, ['date']),
  time: dateFilter(readTime, ['time']),
  datetime: dateFilter(readDate, ['date', 'time']),
  ...dateArithmetic,
}
