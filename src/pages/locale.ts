/** Dates, times and telephone numbers on pages. */
import { type Language, languageFacts } from '../kernel/languages.ts'

/** The locale for dates, times and numbers: in English, day first and 24-hour time. */
export const dateLocale = (language: Language): string => languageFacts(language).tag

/** Made once for each language and style: that takes longer than all markup of a page. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A time with its zone: `21 November 2026 at 14:00 UTC`. */
export function timeInWords(iso: string, locale: Language, dateStyle: 'long' | 'medium'): string {
  const key = `${locale} ${dateStyle}`
  const options = { dateStyle, timeStyle: 'short', timeZone: 'UTC' } as const
  const format = formats.get(key) ?? new Intl.DateTimeFormat(dateLocale(locale), options)
  formats.set(key, format)
  return `${format.format(new Date(iso))} UTC`
}

/** Keeps the groups of a phone number on one line. */
export const unbroken = (phone: string): string => phone.replaceAll(' ', '\u00a0')
