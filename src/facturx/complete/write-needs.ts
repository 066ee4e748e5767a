/**
 * What an invoice must have so that its XML can hold it: what would vanish from the XML, or what the official rules, which see the
 * XML alone, cannot tell.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { findingOf, say } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import type { Address, Party } from '../model/invoice-parties.ts'
import { shown } from '../model/invoice-values.ts'
import { includes } from '../model/profiles.ts'
import { attachmentNeeds } from './attachment-needs.ts'
import { termNeeds } from './payment-term-needs.ts'

type Words = [detail: string, detailFr: string, fix: string, fixFr: string]

/** What is wrong and what to do about it, each in English and French. */
const WORDS = {
  country: [
    'An address must have its country.',
    'Une adresse doit indiquer son pays.',
    'Give the country, such as FR.',
    'Renseignez le pays, par exemple FR.',
  ],
  name: [
    'A party must have a name.',
    'Une partie doit avoir un nom.',
    'Give the name, or leave the party out.',
    'Renseignez le nom, ou omettez la partie.',
  ],
  addressScheme: [
    'An electronic address must name its scheme.',
    'Une adresse électronique doit indiquer son schéma.',
    'Give an EAS code, such as 0225 or EM.',
    'Donnez un code EAS, comme 0225 ou EM.',
  ],
  taxId: [
    'Only the seller has a local tax registration (BT-32).',
    'Seul le vendeur a un identifiant fiscal local (BT-32).',
    'Leave taxId out, or give vatId.',
    'Omettez taxId, ou renseignez vatId.',
  ],
  value: [
    'An identifier must have a value.',
    'Un identifiant doit avoir une valeur.',
    'Give the value, or leave it out.',
    "Renseignez la valeur, ou omettez l'identifiant.",
  ],
  note: [
    'A note must have a text (BT-22).',
    'Une note doit avoir un texte (BT-22).',
    'Give the text, or leave the note out.',
    'Renseignez le texte, ou omettez la note.',
  ],
  classList: [
    'An item class must name its list (BT-158).',
    "Une classe d'article doit indiquer sa liste (BT-158).",
    'Give the list, or leave the class out.',
    'Indiquez la liste, ou omettez la classe.',
  ],
  amount: [
    'An allowance or charge must have an amount.',
    'Une remise ou des frais doivent avoir un montant.',
    'Give the amount, or leave the entry out.',
    "Renseignez le montant, ou omettez l'entrée.",
  ],
  account: [
    'An account is named by its IBAN or by another number, not by both (BT-84).',
    'Un compte est désigné par son IBAN ou par un autre numéro, pas par les deux (BT-84).',
    'Leave accountId out.',
    'Omettez accountId.',
  ],
  parents: [
    'By its parents (BT-X-304) this line is below itself.',
    'Par ses parents (BT-X-304), cette ligne se trouve sous elle-même.',
    'Give parentId the id of the group that the line belongs to.',
    "Donnez à parentId l'id du groupe dont la ligne fait partie.",
  ],
} satisfies Record<string, Words>

const finding = (code: string, pointer: string, [en, fr, fix, fixFr]: Words): Finding =>
  findingOf({ code, pointer, detail: say(en, fr), fix: say(fix, fixFr) })

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
    : [finding('ADDRESS-COUNTRY', `${pointer}/address/country`, WORDS.country)]

/** Names, countries and schemes of parties; the seller's and the buyer's are required by rules of EN 16931. */
function partyNeeds({ party, pointer, whole }: Placed, profile: Profile): Finding[] {
  if (!includes(profile, whole) || whole !== 'extended') return []
  const { name, address, electronicAddress: electronic } = party
  const isOther = pointer.startsWith('/otherParties/')
  return [
    ...(isOther && name === undefined
      ? [finding('PARTY-NAME', `${pointer}/name`, WORDS.name)]
      : []),
    ...noCountry(address, pointer),
    ...(electronic !== undefined && electronic.scheme === undefined
      ? [finding('ADDRESS-SCHEME', `${pointer}/electronicAddress/scheme`, WORDS.addressScheme)]
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
        finding(
          profile === 'extended' ? 'BR-FXEXT-03' : 'FX-SCH-A-000166',
          `${pointer}/taxId`,
          WORDS.taxId,
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
      : [finding('IDENTIFIER-VALUE', `${pointer}/value`, WORDS.value)],
  )
}

/** A note without a text, which EXTENDED lets pass when it has no subject either. */
const noteNeeds = ({ notes, profile }: CompleteInvoice): Finding[] =>
  notes.flatMap(({ text }, index) =>
    text !== undefined || !includes(profile, 'basic-wl')
      ? []
      : [
          finding(
            profile === 'extended' ? 'BR-FXEXT-01' : 'FX-SCH-A-000160',
            `/notes/${index}/text`,
            WORDS.note,
          ),
        ],
  )

/** An item class without its list, which EXTENDED lets pass when another one of the line has a list. */
const classNeeds = ({ lines, profile }: CompleteInvoice): Finding[] =>
  lines.flatMap(({ classifications = [] }, at) =>
    classifications.flatMap(({ scheme }, index) =>
      scheme !== undefined || profile !== 'extended'
        ? []
        : [finding('BR-65', `/lines/${at}/classifications/${index}/scheme`, WORDS.classList)],
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
      amount !== undefined ? [] : [finding(code, `/${list}/${at}/amount`, WORDS.amount)],
    ),
  )
}

/** A number that no official rule looks for: whose account is it, when there are two? */
const accountNeeds = ({ payment, profile }: CompleteInvoice): Finding[] =>
  payment.means.flatMap(({ iban, accountId }, index) =>
    iban === undefined || accountId === undefined || !includes(profile, 'basic-wl')
      ? []
      : [finding('BR-CO-27', `/payment/means/${index}/accountId`, WORDS.account)],
  )

/** Two lines with the same number cannot be distinguished, least of all by a group (BT-126). */
function lineNumberNeeds({ lines }: CompleteInvoice): Finding[] {
  const seen = new Set<string>()
  return lines.flatMap(({ id }, index) => {
    const isDouble = seen.has(id)
    seen.add(id)
    return isDouble
      ? [
          finding('LINE-ID', `/lines/${index}/id`, [
            `Another line has the number "${shown(id)}" (BT-126).`,
            `Une autre ligne porte le numéro « ${shown(id)} » (BT-126).`,
            'Number each line once.',
            'Donnez à chaque ligne un numéro différent.',
          ]),
        ]
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
    return [finding('LINE-PARENT', `/lines/${index}/parentId`, WORDS.parents)]
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
