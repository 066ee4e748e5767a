/**
 * Writes a complete invoice as UN/CEFACT Cross Industry Invoice (D22B, namespaces :100) for a
 * Factur-X profile: what the profile does not carry is left out, and told.
 */
import type { Finding } from '../kernel/errors.ts'
import { escapeXml } from '../kernel/xml.ts'
import { tradeLine } from './cii-lines.ts'
import { dateTime, EXTENDED_PARTY, type PartyLevels, reference, tradeParty } from './cii-parts.ts'
import { settlement } from './cii-settlement.ts'
import type { CompleteInvoice, Normalised } from './complete-invoice.ts'
import type { Attachment, Profile } from './invoice.ts'
import type { Vat } from './invoice-lines.ts'
import { vatKey } from './line-amounts.ts'
import { includes, PROFILE_FACTS, ProfileFilter } from './profiles.ts'
import { always, branch, leaf } from './xml.ts'

const UNECE = 'urn:un:unece:uncefact:data:standard'
const NAMESPACES = {
  rsm: `${UNECE}:CrossIndustryInvoice:100`,
  qdt: `${UNECE}:QualifiedDataType:100`,
  ram: `${UNECE}:ReusableAggregateBusinessInformationEntity:100`,
  udt: `${UNECE}:UnqualifiedDataType:100`,
}

/** UNTDID 1001 codes that tell the kinds of additional documents apart. */
const SUPPORTING_DOCUMENT = '916'
const TENDER = '50'
const INVOICED_OBJECT = '130'

const SELLER: PartyLevels = {
  ids: 'basic-wl',
  legalId: 'minimum',
  tradingName: 'basic-wl',
  description: 'en16931',
  contact: 'en16931',
  country: 'minimum',
  address: 'basic-wl',
  electronicAddress: 'basic-wl',
  vatId: 'minimum',
}
const BUYER: PartyLevels = {
  ...SELLER,
  tradingName: 'en16931',
  description: 'extended',
  country: 'basic-wl',
  vatId: 'basic-wl',
}
const TAX_REPRESENTATIVE: PartyLevels = {
  ...EXTENDED_PARTY,
  country: 'basic-wl',
  address: 'basic-wl',
  vatId: 'basic-wl',
}
const DELIVERED_TO: PartyLevels = {
  ...EXTENDED_PARTY,
  ids: 'basic-wl',
  country: 'basic-wl',
  address: 'basic-wl',
}

const context = (invoice: CompleteInvoice, profile: Profile): string =>
  branch(
    'rsm:ExchangedDocumentContext',
    branch(
      'ram:BusinessProcessSpecifiedDocumentContextParameter',
      leaf('ram:ID', invoice.businessProcess),
    ),
    branch(
      'ram:GuidelineSpecifiedDocumentContextParameter',
      leaf('ram:ID', PROFILE_FACTS[profile].guideline),
    ),
  )

const document = (invoice: CompleteInvoice, filter: ProfileFilter): string =>
  branch(
    'rsm:ExchangedDocument',
    leaf('ram:ID', invoice.number),
    leaf('ram:TypeCode', invoice.typeCode),
    dateTime('ram:IssueDateTime', invoice.issueDate),
    ...filter
      .list('basic-wl', '/notes', invoice.notes)
      .map((note) =>
        branch(
          'ram:IncludedNote',
          leaf('ram:Content', note.text),
          leaf('ram:SubjectCode', note.subjectCode),
        ),
      ),
  )

const attachment = (given: Attachment): string =>
  branch(
    'ram:AdditionalReferencedDocument',
    leaf('ram:IssuerAssignedID', given.id),
    leaf('ram:URIID', given.url),
    leaf('ram:TypeCode', SUPPORTING_DOCUMENT),
    leaf('ram:Name', given.description),
    leaf('ram:AttachmentBinaryObject', given.content, {
      mimeCode: given.mimeType,
      filename: given.filename,
    }),
  )

function additionalDocuments(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { references = {} } = invoice
  const tender = filter.from('en16931', '/references/tender', references.tender)
  const object = filter.from('en16931', '/references/object', references.object)
  const numbered = (id: string | undefined, type: string, scheme?: string): string =>
    id === undefined
      ? ''
      : branch(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', id),
          leaf('ram:TypeCode', type),
          leaf('ram:ReferenceTypeCode', scheme),
        )
  return [
    ...filter.list('en16931', '/attachments', invoice.attachments).map(attachment),
    numbered(tender, TENDER),
    numbered(object?.value, INVOICED_OBJECT, object?.scheme),
  ].join('')
}

