/** How a page writes days and numbers inside its sentences, as the filters of the template language do. */

import { dayText } from '../../docx/language/filters-date.ts'
import { numberFormat, plainSpaces } from '../../docx/language/intl-cache.ts'
import { isNumeral } from '../../docx/language/values.ts'
import type { Period } from '../model/invoice-lines.ts'

/** Facts of more letters than a narrow column holds are wrapped at their spaces. */
const WRAPS_FROM = 32

/** A day in words: "18 novembre 2026". */
export const longDay = (day: string, locale: string): string => dayText(day, 'long', locale)

/** A day in digits: "18/11/2026". */
export const shortDay = (day: string, locale: string): string => dayText(day, 'short', locale)

/** The days of a period in digits; undefined when it has none. */
export function daysOf(period: Period | undefined, locale: string): string | undefined {
  const { start, end } = period ?? {}
  const days = [start, end].filter((day): day is string => day !== undefined)
  return days.length === 0 ? undefined : days.map((day) => shortDay(day, locale)).join(' – ')
}

/** A decimal with at least `least` decimals and every digit it has. */
export function decimalText(value: string, locale: string, min = 0): string {
  const format = numberFormat(locale, `page ${min}`, () => ({
    minimumFractionDigits: min,
    maximumFractionDigits: 20,
  }))
  return plainSpaces(format.format(isNumeral(value) ? value : Number.NaN))
}

/** A label and its value on one line; undefined without a value. */
export const labelled = (label: string, value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : `${label} ${value}`

/** Widths of characters beside that of an average small letter, which is half of the size of the print. */
const WIDTHS: readonly [characters: RegExp, width: number][] = [
  [/[MWmw@%…—]/u, 1.75],
  [/\p{Lu}/u, 1.3],
  [/[ijlfrt.,:;'’|!()[\]/-]/u, 0.7],
]
const widthOf = (character: string): number =>
  WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? 1.05

const wordWidth = (word: string): number => {
  let width = 0
  for (const character of word) width += widthOf(character)
  return width
}

/** Whether some word of a text is wider than `most` small letters, which is what a column holds. */
export const hasLongWord = (text: string, max: number): boolean =>
  // few words have as many characters as would be needed even of the widest
  text.split(/\s/).some((word) => word.length * 2 > max && wordWidth(word) > max)

const NO_BREAK_SPACE = '\u00a0'

/** Short facts one after the other; a line never ends between a label and its value. */
export const runIn = (facts: readonly (string | undefined)[]): string =>
  present(facts)
    .map((fact) => (fact.length > WRAPS_FROM ? fact : fact.replaceAll(' ', NO_BREAK_SPACE)))
    .join(' · ')

/** The values that are there. */
export const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value): value is string => value !== undefined && value !== '')
