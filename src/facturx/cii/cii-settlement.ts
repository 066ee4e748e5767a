/** Payment, VAT, allowances and totals of the document as CII, members in schema order. */
import type { CompleteInvoice, CompleteVat } from '../model/complete-invoice.ts'
import type { PaymentMeans } from '../model/invoice-payment.ts'
import { includes, type ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'
import {
  allowancesAndCharges,
  dateTime,
  EXTENDED_PARTY,
  type PartyLevels,
  period,
  plainDate,
  precedingInvoice,
  tradeParty,
} from './cii-parts.ts'

const PAYEE: PartyLevels = { ...EXTENDED_PARTY, ids: 'basic-wl', legalId: 'basic-wl' }

function paymentMeans(means: PaymentMeans, pointer: string, filter: ProfileFilter): string {
  const full = (name: keyof PaymentMeans) =>
    filter.from('en16931', `${pointer}/${name}`, means[name])
  return always(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', means.code),
    leaf('ram:Information', full('text')),
    branch(
      'ram:ApplicableTradeSettlementFinancialCard',
      leaf('ram:ID', full('cardNumber')),
      leaf('ram:CardholderName', full('cardHolder')),
    ),
    branch('ram:PayerPartyDebtorFinancialAccount', leaf('ram:IBANID', means.debitedIban)),
    branch(
      'ram:PayeePartyCreditorFinancialAccount',
      leaf('ram:IBANID', means.iban),
      leaf('ram:AccountName', full('accountName')),
      leaf('ram:ProprietaryID', means.accountId),
    ),
    branch('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', full('bic'))),
  )
}

const breakdownRow = (row: CompleteVat, invoice: CompleteInvoice, taxPoint: string): string =>
  branch(
    'ram:ApplicableTradeTax',
    leaf('ram:CalculatedAmount', row.amount),
    leaf('ram:TypeCode', 'VAT'),
    leaf('ram:ExemptionReason', row.exemptionReason),
    leaf('ram:BasisAmount', row.base),
    leaf('ram:CategoryCode', row.category),
    leaf('ram:ExemptionReasonCode', row.exemptionCode),
    taxPoint,
    leaf('ram:DueDateTypeCode', invoice.taxPointDateCode),
    leaf('ram:RateApplicablePercent', row.rate),
  )

function summation({ totals, currency, taxCurrency }: CompleteInvoice, filter: ProfileFilter) {
  const full = includes(filter.profile, 'basic-wl')
  const from = (name: 'vatInTaxCurrency' | 'prepaid') =>
    filter.from('basic-wl', `/totals/${name}`, totals[name])
  return branch(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    full ? leaf('ram:LineTotalAmount', totals.lines) : '',
    full ? leaf('ram:ChargeTotalAmount', totals.charges) : '',
    full ? leaf('ram:AllowanceTotalAmount', totals.allowances) : '',
    leaf('ram:TaxBasisTotalAmount', totals.withoutVat),
    leaf('ram:TaxTotalAmount', totals.vat, { currencyID: currency }),
    taxCurrency === undefined
      ? ''
      : leaf('ram:TaxTotalAmount', from('vatInTaxCurrency'), { currencyID: taxCurrency }),
    leaf('ram:RoundingAmount', filter.from('en16931', '/totals/rounding', totals.rounding)),
    leaf('ram:GrandTotalAmount', totals.withVat),
    leaf('ram:TotalPrepaidAmount', from('prepaid')),
    leaf('ram:DuePayableAmount', totals.due),
  )
}

/** Only EXTENDED has the rate at which VAT was converted; the others have the result (BT-111). */
function currencyExchange(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { exchangeRate, currency, taxCurrency } = invoice
  if (exchangeRate === undefined || taxCurrency === undefined) return ''
  if (!includes(filter.profile, 'extended')) return ''
  return branch(
    'ram:TaxApplicableTradeCurrencyExchange',
    leaf('ram:SourceCurrencyCode', currency),
    leaf('ram:TargetCurrencyCode', taxCurrency),
    leaf('ram:ConversionRate', exchangeRate),
  )
}

