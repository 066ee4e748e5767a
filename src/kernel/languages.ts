/** The languages in which people sign: of their pages, mails, text messages and of what is drawn for them. */

/** ISO 639-1; the first is the default where nothing says another. */
export const LANGUAGES = ['en', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl'] as const

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number]

/** Every language that all pages are written in; those of signers are written in more. The first is the default. */
export const LOCALES = ['en', 'fr'] as const satisfies readonly Language[]

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
}

const FACTS: Readonly<Record<Language, LanguageFacts>> = {
  en: { name: 'English', tag: 'en-GB', zone: 'Europe/London', country: 'GB', direction: 'ltr' },
  fr: { name: 'Français', tag: 'fr-FR', zone: 'Europe/Paris', country: 'FR', direction: 'ltr' },
  de: { name: 'Deutsch', tag: 'de-DE', zone: 'Europe/Berlin', country: 'DE', direction: 'ltr' },
  es: { name: 'Español', tag: 'es-ES', zone: 'Europe/Madrid', country: 'ES', direction: 'ltr' },
  it: { name: 'Italiano', tag: 'it-IT', zone: 'Europe/Rome', country: 'IT', direction: 'ltr' },
  nl: {
    name: 'Nederlands',
    tag: 'nl-NL',
    zone: 'Europe/Amsterdam',
    country: 'NL',
    direction: 'ltr',
  },
  pt: { name: 'Português', tag: 'pt-PT', zone: 'Europe/Lisbon', country: 'PT', direction: 'ltr' },
  pl: { name: 'Polski', tag: 'pl-PL', zone: 'Europe/Warsaw', country: 'PL', direction: 'ltr' },
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
