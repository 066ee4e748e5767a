/** Formatters of the Intl library, created once per locale and options: creating one costs 50 µs and more. */
import { Cache } from '../../kernel/cache.ts'
import { FilterError } from './filter-contract.ts'

const FORMATTERS_MAX = 300

/** Caches the results of a costly factory by locale and key. */
function cached<O, T extends object>(make: (locale: string, options: O) => T) {
  const known = new Cache<T>(FORMATTERS_MAX)
  return (locale: string, key: string, options: () => O): T =>
    known.of(`${locale} ${key}`, () => make(locale, options()))
}

/**
 * Replaces the narrow no-break space, which French uses between thousands: fonts without it (Caladea, the substitute
 * for Cambria) show almost no space at all, so that 1 234 567 reads 1234567.
 */
export const plainSpaces = (text: string): string => text.replaceAll('\u202f', '\u00a0')

/** Number formatter. @throws FilterError for invalid options, e.g. an unknown currency */
export const numberFormat = cached((locale, options: Intl.NumberFormatOptions) => {
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    throw new FilterError('its arguments are not possible for this kind of number')
  }
})

/** Date formatter. */
export const dateFormat = cached(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

/** Collator of a language. */
export const collator = cached(
  (locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options),
)

/** Plural categories of a language. */
export const pluralRules = cached(
  (locale, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)
