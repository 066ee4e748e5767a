/** A mobile number from a country and what was typed; loaded only when a number is asked for. */
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { type Language, languageFacts } from '../../kernel/languages.ts'

/** Puts every country into the list by its name in the reader's language. */
export function fillCountries(list: HTMLSelectElement, locale: Language): void {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const options = getCountries()
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
    .map(({ code, name }) => new Option(`${name} (+${getCountryCallingCode(code)})`, code))
  list.replaceChildren(...options)
  list.value = likelyCountry(locale)
}

/** The region of the browser's language, or where the language of the page is mostly spoken. */
function likelyCountry(locale: Language): string {
  const known = new Set<string>(getCountries())
  const regions = navigator.languages.map((tag) => new Intl.Locale(tag).region ?? '')
  return regions.find((region) => known.has(region)) ?? languageFacts(locale).country
}

const codeOf = (country: string): CountryCode | undefined =>
  isSupportedCountry(country) ? country : undefined

/** The number in E.164 (`+33612345678`), or undefined where it cannot be one. */
export function toE164(typed: string, country: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, codeOf(country))
  return number?.isValid() === true ? number.number : undefined
}

/** The country of a number that begins with + or 00, once it can be determined. */
export function countryOf(typed: string): string | undefined {
  const international = typed.trim().replace(/^00/, '+')
  return international.startsWith('+')
    ? parsePhoneNumberFromString(international)?.country
    : undefined
}

/** The digits in the groups of the country. */
export const grouped = (typed: string, country: string): string =>
  new AsYouType(codeOf(country)).input(typed)

/** How a mobile number of the country looks. */
export function exampleOf(country: string): string {
  const code = codeOf(country)
  const example = code && getExampleNumber(code, examples)
  return example?.formatNational() ?? '+33 6 12 34 56 78'
}
