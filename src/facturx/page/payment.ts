/** How an invoice is paid, as a page says it: means, accounts, mandate, and the code that phones read. */
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import type { Attachment } from '../model/invoice.ts'
import type { PaymentMeans } from '../model/invoice-payment.ts'
import { decimalText, labelled, longDay, present } from './format.ts'
import { type Language, languageOf } from './language.ts'
import { isCreditNote, meansOf, type PageLabels, percentOf } from './words.ts'

/** A means of payment as templates see it. */
type MeansView = PaymentMeans & {
  label?: string
  /** The IBAN in groups of four. */
  ibanLabel?: string
  /** Accounts and card, a line each. */
  details: string[]
}

/** Terms and means of payment as templates see them. */
export type PaymentView = ReturnType<typeof paymentView>

/** A SEPA transfer that pays the invoice. */
export type SepaTransfer = NonNullable<ReturnType<typeof sepaTransfer>>

/** UNTDID 4461: transfers initiated by the buyer. */
const TRANSFERS = new Set(['30', '58'])
/**
 * EPC069-12: longest name and reference, smallest and largest amount of the code. It has 331 bytes in all, of which 90 may be
 * needed for the rest.
 */
const EPC = {
  name: { characters: 70, bytes: 100 },
  reference: { characters: 140, bytes: 140 },
  min: 0.01,
  max: 999_999_999.99,
}

/** Whether a code can ask for an amount. */
const isPayable = (amount: string): boolean =>
  Number(amount) >= EPC.min && Number(amount) <= EPC.max

/** The beginning of a text that has at most so many characters, and as many bytes. */
function beginning(text: string, characters: number, bytes: number): string {
  let taken = Array.from(text).slice(0, characters)
  while (Buffer.byteLength(taken.join('')) > bytes) taken = taken.slice(0, -1)
  return taken.join('')
}

const inFours = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

function meansView(means: PaymentMeans, labels: PageLabels, locale: string): MeansView {
  const { iban, bic, accountId, accountName, debitedIban, cardNumber, cardHolder } = means
  const label = means.text ?? meansOf(means.code, locale)
  const ibanLabel = iban && inFours(iban)
  const account = present([labelled('IBAN', ibanLabel), labelled('BIC', bic)]).join('   ')
  return {
    ...means,
    ...(label === undefined ? {} : { label }),
    ...(ibanLabel === undefined ? {} : { ibanLabel }),
    details: present([
      account,
      labelled(labels.account, accountId),
      labelled(labels.accountName, accountName),
      labelled(labels.debitedAccount, debitedIban && inFours(debitedIban)),
      labelled(labels.card, present([cardNumber && `•••• ${cardNumber}`, cardHolder]).join('   ')),
    ]),
  }
}

/** The language of mentions that the law of France requires. */
const FRENCH_LAW: Language = 'fr'

/** What EXTENDED keeps apart from the terms in words, which say it in the other profiles: a line each. */
function termLines(invoice: CompleteInvoice, labels: PageLabels, locale: string): string[] {
  const { payment, profile, currency, notes } = invoice
  if (profile !== 'extended') return []
  const { installments = [], discounts = [] } = payment
  const money = (amount: string) => `${decimalText(amount, locale, 2)} ${currency}`
  const dates = installments.map(({ dueDate = '', amount, text }) =>
    present([`${labels.dueDate} ${longDay(dueDate, locale)}`, amount && money(amount), text]).join(
      ' – ',
    ),
  )
  // The mention of French law is in French and among the notes.
  const isMentioned =
    languageOf(locale) === FRENCH_LAW && notes.some(({ subjectCode }) => subjectCode === 'AAB')
  const early = discounts.map(({ percent, amount = '0', days = '' }) => {
    const value = percent === undefined ? money(amount) : percentOf(percent, locale)
    return labels.earlyPayment
      .replace('{value}', () => value)
      .replace('{days}', () => decimalText(days, locale))
  })
  return [...(dates.length > 1 ? dates : []), ...(isMentioned ? [] : early)]
}

/** Terms and means of payment. */
export function paymentView(invoice: CompleteInvoice, labels: PageLabels, locale: string) {
  const { payment, number, typeCode } = invoice
  const { means, mandateId, creditorId, remittanceInformation } = payment
  const isTransfer = means.some(({ code = '' }) => TRANSFERS.has(code)) && !isCreditNote(typeCode)
  const reference = remittanceInformation ?? (isTransfer ? number : undefined)
  return {
    ...payment,
    means: means.map((each) => meansView(each, labels, locale)),
    /** Due dates, discounts for early payment, mandate and creditor of a direct debit, a line each. */
    details: present([
      ...termLines(invoice, labels, locale),
      labelled(labels.mandate, mandateId),
      labelled(labels.creditor, creditorId),
    ]),
    /** What the payer repeats; the number of the invoice when a transfer names nothing else. */
    ...(reference === undefined ? {} : { reference }),
  }
}

/**
 * What a code asks for. One code is one transfer (EPC069-12), so that of several due dates it asks for the first; the amount is
 * optional in it (AT-T002) and is left out where the due dates have none.
 */
function asked({ payment, totals }: CompleteInvoice): string | undefined {
  const { installments = [] } = payment
  if (installments.length < 2) return totals.due
  const [first] = installments.toSorted((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? ''))
  return first?.amount
}

/** The transfer that pays the amount due or the first part of it, if the page can show it as a code. */
export function sepaTransfer(invoice: CompleteInvoice) {
  const { currency, payment, totals, payee, seller, number, typeCode } = invoice
  const means = payment.means.find(({ code = '', iban }) => TRANSFERS.has(code) && iban)
  const name = means?.accountName ?? payee?.name ?? seller.name
  const amount = asked(invoice)
  if (means?.iban === undefined || name === undefined || currency !== 'EUR') return undefined
  if (isCreditNote(typeCode) || !isPayable(amount ?? totals.due)) return undefined
  return {
    name: beginning(name, EPC.name.characters, EPC.name.bytes),
    iban: means.iban,
    ...(means.bic === undefined ? {} : { bic: means.bic }),
    /** Absent where several due dates do not say how much each asks: the payer fills it in. */
    ...(amount === undefined ? {} : { amount }),
    /** Whether the amount is that of the first of several due dates. */
    isPart: amount !== undefined && amount !== totals.due,
    reference: beginning(
      payment.remittanceInformation ?? number ?? '',
      EPC.reference.characters,
      EPC.reference.bytes,
    ),
  }
}

/** The supporting documents (BG-24) by name: reference, file, what it is, where it lies. */
export const attachmentTexts = (attachments: readonly Attachment[]): string[] =>
  attachments.map(({ id, filename, description, url }) =>
    present([id, filename, description, url]).join(' – '),
  )
