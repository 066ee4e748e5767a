/** The languages in which people sign: of their pages, mails, text messages and of what is drawn for them. */

/** ISO 639-1; the first is the default where nothing says another. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** Every language that all pages are written in; those of signers are written in more. The first is the default. */
export const LOCALES = ['en', 'fr', 'de'] as const satisfies readonly Language[]

/** A language of all pages. */
export type Locale = (typeof LOCALES)[number]

/** What depends on a language alone. */
interface LanguageFacts {
  /** Its own name for itself. */
  name: string
  /** BCP 47, for dates, times and numbers: day first, 24 hours. */
  tag: string
  /** IANA name of the zone of a person whose device named none. */
  zone: string
  /** ISO 3166-1: where most people who choose it live, to begin a list with. */
  country: string
  direction: 'ltr' | 'rtl'
  /** A colon after a word, with the space that the language sets before it. */
  colon: string
  /** Symbol of a byte, as in MB. */
  byte: string
}

const USUAL = { direction: 'ltr', colon: ':', byte: 'B' } as const
const FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: { ...USUAL, name: 'English', tag: 'en-GB', zone: 'Europe/London', country: 'GB' },
  fr: {
    ...USUAL,
    name: 'Français',
    tag: 'fr-FR',
    zone: 'Europe/Paris',
    country: 'FR',
    colon: '\u00a0:',
    byte: 'o',
  },
  de: { ...USUAL, name: 'Deutsch', tag: 'de-DE', zone: 'Europe/Berlin', country: 'DE' },
  es: { ...USUAL, name: 'Español', tag: 'es-ES', zone: 'Europe/Madrid', country: 'ES' },
  it: { ...USUAL, name: 'Italiano', tag: 'it-IT', zone: 'Europe/Rome', country: 'IT' },
  nl: { ...USUAL, name: 'Nederlands', tag: 'nl-NL', zone: 'Europe/Amsterdam', country: 'NL' },
  pt: { ...USUAL, name: 'Português', tag: 'pt-PT', zone: 'Europe/Lisbon', country: 'PT' },
  pl: { ...USUAL, name: 'Polski', tag: 'pl-PL', zone: 'Europe/Warsaw', country: 'PL' },
}

/** What depends on a language alone. */
export const languageFacts = (language: Language): LanguageFacts => FACTS[language]

/** What a language tag must look like to name one of {@link LANGUAGES}: `de`, `de-AT`, `zh` not. */
export const LANGUAGE_TAG_PATTERN = `^(${LANGUAGES.join('|')})(-[0-9A-Za-z]{2,8})*$`

/** The language of a tag (BCP 47), whatever its region: `de` for `de-AT`; undefined for one that nothing is written in. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.trim().split('-', 1)[0]?.toLowerCase()
  return LANGUAGES.find((language) => language === primary)
}

/** What is known about the visitor's language, strongest first. */
interface LocaleHints<Offered extends Language> {
  /** `?lang=` in the URL: the visitor's choice on the page. */
  query?: unknown
  /** The language the sender set for this person. */
  preferred?: Offered | undefined
  /** The browser's Accept-Language header (RFC 9110, 12.5.4). */
  acceptLanguage?: string | undefined
}

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

/** Bytes in readable form: 2 MB, 512 kB; in French 1,5 Mo. */
export function formatBytes(bytes: number, language: Language = 'en'): string {
  const { tag, byte } = languageFacts(language)
  const [amount, prefix] =
    bytes >= 1_048_576
      ? [Math.round((bytes / 1_048_576) * 10) / 10, 'M']
      : [Math.round(bytes / 1024), 'k']
  return `${amount.toLocaleString(tag, { useGrouping: false })} ${prefix}${byte}`
}
