/**
 * Writes a complete invoice as UN/CEFACT Cross Industry Invoice (D22B, namespaces :100) for a Factur-X profile: what
 * the profile does not carry is omitted, and reported.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CompleteInvoice, CompleteLine, Normalised } from '../model/complete-invoice.ts'
import type { Vat } from '../model/invoice-lines.ts'
import type { Party } from '../model/invoice-parties.ts'
import { vatKey } from '../model/line-amounts.ts'
import { includes, PROFILE_FACTS, ProfileFilter } from '../model/profiles.ts'
import { type Members, structureOf } from '../xml/structure.ts'
import { writeElement } from '../xml/write-structure.ts'
import { PREFIXES } from '../xml/xml-tree.ts'
import STRUCTURE from './structure.json' with { type: 'json' }

/** What is in the root element of CII (D22B). */
export const CII_ELEMENTS = structureOf(STRUCTURE)

const NAMESPACES = [...PREFIXES].filter(([uri]) => uri.startsWith('urn:un:unece:'))

/**
 * EXTENDED repeats the exemption of the breakdown on each line, allowance and charge (BR-FXEXT-E-08); the other
 * profiles have it in the breakdown only.
 */
function withExemptions(invoice: CompleteInvoice): CompleteInvoice {
  const rows = new Map(invoice.vatBreakdown.map((row) => [vatKey(row), row]))
  const extended = includes(invoice.profile, 'extended')
  const repeat = <T extends { vat?: Normalised<Vat> }>(each: T): T => {
    if (each.vat === undefined) return each
    const { exemptionCode: _code, exemptionReason: _reason, ...vat } = each.vat
    const row = extended ? rows.get(vatKey(vat)) : undefined
    const { exemptionCode, exemptionReason } = row ?? {}
    return {
      ...each,
      vat: {
        ...vat,
        ...(exemptionCode === undefined ? {} : { exemptionCode }),
        ...(exemptionReason === undefined ? {} : { exemptionReason }),
      },
    }
  }
  return {
    ...invoice,
    lines: invoice.lines.map(repeat),
    allowances: invoice.allowances.map(repeat),
    charges: invoice.charges.map(repeat),
  }
}

/** BT-41 and BT-56 are one term, person or department: both together share one element. */
export function withOneContact(party: Party): Party {
  const { name, department } = party.contact ?? {}
  if (name === undefined || department === undefined) return party
  const { department: _, ...contact } = party.contact ?? {}
  return { ...party, contact: { ...contact, name: `${name}, ${department}` } }
}

/** The same for every party of an invoice. */
export const withOneContacts = ({
  seller,
  buyer,
  payee,
  taxRepresentative,
  otherParties = {},
}: CompleteInvoice) => ({
  seller: withOneContact(seller),
  buyer: withOneContact(buyer),
  payee: payee && withOneContact(payee),
  taxRepresentative: taxRepresentative && withOneContact(taxRepresentative),
  otherParties: Object.fromEntries(
    Object.entries(otherParties).map(([name, party]) => [name, withOneContact(party)]),
  ),
})

/** A place of delivery, which is a party in the XML; undefined when nothing says where it is. */
function placeOf({ name, locationId, address }: NonNullable<CompleteInvoice['delivery']>) {
  if ((name ?? locationId ?? address) === undefined) return undefined
  return { name, locationId, address }
}

/** Sub-total and information lines exist in EXTENDED only. */
function lineMembers(line: CompleteLine, index: number, filter: ProfileFilter): Members {
  const pointer = `/lines/${index}`
  const given = filter.from('extended', `${pointer}/delivery`, line.delivery) ?? {}
  const unit = line.baseQuantity && (line.baseQuantityUnit ?? line.unit)
  const base = { value: line.baseQuantity, unit }
  return {
    ...line,
    grossBase: base,
    netBase: base,
    place: placeOf(given),
    deliveryDate: given.date,
  }
}

