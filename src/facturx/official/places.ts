/** Where an element of the XML is: as a path for people, and as a pointer into the invoice JSON. */
import type { XmlElement } from '../xml-tree.ts'

const localName = (tag: string): string => tag.replace(/^(\{.*\}|.*:)/, '')

/** The number of an element among its namesakes, from 0. */
const indexOf = (element: XmlElement): number =>
  (element.parent?.children ?? []).filter(({ tag }) => tag === element.tag).indexOf(element)

const namesakes = (element: XmlElement): number =>
  (element.parent?.children ?? []).filter(({ tag }) => tag === element.tag).length

/** A path as `/CrossIndustryInvoice/…/IncludedSupplyChainTradeLineItem[2]/…`. */
export function pathOf(element: XmlElement): string {
  const above = element.parent === undefined ? '' : pathOf(element.parent)
  const position = namesakes(element) > 1 ? `[${indexOf(element) + 1}]` : ''
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

/** The member of our JSON that an element belongs to, as far as it is one; `''` for the whole invoice. */
export function placeOf(element: XmlElement): string {
  let place = ''
  for (let at: XmlElement | undefined = element; at !== undefined; at = at.parent) {
    const name = localName(at.tag)
    if (name === 'IncludedSupplyChainTradeLineItem') return `/lines/${indexOf(at)}`
    const list = LISTS[name]
    place = list === undefined ? (MEMBERS[name] ?? place) : `${list}/${indexOf(at)}`
  }
  return place
}
