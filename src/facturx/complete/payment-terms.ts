/**
 * Several due dates and discounts for early payment. EXTENDED has a place for each; the other profiles have one due date
 * (BT-9), and the rest stands in the terms in words (BT-20).
 */
import type { Finding, Wording } from '../../kernel/coded-error.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { amountText, percentOf, sum, toBig, ZERO } from '../model/amounts.ts'
import type { CompleteInvoice, CompletePayment, Normalised } from '../model/complete-invoice.ts'
import { findingOf } from '../model/finding-collector.ts'
import type { Discount, Installment, Payment } from '../model/invoice.ts'
import { includes } from '../model/profiles.ts'

type GivenPayment = Normalised<Payment>
const say = (en: string, fr: string): Wording => ({ en, fr })

/** The terms in the words of a language. */
interface Terms {
  decimal(plain: string): string
  on(iso: string): string
  discount(much: string, days: string): string
  due(parts: readonly string[]): string
}
const IN_ENGLISH: Terms = {
  decimal: (plain) => plain,
  on: (iso) => `on ${iso}`,
  discount: (much, days) => `${much} discount when paid within ${days} days.`,
  due: (parts) => `Due: ${parts.join('; ')}.`,
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
export function completeTerms(
  payment: CompletePayment,
  { profile, currency, seller }: TermsOf,
): CompletePayment {
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

const missing = (pointer: string, en: string, fr: string): Finding =>
  findingOf({
    code: 'PAYMENT-TERMS',
    pointer,
    detail: say(`${en} is missing.`, `Il manque ${fr}.`),
    fix: say('Give it, or leave the entry out.', "Renseignez-le, ou omettez l'élément."),
  })

/** Findings about due dates and discounts that cannot be kept. */
export function termNeeds({ payment, totals }: CompleteInvoice): Finding[] {
  const { installments = [], discounts = [], dueDate } = payment
  const amounts = installments.map(({ amount }) => toBig(amount))
  const total = sum(amounts)
  const all = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  const some = amounts.some((amount) => amount !== undefined)
  const isOff = all ? !total.eq(totals.due) : some
  const isOther = dueDate !== undefined && !installments.some((each) => each.dueDate === dueDate)
  return [
    ...installments.flatMap((each, index) =>
      each.dueDate === undefined
        ? [missing(`/payment/installments/${index}/dueDate`, 'The due date', "la date d'échéance")]
        : [],
    ),
    ...discounts.flatMap(({ days, percent, amount }, index) => [
      ...(days === undefined
        ? [missing(`/payment/discounts/${index}/days`, 'The number of days', 'le nombre de jours')]
        : []),
      ...(percent === undefined && amount === undefined
        ? [missing(`/payment/discounts/${index}/percent`, 'The percentage', 'le pourcentage')]
        : []),
      ...([days, percent, amount].some((value) => toBig(value)?.lte(ZERO))
        ? [
            findingOf({
              code: 'PAYMENT-TERMS',
              pointer: `/payment/discounts/${index}`,
              detail: say(
                'Days, percentage and amount of a discount are greater than 0.',
                'Jours, pourcentage et montant d’un escompte sont supérieurs à 0.',
              ),
            }),
          ]
        : []),
    ]),
    ...(isOff
      ? [
          findingOf({
            code: 'PAYMENT-TERMS',
            pointer: '/payment/installments',
            detail: say(
              `The parts come to ${amountText(total)}, the amount due (BT-115) is ${totals.due}.`,
              `Les parts font ${amountText(total)}, le montant à payer (BT-115) est ${totals.due}.`,
            ),
            fix: say(
              'Give each part its amount, together the amount due; or none.',
              'Donnez un montant à chaque échéance, ensemble le montant à payer ; ou à aucune.',
            ),
          }),
        ]
      : []),
    ...(installments.length > 0 && isOther
      ? [
          findingOf({
            code: 'PAYMENT-TERMS',
            pointer: '/payment/dueDate',
            detail: say(
              'The due date (BT-9) is none of those in installments.',
              "La date d'échéance (BT-9) n'est aucune de celles d'installments.",
            ),
            fix: say('Leave payment.dueDate out.', 'Omettez payment.dueDate.'),
          }),
        ]
      : []),
  ]
}

/** Warnings about what the profile holds in words only. */
export function termWarnings({ payment, profile }: CompleteInvoice): Finding[] {
  if (profile === 'extended' || !includes(profile, 'basic-wl')) return []
  const { installments = [], discounts = [] } = payment
  const worded = [
    ...(installments.length > 1 ? ['installments'] : []),
    ...(discounts.length > 0 ? ['discounts'] : []),
  ]
  return worded.map((name) =>
    findingOf({
      code: 'TERMS-IN-WORDS',
      pointer: `/payment/${name}`,
      detail: say(
        `Profile ${profile} has no place for it: it stands in the terms in words (BT-20), the first due date in BT-9.`,
        `Le profil ${profile} n'a pas de place pour cela : il figure dans les conditions en toutes lettres (BT-20), la première échéance en BT-9.`,
      ),
      fix: say(
        'Take profile extended for machines to read it.',
        'Choisissez le profil extended pour que les machines le lisent.',
      ),
    }),
  )
}
