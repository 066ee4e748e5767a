/** Where an element of the XML is: as a path for people, and as a pointer into the invoice JSON. */
import type { XmlElement } from '../xml/xml-tree.ts'

const localName = (tag: string): string => tag.replace(/^(\{.*\}|.*:)/, '')

/** An element and those of the same name beside it. */
const namesakes = ({ parent, tag }: XmlElement): XmlElement[] =>
  (parent?.children ?? []).filter((one) => one.tag === tag)

/** The number of an element among its namesakes, from 0. */
const indexOf = (element: XmlElement): number => namesakes(element).indexOf(element)

/** A path as `/CrossIndustryInvoice/…/IncludedSupplyChainTradeLineItem[2]/…`. */
export function pathOf(element: XmlElement): string {
  const above = element.parent === undefined ? '' : pathOf(element.parent)
  const position = namesakes(element).length > 1 ? `[${indexOf(element) + 1}]` : ''
  return `${above}/${localName(element.tag)}${position}`
}

/** Groups of the XML that are one member of our JSON. */
const MEMBERS: Readonly<Record<string, string>> = {
  SellerTradeParty: '/seller',
  BuyerTradeParty: '/buyer',
  PayeeTradeParty: '/payee',
  SellerTaxRepresentativeTradeParty: '/taxRepresentative',
  ShipToTradeParty: '/delivery',
  SpecifiedTradeSettlementPaymentMeans: '/payment',
  SpecifiedTradePaymentTerms: '/payment',
  SpecifiedTradeSettlementHeaderMonetarySummation: '/totals',
  BillingSpecifiedPeriod: '/period',
  InvoiceCurrencyCode: '/currency',
  TaxCurrencyCode: '/taxCurrency',
  IncludedNote: '/notes',
}
/** Groups of the XML that are the items of a list. */
const LISTS: Readonly<Record<string, string>> = {
  ApplicableTradeTax: '/vatBreakdown',
  InvoiceReferencedDocument: '/precedingInvoices',
}

/** Members of a line, by the end of the path of their element below the line. */
const LINE_MEMBERS: readonly [path: string, member: string][] = [
  ['AssociatedDocumentLineDocument/LineID', 'id'],
  ['AssociatedDocumentLineDocument/ParentLineID', 'parentId'],
  ['LineStatusReasonCode', 'kind'],
  ['IncludedNote', 'note'],
  ['SpecifiedTradeProduct/GlobalID', 'standardItemId'],
  ['SellerAssignedID', 'sellerItemId'],
  ['BuyerAssignedID', 'buyerItemId'],
  ['SpecifiedTradeProduct/Name', 'name'],
  ['SpecifiedTradeProduct/Description', 'description'],
  ['ApplicableProductCharacteristic', 'attributes'],
  ['DesignatedProductClassification', 'classifications'],
  ['OriginTradeCountry', 'originCountry'],
  ['BuyerOrderReferencedDocument', 'purchaseOrderLine'],
  ['BasisQuantity', 'baseQuantity'],
  ['GrossPriceProductTradePrice/AppliedTradeAllowanceCharge', 'discount'],
  ['GrossPriceProductTradePrice', 'grossPrice'],
  ['NetPriceProductTradePrice', 'netPrice'],
  ['BilledQuantity', 'quantity'],
  ['SpecifiedLineTradeDelivery/ShipToTradeParty', 'delivery'],
  ['ActualDeliverySupplyChainEvent', 'delivery/date'],
  ['ApplicableTradeTax/CategoryCode', 'vat/category'],
  ['ApplicableTradeTax/RateApplicablePercent', 'vat/rate'],
  ['ApplicableTradeTax/ExemptionReason', 'vat/exemptionReason'],
  ['ApplicableTradeTax/ExemptionReasonCode', 'vat/exemptionCode'],
  ['ApplicableTradeTax', 'vat'],
  ['BillingSpecifiedPeriod', 'period'],
  ['SpecifiedTradeSettlementLineMonetarySummation', 'netAmount'],
  ['InvoiceReferencedDocument', 'precedingInvoice'],
  ['AdditionalReferencedDocument', 'objectId'],
  ['ReceivableSpecifiedTradeAccountingAccount', 'accountingReference'],
]

const ADJUSTMENT_MEMBERS: Readonly<Record<string, string>> = {
  ActualAmount: '/amount',
  BasisAmount: '/base',
  CalculationPercent: '/percent',
  Reason: '/reason',
  ReasonCode: '/reasonCode',
}

/** An allowance or charge of a line: both are one element, told apart by its indicator. */
function adjustmentOf(element: XmlElement, below: string): string {
  const isCharge = (each: XmlElement): boolean =>
    each.children.some(
      ({ name, children }) => name === 'ChargeIndicator' && children[0]?.value.trim() === 'true',
    )
  const own = (element.parent?.children ?? []).filter(
    (each) => each.tag === element.tag && isCharge(each) === isCharge(element),
  )
  const list = isCharge(element) ? 'charges' : 'allowances'
  return `/${list}/${own.indexOf(element)}${ADJUSTMENT_MEMBERS[below] ?? ''}`
}

/** The member of a line that an element below it belongs to. */
function memberOf(element: XmlElement): string {
  let path = ''
  let below = ''
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const name = localName(at.tag)
    if (name === 'IncludedSupplyChainTradeLineItem') break
    if (name === 'SpecifiedTradeAllowanceCharge') return adjustmentOf(at, below)
    path = path === '' ? name : `${name}/${path}`
    below = name
  }
  const found = LINE_MEMBERS.find(([part]) => `/${path}/`.includes(`/${part}/`))
  return found === undefined ? '' : `/${found[1]}`
}

/** The member of our JSON that an element belongs to, as far as it is one; `''` for the whole invoice. */
export function placeOf(element: XmlElement): string {
  let place = ''
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const name = localName(at.tag)
    if (name === 'IncludedSupplyChainTradeLineItem')
      return `/lines/${indexOf(at)}${memberOf(element)}`
    const list = LISTS[name]
    place = list === undefined ? (MEMBERS[name] ?? place) : `${list}/${indexOf(at)}`
  }
  return place
}
