/**
 * What an invoice must have so that its XML can hold it: what would vanish from the XML, or what the official rules, which see the
 * XML alone, cannot tell.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import type { Address, Party } from '../model/invoice-parties.ts'
import { shown } from '../model/invoice-values.ts'
import { includes } from '../model/profiles.ts'
import { attachmentNeeds } from './attachment-needs.ts'
import { termNeeds } from './payment-term-needs.ts'

interface Placed {
  party: Party
  pointer: string
  /** The lowest profile whose XML has the party with address, name and electronic address. */
  whole: Profile
}

function partiesOf(invoice: CompleteInvoice): Placed[] {
  const { payee, taxRepresentative, otherParties = {} } = invoice
  const placed = (party: Party | undefined, pointer: string, whole: Profile): Placed[] =>
    party === undefined ? [] : [{ party, pointer, whole }]
  return [
    ...placed(invoice.seller, '/seller', 'basic-wl'),
    ...placed(invoice.buyer, '/buyer', 'basic-wl'),
    ...placed(payee, '/payee', 'extended'),
    ...placed(taxRepresentative, '/taxRepresentative', 'extended'),
    ...Object.entries(otherParties).flatMap(([name, party]) =>
      placed(party, `/otherParties/${name}`, 'extended'),
    ),
  ]
}

const noCountry = (address: Address | undefined, pointer: string): Finding[] =>
  address === undefined || Object.keys(address).length === 0 || address.country !== undefined
    ? []
    : [fault('ADDRESS-COUNTRY', `${pointer}/address/country`, 'noCountry')]

/** Names, countries and schemes of parties; the seller's and the buyer's are required by rules of EN 16931. */
function partyNeeds({ party, pointer, whole }: Placed, profile: Profile): Finding[] {
  if (!includes(profile, whole) || whole !== 'extended') return []
  const { name, address, electronicAddress: electronic } = party
  const isOther = pointer.startsWith('/otherParties/')
  return [
    ...(isOther && name === undefined ? [fault('PARTY-NAME', `${pointer}/name`, 'noName')] : []),
    ...noCountry(address, pointer),
    ...(electronic !== undefined && electronic.scheme === undefined
      ? [fault('ADDRESS-SCHEME', `${pointer}/electronicAddress/scheme`, 'noAddressScheme')]
      : []),
  ]
}

/**
 * BR-FXEXT-03 in EXTENDED, FX-SCH-A-000166 elsewhere: only the seller has a local tax registration. The sheets let one pass that
 * stands alone.
 */
const taxIdNeeds = ({ party, pointer }: Placed, profile: Profile): Finding[] =>
  pointer === '/seller' || party.taxId === undefined || !includes(profile, 'basic-wl')
    ? []
    : [
        fault(
          profile === 'extended' ? 'BR-FXEXT-03' : 'FX-SCH-A-000166',
          `${pointer}/taxId`,
          'foreignTaxId',
        ),
      ]

/** Identifiers that have a scheme and no value would vanish from the XML. */
function valueNeeds(invoice: CompleteInvoice): Finding[] {
  const { references, delivery } = invoice
  const ids: [string, { value?: string; scheme?: string } | undefined][] = [
    ['/references/object', references?.object],
    ['/delivery/locationId', delivery?.locationId],
    ...partiesOf(invoice).flatMap(({ party, pointer }): typeof ids => [
      [`${pointer}/legalId`, party.legalId],
      [`${pointer}/electronicAddress`, party.electronicAddress],
      ...(party.ids ?? []).map((id, at): (typeof ids)[number] => [`${pointer}/ids/${at}`, id]),
    ]),
    ...invoice.lines.flatMap((line, at): typeof ids => [
      [`/lines/${at}/standardItemId`, line.standardItemId],
      [`/lines/${at}/objectId`, line.objectId],
      [`/lines/${at}/delivery/locationId`, line.delivery?.locationId],
    ]),
  ]
  return ids.flatMap(([pointer, id]) =>
    id === undefined || id.value !== undefined
      ? []
      : [fault('IDENTIFIER-VALUE', `${pointer}/value`, 'noValue')],
  )
}

