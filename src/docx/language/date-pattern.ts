/** Writes dates by CLDR patterns such as `dd/MM/yyyy` or `EEEE d MMMM yyyy` (UTS #35). */
import { DAY_MS } from '../../kernel/clock.ts'
import { type DateFields, type DateValue, fieldsOf } from './date-value.ts'
import { FilterError } from './filter-contract.ts'
import { dateFormat } from './intl-cache.ts'

type Piece = { literal: string } | { letter: string; length: number }

const LETTERS = 'yMLdEcaHhkKmsSQwzXx'
const LENGTH_MAX = 100

/** Patterns familiar from other tools, with what to write here instead. */
const FOREIGN: ReadonlyArray<readonly [RegExp, string]> = [
  [/Y/, 'the year is yyyy in small letters'],
  [/D/, 'the day is dd in small letters'],
  [/n|i/, 'minutes are mm'],
  [/l|j|F/, 'names are EEEE for the day and MMMM for the month'],
]

/** @throws FilterError for letters without a meaning, listing those that have one */
export function parsePattern(pattern: string): Piece[] {
  if (pattern.length > LENGTH_MAX) {
    throw new FilterError(`the date pattern must have at most ${LENGTH_MAX} characters`)
  }
  const pieces: Piece[] = []
  for (const [text] of pattern.matchAll(
    /'(?:[^']|'')*'?|’(?:[^’])*’|([A-Za-z])\1*|[^A-Za-z'’]+|’/g,
  )) {
    if (text === "''") pieces.push({ literal: "'" })
    else if (/^['’]/.test(text)) {
      pieces.push({ literal: text.slice(1).replace(/['’]$/, '').replaceAll("''", "'") })
    } else if (/^[A-Za-z]/.test(text)) {
      const letter = text.charAt(0)
      if (!LETTERS.includes(letter)) refuseLetter(letter)
      pieces.push({ letter, length: text.length })
    } else pieces.push({ literal: text })
  }
  return pieces
}

function refuseLetter(letter: string): never {
  const hint = FOREIGN.find(([pattern]) => pattern.test(letter))?.[1]
  throw new FilterError(
    `the letter "${letter}" has no meaning in a date pattern${hint === undefined ? '' : ` (${hint})`}; use for example dd/MM/yyyy, d MMMM yyyy or HH:mm, and put words between '…'`,
  )
}

const pad = (value: number, length: number): string => String(value).padStart(length, '0')

/** A name taken from the language's own date format: a month after a day may differ from the month alone. */
function named(
  value: DateValue,
  locale: string,
  options: Intl.DateTimeFormatOptions,
  type: string,
): string {
  const format = dateFormat(locale, `${value.zone} ${JSON.stringify(options)}`, () => ({
    timeZone: value.zone,
    ...options,
  }))
  return format.formatToParts(value.ms).find((part) => part.type === type)?.value ?? ''
}

const widthOf = (length: number): 'short' | 'long' | 'narrow' => {
  if (length === 5) return 'narrow'
  return length === 4 ? 'long' : 'short'
}

function month(
  value: DateValue,
  fields: DateFields,
  locale: string,
  letter: string,
  length: number,
): string {
  if (length <= 2) return pad(fields.month, length)
  const width = widthOf(length)
  return letter === 'M'
    ? named(value, locale, { day: 'numeric', month: width }, 'month')
    : named(value, locale, { month: width }, 'month')
}

/** ISO 8601 week number. */
function isoWeek(fields: DateFields): number {
  const day = Date.UTC(fields.year, fields.month - 1, fields.day)
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  const thursday = new Date(day + (3 - weekday) * DAY_MS)
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return 1 + Math.floor((thursday.getTime() - first) / 604_800_000)
}

function offset(value: DateValue, length: number, zulu: boolean): string {
  const text = named(value, 'en-US', { timeZoneName: 'longOffset' }, 'timeZoneName').slice(3)
  if (text === '') return zulu ? 'Z' : `+00${length >= 3 ? ':' : ''}00`
  return length >= 3 ? text : text.replace(':', '')
}

/** Twelve-hour clock from 1 (`h`) or from 0 (`K`), twenty-four from 0 (`H`) or 1 (`k`). */
function hour(letter: string, hours: number): number {
  if (letter === 'h') return hours % 12 || 12
  if (letter === 'K') return hours % 12
  return letter === 'k' ? hours || 24 : hours
}

function write(piece: { letter: string; length: number }, value: DateValue, locale: string) {
  const { letter, length } = piece
  const fields = fieldsOf(value)
  switch (letter) {
    case 'y':
      return length === 2 ? pad(fields.year % 100, 2) : pad(fields.year, length)
    case 'M':
    case 'L':
      return month(value, fields, locale, letter, length)
    case 'd':
      return pad(fields.day, length)
    case 'E':
    case 'c':
      return named(value, locale, { weekday: widthOf(length) }, 'weekday')
    case 'a':
      return named(value, locale, { hour: 'numeric', hour12: true }, 'dayPeriod')
    case 'H':
    case 'h':
    case 'K':
    case 'k':
      return pad(hour(letter, fields.hour), length)
    case 'm':
      return pad(fields.minute, length)
    case 's':
      return pad(fields.second, length)
    case 'S':
      return pad(fields.millisecond, 3).padEnd(length, '0').slice(0, length)
    case 'Q':
      return pad(Math.ceil(fields.month / 3), length)
    case 'w':
      return pad(isoWeek(fields), length)
    case 'z':
      return named(value, locale, { timeZoneName: length >= 4 ? 'long' : 'short' }, 'timeZoneName')
    default:
      return offset(value, length, letter === 'X')
  }
}

/** Writes a moment in a pattern. @throws FilterError for a pattern that cannot be read */
export function formatPattern(value: DateValue, pattern: string, locale: string): string {
  return parsePattern(pattern)
    .map((piece) => ('literal' in piece ? piece.literal : write(piece, value, locale)))
    .join('')
}
