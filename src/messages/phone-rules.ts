/**
 * Which numbers can receive text messages: mobile ones of allowed countries. Everything else is either futile
 * (landlines) or prone to fraud (premium, satellite, shared-cost and personal numbers, whose owners are paid per
 * message).
 */
import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Finding } from '../kernel/errors.ts'

/** A number that can receive text messages. */
export interface TextableNumber {
  /** ISO 3166-1. */
  country: string
  /** All digits but the last four: the block of 10,000 in which numbers are allocated to carriers. */
  prefix: string
}

/** Numbers of no country: satellites, international networks and premium services. */
const WORLDWIDE = new Set(['800', '808', '870', '878', '881', '882', '883', '888', '979'])

/** In countries such as the United States mobile numbers cannot be distinguished from landlines. */
const MOBILE = new Set<string | undefined>(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

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

const FIX = {
  fix: 'Give a mobile number with its country code, such as +33612345678.',
  fixFr: 'Indiquez un numéro de mobile avec l’indicatif du pays, par exemple +33612345678.',
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
      fix: 'Give a mobile number of another country, or have the operator of this service allow this one for the account.',
      fixFr:
        'Indiquez un mobile d’un autre pays, ou demandez à l’exploitant du service d’autoriser ce pays pour le compte.',
    }
  return {
    fix: `Give a mobile number of one of these: ${listed(allowed, 'en')}.`,
    fixFr: `Indiquez un mobile de l’un de ces pays : ${listed(allowed, 'fr')}.`,
  }
}

function faultOf(number: PhoneNumber | undefined, allowed: ReadonlySet<string>) {
  if (number !== undefined && WORLDWIDE.has(number.countryCallingCode))
    return {
      code: 'phone_not_mobile',
      detail: 'is a satellite or worldwide service number, which gets no text messages',
      detailFr: 'est un numéro satellite ou international, qui ne reçoit pas de SMS',
      ...FIX,
    }
  const type = number?.getType()
  if (number?.country === undefined || type === undefined)
    return {
      code: 'phone_unknown',
      detail: 'is not a number that any carrier uses',
      detailFr: 'n’est attribué à aucun opérateur',
      ...FIX,
    }
  if (!MOBILE.has(type)) {
    const kind = KINDS[type as keyof typeof KINDS]
    return {
      code: 'phone_not_mobile',
      detail: `is ${kind.en}, not a mobile phone`,
      detailFr: `est ${kind.fr}, pas un mobile`,
      ...FIX,
    }
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

/**
 * Whether a number can receive text messages.
 * @param phone E.164
 * @param allowed ISO 3166-1 codes
 * @param pointer of the field that contains it, for the finding
 */
export function judgePhone(
  phone: string,
  allowed: ReadonlySet<string>,
  pointer: string,
): { number: TextableNumber } | { fault: Finding } {
  const number = parsePhoneNumberFromString(phone)
  const fault = faultOf(number, allowed)
  if (fault !== undefined)
    return {
      fault: {
        ...fault,
        pointer,
        detail: `${pointer} ${fault.detail}.`,
        detailFr: `${pointer} ${fault.detailFr}.`,
      },
    }
  return { number: { country: number?.country ?? '', prefix: phone.slice(1, -4) } }
}
