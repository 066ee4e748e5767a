/** Filters over dates and times: the styles of the language, or CLDR patterns. */
import { formatPattern, parsePattern } from './date-pattern.ts'
import { type DateValue, readDate, readTime } from './date-value.ts'
import type { Filter, FilterContext } from './filter.ts'
import { textArgument } from './filter-input.ts'
import type { FilterSpec } from './filter-spec.ts'
import { dateFormat, plainSpaces } from './intl-cache.ts'

type Style = 'short' | 'medium' | 'long' | 'full'

const STYLES: ReadonlySet<string> = new Set(['short', 'medium', 'long', 'full'])

type StyleOption = 'dateStyle' | 'timeStyle'

/** Writes in a style for each of the given halves, or by a pattern. */
function write(
  value: DateValue,
  argument: unknown,
  halves: readonly StyleOption[],
  context: FilterContext,
): string {
  const chosen = textArgument(argument, 'short')
  if (!STYLES.has(chosen)) return formatPattern(value, chosen, context.locale)
  const options: Intl.DateTimeFormatOptions = { timeZone: value.zone }
  for (const half of halves) {
    // A long time of day would name the zone, which a local time does not have.
    options[half] = half === 'timeStyle' && chosen !== 'short' ? 'medium' : (chosen as Style)
  }
  const key = `${value.zone} ${halves.join()} ${chosen}`
  return plainSpaces(dateFormat(context.locale, key, () => options).format(value.ms))
}

const check = (args: readonly unknown[]): void => {
  const chosen = textArgument(args[0], 'short')
  if (!STYLES.has(chosen)) parsePattern(chosen)
}

function dateFilter(
  read: (input: unknown, zone: string) => DateValue,
  halves: readonly StyleOption[],
  example: string,
): FilterSpec {
  const apply: Filter = (input, args, context) =>
    write(read(input, context.timezone), args[0], halves, context)
  return { apply, check, args: [0, 1], takes: 'date', gives: 'text', example }
}

/** Filters over dates by name. */
export const dateFilters: Readonly<Record<string, FilterSpec>> = {
  date: dateFilter(readDate, ['dateStyle'], 'issued | date:"d MMMM yyyy"'),
  time: dateFilter(readTime, ['timeStyle'], 'start | time:"HH:mm"'),
  datetime: dateFilter(readDate, ['dateStyle', 'timeStyle'], 'signed_at | datetime:"medium"'),
}
