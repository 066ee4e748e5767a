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
import type { Finding } from '../kernel/coded-error.ts'

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

const KINDS = {
  FIXED_LINE: { en: 'a landline', fr: 'une ligne fixe' },
  VOIP: { en: 'an internet telephone', fr: 'un téléphone par internet' },
  PREMIUM_RATE: { en: 'a premium-rate number', fr: 'un numéro surtaxé' },
  SHARED_COST: { en: 'a shared-cost number', fr: 'un numéro à coût partagé' },
  TOLL_FREE: { en: 'a toll-free number', fr: 'un numéro gratuit' },
  PERSONAL_NUMBER: { en: 'a personal number', fr: 'un numéro personnel' },
  PAGER: { en: 'a pager', fr: 'un récepteur de radiomessagerie' },
  UAN: { en: 'a company access number', fr: 'un numéro d’accès d’entreprise' },
  VOICEMAIL: { en: 'a voicemail number', fr: 'un numéro de messagerie vocale' },
} as const

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

function fixFor(country: CountryCode | undefined): Pick<Finding, 'fix' | 'fixFr'> {
  const { national, international } = exampleOf(country ?? 'FR')
  return country === undefined
    ? {
        fix: `Enter a mobile number with its country code, such as ${international}.`,
        fixFr: `Indiquez un numéro de mobile avec l’indicatif du pays, par exemple ${international}.`,
      }
    : {
        fix: `Enter a mobile number, such as ${national} or ${international}.`,
        fixFr: `Indiquez un numéro de mobile, par exemple ${national} ou ${international}.`,
      }
}

/** Digits of a national number, which many countries have. */
const AMBIGUOUS = {
  code: 'phone_ambiguous',
  detail: 'is without the code of its country, and the country is not known',
  detailFr: 'est sans indicatif, et son pays n’est pas connu',
  fix: 'Enter it with its country code, such as +33 6 12 34 56 78, or set the signer’s country: "country": "FR".',
  fixFr:
    'Indiquez-le avec l’indicatif de son pays, par exemple +33 6 12 34 56 78, ou donnez le pays du signataire : "country": "FR".',
}

const names = {
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
  fr: new Intl.DisplayNames(['fr'], { type: 'region' }),
}

const listed = (countries: ReadonlySet<string>, locale: 'en' | 'fr'): string =>
  [...countries].map((code) => names[locale].of(code) ?? code).join(', ')

/** Many countries are allowed by default: listing all of them would hide the actual error. */
const NAMED_MAX = 6

function whereTo(allowed: ReadonlySet<string>): Pick<Finding, 'fix' | 'fixFr'> {
  if (allowed.size > NAMED_MAX)
    return {
      fix: 'Enter a mobile number from another country, or ask the operator of this service to allow this country for the account.',
      fixFr:
        'Indiquez un mobile d’un autre pays, ou demandez à l’exploitant du service d’autoriser ce pays pour le compte.',
    }
  return {
    fix: `Enter a mobile number from one of these countries: ${listed(allowed, 'en')}.`,
    fixFr: `Indiquez un mobile de l’un de ces pays : ${listed(allowed, 'fr')}.`,
  }
}

function findingOf(
  number: PhoneNumber | undefined,
  allowed: ReadonlySet<string>,
  { country, calls }: { country: CountryCode | undefined; calls: boolean },
) {
  const fix = fixFor(number?.country ?? country)
  if (number !== undefined && WORLDWIDE.has(number.countryCallingCode))
    return {
      code: 'phone_not_mobile',
      detail: 'is a satellite or worldwide service number, which gets no text messages',
      detailFr: 'est un numéro satellite ou international, qui ne reçoit pas de SMS',
      ...fix,
    }
  const type = number?.getType()
  if (number?.country === undefined || type === undefined)
    return {
      code: 'phone_unknown',
      detail: 'is not a number that any carrier uses',
      detailFr: 'n’est attribué à aucun opérateur',
      ...fix,
    }
  if (!MOBILE.has(type) && !(calls && type === LANDLINE)) {
    const kind = KINDS[type as keyof typeof KINDS]
    return {
      code: 'phone_not_mobile',
      detail: `is ${kind.en}, not a mobile phone`,
      detailFr: `est ${kind.fr}, pas un mobile`,
      ...fix,
    }
  }
  if (type === LANDLINE && number.ext !== undefined)
    return {
      code: 'phone_extension',
      detail: 'has an extension, which cannot be called',
      detailFr: 'comporte un poste interne, qui ne peut pas être appelé',
      fix: 'Enter a direct number, without an extension.',
      fixFr: 'Indiquez un numéro direct, sans poste.',
    }
  if (!allowed.has(number.country))
    return {
      code: 'phone_country',
      detail: `is in a country to which no text messages are sent (${names.en.of(number.country)})`,
      detailFr: `est dans un pays où aucun SMS n’est envoyé (${names.fr.of(number.country)})`,
      ...whereTo(allowed),
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
  const finding =
    isNational && own === undefined
      ? AMBIGUOUS
      : findingOf(number, allowed, { country: own, calls })
  if (finding !== undefined || number === undefined) {
    const { detail, detailFr, ...rest } = finding ?? AMBIGUOUS
    const sentences = {
      detail: `${pointer} ${detail}.`,
      detailFr: `${pointer} ${detailFr}.`,
    }
    return { finding: { ...rest, pointer, ...sentences } }
  }
  const phone = number.number
  return { phone, number: { country: number.country ?? '', prefix: phone.slice(1, -4) } }
}
