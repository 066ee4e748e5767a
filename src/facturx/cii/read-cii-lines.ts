/** The lines, allowances, charges and VAT of a CII invoice, in our model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import type {
  CheckedAdjustment,
  CheckedInvoice,
  CheckedLine,
  CheckedVat,
} from '../model/complete-invoice.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { addressOf, dateIn, identifierOf, periodOf, placeIdOf } from './read-cii-parties.ts'

type CheckedLineVat = NonNullable<CheckedLine['vat']>
type PrecedingInvoices = NonNullable<CheckedInvoice['precedingInvoices']>

/** VAT of a line, allowance or charge: a tax element whose type is VAT. */
function vatOf(taxes: XmlElement[]): CheckedLineVat | undefined {
  const tax = taxes.find((element) => element.textOf('TypeCode')?.toUpperCase() === 'VAT')
  if (tax === undefined) return undefined
  return omitUndefined<CheckedLineVat>({
    category: tax.textOf('CategoryCode') as CheckedLineVat['category'],
    rate: tax.textOf('RateApplicablePercent'),
    exemptionReason: tax.textOf('ExemptionReason'),
    exemptionCode: tax.textOf('ExemptionReasonCode'),
  })
}

/** One row of the VAT breakdown (BG-23). */
export const vatBreakdownOf = (tax: XmlElement): CheckedVat =>
  omitUndefined<CheckedVat>({
    ...vatOf([tax]),
    base: tax.textOf('BasisAmount'),
    amount: tax.textOf('CalculatedAmount'),
  })

/** An allowance or charge of the document or of a line. */
const adjustmentOf = (element: XmlElement): CheckedAdjustment =>
  omitUndefined<CheckedAdjustment>({
    amount: element.textOf('ActualAmount'),
    base: element.textOf('BasisAmount'),
    percent: element.textOf('CalculationPercent'),
    reason: element.textOf('Reason'),
    reasonCode: element.textOf('ReasonCode'),
    vat: vatOf(element.all('CategoryTradeTax')),
  })

/** A logistics service charge (EXTENDED): for the totals, a document charge like any other. */
const logisticsOf = (element: XmlElement): CheckedAdjustment =>
  omitUndefined<CheckedAdjustment>({
    amount: element.textOf('AppliedAmount'),
    reason: element.textOf('Description'),
    vat: vatOf(element.all('AppliedTradeTax')),
  })

/** The allowances and charges of a settlement, distinguished by their indicator. */
export function adjustmentsOf(settlement: XmlElement | undefined): {
  allowances: CheckedAdjustment[]
  charges: CheckedAdjustment[]
} {
  const found: Record<'allowances' | 'charges', CheckedAdjustment[]> = {
    allowances: [],
    charges: [],
  }
  for (const element of settlement?.all('SpecifiedTradeAllowanceCharge') ?? []) {
    const isCharge = element.textOf('ChargeIndicator/Indicator') === 'true'
    found[isCharge ? 'charges' : 'allowances'].push(adjustmentOf(element))
  }
  found.charges.push(...(settlement?.all('SpecifiedLogisticsServiceCharge') ?? []).map(logisticsOf))
  return found
}

/** The earlier invoices a settlement refers to (BG-3). */
export const precedingOf = (settlement: XmlElement | undefined): PrecedingInvoices =>
  (settlement?.all('InvoiceReferencedDocument') ?? []).map((element) =>
    omitUndefined<PrecedingInvoices[number]>({
      number: element.textOf('IssuerAssignedID'),
      issueDate: dateIn(element.first('FormattedIssueDateTime')),
      typeCode: element.textOf('TypeCode'),
    }),
  )

/** The object an invoice or line is about: the reference document of type 130 (BT-18, BT-128). */
export function objectOf(
  parent: XmlElement | undefined,
): { value?: string; scheme?: string } | undefined {
  const document = parent
    ?.all('AdditionalReferencedDocument')
    .find((element) => element.textOf('TypeCode') === '130')
  if (document === undefined) return undefined
  return omitUndefined<{ value?: string; scheme?: string }>({
    value: document.textOf('IssuerAssignedID'),
    scheme: document.textOf('ReferenceTypeCode'),
  })
}

/** The list, or undefined if it is empty: in our model, empty lists are absent. */
export const listed = <T>(items: T[]): T[] | undefined => (items.length === 0 ? undefined : items)

