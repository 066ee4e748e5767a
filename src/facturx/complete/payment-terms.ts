/**
 * Several due dates and discounts for early payment. EXTENDED has a place for each; the other profiles have one due date
 * (BT-9), and the rest stands in the terms in words (BT-20).
 */
import { omitUndefined } from '../../kernel/type-guards.ts'
import { amountText, percentOf, toBig } from '../model/amounts.ts'
import type { CompleteInvoice, CompletePayment, Normalised } from '../model/complete-invoice.ts'
import type { Discount, Installment, Payment } from '../model/invoice-payment.ts'

type GivenPayment = Normalised<Payment>

/** The terms in the words of a language. */
type Terms = typeof IN_ENGLISH
const IN_ENGLISH = {
  decimal: (plain: string) => plain,
  on: (iso: string) => `on ${iso}`,
  discount: (much: string, days: string) => `${much} discount when paid within ${days} days.`,
  due: (parts: readonly string[]) => `Due: ${parts.join('; ')}.`,
}
const IN_FRENCH: Terms = {
  decimal: (plain) => plain.replace('.', ','),
  on: (iso) => `le ${iso.split('-').reverse().join('/')}`,
  discount: (much, days) => `Escompte de ${much} en cas de paiement sous ${days} jours.`,
  due: (parts) => `Échéances : ${parts.join(' ; ')}.`,
}

/** The words of the terms: those of the seller's country. */
export const termsOf = (country: string | undefined): Terms =>
  country === 'FR' ? IN_FRENCH : IN_ENGLISH

const number = (text: string, { decimal }: Terms): string => decimal(toBig(text).toFixed())

function installmentWords(
  { dueDate = '', amount, text }: Normalised<Installment>,
  currency: string,
  terms: Terms,
): string {
  const money = amount === undefined ? '' : `${terms.decimal(amount)} ${currency} `
  return `${money}${terms.on(dueDate)}${text === undefined ? '' : ` (${text})`}`
}

/** Undefined for a discount that lacks something, which is a finding. */
function discountWords(
  { percent, days, amount }: Normalised<Discount>,
  currency: string,
  terms: Terms,
): string | undefined {
  const value = percent ?? amount
  if (days === undefined || value === undefined) return undefined
  const much = `${number(value, terms)} ${percent === undefined ? currency : '%'}`
  return terms.discount(much, number(days, terms))
}

/** The sentence of all discounts, for BT-20 and the French mention; undefined when there are none. */
export const discountSentence = (
  { discounts = [] }: GivenPayment,
  currency: string,
  terms: Terms,
): string | undefined => {
  const sentences = discounts.flatMap((each) => discountWords(each, currency, terms) ?? [])
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

function installmentSentence(
  installments: readonly Normalised<Installment>[],
  currency: string,
  terms: Terms,
): string | undefined {
  if (installments.length < 2 && installments[0]?.amount === undefined) return undefined
  const parts = installments.map((each) => installmentWords(each, currency, terms))
  return terms.due(parts)
}

/** The terms with what has no place of its own in the profile; once, when they are given again. */
function wordedTerms(terms: string | undefined, more: readonly (string | undefined)[]) {
  const added = more.filter((each) => each !== undefined && !(terms ?? '').includes(each))
  const all = [terms, ...added].filter((each) => each !== undefined)
  return all.length === 0 ? undefined : all.join('\n')
}

const withAmount = (discount: Normalised<Discount>): Normalised<Discount> => {
  const { base, percent, amount } = discount
  if (base === undefined || percent === undefined || amount !== undefined) return discount
  return { ...discount, amount: amountText(percentOf(toBig(base), toBig(percent))) }
}

/** What {@link completeTerms} needs to know of the invoice. */
type TermsOf = Pick<CompleteInvoice, 'profile' | 'currency' | 'seller'>

/** The payment with the first due date as BT-9, and terms in words as far as the profile needs them. */
export function completeTerms(payment: CompletePayment, { profile, currency, seller }: TermsOf) {
  const { installments, discounts } = payment
  if (installments === undefined && discounts === undefined) return payment
  const words = termsOf(seller.address?.country)
  const parts = (installments ?? []).map((each) =>
    each.amount === undefined ? each : { ...each, amount: amountText(toBig(each.amount)) },
  )
  const dates = parts.flatMap(({ dueDate }) => dueDate ?? []).sort()
  const completed = omitUndefined<CompletePayment>({
    ...payment,
    dueDate: payment.dueDate ?? dates[0],
    installments: installments === undefined ? undefined : parts,
    discounts: discounts?.map(withAmount),
  })
  if (profile === 'extended') return completed
  const terms = wordedTerms(payment.terms, [
    installmentSentence(parts, currency, words),
    discountSentence(payment, currency, words),
  ])
  return omitUndefined<CompletePayment>({ ...completed, terms })
}
