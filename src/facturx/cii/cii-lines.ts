/** The invoice lines (BG-25) as CII, members in schema order. */

import type { CompleteLine } from '../model/complete-invoice.ts'
import { includes, type ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'
import {
  allowancesAndCharges,
  categoryTax,
  dateTime,
  EXTENDED_PARTY,
  period,
  placeParty,
  precedingInvoice,
  priceDiscount,
  tradeParty,
} from './cii-parts.ts'

const lineDocument = (line: CompleteLine, pointer: string, filter: ProfileFilter): string =>
  branch(
    'ram:AssociatedDocumentLineDocument',
    leaf('ram:LineID', line.id),
    leaf('ram:ParentLineID', filter.from('extended', `${pointer}/parentId`, line.parentId)),
    leaf('ram:LineStatusReasonCode', filter.from('extended', `${pointer}/kind`, line.kind)),
    branch('ram:IncludedNote', leaf('ram:Content', line.note)),
  )

function classifications(line: CompleteLine, pointer: string, filter: ProfileFilter): string {
  const at = `${pointer}/classifications`
  return filter
    .list('en16931', at, line.classifications)
    .map((each, index) =>
      always(
        'ram:DesignatedProductClassification',
        leaf('ram:ClassCode', each.code, { listID: each.scheme, listVersionID: each.version }),
        leaf('ram:ClassName', filter.from('extended', `${at}/${index}/name`, each.name)),
      ),
    )
    .join('')
}

function product(line: CompleteLine, pointer: string, filter: ProfileFilter): string {
  const full = (name: 'sellerItemId' | 'buyerItemId' | 'description' | 'originCountry') =>
    filter.from('en16931', `${pointer}/${name}`, line[name])
  return branch(
    'ram:SpecifiedTradeProduct',
    leaf('ram:GlobalID', line.standardItemId?.value, { schemeID: line.standardItemId?.scheme }),
    leaf('ram:SellerAssignedID', full('sellerItemId')),
    leaf('ram:BuyerAssignedID', full('buyerItemId')),
    leaf('ram:Name', line.name),
    leaf('ram:Description', full('description')),
    ...filter
      .list('en16931', `${pointer}/attributes`, line.attributes)
      .map(({ name, value }) =>
        always(
          'ram:ApplicableProductCharacteristic',
          leaf('ram:Description', name),
          leaf('ram:Value', value),
        ),
      ),
    classifications(line, pointer, filter),
    branch('ram:OriginTradeCountry', leaf('ram:ID', full('originCountry'))),
  )
}

function agreement(line: CompleteLine, pointer: string, filter: ProfileFilter): string {
  const base = leaf('ram:BasisQuantity', line.baseQuantity, {
    unitCode: line.baseQuantity && (line.baseQuantityUnit ?? line.unit),
  })
  const orderLine = filter.from('en16931', `${pointer}/purchaseOrderLine`, line.purchaseOrderLine)
  return branch(
    'ram:SpecifiedLineTradeAgreement',
    branch('ram:BuyerOrderReferencedDocument', leaf('ram:LineID', orderLine)),
    line.grossPrice === undefined
      ? ''
      : branch(
          'ram:GrossPriceProductTradePrice',
          leaf('ram:ChargeAmount', line.grossPrice),
          base,
          priceDiscount(line.discount),
        ),
    branch('ram:NetPriceProductTradePrice', leaf('ram:ChargeAmount', line.netPrice), base),
  )
}

function delivery(line: CompleteLine, pointer: string, filter: ProfileFilter): string {
  const given = filter.from('extended', `${pointer}/delivery`, line.delivery)
  return branch(
    'ram:SpecifiedLineTradeDelivery',
    leaf('ram:BilledQuantity', line.quantity, { unitCode: line.unit }),
    tradeParty(
      'ram:ShipToTradeParty',
      placeParty(given),
      `${pointer}/delivery`,
      filter,
      EXTENDED_PARTY,
    ),
    branch('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', given?.date)),
  )
}

function settlement(line: CompleteLine, pointer: string, filter: ProfileFilter): string {
  const object = filter.from('en16931', `${pointer}/objectId`, line.objectId)
  const earlierAt = `${pointer}/precedingInvoice`
  const earlier = filter.from('extended', earlierAt, line.precedingInvoice)
  const account = filter.from('en16931', `${pointer}/accountingReference`, line.accountingReference)
  return branch(
    'ram:SpecifiedLineTradeSettlement',
    categoryTax('ram:ApplicableTradeTax', line.vat),
    period(line.period),
    allowancesAndCharges(line, includes(filter.profile, 'en16931')),
    branch(
      'ram:SpecifiedTradeSettlementLineMonetarySummation',
      leaf('ram:LineTotalAmount', line.netAmount),
    ),
    earlier === undefined ? '' : precedingInvoice(earlier, earlierAt, filter),
    object === undefined
      ? ''
      : branch(
          'ram:AdditionalReferencedDocument',
          leaf('ram:IssuerAssignedID', object.value),
          leaf('ram:TypeCode', '130'),
          leaf('ram:ReferenceTypeCode', object.scheme),
        ),
    branch('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', account)),
  )
}

/** One line; sub-total and information lines exist in EXTENDED only. */
export function tradeLine(line: CompleteLine, index: number, filter: ProfileFilter): string {
  const pointer = `/lines/${index}`
  const counts = line.kind === undefined || line.kind === 'DETAIL'
  if (!counts && filter.from('extended', pointer, line) === undefined) return ''
  return always(
    'ram:IncludedSupplyChainTradeLineItem',
    lineDocument(line, pointer, filter),
    product(line, pointer, filter),
    agreement(line, pointer, filter),
    delivery(line, pointer, filter),
    settlement(line, pointer, filter),
  )
}
