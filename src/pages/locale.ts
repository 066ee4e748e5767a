/** Dates and times on pages. */
import { type Language, languageFacts } from '../kernel/languages.ts'

/** The locale for dates, times and numbers: in English, day first and 24-hour time. */
export const dateLocale = (language: Language): string => languageFacts(language).tag

/** A time with its zone: `21 November 2026 at 14:00 UTC`. */
export const timeInWords = (iso: string, locale: Language, dateStyle: 'long' | 'medium'): string =>
  `${new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle,
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso))} UTC`
