/** The parties, addresses, identifiers and dates of a CII invoice, in our model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { Address, Contact, Party } from '../model/invoice-parties.ts'
import type { XmlElement } from '../xml/xml-tree.ts'

/** An identifier with its scheme. */
interface Identifier {
  value?: string
  scheme?: string
}

/** The identifier in an element; the scheme is an attribute. */
export function identifierOf(element: XmlElement): Identifier
export function identifierOf(element: XmlElement | undefined): Identifier | undefined
export function identifierOf(element: XmlElement | undefined): Identifier | undefined {
  if (element === undefined) return undefined
  return omitUndefined<Identifier>({ value: element.text, scheme: element.attributes.schemeID })
}

/** An identifier with a scheme (GlobalID) rather than one without (ID). */
export const placeIdOf = (party: XmlElement): Identifier | undefined =>
  identifierOf(party.first('GlobalID') ?? party.first('ID'))

/** The format code of a CII date: a calendar day, `20261121`. */
const DAY_FORMAT = '102'

/**
 * A CII date as `2026-11-21`; undefined in another format, and unchanged when it is not a date, for the rules to
 * reject.
 */
function dateOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined || (element.attributes.format ?? DAY_FORMAT) !== DAY_FORMAT)
    return undefined
  return element.text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

/** The date inside a CII date group. */
export const dateIn = (group: XmlElement | undefined): string | undefined =>
  dateOf(group?.first('DateTimeString') ?? group?.first('DateString'))

/** A period; undefined when the element is absent. */
export function periodOf(
  element: XmlElement | undefined,
): { start?: string; end?: string } | undefined {
  if (element === undefined) return undefined
  return omitUndefined<{ start?: string; end?: string }>({
    start: dateIn(element.first('StartDateTime')),
    end: dateIn(element.first('EndDateTime')),
  })
}

/** A postal address; undefined when the element is absent. */
export function addressOf(element: XmlElement | undefined): Address | undefined {
  if (element === undefined) return undefined
  return omitUndefined<Address>({
    line1: element.textOf('LineOne'),
    line2: element.textOf('LineTwo'),
    line3: element.textOf('LineThree'),
    city: element.textOf('CityName'),
    postalCode: element.textOf('PostcodeCode'),
    subdivision: element.textOf('CountrySubDivisionName'),
    country: element.textOf('CountryID'),
  })
}

function contactOf(element: XmlElement | undefined): Contact | undefined {
  if (element === undefined) return undefined
  return omitUndefined<Contact>({
    name: element.textOf('PersonName'),
    department: element.textOf('DepartmentName'),
    phone: element.textOf('TelephoneUniversalCommunication/CompleteNumber'),
    email: element.textOf('EmailURIUniversalCommunication/URIID'),
  })
}

const registrationOf = (party: XmlElement, scheme: string): string | undefined =>
  party.all('SpecifiedTaxRegistration/ID').find((id) => id.attributes.schemeID === scheme)?.text

/** An electronic address; an empty one when the element contains none. */
const electronicAddressOf = (element: XmlElement | undefined): Identifier | undefined =>
  element === undefined ? undefined : (identifierOf(element.first('URIID')) ?? {})

/** A party; undefined when the element is absent. */
export function partyOf(element: XmlElement | undefined): Party | undefined {
  if (element === undefined) return undefined
  const ids = [...element.all('ID'), ...element.all('GlobalID')].map((id) => identifierOf(id))
  return omitUndefined<Party>({
    name: element.textOf('Name'),
    tradingName: element.textOf('SpecifiedLegalOrganization/TradingBusinessName'),
    ids: ids.length === 0 ? undefined : ids,
    legalId: identifierOf(element.first('SpecifiedLegalOrganization/ID')),
    vatId: registrationOf(element, 'VA'),
    taxId: registrationOf(element, 'FC'),
    legalInformation: element.textOf('Description'),
    electronicAddress: electronicAddressOf(element.first('URIUniversalCommunication')),
    address: addressOf(element.first('PostalTradeAddress')),
    contact: contactOf(element.first('DefinedTradeContact')),
  })
}
