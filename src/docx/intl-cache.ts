/** Formatters of the Intl library, made once per locale and options: making one costs 50 µs and more. */
import { FilterError } from './filter.ts'

const FORMATTERS_MAX = 300

/** Keeps the results of a costly maker by key, dropping all when they become too many. */
function cached<T>(
  make: (locale: string, options: string) => T,
): (locale: string, options: object) => T {
  const known = new Map<string, T>()
  return (locale, options) => {
    const text = JSON.stringify(options)
    const key = `${locale} ${text}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= FORMATTERS_MAX) known.clear()
    const made = make(locale, text)
    known.set(key, made)
    return made
  }
}

/** Number formatter. @throws FilterError when the options are not possible, e.g. an unknown currency */
export const numberFormat = cached((locale, options) => {
  try {
    return new Intl.NumberFormat(locale, JSON.parse(options) as Intl.NumberFormatOptions)
  } catch {
    throw new FilterError('its arguments are not possible for this kind of number')
  }
})

/** Date formatter. */
export const dateFormat = cached(
  (locale, options) =>
    new Intl.DateTimeFormat(locale, JSON.parse(options) as Intl.DateTimeFormatOptions),
)

/** Order of texts in a language. */
export const collator = cached(
  (locale, options) => new Intl.Collator(locale, JSON.parse(options) as Intl.CollatorOptions),
)

/** Plural categories of a language. */
export const pluralRules = cached((locale) => new Intl.PluralRules(locale))
