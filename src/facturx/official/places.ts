/** Where an element of the XML is: as a path for people, and as a pointer into the invoice JSON, by the structure of its syntax. */
import { CII_ELEMENTS } from '../cii/cii.ts'
import { UBL_ELEMENTS } from '../ubl/ubl.ts'
import type { StructureElement } from '../xml/structure.ts'
import { structureChildPlace, structurePlace } from '../xml/structure-places.ts'
import type { XmlElement } from '../xml/xml-tree.ts'

const localName = (tag: string): string => tag.replace(/^(\{.*\}|.*:)/, '')

/** A path as `/CrossIndustryInvoice/…/IncludedSupplyChainTradeLineItem[2]/…`. */
export function pathOf(element: XmlElement): string {
  const above = element.parent === undefined ? '' : pathOf(element.parent)
  const namesakes = (element.parent?.children ?? []).filter(({ tag }) => tag === element.tag)
  const position = namesakes.length > 1 ? `[${namesakes.indexOf(element) + 1}]` : ''
  return `${above}/${localName(element.tag)}${position}`
}

const DUE = 'DueDateDateTime'
const TERMS = 'SpecifiedTradePaymentTerms'

/** An element, or the one that it is in, of a name. */
const above = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element === undefined || element.name === name ? element : above(element.parent, name)

/** Payment terms of CII: an installment, if there are several or it is a part of the amount; discounts are counted through all. */
function termsPlace(element: XmlElement, rest: string): string {
  const terms = above(element, TERMS)
  if (terms?.parent === undefined) return '/payment'
  const all = terms.parent.all(TERMS)
  const [, inDiscount] = /^\/discount(.*)$/.exec(rest) ?? []
  if (inDiscount !== undefined) {
    const name = 'ApplicableTradePaymentDiscountTerms'
    const own = above(element, name)
    const discounts = all.flatMap((each) => each.all(name))
    return `/payment/discounts${own === undefined ? '' : `/${discounts.indexOf(own)}`}${inDiscount}`
  }
  const dated = all.filter((each) => each.first(DUE) !== undefined)
  const isPart = dated.length > 1 || terms.first('PartialPaymentAmount') !== undefined
  if (isPart && dated.includes(terms)) return `/payment/installments/${dated.indexOf(terms)}${rest}`
  return `/payment${rest.replace('/text', '/terms').replace('/amount', '/installments')}`
}

/** A place in what is read and written as our JSON has it. */
function ours(pointer: string, element: XmlElement): string {
  const [, rest] = /^\/terms(?:\/\d+)?(.*)$/.exec(pointer) ?? []
  if (rest !== undefined) return termsPlace(element, rest)
  const settlement = element.parent?.parent
  const currency = settlement?.first('TaxCurrencyCode')?.value.trim()
  const isConverted =
    currency === element.attributes.currencyID &&
    currency !== settlement?.first('InvoiceCurrencyCode')?.value.trim()
  if (element.name === 'TaxTotalAmount' && currency !== undefined && isConverted)
    return pointer
      .replace('/totals/vat', '/totals/vatInTaxCurrency')
      .replace('/totals/currency', '/taxCurrency')
  return (
    pointer
      .replace('/totals/currency', '/currency')
      .replace(/baseQuantity\/unit$/, 'baseQuantityUnit')
      // A reference of a line in UBL is to another invoice, or to a line of the same.
      .replace(/\/billing\/\d+(?=$|\/(kind|parentId)$)/, '')
      .replace(/\/billing\/\d+/, '/precedingInvoice')
  )
}

/** The structure that an element is in. */
function nodesFor(element: XmlElement): readonly StructureElement[] {
  if (element.parent !== undefined) return nodesFor(element.parent)
  const { name } = element
  return name === 'Invoice' || name === 'CreditNote' ? UBL_ELEMENTS[name] : CII_ELEMENTS
}

/** The member of our JSON that an element belongs to, as far as it is one; `''` for the whole invoice. */
export const placeOf = (element: XmlElement): string =>
  ours(structurePlace(nodesFor(element), element).pointer, element)

/** The member that a child or an attribute (`@unitCode`) of an element is; that of the element, when it is none. */
export const placeOfChild = (element: XmlElement, tag: string): string =>
  ours(structureChildPlace(nodesFor(element), element, localName(tag)), element)
