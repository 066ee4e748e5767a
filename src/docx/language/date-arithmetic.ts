/** Arithmetic with dates: `add`, `subtract`, `difference`, `start_of`, `end_of`. Days are those of the calendar. */
import { DAY_MS, HOUR_MS } from '../../kernel/clock.ts'
import { type DateValue, fieldsOf, readDate } from './date-value.ts'
import {
  type CheckedFilter,
  type FilterContext,
  FilterError,
  type FilterGroup,
} from './filter-contract.ts'
import { textArgument, wholeArgument } from './filter-input.ts'
import { isMissing } from './values.ts'

/** Units by what they are counted in: time that passes, days or months of the calendar. */
const MS: Readonly<Record<string, number>> = { minute: HOUR_MS / 60, hour: HOUR_MS }
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const UNITS = [MS, DAYS, MONTHS].flatMap((units) => Object.keys(units))
/** Years that ISO 8601 writes in four digits. */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59Z')]
const COUNT_MAX = 1_000_000

function unitOf(argument: unknown): string {
  const unit = textArgument(argument, 'days').toLowerCase().replace(/s$/, '')
  if (UNITS.includes(unit)) return unit
  throw new FilterError(`its unit must be one of ${UNITS.map((one) => `"${one}s"`).join(', ')}`)
}

/** The calendar and the clock of a moment in its zone, as if the zone were UTC. */
function localMs(value: DateValue): number {
  const { year, month, day, hour, minute, second, millisecond } = fieldsOf(value)
  return (
    new Date(0).setUTCFullYear(year, month - 1, day) +
    hour * HOUR_MS +
    minute * (HOUR_MS / 60) +
    second * 1000 +
    millisecond
  )
}

/** The moment at which the calendar and the clock of the zone show this. */
function atLocal(value: DateValue, local: number): DateValue {
  if (value.zone === 'UTC') return { ...value, ms: local }
  const guess = local - (localMs(value) - value.ms)
  // The offset that holds there, which summer time may have changed.
  return { ...value, ms: local - (localMs({ ...value, ms: guess }) - guess) }
}

/** So many months later; on the last day of a month that is too short. */
function monthsLater(local: number, months: number): number {
  const date = new Date(local)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return date.setUTCFullYear(year, month, Math.min(date.getUTCDate(), last))
}

function later(value: DateValue, count: number, unit: string): DateValue {
  const ms = MS[unit]
  if (ms !== undefined) return { ...value, ms: value.ms + count * ms, hasTime: true }
  const [days, local] = [DAYS[unit], localMs(value)]
  if (days !== undefined) return atLocal(value, local + count * days * DAY_MS)
  return atLocal(value, monthsLater(local, count * (MONTHS[unit] ?? 1)))
}

/** The first moment of the period around a moment; weeks begin on Monday. */
function startOf(value: DateValue, unit: string): DateValue {
  const ms = MS[unit]
  const local = localMs(value)
  if (ms !== undefined) return atLocal(value, Math.floor(local / ms) * ms)
  const date = new Date(Math.floor(local / DAY_MS) * DAY_MS)
  const months = MONTHS[unit]
  if (months !== undefined) date.setUTCMonth(Math.floor(date.getUTCMonth() / months) * months, 1)
  else if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return atLocal(value, date.getTime())
}

/** The last day of the period, or its last second where there is a time. */
function endOf(value: DateValue, unit: string): DateValue {
  const next = later(startOf(value, unit), 1, unit)
  return atLocal(
    { ...next, hasTime: value.hasTime },
    localMs(next) - (value.hasTime ? 1000 : DAY_MS),
  )
}

/** How many whole units lie between two moments; negative where the first is earlier. */
function difference(value: DateValue, from: DateValue, unit: string): number {
  const ms = MS[unit]
  if (ms !== undefined) return Math.trunc((value.ms - from.ms) / ms) + 0
  const [end, start] = [localMs(value), localMs(from)]
  const days = DAYS[unit]
  if (days !== undefined) return Math.trunc((end - start) / (days * DAY_MS)) + 0
  const [a, b, size] = [new Date(end), new Date(start), MONTHS[unit] ?? 1]
  const years = a.getUTCFullYear() - b.getUTCFullYear()
  const count = Math.trunc((years * 12 + a.getUTCMonth() - b.getUTCMonth()) / size)
  const reached = monthsLater(start, count * size)
  const isShort = end >= start ? reached > end : reached < end
  return count - (isShort ? Math.sign(end - start) : 0) + 0
}

/** As data have it: a day, a local time, or an instant. */
function isoText({ ms, zone, hasTime }: DateValue): string {
  if (ms < FIRST_MS || ms > LAST_MS)
    throw new FilterError('the date it makes has no year of four digits')
  const text = new Date(ms).toISOString()
  if (!hasTime) return text.slice(0, 10)
  return zone === 'UTC' ? text.slice(0, 19) : text
}

const work = (
  make: (value: DateValue, args: readonly unknown[]) => string,
  check: (args: readonly unknown[]) => void,
): CheckedFilter => [
  (input, args, { timezone }: FilterContext) => make(readDate(input, timezone), args),
  check,
]

const moving = (sign: 1 | -1): CheckedFilter =>
  work(
    (value, [count, unit]) => isoText(later(value, sign * countOf(count), unitOf(unit))),
    ([count, unit]) => [countOf(count), unitOf(unit)],
  )

const countOf = (argument: unknown): number => wholeArgument(argument, [-COUNT_MAX, COUNT_MAX], 0)

/** Filters that calculate with dates, by name; what they make is a date as data have it. */
export const dateArithmetic: FilterGroup = {
  add: moving(1),
  subtract: moving(-1),
  difference: [
    (input, [from, unit], { timezone }) =>
      isMissing(from)
        ? undefined
        : difference(readDate(input, timezone), readDate(from, timezone), unitOf(unit)),
    ([, unit]) => unitOf(unit),
  ],
  start_of: work(
    (value, [unit]) => isoText(startOf(value, unitOf(unit))),
    ([unit]) => unitOf(unit),
  ),
  end_of: work(
    (value, [unit]) => isoText(endOf(value, unitOf(unit))),
    ([unit]) => unitOf(unit),
  ),
}

/** The day, or the moment, of the render in the zone of the caller: `$today`, `$now`. */
export function momentText(name: '$today' | '$now', nowMs: number, zone: string): string {
  const now = { ms: nowMs, zone, hasTime: true }
  return name === '$now'
    ? new Date(nowMs).toISOString()
    : new Date(localMs(now)).toISOString().slice(0, 10)
}
