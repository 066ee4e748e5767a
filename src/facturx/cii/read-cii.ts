/** Reads a CII invoice (the XML of Factur-X, ZUGFeRD and XRechnung) of any profile into our invoice model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { type Attachment, PROFILES, type Profile, type References } from '../model/invoice.ts'
import type { Note } from '../model/invoice-lines.ts'
import { PROFILE_FACTS } from '../model/profiles.ts'
import { parseXml, type XmlElement } from '../xml/xml-tree.ts'
import {
  adjustmentsOf,
  lineOf,
  listed,
  objectOf,
  precedingOf,
  vatBreakdownOf,
} from './read-cii-lines.ts'
import { addressOf, dateIn, partyOf, periodOf, placeIdOf } from './read-cii-parties.ts'
import { paymentOf, totalsOf } from './read-cii-settlement.ts'

/** Profile of each BT-24. */
const GUIDELINES = new Map(
  PROFILES.flatMap((profile): [string, Profile][] => {
    const { guideline } = PROFILE_FACTS[profile]
    // ZUGFeRD 2.0 named the same profiles after itself.
    return [
      [guideline, profile],
      [guideline.replace('factur-x.eu:1p0', 'zugferd.de:2p0'), profile],
    ]
  }),
)
const CORE = PROFILE_FACTS.en16931.guideline
const TYPE_TENDER = '50'
const TYPE_ATTACHMENT = '916'

/** An invoice as read from its XML, and what our model has no place for. */
interface CiiReading {
  invoice: CheckedInvoice
  /** BT-24 as written; `invoice.profile` is absent when it is not a profile of EN 16931 or Factur-X. */
  guideline: string | undefined
  /** Paths of the elements whose content our model has no place for, each once. */
  unread: string[]
  root: XmlElement
}

/** Whether a guideline (BT-24) is a profile of Factur-X or ZUGFeRD 2, rather than a usage of EN 16931 by others. */
const isProfile = (guideline: string | undefined): boolean => GUIDELINES.has(guideline ?? '')

/** Whether a guideline is a usage of EN 16931 by others, such as XRechnung and Peppol. */
export const isOtherUsage = (guideline: string | undefined): boolean =>
  !isProfile(guideline) && (guideline?.startsWith(`${CORE}#`) ?? false)

/** The profile of a guideline (BT-24); a national usage of EN 16931, such as XRechnung, is checked as EN 16931. */
function profileOf(guideline: string | undefined): Profile | undefined {
  const exact = GUIDELINES.get(guideline ?? '')
  if (exact !== undefined) return exact
  if (guideline?.startsWith(`${CORE}#conformant#`)) return 'extended'
  return guideline?.startsWith(`${CORE}#`) ? 'en16931' : undefined
}

function notesOf(document: XmlElement | undefined): Note[] {
  return (document?.all('IncludedNote') ?? []).map((note) =>
    omitUndefined<Note>({ subjectCode: note.textOf('SubjectCode'), text: note.textOf('Content') }),
  )
}

function referencesOf(
  agreement: XmlElement | undefined,
  delivery: XmlElement | undefined,
  settlement: XmlElement | undefined,
): References {
  const numberIn = (parent: XmlElement | undefined, document: string): string | undefined =>
    parent?.textOf(`${document}/IssuerAssignedID`)
  const tender = agreement
    ?.all('AdditionalReferencedDocument')
    .find((element) => element.textOf('TypeCode') === TYPE_TENDER)
  return omitUndefined<References>({
    buyer: agreement?.textOf('BuyerReference'),
    project: agreement?.textOf('SpecifiedProcuringProject/ID'),
    projectName: agreement?.textOf('SpecifiedProcuringProject/Name'),
    contract: numberIn(agreement, 'ContractReferencedDocument'),
    purchaseOrder: numberIn(agreement, 'BuyerOrderReferencedDocument'),
    salesOrder: numberIn(agreement, 'SellerOrderReferencedDocument'),
    receivingAdvice: numberIn(delivery, 'ReceivingAdviceReferencedDocument'),
    despatchAdvice: numberIn(delivery, 'DespatchAdviceReferencedDocument'),
    tender: tender?.textOf('IssuerAssignedID'),
    object: objectOf(agreement),
    accounting: settlement?.textOf('ReceivableSpecifiedTradeAccountingAccount/ID'),
  })
}

/** Supporting documents (BG-24): reference documents of type 916, or of no type at all. */
function attachmentsOf(agreement: XmlElement | undefined): Attachment[] {
  const documents = (agreement?.all('AdditionalReferencedDocument') ?? []).filter((element) =>
    [TYPE_ATTACHMENT, undefined].includes(element.textOf('TypeCode')),
  )
  return documents.map((element) => {
    const file = element.first('AttachmentBinaryObject')
    return omitUndefined<Attachment>({
      id: element.textOf('IssuerAssignedID'),
      description: element.textOf('Name'),
      url: element.textOf('URIID'),
      content: file?.text,
      mimeType: file?.attributes.mimeCode,
      filename: file?.attributes.filename,
    })
  })
}