/** A note without a text, which EXTENDED lets pass when it has no subject either. */
const noteNeeds = ({ notes, profile }: CompleteInvoice): Finding[] =>
  notes.flatMap(({ text }, index) =>
    text !== undefined || !includes(profile, 'basic-wl')
      ? []
      : [
          fault(
            profile === 'extended' ? 'BR-FXEXT-01' : 'FX-SCH-A-000160',
            `/notes/${index}/text`,
            'noNoteText',
          ),
        ],
  )

/** An item class without its list, which EXTENDED lets pass when another one of the line has a list. */
const classNeeds = ({ lines, profile }: CompleteInvoice): Finding[] =>
  lines.flatMap(({ classifications = [] }, at) =>
    classifications.flatMap(({ scheme }, index) =>
      scheme !== undefined || profile !== 'extended'
        ? []
        : [fault('BR-65', `/lines/${at}/classifications/${index}/scheme`, 'noClassList')],
    ),
  )

/** The XML of MINIMUM has no allowances and charges, and its rules ask nothing of them; the page shows them, and the sums have them. */
function amountNeeds(invoice: CompleteInvoice): Finding[] {
  if (includes(invoice.profile, 'basic-wl')) return []
  const lists = [
    ['allowances', 'BR-31'],
    ['charges', 'BR-36'],
  ] as const
  return lists.flatMap(([list, code]) =>
    invoice[list].flatMap(({ amount }, at) =>
      amount !== undefined ? [] : [fault(code, `/${list}/${at}/amount`, 'noAmount')],
    ),
  )
}

/** A number that no official rule looks for: whose account is it, when there are two? EXTENDED has a place for both. */
const accountNeeds = ({ payment, profile }: CompleteInvoice): Finding[] =>
  payment.means.flatMap(({ iban, accountId }, index) =>
    iban === undefined || accountId === undefined || ['minimum', 'extended'].includes(profile)
      ? []
      : [fault('BR-CO-27', `/payment/means/${index}/accountId`, 'twoAccounts')],
  )

/** Two lines with the same number cannot be distinguished, least of all by a group (BT-126). */
function lineNumberNeeds({ lines }: CompleteInvoice): Finding[] {
  const seen = new Set<string>()
  return lines.flatMap(({ id }, index) => {
    const isDouble = seen.has(id)
    seen.add(id)
    return isDouble
      ? [fault('LINE-ID', `/lines/${index}/id`, 'lineIdTwice', { id: shown(id) })]
      : []
  })
}

/** Lines that are below themselves, which no sheet looks for: no total could come of such groups. */
function parentNeeds({ lines }: CompleteInvoice): Finding[] {
  const parents = new Map(lines.map(({ id, parentId }) => [id, parentId]))
  const sound = new Set<string>()
  return lines.flatMap(({ id }, index) => {
    const above = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !above.has(at) && !sound.has(at)) {
      above.add(at)
      at = parents.get(at)
    }
    if (at === undefined || sound.has(at)) {
      for (const each of above) sound.add(each)
      return []
    }
    return [fault('LINE-PARENT', `/lines/${index}/parentId`, 'ownParent')]
  })
}

/** @returns a finding for each thing the XML of the profile would get wrong */
export function writeNeeds(invoice: CompleteInvoice): Finding[] {
  const { profile } = invoice
  return [
    ...partiesOf(invoice).flatMap((placed) => [
      ...partyNeeds(placed, profile),
      ...taxIdNeeds(placed, profile),
    ]),
    ...valueNeeds(invoice),
    ...(profile === 'extended'
      ? invoice.lines.flatMap(({ delivery }, at) =>
          noCountry(delivery?.address, `/lines/${at}/delivery`),
        )
      : []),
    ...noteNeeds(invoice),
    ...classNeeds(invoice),
    ...amountNeeds(invoice),
    ...accountNeeds(invoice),
    ...termNeeds(invoice),
    ...lineNumberNeeds(invoice),
    ...parentNeeds(invoice),
    ...attachmentNeeds(invoice),
  ]
}
