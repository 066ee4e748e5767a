/**
 * Reads ISO 8601 dates and times without shifting values that have no zone, and splits them into fields for patterns.
 */
import { FilterError } from './filter-contract.ts'
import { dateFormat } from './intl-cache.ts'
import { isDecimal, kindOf } from './values.ts'

/** A point in time to be written out: epoch milliseconds, and the zone to show it in. */
export interface DateValue {
  ms: number
  /** `UTC` for dates and local times (written as given), else the caller's zone. */
  zone: string
  hasTime: boolean
}

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?$/
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?$/

function refuse(input: unknown): never {
  const given = typeof input === 'string' ? 'a text that is none' : kindOf(input)
  throw new FilterError(
    `it needs an ISO date such as "2026-03-31" or "2026-03-31T14:30:00Z" and was given ${given}`,
  )
}

/**
 * Seconds since 1970, as payment services write an instant, or milliseconds: from 1973 on, so that a day or a year that is written
 * as a number is neither.
 */
const EPOCH = { seconds: 1e8, milliseconds: 1e11, end: 1e14 }

function instantOf(input: unknown, zone: string): DateValue | undefined {
  const number = typeof input === 'number' || isDecimal(input) ? Number(input) : Number.NaN
  if (!(number >= EPOCH.seconds && number < EPOCH.end)) return undefined
  return { ms: number < EPOCH.milliseconds ? number * 1000 : number, zone, hasTime: true }
}

/** Midnight UTC of a calendar day; rejects 30 February. */
function dayOf(input: unknown, year: string, month: string, day: string): number {
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  const same = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return same ? date.getTime() : refuse(input)
}

function clockOf(input: unknown, hour: string, minute: string, second: string): number {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  if (h > 23 || m > 59 || s > 60) refuse(input)
  return ((h * 60 + m) * 60 + Math.min(s, 59)) * 1000
}

/** Milliseconds east of UTC. */
function offsetOf(input: unknown, text: string): number {
  if (text === 'Z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (hours > 14 || minutes > 59) refuse(input)
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/**
 * Reads a date, a local time or an instant. A date or a time without offset is written as given; an instant (with Z
 * or an offset, or a number of seconds or milliseconds since 1970) is written in the given zone.
 * @throws FilterError for anything else, including days that do not exist
 */
export function readDate(input: unknown, zone: string): DateValue {
  if (typeof input !== 'string') return instantOf(input, zone) ?? refuse(input)
  const text = input.trim()
  const date = DATE.exec(text)
  if (date !== null) {
    const [, year = '', month = '', day = ''] = date
    return { ms: dayOf(input, year, month, day), zone: 'UTC', hasTime: false }
  }
  const full = DATE_TIME.exec(text)
  if (full === null) return refuse(input)
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', part = ''] = full
  const local =
    dayOf(input, year, month, day) +
    clockOf(input, hour, minute, second) +
    Number(part.slice(0, 3).padEnd(3, '0'))
  const offset = full[8]
  if (offset === undefined) return { ms: local, zone: 'UTC', hasTime: true }
  return { ms: local - offsetOf(input, offset), zone, hasTime: true }
}

/** Reads a time of day such as "14:30", or the time of a date that has one. */
export function readTime(input: unknown, zone: string): DateValue {
  const match = typeof input === 'string' ? TIME.exec(input.trim()) : null
  if (match !== null) {
    const [, hour = '', minute = '', second = '0'] = match
    return { ms: clockOf(input, hour, minute, second), zone: 'UTC', hasTime: true }
  }
  const value = readDate(input, zone)
  if (value.hasTime) return value
  throw new FilterError('it needs a time such as "14:30" but got a date without time')
}

/** The calendar fields of a moment in its zone. */
export type DateFields = ReturnType<typeof fieldsOf>

/** Splits a moment into calendar fields. */
export function fieldsOf(value: DateValue) {
  let date = new Date(value.ms)
  if (value.zone !== 'UTC') {
    // Sweden writes the clock as ISO does; the offset comes from the time zone database.
    const parts = dateFormat('sv-SE', `${value.zone} fields`, () => ({
      timeZone: value.zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })).format(date)
    date = new Date(`${parts.replace(' ', 'T')}Z`)
  }
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: new Date(value.ms).getUTCMilliseconds(),
  }
}