/** MINIMUM has the currency and four totals; leaving out the breakdown is not worth a warning. */
function minimumSettlement(invoice: CompleteInvoice, filter: ProfileFilter): string {
  const { payment, payee, period: billed } = invoice
  const { means, ...terms } = payment
  filter.from('basic-wl', '/payee', payee)
  filter.list('basic-wl', '/payment/means', means)
  for (const [name, value] of Object.entries(terms))
    if (!NOTE_FIELDS.has(name)) filter.from('basic-wl', `/payment/${name}`, value)
  filter.from('basic-wl', '/period', billed)
  for (const name of ['allowances', 'charges', 'precedingInvoices'] as const)
    filter.list<unknown>('basic-wl', `/${name}`, invoice[name])
  return always(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    summation(invoice, filter),
  )
}

const discountTerms = ({ percent, days, base, amount }: Discounts[number]): string =>
  branch(
    'ram:ApplicableTradePaymentDiscountTerms',
    leaf('ram:BasisPeriodMeasure', days, { unitCode: 'DAY' }),
    leaf('ram:BasisAmount', base),
    leaf('ram:CalculationPercent', percent),
    leaf('ram:ActualDiscountAmount', amount),
  )

/** One group of terms; EXTENDED has one more for each further due date and discount. */
function paymentTerms({ payment, profile }: CompleteInvoice): string {
  const { terms, dueDate, mandateId } = payment
  const extended = includes(profile, 'extended')
  const [installment, ...later] = extended ? (payment.installments ?? []) : []
  const [discount, ...others] = extended ? (payment.discounts ?? []) : []
  const group = (...members: string[]) => branch('ram:SpecifiedTradePaymentTerms', ...members)
  return [
    group(
      leaf('ram:Description', installment?.text ?? terms),
      dateTime('ram:DueDateDateTime', installment?.dueDate ?? dueDate),
      leaf('ram:DirectDebitMandateID', mandateId),
      leaf('ram:PartialPaymentAmount', installment?.amount),
      discount === undefined ? '' : discountTerms(discount),
    ),
    ...later.map((each) =>
      group(
        leaf('ram:Description', each.text),
        dateTime('ram:DueDateDateTime', each.dueDate),
        leaf('ram:PartialPaymentAmount', each.amount),
      ),
    ),
    ...others.map((each) => group(discountTerms(each))),
    installment?.text === undefined || terms === undefined
      ? ''
      : group(leaf('ram:Description', terms)),
  ].join('')
}

type Discounts = NonNullable<CompleteInvoice['payment']['discounts']>

/** Members of the payment that are notes in the XML. */
const NOTE_FIELDS = new Set(['latePenalties', 'recoveryFee', 'earlyDiscount'])

/** `ram:ApplicableHeaderTradeSettlement`. */
export function settlement(invoice: CompleteInvoice, filter: ProfileFilter): string {
  if (!includes(filter.profile, 'basic-wl')) return minimumSettlement(invoice, filter)
  const { payment, otherParties, payee, references } = invoice
  const party = (name: 'invoicer' | 'invoicee' | 'payer', element: string): string => {
    const pointer = `/otherParties/${name}`
    const given = filter.from('extended', pointer, otherParties?.[name])
    return tradeParty(element, given, pointer, filter, EXTENDED_PARTY)
  }
  const taxPoint = plainDate(
    'ram:TaxPointDate',
    filter.from('en16931', '/taxPointDate', invoice.taxPointDate),
  )
  return always(
    'ram:ApplicableHeaderTradeSettlement',
    leaf('ram:CreditorReferenceID', payment.creditorId),
    leaf('ram:PaymentReference', payment.remittanceInformation),
    leaf('ram:TaxCurrencyCode', invoice.taxCurrency),
    leaf('ram:InvoiceCurrencyCode', invoice.currency),
    party('invoicer', 'ram:InvoicerTradeParty'),
    party('invoicee', 'ram:InvoiceeTradeParty'),
    tradeParty('ram:PayeeTradeParty', payee, '/payee', filter, PAYEE),
    party('payer', 'ram:PayerTradeParty'),
    currencyExchange(invoice, filter),
    ...payment.means.map((each, index) => paymentMeans(each, `/payment/means/${index}`, filter)),
    ...invoice.vatBreakdown.map((row) => breakdownRow(row, invoice, taxPoint)),
    period(invoice.period),
    allowancesAndCharges(invoice, true),
    paymentTerms(invoice),
    summation(invoice, filter),
    ...invoice.precedingInvoices.map((each, index) =>
      precedingInvoice(each, `/precedingInvoices/${index}`, filter),
    ),
    branch('ram:ReceivableSpecifiedTradeAccountingAccount', leaf('ram:ID', references?.accounting)),
  )
}
