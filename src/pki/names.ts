/** Distinguished names (X.501) of the authority and of its subjects. */
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'

/** The operator of the authority. */
export interface Operator {
  /** ISO 3166-1 alpha-2. */
  country: string
  organization: string
  /** EN 319 412-1, 5.1.4, such as `NTRFR-123456789` or `VATFR-…`. */
  organizationId: string
}

/** A person who signs. */
export interface Person {
  givenName?: string
  surname?: string
  email: string
  /** ISO 3166-1 alpha-2, if known: neither the operator's country nor that of a phone number is the person's. */
  country?: string
  /** Distinguishes this certificate's subject from every other. */
  serialNumber: string
}

/** RFC 5280, appendix A: upper bounds. */
const UPPER_BOUND = 64

type Part = readonly [type: string, value: Buffer]

/** Pictographs, and letters unknown to the oldest tables for names. */
const UNNAMEABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{Zs}\u0020-\u007e]|[\u{10000}-\u{10ffff}]/gu

/**
 * A name as a certificate may contain it. Names are compared by Unicode 3.2 (RFC 4518, 2.3; RFC 3454, A.1), and
 * programs that conform reject a whole certificate for one newer character, such as an emoji.
 */
const nameable = (value: string): string =>
  value.normalize('NFC').replace(UNNAMEABLE, '').replace(/ {2,}/g, ' ').trim()

const text = (value: string): Buffer =>
  der.utf8([...nameable(value)].slice(0, UPPER_BOUND).join(''))

const name = (parts: readonly Part[]): Buffer =>
  der.sequence(...parts.map(([type, value]) => der.setOf(der.sequence(der.oid(type), value))))

/** Name of an authority or of one of the operator's own certificates. */
export const operatorName = (operator: Operator, commonName: string): Buffer =>
  name([
    [OID.country, der.printable(operator.country)],
    [OID.organization, text(operator.organization)],
    [OID.organizationIdentifier, text(operator.organizationId)],
    [OID.commonName, text(commonName)],
  ])

/** Full name of a person, or the e-mail address if no name is known. */
export const personName = ({ givenName = '', surname = '', email }: Person): string =>
  [givenName, surname].map(nameable).filter(Boolean).join(' ') || email

/**
 * Name of a natural person (EN 319 412-2, 4.2.4): names if known, else a pseudonym. That clause requires a country
 * too; an unstated one is omitted, as it would be a false statement about a person.
 */
export function subjectOfPerson(person: Person): Buffer {
  const { givenName = '', surname = '' } = person
  const country: Part[] =
    person.country === undefined ? [] : [[OID.country, der.printable(person.country)]]
  const known: Part[] = []
  if (nameable(givenName) !== '') known.push([OID.givenName, text(givenName)])
  if (nameable(surname) !== '') known.push([OID.surname, text(surname)])
  if (known.length === 0) known.push([OID.pseudonym, text(person.email)])
  return name([
    ...country,
    ...known,
    [OID.serialNumber, der.printable(person.serialNumber)],
    [OID.commonName, text(personName(person))],
  ])
}
