/** What a credit note takes over from its invoice: parties and references, payment, exemption from VAT, notes. */
import { omitUndefined } from '../../kernel/type-guards.ts'
import { toBig, ZERO } from '../model/amounts.ts'
import type { CheckedAdjustment, CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import type { Note } from '../model/invoice-lines.ts'
import { vatKey } from '../model/line-amounts.ts'
import { includes } from '../model/profiles.ts'
import type { CreditWords } from './credit-amounts.ts'
import type { CreditInput } from './credit-input.ts'

/** BT-23 of an invoice that was paid, or follows an advance, is not what its credit note is. */
export const processOf = (process: string | undefined): string | undefined =>
  process?.replace(/^([BSM])[24]$/, '$11')

/** Exemptions stand in the breakdown below EXTENDED; our JSON takes them with the VAT of each line. */
export function withExemption<T extends CheckedLine | CheckedAdjustment>(
  each: T,
  invoice: CheckedInvoice,
): T {
  const { vat } = each
  const row = (invoice.vatBreakdown ?? []).find(
    (found) => vat !== undefined && vatKey(found) === vatKey(vat),
  )
  if (vat === undefined || row === undefined) return each
  return {
    ...each,
    vat: omitUndefined({
      ...vat,
      exemptionCode: vat.exemptionCode ?? row.exemptionCode,
      exemptionReason: vat.exemptionReason ?? row.exemptionReason,
    }),
  }
}

/** VAT in the currency of the accounts (BT-111), at the rate that the invoice had. */
export function exchange({ taxCurrency, totals = {} }: CheckedInvoice): Partial<CheckedInvoice> {
  const [vat, converted] = [toBig(totals.vat), toBig(totals.vatInTaxCurrency)]
  if (taxCurrency === undefined || vat === undefined || converted === undefined) return {}
  if (vat.eq(ZERO)) return { taxCurrency, exchangeRate: '1' }
  return { taxCurrency, exchangeRate: converted.div(vat).round(10).toFixed() }
}

/** Members that both kinds have from the invoice, unchanged. */
export const KEPT = [
  'currency',
  'taxPointDateCode',
  'references',
  'seller',
  'buyer',
  'payee',
  'taxRepresentative',
  'otherParties',
  'delivery',
  'period',
] as const

/** A credit note is not paid to the seller's account; a corrected invoice is paid as the first one was to be. */
export function paymentOf(
  invoice: CheckedInvoice,
  { typeCode, issueDate }: CreditInput,
): Pick<CheckedInvoice, 'payment' | 'totals'> {
  const { payment = {}, profile = 'en16931', number = '', totals = {} } = invoice
  const words = wordsFor(invoice)
  if (typeCode === '381')
    return includes(profile, 'basic-wl') ? { payment: { terms: words.terms(number) } } : {}
  const { dueDate, terms, ...rest } = payment
  const isDue = dueDate !== undefined && dueDate < issueDate
  return {
    payment: omitUndefined({
      ...rest,
      dueDate: isDue ? undefined : dueDate,
      terms: terms ?? (isDue ? words.asBefore(number) : undefined),
    }),
    ...(totals.prepaid !== undefined && { totals: { prepaid: totals.prepaid } }),
  }
}

/** UNTDID 4451: general information. */
const REASON_SUBJECT = 'AAI'

/** Notes of the credit note: the reason, and those of the invoice. */
export function notesOf(invoice: CheckedInvoice, { reason }: CreditInput): Note[] {
  const notes = invoice.notes ?? []
  return reason === undefined ? notes : [...notes, { subjectCode: REASON_SUBJECT, text: reason }]
}

interface Words extends CreditWords {
  terms: (number: string) => string
  /** Of a corrected invoice that is dated after the invoice fell due. */
  asBefore: (number: string) => string
}

const WORDS: Record<'en' | 'fr', Words> = {
  en: {
    adjustment: 'Adjustment to the amount invoiced',
    terms: (number) => `To be set off against invoice ${number}, or refunded.`,
    asBefore: (number) => `Payable as invoice ${number}.`,
  },
  fr: {
    adjustment: 'Ajustement au montant facturé',
    terms: (number) => `À déduire de la facture ${number}, ou à rembourser.`,
    asBefore: (number) => `Échéance de la facture ${number}.`,
  },
}

/** Words about the invoice in the language of its seller. */
export const wordsFor = ({ seller }: Pick<CheckedInvoice, 'seller'>): Words =>
  WORDS[seller?.address?.country === 'FR' ? 'fr' : 'en']
