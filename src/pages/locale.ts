/** The languages of the pages, and which one a visitor gets. */

/** Every language the pages are written in; the first is the default. */
export const LOCALES = ['en', 'fr'] as const

/** A language of the pages. */
export type Locale = (typeof LOCALES)[number]

/** What is known about the visitor's language, strongest first. */
export interface LocaleHints {
  /** `?lang=` in the URL: the visitor's choice on the page. */
  query?: unknown
  /** The language the sender set for this person. */
  preferred?: Locale | undefined
  /** The browser's Accept-Language header (RFC 9110, 12.5.4). */
  acceptLanguage?: string | undefined
}

/** The locale for dates, times and numbers: in English, day first and 24-hour time. */
export const dateLocale = (locale: Locale): string => (locale === 'en' ? 'en-GB' : 'fr-FR')

const toLocale = (text: unknown): Locale | undefined => LOCALES.find((locale) => locale === text)

/** The language of a page for this visitor. */
export function chooseLocale({ query, preferred, acceptLanguage }: LocaleHints): Locale {
  return toLocale(query) ?? preferred ?? fromHeader(acceptLanguage ?? '') ?? LOCALES[0]
}

function fromHeader(header: string): Locale | undefined {
  const preferences = header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean)
      return {
        language: tag.trim().split('-', 1)[0]?.toLowerCase(),
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return preferences.map(({ language }) => toLocale(language)).find((found) => found !== undefined)
}

/** A time with its zone: `21 November 2026 at 14:00 UTC`. */
export const timeInWords = (iso: string, locale: Locale, dateStyle: 'long' | 'medium'): string =>
  `${new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle,
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso))} UTC`