function deliveryOf(delivery: XmlElement | undefined): CheckedInvoice['delivery'] | undefined {
  const to = delivery?.first('ShipToTradeParty')
  const date = dateIn(delivery?.first('ActualDeliverySupplyChainEvent/OccurrenceDateTime'))
  if (to === undefined && date === undefined) return undefined
  return omitUndefined<NonNullable<CheckedInvoice['delivery']>>({
    name: to?.textOf('Name'),
    locationId: to === undefined ? undefined : placeIdOf(to),
    date,
    address: addressOf(to?.first('PostalTradeAddress')),
  })
}

/** The part of a settlement about payee, amounts and due dates. */
/** The rate from the currency of the invoice to that of the VAT; any other rate is left as not read. */
function exchangeRateOf(
  settlement: XmlElement,
  { currency, taxCurrency }: Pick<CheckedInvoice, 'currency' | 'taxCurrency'>,
): string | undefined {
  const exchange = settlement.first('TaxApplicableTradeCurrencyExchange')
  const is = (name: string, wanted: string | undefined): boolean =>
    wanted !== undefined && exchange?.first(name)?.value.trim() === wanted
  if (!is('SourceCurrencyCode', currency) || !is('TargetCurrencyCode', taxCurrency))
    return undefined
  for (const name of ['SourceCurrencyCode', 'TargetCurrencyCode']) exchange?.textOf(name)
  return exchange?.textOf('ConversionRate')
}

function settlementOf(settlement: XmlElement | undefined): CheckedInvoice {
  if (settlement === undefined) return {}
  const taxes = settlement.all('ApplicableTradeTax')
  const { allowances, charges } = adjustmentsOf(settlement)
  const currencies = {
    currency: settlement.textOf('InvoiceCurrencyCode'),
    taxCurrency: settlement.textOf('TaxCurrencyCode'),
  }
  const first = (read: (tax: XmlElement) => string | undefined): string | undefined =>
    taxes.map(read).find((value) => value !== undefined)
  return omitUndefined<CheckedInvoice>({
    ...currencies,
    exchangeRate: exchangeRateOf(settlement, omitUndefined(currencies)),
    taxPointDate: first((tax) => dateIn(tax.first('TaxPointDate'))),
    taxPointDateCode: first((tax) => tax.textOf('DueDateTypeCode')),
    payee: partyOf(settlement.first('PayeeTradeParty')),
    period: periodOf(settlement.first('BillingSpecifiedPeriod')),
    payment: paymentOf(settlement),
    allowances: listed(allowances),
    charges: listed(charges),
    vatBreakdown: listed(taxes.map(vatBreakdownOf)),
    precedingInvoices: listed(precedingOf(settlement)),
    totals: totalsOf(settlement, omitUndefined(currencies)),
  })
}

function otherPartiesOf(
  agreement: XmlElement | undefined,
  settlement: XmlElement | undefined,
): CheckedInvoice['otherParties'] | undefined {
  const parties = omitUndefined<NonNullable<CheckedInvoice['otherParties']>>({
    invoicer: partyOf(settlement?.first('InvoicerTradeParty')),
    invoicee: partyOf(settlement?.first('InvoiceeTradeParty')),
    payer: partyOf(settlement?.first('PayerTradeParty')),
    sellerAgent: partyOf(agreement?.first('SalesAgentTradeParty')),
    buyerAgent: partyOf(agreement?.first('BuyerAgentTradeParty')),
  })
  return Object.keys(parties).length === 0 ? undefined : parties
}

/**
 * Reads an invoice.
 * @throws FacturxError `data_invalid` when the bytes are not a CII invoice (see also {@link parseXml}).
 */
export function readCii(xml: Uint8Array): CiiReading {
  const root = parseXml(xml)
  if (root.name !== 'CrossIndustryInvoice')
    throw new FacturxError('data_invalid', say('invoices.notCii', { root: root.name }))
  const context = root.first('ExchangedDocumentContext')
  const document = root.first('ExchangedDocument')
  const transaction = root.first('SupplyChainTradeTransaction')
  const agreement = transaction?.first('ApplicableHeaderTradeAgreement')
  const delivery = transaction?.first('ApplicableHeaderTradeDelivery')
  const settlement = transaction?.first('ApplicableHeaderTradeSettlement')
  const guideline = context?.textOf('GuidelineSpecifiedDocumentContextParameter/ID')
  const invoice = omitUndefined<CheckedInvoice>({
    profile: profileOf(guideline),
    businessProcess: context?.textOf('BusinessProcessSpecifiedDocumentContextParameter/ID'),
    number: document?.textOf('ID'),
    issueDate: dateIn(document?.first('IssueDateTime')),
    typeCode: document?.textOf('TypeCode'),
    notes: listed(notesOf(document)),
    references: referencesOf(agreement, delivery, settlement),
    seller: partyOf(agreement?.first('SellerTradeParty')),
    buyer: partyOf(agreement?.first('BuyerTradeParty')),
    taxRepresentative: partyOf(agreement?.first('SellerTaxRepresentativeTradeParty')),
    otherParties: otherPartiesOf(agreement, settlement),
    delivery: deliveryOf(delivery),
    lines: listed((transaction?.all('IncludedSupplyChainTradeLineItem') ?? []).map(lineOf)),
    attachments: listed(attachmentsOf(agreement)),
    ...settlementOf(settlement),
  })
  return { invoice, guideline, unread: root.unread(), root }
}
