/** Which language of a page a visitor gets. */
import {
  LANGUAGES,
  type Language,
  LOCALES,
  type Locale,
  languageFacts,
  languageOf,
} from '../kernel/languages.ts'

/** What is known about the visitor's language, strongest first. */
interface LocaleHints<Offered extends Language> {
  /** `?lang=` in the URL: the visitor's choice on the page. */
  query?: unknown
  /** The language the sender set for this person. */
  preferred?: Offered | undefined
  /** The browser's Accept-Language header (RFC 9110, 12.5.4). */
  acceptLanguage?: string | undefined
}

/** The locale for dates, times and numbers: in English, day first and 24-hour time. */
export const dateLocale = (language: Language): string => languageFacts(language).tag

/** The language of a page for this visitor. */
export const chooseLocale = (hints: LocaleHints<Locale>): Locale => choose(LOCALES, hints)

/** The language of a signer's page for this visitor. */
export const chooseLanguage = (hints: LocaleHints<Language>): Language => choose(LANGUAGES, hints)

function choose<Offered extends Language>(
  offered: readonly [Offered, ...Offered[]],
  { query, preferred, acceptLanguage }: LocaleHints<Offered>,
): Offered {
  const find = (tag: unknown): Offered | undefined =>
    typeof tag === 'string' ? offered.find((one) => one === languageOf(tag)) : undefined
  const accepted = tagsOf(acceptLanguage ?? '').map(find)
  return find(query) ?? preferred ?? accepted.find((one) => one !== undefined) ?? offered[0]
}

/** The tags of an Accept-Language header, the most wanted first. */
function tagsOf(header: string): string[] {
  const preferences = header
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean)
      return {
        tag,
        weight: weight === undefined ? 1 : Number(weight),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  return preferences.map(({ tag }) => tag)
}

/** A time with its zone: `21 November 2026 at 14:00 UTC`. */
export const timeInWords = (iso: string, locale: Language, dateStyle: 'long' | 'medium'): string =>
  `${new Intl.DateTimeFormat(dateLocale(locale), {
    dateStyle,
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso))} UTC`