function linesOf({ lines }: CompleteInvoice, filter: ProfileFilter): unknown[] {
  if (!includes(filter.profile, 'basic')) return lines
  return lines.map((line, index) => {
    const counts = line.kind === undefined || line.kind === 'DETAIL'
    if (!counts && filter.from('extended', `/lines/${index}`, line) === undefined) return undefined
    return lineMembers(line, index, filter)
  })
}

/** One group of terms; EXTENDED has one more for each further due date and discount, MINIMUM has none. */
function termsOf({ payment, profile }: CompleteInvoice, filter: ProfileFilter): Members[] {
  const { terms, dueDate, mandateId } = payment
  if (!includes(profile, 'basic-wl')) {
    for (const name of ['dueDate', 'terms', 'installments', 'discounts', 'mandateId'] as const)
      filter.from<unknown>('basic-wl', `/payment/${name}`, payment[name])
    return []
  }
  const extended = includes(profile, 'extended')
  const [installment, ...later] = extended ? (payment.installments ?? []) : []
  const [discount, ...others] = extended ? (payment.discounts ?? []) : []
  return [
    { text: terms, dueDate, ...installment, mandateId, discount },
    ...later,
    ...others.map((each) => ({ discount: each })),
    ...(installment?.text === undefined ? [] : [{ text: terms }]),
  ]
}

/** The date on which VAT falls due, which the XML has in each row of the breakdown. */
function breakdownOf(invoice: CompleteInvoice, filter: ProfileFilter): Members[] {
  const { taxPointDate, taxPointDateCode, vatBreakdown } = invoice
  const day = includes(filter.profile, 'basic-wl')
    ? filter.from('en16931', '/taxPointDate', taxPointDate)
    : undefined
  return vatBreakdown.map((row) => ({ ...row, taxPointDate: day, taxPointDateCode }))
}

/** The members as the XML has them: where it groups them in another way, or says one of them in several places. */
function writtenMembers(
  invoice: CompleteInvoice,
  guideline: string,
  filter: ProfileFilter,
): Members {
  const { references, exchangeRate, currency, taxCurrency } = invoice
  const parties = withOneContacts(invoice)
  // MINIMUM is silent on the parties to its settlement, of which it has the totals only
  const others = Object.entries(parties.otherParties).filter(
    ([name]) => includes(filter.profile, 'basic-wl') || /Agent$/.test(name),
  )
  const given = filter.from('basic-wl', '/delivery', invoice.delivery) ?? {}
  const isConverted = exchangeRate !== undefined && taxCurrency !== undefined
  return {
    ...invoice,
    guideline,
    ...parties,
    otherParties: Object.fromEntries(others),
    // the schema requires a name beside the identifier (BT-11)
    references: {
      ...references,
      projectName: references?.project && (references.projectName ?? references.project),
    },
    place: placeOf(given),
    deliveryDate: given.date,
    lines: linesOf(invoice, filter),
    // only EXTENDED has the rate at which VAT was converted; the others have the result (BT-111)
    exchange: isConverted ? { from: currency, to: taxCurrency, rate: exchangeRate } : undefined,
    vatBreakdown: breakdownOf(invoice, filter),
    terms: termsOf(invoice, filter),
    totals: { ...invoice.totals, currency, taxCurrency },
  }
}

/** The XML, and what the profile omits from it. */
export interface InvoiceDocument {
  xml: string
  dropped: Finding[]
}

/**
 * @param guideline what it names as BT-24, where it is not its profile
 * @returns the invoice as CII XML of its profile, as text with a UTF-8 declaration
 */
export function writeCii(
  complete: CompleteInvoice,
  guideline = PROFILE_FACTS[complete.profile].guideline,
): InvoiceDocument {
  const { profile } = complete
  const invoice = withExemptions(complete)
  const filter = new ProfileFilter(profile)
  const declared = NAMESPACES.map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join('')
  const members = writtenMembers(invoice, guideline, filter)
  const body = CII_ELEMENTS.map((node) =>
    writeElement(node, members, '', { root: members, filter }),
  ).join('')
  const root = 'rsm:CrossIndustryInvoice'
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${declared}>${body}</${root}>\n`,
    dropped: filter.dropped,
  }
}
