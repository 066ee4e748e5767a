/** Payment and totals of a CII invoice, in our model. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { CheckedInvoice, CheckedTotals } from '../model/complete-invoice.ts'
import type { PaymentMeans } from '../model/invoice-payment.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { listed } from './read-cii-lines.ts'
import { dateIn } from './read-cii-parties.ts'

const meansOf = (element: XmlElement): PaymentMeans =>
  omitUndefined<PaymentMeans>({
    code: element.textOf('TypeCode'),
    text: element.textOf('Information'),
    iban: element.textOf('PayeePartyCreditorFinancialAccount/IBANID'),
    accountId: element.textOf('PayeePartyCreditorFinancialAccount/ProprietaryID'),
    accountName: element.textOf('PayeePartyCreditorFinancialAccount/AccountName'),
    bic: element.textOf('PayeeSpecifiedCreditorFinancialInstitution/BICID'),
    cardNumber: element.textOf('ApplicableTradeSettlementFinancialCard/ID'),
    cardHolder: element.textOf('ApplicableTradeSettlementFinancialCard/CardholderName'),
    debitedIban: element.textOf('PayerPartyDebtorFinancialAccount/IBANID'),
  })

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
const discountsOf = (terms: readonly XmlElement[]): Discounts | undefined =>
  listed(
    terms
      .flatMap((term) => term.all('ApplicableTradePaymentDiscountTerms'))
      .filter((each) => each.first('BasisPeriodMeasure')?.attributes.unitCode === 'DAY')
      .map((each) =>
        omitUndefined<Discounts[number]>({
          percent: each.textOf('CalculationPercent'),
          days: each.textOf('BasisPeriodMeasure'),
          base: each.textOf('BasisAmount'),
          amount: each.textOf('ActualDiscountAmount'),
        }),
      ),
  )

/** Terms and means of payment. */
export function paymentOf(settlement: XmlElement): GivenPayment {
  const terms = settlement.all('SpecifiedTradePaymentTerms')
  return omitUndefined<GivenPayment>({
    dueDate: firstIn(terms, (term) => dateIn(term.first('DueDateDateTime'))),
    terms: firstIn(terms, (term) => term.textOf('Description')),
    installments: installmentsOf(terms),
    discounts: discountsOf(terms),
    means: listed(settlement.all('SpecifiedTradeSettlementPaymentMeans').map(meansOf)),
    remittanceInformation: settlement.textOf('PaymentReference'),
    mandateId: firstIn(terms, (term) => term.textOf('DirectDebitMandateID')),
    creditorId: settlement.textOf('CreditorReferenceID'),
  })
}

/** The VAT total in a currency. A total without a currency belongs to none (BT-110 requires it). */
const vatTotalIn = (summation: XmlElement, currency: string | undefined): string | undefined =>
  currency === undefined
    ? undefined
    : summation.all('TaxTotalAmount').find((amount) => amount.attributes.currencyID === currency)
        ?.text

/** The totals (BG-22); undefined when there are none. */
export function totalsOf(
  settlement: XmlElement,
  { currency, taxCurrency }: Pick<CheckedInvoice, 'currency' | 'taxCurrency'>,
): CheckedTotals | undefined {
  const summation = settlement.first('SpecifiedTradeSettlementHeaderMonetarySummation')
  if (summation === undefined) return undefined
  return omitUndefined<CheckedTotals>({
    lines: summation.textOf('LineTotalAmount'),
    allowances: summation.textOf('AllowanceTotalAmount'),
    charges: summation.textOf('ChargeTotalAmount'),
    withoutVat: summation.textOf('TaxBasisTotalAmount'),
    vat: vatTotalIn(summation, currency),
    vatInTaxCurrency: vatTotalIn(summation, taxCurrency),
    withVat: summation.textOf('GrandTotalAmount'),
    prepaid: summation.textOf('TotalPrepaidAmount'),
    rounding: summation.textOf('RoundingAmount'),
    due: summation.textOf('DuePayableAmount'),
  })
}
