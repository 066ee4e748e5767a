/** The parties of an invoice as blocks of a page: who, where, and the numbers they are known by. */
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import type { Address, Party } from '../model/invoice-parties.ts'
import { hasLongWord, labelled, present, runIn } from './format.ts'
import SCHEME_NAMES from './scheme-names.json' with { type: 'json' }
import { countryOf, type PageLabels } from './words.ts'

/** A party or place: its role, its name, the lines of its address, its numbers and how to reach it. */
interface PartyBlock {
  readonly label: string
  readonly name: string
  /** Whether the name has a word that only smaller print holds on one line. */
  readonly isLong: boolean
  readonly lines: string[]
  readonly facts: string[]
}

/** Two blocks side by side, or one across the page. */
export interface PartyRow {
  readonly left?: PartyBlock
  readonly right?: PartyBlock
  /** A block with a word that half of the page does not hold. */
  readonly wide?: PartyBlock
}

/** What blocks are written with. */
export interface PartyWriting {
  readonly labels: PageLabels
  readonly locale: string
  /** Country of the seller, which addresses leave out. */
  readonly home: string | undefined
}

/** Most letters of a word that a name in large print holds on one line, and in smaller print. */
const NAME_WORD_MAX = 28
const LONG_NAME_WORD_MAX = 50
/** Most letters of a word in the lines and the small print of a block. */
const LINE_WORD_MAX = 47
const FACT_WORD_MAX = 52

/** Whether a name has a word that only smaller print holds on one line. */
export const isLongName = (name = ''): boolean => hasLongWord(name, NAME_WORD_MAX)

/** Whether a name has a word that only the whole width of the page holds. */
export const isWideName = (name = ''): boolean => hasLongWord(name, LONG_NAME_WORD_MAX)

const isWide = ({ name, lines, facts }: PartyBlock): boolean =>
  isWideName(name) ||
  lines.some((line) => hasLongWord(line, LINE_WORD_MAX)) ||
  facts.some((fact) => hasLongWord(fact, FACT_WORD_MAX))

/** Blocks two and two in their order; one that needs it has a row of its own. */
function rowsOf(blocks: readonly PartyBlock[]): PartyRow[] {
  const rows: PartyRow[] = []
  let left: PartyBlock | undefined
  for (const block of blocks) {
    if (!isWide(block) && left === undefined) {
      left = block
      continue
    }
    if (left !== undefined) rows.push(isWide(block) ? { left } : { left, right: block })
    if (isWide(block)) rows.push({ wide: block })
    left = undefined
  }
  return left === undefined ? rows : [...rows, { left }]
}

type Identified = NonNullable<Party['ids']>[number]

/** ISO 6523 schemes by the name that people know. */
const SCHEMES: Readonly<Record<string, string>> = SCHEME_NAMES
const [SIREN, SIRET] = ['0002', '0009']

/** The name of a scheme that people know; undefined for the others. */
const schemeName = (scheme = ''): string | undefined =>
  Object.hasOwn(SCHEMES, scheme) ? SCHEMES[scheme] : undefined

/** An identifier behind the name of its scheme, or behind `otherwise`. */
export const identified = (id: Identified | undefined, otherwise: string): string | undefined =>
  labelled(schemeName(id?.scheme) ?? otherwise, id?.value)

/** An address as lines, the country only if it is not `home`. */
export function addressLines(
  address: Address = {},
  { home, locale }: Pick<PartyWriting, 'home' | 'locale'>,
): string[] {
  const { line1, line2, line3, postalCode, city, subdivision, country } = address
  const town = present([postalCode, city]).join(' ')
  const abroad = country === home ? undefined : countryOf(country, locale)
  return present([line1, line2, line3, town, subdivision, abroad])
}

function numbersOf(party: Party, labels: PageLabels): (string | undefined)[] {
  const { ids = [], legalId, vatId, taxId, electronicAddress } = party
  // a SIRET begins with the SIREN
  const hasSiret = ids.some(({ scheme }) => scheme === SIRET)
  const legal = hasSiret && legalId?.scheme === SIREN ? undefined : legalId
  const numbers = [...ids.filter(({ scheme }) => scheme === SIRET), legal].concat(
    ids.filter(({ scheme }) => scheme !== SIRET),
  )
  const values = new Set([...numbers, party.legalId].map((number) => number?.value))
  const address = electronicAddress?.value
  const isKnown = values.has(address) || address === vatId || address === party.contact?.email
  return [
    ...numbers.map((number) => identified(number, labels.identifier)),
    labelled(labels.vatId, vatId),
    labelled(labels.taxId, taxId),
    isKnown ? undefined : labelled(labels.electronicAddress, address),
  ]
}

function blockOf(label: string, party: Party, writing: PartyWriting): PartyBlock {
  const { name, tradingName, contact = {}, legalInformation } = party
  const { labels } = writing
  const heading = name ?? tradingName ?? ''
  return {
    label,
    name: heading,
    isLong: isLongName(heading),
    lines: present([
      name === tradingName || name === undefined ? undefined : tradingName,
      ...addressLines(party.address, writing),
    ]),
    facts: present([
      // the seller's stands at the foot of the page
      label === labels.seller ? undefined : legalInformation,
      runIn(numbersOf(party, labels)),
      present([contact.name, contact.department]).join(', '),
      runIn([contact.phone, contact.email]),
    ]),
  }
}

function deliveryBlock(invoice: CompleteInvoice, writing: PartyWriting): PartyBlock[] {
  const { name, address, locationId } = invoice.delivery ?? {}
  const [first, ...rest] = present([name, ...addressLines(address, writing)])
  const facts = present([identified(locationId, writing.labels.identifier)])
  if (first === undefined && facts.length === 0) return []
  const label = writing.labels.deliveryAddress
  return [{ label, name: first ?? '', isLong: isLongName(first), lines: rest, facts }]
}

/** Everybody the invoice names, two and two; seller and buyer first. */
export function partyRows(invoice: CompleteInvoice, writing: PartyWriting): PartyRow[] {
  const { labels } = writing
  const { otherParties = {}, payee, taxRepresentative } = invoice
  const roles: [label: string, party: Party | undefined][] = [
    [labels.taxRepresentative, taxRepresentative],
    [labels.payee, payee],
    [labels.invoicer, otherParties.invoicer],
    [labels.invoicee, otherParties.invoicee],
    [labels.payer, otherParties.payer],
    [labels.sellerAgent, otherParties.sellerAgent],
    [labels.buyerAgent, otherParties.buyerAgent],
  ]
  const others = roles.flatMap(([label, party]) =>
    party === undefined ? [] : [blockOf(label, party, writing)],
  )
  return [
    ...rowsOf([
      blockOf(labels.seller, invoice.seller, writing),
      blockOf(labels.buyer, invoice.buyer, writing),
    ]),
    ...rowsOf([...deliveryBlock(invoice, writing), ...others]),
  ]
}
