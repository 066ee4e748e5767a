/**
 * Pieces of CII that occur in several places: dates, identifiers, addresses, parties, VAT, references. A group or an entry of a
 * list that the invoice has is written even when it is empty: the official rules then say what it lacks, at its place.
 */
import { omitUndefined } from '../../kernel/type-guards.ts'
import type {
  CompleteAdjustment,
  CompleteInvoice,
  CompleteLine,
  Normalised,
} from '../model/complete-invoice.ts'
import type { Profile } from '../model/invoice.ts'
import type { PrecedingInvoice, Vat } from '../model/invoice-lines.ts'
import type { Address, Contact, Party } from '../model/invoice-parties.ts'
import { includes, type ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'

/** UNTDID 2379: CCYYMMDD. */
const DATE_FORMAT = '102'
const compactDate = (iso: string | undefined): string | undefined => iso?.replaceAll('-', '')

/** A date as `udt:DateTimeString`. */
export const dateTime = (name: string, iso: string | undefined): string =>
  branch(name, leaf('udt:DateTimeString', compactDate(iso), { format: DATE_FORMAT }))

/** A date of a referenced document, in the other namespace that the schema requires there. */
const formattedDate = (iso: string | undefined): string =>
  branch(
    'ram:FormattedIssueDateTime',
    leaf('qdt:DateTimeString', compactDate(iso), { format: DATE_FORMAT }),
  )

/** The date on which VAT becomes due, a date without time in the schema (BT-7). */
export const plainDate = (name: string, iso: string | undefined): string =>
  branch(name, leaf('udt:DateString', compactDate(iso), { format: DATE_FORMAT }))

interface Identifier {
  value?: string
  scheme?: string
}

/** `ram:ID` for identifiers without scheme, then `ram:GlobalID` for those with one. */
const identifiers = (ids: readonly Identifier[] = []): string =>
  [
    ...ids.filter(({ scheme }) => scheme === undefined).map(({ value }) => leaf('ram:ID', value)),
    ...ids
      .filter(({ scheme }) => scheme !== undefined)
      .map(({ value, scheme }) => leaf('ram:GlobalID', value, { schemeID: scheme })),
  ].join('')

/** A reference that consists of a number only. */
export const reference = (name: string, number: string | undefined): string =>
  branch(name, leaf('ram:IssuerAssignedID', number))

/** The lowest profile that has each member of a party; the name is in all of them. */
export interface PartyLevels {
  ids: Profile
  legalId: Profile
  tradingName: Profile
  description: Profile
  contact: Profile
  country: Profile
  address: Profile
  electronicAddress: Profile
  vatId: Profile
}

/** Every member of a party that only EXTENDED has. */
export const EXTENDED_PARTY: PartyLevels = {
  ids: 'extended',
  legalId: 'extended',
  tradingName: 'extended',
  description: 'extended',
  contact: 'extended',
  country: 'extended',
  address: 'extended',
  electronicAddress: 'extended',
  vatId: 'extended',
}

/** An address; MINIMUM has only the country of the seller. */
function postalAddress(
  filter: ProfileFilter,
  levels: Pick<PartyLevels, 'address' | 'country'>,
  pointer: string,
  given: Address | undefined,
): string {
  const full = (name: keyof Address): string | undefined =>
    filter.from(levels.address, `${pointer}/${name}`, given?.[name])
  // One that is there must have a country (BR-09, BR-11, BR-20, BR-57); those of EXTENDED alone may be empty.
  const isNeeded = given !== undefined && levels.country !== 'extended'
  const element = isNeeded && includes(filter.profile, levels.country) ? always : branch
  return element(
    'ram:PostalTradeAddress',
    leaf('ram:PostcodeCode', full('postalCode')),
    leaf('ram:LineOne', full('line1')),
    leaf('ram:LineTwo', full('line2')),
    leaf('ram:LineThree', full('line3')),
    leaf('ram:CityName', full('city')),
    leaf('ram:CountryID', filter.from(levels.country, `${pointer}/country`, given?.country)),
    leaf('ram:CountrySubDivisionName', full('subdivision')),
  )
}

/** BT-41 and BT-56 are one term, person or department: both together share one element. */
function contactOf(contact: Contact = {}): string {
  const { name, department } = contact
  const both = name !== undefined && department !== undefined
  return branch(
    'ram:DefinedTradeContact',
    leaf('ram:PersonName', both ? `${name}, ${department}` : name),
    both ? '' : leaf('ram:DepartmentName', department),
    branch('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact.phone)),
    branch('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact.email)),
  )
}

const registration = (id: string | undefined, scheme: 'VA' | 'FC'): string =>
  branch('ram:SpecifiedTaxRegistration', leaf('ram:ID', id, { schemeID: scheme }))

/** A trade party, members in schema order. */
export function tradeParty(
  name: string,
  party: Party | undefined,
  pointer: string,
  filter: ProfileFilter,
  levels: PartyLevels,
): string {
  if (party === undefined) return ''
  const get = <K extends keyof Party>(member: K, level: Profile): Party[K] | undefined =>
    filter.from<Party[K]>(level, `${pointer}/${member}`, party[member])
  const legalId = get('legalId', levels.legalId)
  const electronic = get('electronicAddress', levels.electronicAddress)
  return always(
    name,
    identifiers(get('ids', levels.ids)),
    leaf('ram:Name', party.name),
    leaf('ram:Description', get('legalInformation', levels.description)),
    branch(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', legalId?.value, { schemeID: legalId?.scheme }),
      leaf('ram:TradingBusinessName', get('tradingName', levels.tradingName)),
    ),
    contactOf(get('contact', levels.contact)),
    postalAddress(filter, levels, `${pointer}/address`, party.address),
    branch(
      'ram:URIUniversalCommunication',
      leaf('ram:URIID', electronic?.value, { schemeID: electronic?.scheme }),
    ),
    registration(get('vatId', levels.vatId), 'VA'),
    registration(get('taxId', levels.vatId), 'FC'),
  )
}

/** A place of delivery as a party; undefined when nothing says where it is. */
export function placeParty({
  name,
  locationId,
  address,
}: NonNullable<CompleteInvoice['delivery']> = {}): Party | undefined {
  if ((name ?? locationId ?? address) === undefined) return undefined
  return omitUndefined<Party>({
    name,
    address,
    ids: locationId === undefined ? undefined : [locationId],
  })
}

/** The VAT of a line, allowance or charge; exemptions exist in EXTENDED only. */
export const categoryTax = (name: string, vat: Normalised<Vat> | undefined): string =>
  vat === undefined
    ? ''
    : branch(
        name,
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:ExemptionReason', vat.exemptionReason),
        leaf('ram:CategoryCode', vat.category),
        leaf('ram:ExemptionReasonCode', vat.exemptionCode),
        leaf('ram:RateApplicablePercent', vat.rate),
      )

const indicator = (isCharge: boolean): string =>
  branch('ram:ChargeIndicator', leaf('udt:Indicator', String(isCharge)))

const allowanceCharge = (
  adjustment: CompleteAdjustment,
  isCharge: boolean,
  withComputation: boolean,
): string =>
  branch(
    'ram:SpecifiedTradeAllowanceCharge',
    indicator(isCharge),
    leaf('ram:CalculationPercent', withComputation ? adjustment.percent : undefined),
    leaf('ram:BasisAmount', withComputation ? adjustment.base : undefined),
    leaf('ram:ActualAmount', adjustment.amount),
    leaf('ram:ReasonCode', adjustment.reasonCode),
    leaf('ram:Reason', adjustment.reason),
    categoryTax('ram:CategoryTradeTax', adjustment.vat),
  )

/**
 * Allowances, then charges, of a line (without VAT) or of the document.
 * @param withComputation whether base and percentage have a place in the profile; without one nothing is lost, since
 *   the amount is there
 */
export const allowancesAndCharges = (
  { allowances, charges }: Pick<CompleteLine, 'allowances' | 'charges'>,
  withComputation: boolean,
): string =>
  [
    ...allowances.map((each) => allowanceCharge(each, false, withComputation)),
    ...charges.map((each) => allowanceCharge(each, true, withComputation)),
  ].join('')

/** The discount on a unit price (BT-147). */
export const priceDiscount = (discount: string | undefined): string =>
  discount === undefined
    ? ''
    : branch(
        'ram:AppliedTradeAllowanceCharge',
        indicator(false),
        leaf('ram:ActualAmount', discount),
      )

/** An earlier invoice (BG-3), in EXTENDED with its type. */
export const precedingInvoice = (
  invoice: PrecedingInvoice,
  pointer: string,
  filter: ProfileFilter,
): string =>
  always(
    'ram:InvoiceReferencedDocument',
    leaf('ram:IssuerAssignedID', invoice.number),
    leaf('ram:TypeCode', filter.from('extended', `${pointer}/typeCode`, invoice.typeCode)),
    formattedDate(invoice.issueDate),
  )

/** A period with first and last day. */
export const period = (given: { start?: string; end?: string } | undefined): string =>
  given === undefined
    ? ''
    : always(
        'ram:BillingSpecifiedPeriod',
        dateTime('ram:StartDateTime', given.start),
        dateTime('ram:EndDateTime', given.end),
      )