function deliveryOf(element: XmlElement | undefined): CheckedLine['delivery'] | undefined {
  const to = element?.first('ShipToTradeParty')
  const date = dateIn(element?.first('ActualDeliverySupplyChainEvent/OccurrenceDateTime'))
  if (to === undefined && date === undefined) return undefined
  return omitUndefined<NonNullable<CheckedLine['delivery']>>({
    name: to?.textOf('Name'),
    locationId: to === undefined ? undefined : placeIdOf(to),
    address: addressOf(to?.first('PostalTradeAddress')),
    date,
  })
}

/** Prices of a line: net, gross and the discount between them. */
function pricesOf(agreement: XmlElement | undefined) {
  const gross = agreement?.first('GrossPriceProductTradePrice')
  const net = agreement?.first('NetPriceProductTradePrice')
  const reduction = gross
    ?.all('AppliedTradeAllowanceCharge')
    .find((element) => element.textOf('ChargeIndicator/Indicator') !== 'true')
  const [base] = [net, gross].flatMap((price) => {
    const quantity = price?.first('BasisQuantity')
    return quantity === undefined || quantity.text === '' ? [] : [quantity]
  })
  return {
    netPrice: net?.textOf('ChargeAmount'),
    discount: reduction?.textOf('ActualAmount'),
    grossPrice: gross?.textOf('ChargeAmount'),
    baseQuantity: base?.text,
    baseQuantityUnit: base?.attributes.unitCode,
  }
}

/** What is sold: names, numbers, classes, properties. */
function itemOf(product: XmlElement | undefined) {
  const classes = (product?.all('DesignatedProductClassification') ?? []).map((element) => {
    const classCode = element.first('ClassCode')
    return omitUndefined<NonNullable<CheckedLine['classifications']>[number]>({
      code: classCode?.text,
      scheme: classCode?.attributes.listID,
      version: classCode?.attributes.listVersionID,
      name: element.textOf('ClassName'),
    })
  })
  const attributes = (product?.all('ApplicableProductCharacteristic') ?? []).map((element) =>
    omitUndefined<NonNullable<CheckedLine['attributes']>[number]>({
      name: element.textOf('Description'),
      value: element.textOf('Value'),
    }),
  )
  return {
    name: product?.textOf('Name'),
    description: product?.textOf('Description'),
    sellerItemId: product?.textOf('SellerAssignedID'),
    buyerItemId: product?.textOf('BuyerAssignedID'),
    standardItemId: identifierOf(product?.first('GlobalID')),
    classifications: listed(classes),
    attributes: listed(attributes),
    originCountry: product?.textOf('OriginTradeCountry/ID'),
  }
}

/** A line (BG-25). */
export function lineOf(element: XmlElement): CheckedLine {
  const document = element.first('AssociatedDocumentLineDocument')
  const agreement = element.first('SpecifiedLineTradeAgreement')
  const delivery = element.first('SpecifiedLineTradeDelivery')
  const settlement = element.first('SpecifiedLineTradeSettlement')
  const quantity = delivery?.first('BilledQuantity')
  const { allowances, charges } = adjustmentsOf(settlement)
  return omitUndefined<CheckedLine>({
    id: document?.textOf('LineID'),
    parentId: document?.textOf('ParentLineID'),
    kind: document?.textOf('LineStatusReasonCode') as CheckedLine['kind'],
    note: document?.textOf('IncludedNote/Content'),
    ...itemOf(element.first('SpecifiedTradeProduct')),
    ...pricesOf(agreement),
    quantity: quantity?.text,
    unit: quantity?.attributes.unitCode,
    netAmount: settlement?.textOf('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'),
    vat: vatOf(settlement?.all('ApplicableTradeTax') ?? []),
    allowances: listed(allowances),
    charges: listed(charges),
    period: periodOf(settlement?.first('BillingSpecifiedPeriod')),
    objectId: objectOf(settlement),
    purchaseOrderLine: agreement?.textOf('BuyerOrderReferencedDocument/LineID'),
    accountingReference: settlement?.textOf('ReceivableSpecifiedTradeAccountingAccount/ID'),
    delivery: deliveryOf(delivery),
    precedingInvoice: precedingOf(settlement)[0],
  })
}
