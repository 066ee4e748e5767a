/** Reads a CII invoice (the XML of Factur-X, ZUGFeRD and XRechnung) of any profile into our invoice model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'
import type {
  CheckedInvoice,
  CheckedLine,
  CheckedTotals,
  CheckedVat,
} from '../model/complete-invoice.ts'
import { profileOf } from '../model/guidelines.ts'
import { dateIn, readElements } from '../xml/read-structure.ts'
import type { Members } from '../xml/structure.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { CII_ELEMENTS } from './cii.ts'

/** An invoice as read from its XML, and what our model has no place for. */
export interface InvoiceReading {
  invoice: CheckedInvoice
  /** BT-24 as written; `invoice.profile` is absent when it is not a profile of EN 16931 or Factur-X. */
  guideline: string | undefined
  /** Paths of the elements whose content our model has no place for, each once. */
  unread: string[]
  root: XmlElement
}

/** The first value there is; what comes after it stays unread and is reported as such. */
function firstIn(
  elements: readonly XmlElement[],
  read: (element: XmlElement) => string | undefined,
): string | undefined {
  for (const element of elements) {
    const value = read(element)
    if (value !== undefined) return value
  }
  return undefined
}

type GivenPayment = NonNullable<CheckedInvoice['payment']>
type Installments = NonNullable<GivenPayment['installments']>
type Discounts = NonNullable<GivenPayment['discounts']>

/** Several due dates, or one with its part of the amount (EXTENDED). */
function installmentsOf(terms: readonly XmlElement[]): Installments | undefined {
  const dated = terms.filter((term) => term.first('DueDateDateTime') !== undefined)
  const isOne = dated.length < 2 && dated[0]?.first('PartialPaymentAmount') === undefined
  const [first] = terms
  return isOne
    ? undefined
    : dated.map((term) =>
        omitUndefined<Installments[number]>({
          dueDate: dateIn(term.first('DueDateDateTime')),
          amount: term.textOf('PartialPaymentAmount'),
          text: term === first ? undefined : term.textOf('Description'),
        }),
      )
}

/** Days are what our model counts in. */
function discountsOf(terms: readonly XmlElement[]): Discounts | undefined {
  const discounts = terms
    .flatMap((term) => term.all('ApplicableTradePaymentDiscountTerms'))
    .filter((each) => each.first('BasisPeriodMeasure')?.attributes.unitCode === 'DAY')
    .map((each) =>
      omitUndefined<Discounts[number]>({
        percent: each.textOf('CalculationPercent'),
        days: each.textOf('BasisPeriodMeasure'),
        base: each.textOf('BasisAmount'),
        amount: each.textOf('ActualDiscountAmount'),
      }),
    )
  return discounts.length === 0 ? undefined : discounts
}

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

/** The VAT total in a currency. A total without a currency belongs to none (BT-110 requires it). */
const vatTotalIn = (settlement: XmlElement, currency: string | undefined): string | undefined =>
  currency === undefined
    ? undefined
    : settlement
        .first('SpecifiedTradeSettlementHeaderMonetarySummation')
        ?.all('TaxTotalAmount')
        .find((amount) => amount.attributes.currencyID === currency)?.text

/** Members of the settlement that more than one element decides. */
function settled(settlement: XmlElement, invoice: CheckedInvoice): CheckedInvoice {
  const { currency, taxCurrency } = invoice
  const terms = settlement.all('SpecifiedTradePaymentTerms')
  return {
    exchangeRate: exchangeRateOf(settlement, invoice),
    payment: omitUndefined<GivenPayment>({
      ...invoice.payment,
      dueDate: firstIn(terms, (term) => dateIn(term.first('DueDateDateTime'))),
      terms: firstIn(terms, (term) => term.textOf('Description')),
      installments: installmentsOf(terms),
      discounts: discountsOf(terms),
      mandateId: firstIn(terms, (term) => term.textOf('DirectDebitMandateID')),
    }),
    ...(invoice.totals !== undefined && {
      totals: omitUndefined<CheckedTotals>({
        ...invoice.totals,
        vat: vatTotalIn(settlement, currency),
        vatInTaxCurrency: vatTotalIn(settlement, taxCurrency),
      }),
    }),
  } as CheckedInvoice
}

/** Where and when, as our model has them: one member. */
interface Delivered {
  place?: CheckedLine['delivery']
  deliveryDate?: string
}

const deliveryOf = ({ place, deliveryDate: date }: Delivered): CheckedLine['delivery'] =>
  place === undefined && date === undefined
    ? undefined
    : omitUndefined<NonNullable<CheckedLine['delivery']>>({ ...place, date })

/** A line, in whose XML the quantity that a price is for may stand beside either price. */
type ReadLine = CheckedLine & Delivered & Partial<Record<'netBase' | 'grossBase', BaseQuantity>>
interface BaseQuantity {
  value?: string
  unit?: string
}

function lineOf(read: ReadLine): CheckedLine {
  const { place, deliveryDate, netBase, grossBase, ...line } = read
  const base = [netBase, grossBase].find((each) => (each?.value ?? '') !== '')
  return omitUndefined<CheckedLine>({
    ...line,
    baseQuantity: base?.value,
    baseQuantityUnit: base?.unit,
    delivery: deliveryOf(read),
  })
}

type ReadVat = CheckedVat & Pick<CheckedInvoice, 'taxPointDate' | 'taxPointDateCode'>
/** What the XML says, before what several of its elements say together. */
type ReadInvoice = Omit<CheckedInvoice, 'lines' | 'vatBreakdown'> &
  Delivered & { guideline?: string; lines?: ReadLine[]; vatBreakdown?: ReadVat[] }

/** The invoice of what was read. */
function invoiceOf(read: ReadInvoice, settlement: XmlElement | undefined): CheckedInvoice {
  const { guideline, place, deliveryDate, lines, vatBreakdown: rows, ...invoice } = read
  const first = (name: 'taxPointDate' | 'taxPointDateCode'): string | undefined =>
    rows?.find((row) => row[name] !== undefined)?.[name]
  return omitUndefined<CheckedInvoice>({
    ...invoice,
    profile: profileOf(guideline),
    references: invoice.references ?? {},
    delivery: deliveryOf(read),
    lines: lines?.map(lineOf),
    taxPointDate: first('taxPointDate'),
    taxPointDateCode: first('taxPointDateCode'),
    vatBreakdown: rows?.map(({ taxPointDate, taxPointDateCode, ...row }) => row),
    ...(settlement !== undefined && settled(settlement, invoice)),
  })
}

/**
 * Reads an invoice.
 * @throws FacturxError `data_invalid` when the root is not that of an invoice
 */
export function readCii(root: XmlElement): InvoiceReading {
  if (root.name !== 'CrossIndustryInvoice')
    throw new FacturxError('data_invalid', say('invoices.notCii', { root: root.name }))
  const read: ReadInvoice = {}
  const members = read as Members
  const named = 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'
  const profile = profileOf(root.first(named)?.value.trim())
  readElements(CII_ELEMENTS, [root], members, { root: members, profile })
  const settlement = root.first('SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement')
  const invoice = invoiceOf(read, settlement)
  return { invoice, guideline: read.guideline, unread: root.unread(), root }
}
