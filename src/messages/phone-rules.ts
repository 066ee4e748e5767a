/**
 * Which numbers can receive codes: mobile ones of allowed countries, and their landlines where codes may be spoken in a call.
 * Everything else is either futile (landlines otherwise) or prone to fraud (premium, satellite, shared-cost and personal numbers, whose owners are paid per
 * message).
 */
import {
  type CountryCode,
  getCountries,
  getExampleNumber,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { type Finding, saying, type Wording } from '../kernel/coded-error.ts'
import type { Locale } from '../kernel/languages.ts'
import type { Texts } from '../translations/messages.ts'
import { inEveryLanguage } from '../translations/texts.ts'

/** A number that can receive text messages. */
export interface TextableNumber {
  /** ISO 3166-1. */
  country: string
  /** All digits but the last four: the block of 10,000 in which numbers are allocated to carriers. */
  prefix: string
}

/** Numbers of no country: satellites, international networks and premium services. */
const WORLDWIDE = new Set(['800', '808', '870', '878', '881', '882', '883', '888', '979'])

/** Where a text message arrives. In countries such as the United States mobile numbers cannot be distinguished from landlines. */
const MOBILE = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Where only a call arrives. */
const LANDLINE = 'FIXED_LINE'

/** Whether a number gets calls but no text messages. @param phone in E.164 */
export const isLandline = (phone: string): boolean =>
  parsePhoneNumberFromString(phone)?.getType() === LANDLINE

/** Types of numbers that get no text messages. */
const OTHERS = [
  LANDLINE,
  'VOIP',
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const

const isOther = (type: string): type is (typeof OTHERS)[number] =>
  OTHERS.some((each) => each === type)

const COUNTRIES: ReadonlySet<string> = new Set(getCountries())

/** Whether a code (ISO 3166-1) is one of a country with telephone numbers. */
const isPhoneCountry = (code: string): code is CountryCode => COUNTRIES.has(code)

/** How a mobile number of a country is written there, and from abroad. */
function exampleOf(country: CountryCode): { national: string; international: string } {
  const example = getExampleNumber(country, examples)
  return {
    national: example?.formatNational() ?? '06 12 34 56 78',
    international: example?.formatInternational() ?? '+33 6 12 34 56 78',
  }
}

type Words = Texts['faults']['phones']
type Say = (words: Words, locale: Locale) => string

/** What is wrong with a number, and what to do. */
interface PhoneFinding {
  code: string
  says: Say
  fix: Say
}

function fixFor(country: CountryCode | undefined): Say {
  const { national, international } = exampleOf(country ?? 'FR')
  return country === undefined
    ? ({ mobileAbroad }) => mobileAbroad({ international })
    : ({ mobile }) => mobile({ national, international })
}

const nameIn = (locale: Locale, code: string): string =>
  new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code

/** Many countries are allowed by default: listing all of them would hide the actual error. */
const NAMED_MAX = 6

const whereTo =
  (allowed: ReadonlySet<string>): Say =>
  ({ otherCountry, theseCountries }, locale) =>
    allowed.size > NAMED_MAX
      ? otherCountry
      : theseCountries({ countries: [...allowed].map((code) => nameIn(locale, code)).join(', ') })

function findingOf(
  number: PhoneNumber | undefined,
  allowed: ReadonlySet<string>,
  { place, country, calls }: { place: string; country: CountryCode | undefined; calls: boolean },
): PhoneFinding | undefined {
  const fix = fixFor(number?.country ?? country)
  if (number !== undefined && WORLDWIDE.has(number.countryCallingCode))
    return { code: 'phone_not_mobile', says: ({ worldwide }) => worldwide({ place }), fix }
  const type = number?.getType()
  const home = number?.country
  if (home === undefined || type === undefined)
    return { code: 'phone_unknown', says: ({ unknown }) => unknown({ place }), fix }
  if (!MOBILE.has(type) && !(calls && type === LANDLINE))
    return {
      code: 'phone_not_mobile',
      says: ({ kind, kinds }) => kind({ place, kind: isOther(type) ? kinds[type] : type }),
      fix,
    }
  if (type === LANDLINE && number?.ext !== undefined)
    return {
      code: 'phone_extension',
      says: ({ extension }) => extension({ place }),
      fix: ({ extensionFix }) => extensionFix,
    }
  if (!allowed.has(home))
    return {
      code: 'phone_country',
      says: (words, locale) => words.country({ place, country: nameIn(locale, home) }),
      fix: whereTo(allowed),
    }
  return undefined
}

/** A number that can receive text messages, or why it cannot. */
export type PhoneVerdict =
  /** `phone` in E.164. */
  { phone: string; number: TextableNumber } | { finding: Finding }

/**
 * Reads a number as people write it, and whether it can receive text messages.
 * @param typed with the code of its country (`+33 6 12 34 56 78`, `0033612345678`) or without (`06 12 34 56 78`)
 * @param allowed ISO 3166-1 codes
 * @param pointer of the field that contains it, for the finding
 * @param rules `country`: ISO 3166-1 code of a number without the code of its country; absent: not known. `calls`: codes may be
 *   spoken in a call, so that landlines are right too
 */
export function validatePhone(
  typed: string,
  allowed: ReadonlySet<string>,
  pointer: string,
  { country, calls = false }: { country?: string | undefined; calls?: boolean } = {},
): PhoneVerdict {
  const written = typed.trim().replace(/^00/, '+')
  const own = country !== undefined && isPhoneCountry(country) ? country : undefined
  const isNational = /^[0-9(]/.test(written)
  const number = parsePhoneNumberFromString(written, {
    extract: false,
    ...(own !== undefined && { defaultCountry: own }),
  })
  const ambiguous: PhoneFinding = {
    // Digits of a national number, which many countries have.
    code: 'phone_ambiguous',
    says: (words) => words.ambiguous({ place: pointer }),
    fix: ({ ambiguousFix }) => ambiguousFix,
  }
  const finding =
    isNational && own === undefined
      ? ambiguous
      : findingOf(number, allowed, { place: pointer, country: own, calls })
  if (finding !== undefined || number === undefined) {
    const { code, says, fix } = finding ?? ambiguous
    const inWords = (say: Say): Wording =>
      inEveryLanguage(({ faults }, locale) => say(faults.phones, locale))
    return { finding: { code, pointer, ...saying(inWords(says), inWords(fix)) } }
  }
  const phone = number.number
  return { phone, number: { country: number.country ?? '', prefix: phone.slice(1, -4) } }
}
