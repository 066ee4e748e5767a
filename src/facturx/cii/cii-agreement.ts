/** Parties, subject and destination: the agreement and the delivery of the document as CII. */

import type { CompleteInvoice } from '../model/complete-invoice.ts'
import type { Attachment } from '../model/invoice.ts'
import type { ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'
import {
  dateTime,
  EXTENDED_PARTY,
  type PartyLevels,
  placeParty,
  reference,
  tradeParty,
} from './cii-parts.ts'

/** UNTDID 1001 codes that distinguish the kinds of additional documents. */
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

/** BT-11; the schema requires a name beside the identifier. */
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

/** `ram:ApplicableHeaderTradeAgreement`. */
export function agreement(invoice: CompleteInvoice, filter: ProfileFilter): string {
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

/** `ram:ApplicableHeaderTradeDelivery`; the schema requires it even when empty. */
export function delivery(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { references = {} } = invoice
  const given = filter.from('basic-wl', '/delivery', invoice.delivery)
  const despatch = filter.from('basic-wl', '/references/despatchAdvice', references.despatchAdvice)
  const receipt = filter.from('en16931', '/references/receivingAdvice', references.receivingAdvice)
  return always(
    'ram:ApplicableHeaderTradeDelivery',
    tradeParty('ram:ShipToTradeParty', placeParty(given), '/delivery', filter, DELIVERED_TO),
    branch('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', given?.date)),
    reference('ram:DespatchAdviceReferencedDocument', despatch),
    reference('ram:ReceivingAdviceReferencedDocument', receipt),
  )
}
