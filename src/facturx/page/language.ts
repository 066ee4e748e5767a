/** Which language an invoice page is in: that of the request, otherwise that of the seller's country. */
import type { Address } from '../model/invoice-parties.ts'
import COUNTRY_LOCALES from './country-locales.json' with { type: 'json' }

/** Languages that the page has words for (ISO 639-1). */
export const LANGUAGES = ['fr', 'en', 'de', 'es', 'it', 'nl'] as const
/** A language of the page. */
export type Language = (typeof LANGUAGES)[number]

const FALLBACK = 'en-GB'

/** Locale by country of the seller (ISO 3166-1); Belgium has two and is decided by the postal code. */
const LOCALES: Readonly<Record<string, string>> = COUNTRY_LOCALES

/** Flemish Brabant, Antwerp, Limburg, West and East Flanders; the rest is Brussels and Wallonia. */
const isFlemish = (postalCode = ''): boolean => /^(1[5-9]|[238]\d|9\d)\d\d$/.test(postalCode.trim())

/**
 * The locale of words, dates and numbers (BCP 47).
 * @param requested the `locale` of the request, which decides when it is given
 * @param seller postal address of the seller (BG-5)
 */
export function pageLocale(requested: string | undefined, seller: Address = {}): string {
  if (requested !== undefined) return requested
  const { country = '', postalCode } = seller
  if (country === 'BE') return isFlemish(postalCode) ? 'nl-BE' : 'fr-BE'
  return Object.hasOwn(LOCALES, country) ? (LOCALES[country] ?? FALLBACK) : FALLBACK
}

/** The language of a locale; English where the page has no words for it. */
export function languageOf(locale: string): Language {
  const [language = ''] = locale.toLowerCase().split('-')
  return LANGUAGES.find((each) => each === language) ?? 'en'
}