/** BT-11; the schema wants a name beside the identifier. */
function project(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { references = {} } = invoice
  const id = filter.from('en16931', '/references/project', references.project)
  return id === undefined
    ? ''
    : branch(
        'ram:SpecifiedProcuringProject',
        leaf('ram:ID', id),
        leaf('ram:Name', references.projectName ?? id),
      )
}

function agreement(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { references = {}, otherParties } = invoice
  const agent = (name: 'sellerAgent' | 'buyerAgent', element: string): string => {
    const pointer = `/otherParties/${name}`
    const given = filter.from('extended', pointer, otherParties?.[name])
    return tradeParty(element, given, pointer, filter, EXTENDED_PARTY)
  }
  const representative = filter.from('basic-wl', '/taxRepresentative', invoice.taxRepresentative)
  const contract = filter.from('basic-wl', '/references/contract', references.contract)
  const salesOrder = filter.from('en16931', '/references/salesOrder', references.salesOrder)
  return branch(
    'ram:ApplicableHeaderTradeAgreement',
    leaf('ram:BuyerReference', references.buyer),
    tradeParty('ram:SellerTradeParty', invoice.seller, '/seller', filter, SELLER),
    tradeParty('ram:BuyerTradeParty', invoice.buyer, '/buyer', filter, BUYER),
    agent('sellerAgent', 'ram:SalesAgentTradeParty'),
    tradeParty(
      'ram:SellerTaxRepresentativeTradeParty',
      representative,
      '/taxRepresentative',
      filter,
      TAX_REPRESENTATIVE,
    ),
    reference('ram:SellerOrderReferencedDocument', salesOrder),
    reference('ram:BuyerOrderReferencedDocument', references.purchaseOrder),
    reference('ram:ContractReferencedDocument', contract),
    additionalDocuments(invoice, filter),
    agent('buyerAgent', 'ram:BuyerAgentTradeParty'),
    project(invoice, filter),
  )
}

function delivery(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { references = {} } = invoice
  const given = filter.from('basic-wl', '/delivery', invoice.delivery)
  const { name, locationId, address } = given ?? {}
  const party = {
    ...(name === undefined ? {} : { name }),
    ...(locationId === undefined ? {} : { ids: [locationId] }),
    ...(address === undefined ? {} : { address }),
  }
  const despatch = filter.from('basic-wl', '/references/despatchAdvice', references.despatchAdvice)
  const receipt = filter.from('en16931', '/references/receivingAdvice', references.receivingAdvice)
  return always(
    'ram:ApplicableHeaderTradeDelivery',
    tradeParty('ram:ShipToTradeParty', party, '/delivery', filter, DELIVERED_TO),
    branch('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', given?.date)),
    reference('ram:DespatchAdviceReferencedDocument', despatch),
    reference('ram:ReceivingAdviceReferencedDocument', receipt),
  )
}

/**
 * EXTENDED repeats the exemption of the breakdown at each line, allowance and charge
 * (BR-FXEXT-E-08); the other profiles have it in the breakdown only.
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

/** The XML, and what the profile leaves out of it. */
export interface CiiDocument {
  xml: string
  dropped: Finding[]
}

/** @returns the invoice as CII XML of its profile, in UTF-8 text with its declaration. */
export function writeCii(complete: CompleteInvoice): CiiDocument {
  const { profile } = complete
  const invoice = withExemptions(complete)
  const filter = new ProfileFilter(profile)
  const declared = Object.entries(NAMESPACES)
    .map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`)
    .join('')
  const lines = filter
    .list('basic', '/lines', invoice.lines)
    .map((line, index) => tradeLine(line, index, filter))
  const body = [
    context(invoice, profile),
    document(invoice, filter),
    branch(
      'rsm:SupplyChainTradeTransaction',
      ...lines,
      agreement(invoice, filter),
      delivery(invoice, filter),
      settlement(invoice, filter),
    ),
  ].join('')
  const root = 'rsm:CrossIndustryInvoice'
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${declared}>${body}</${root}>\n`,
    dropped: filter.dropped,
  }
}
