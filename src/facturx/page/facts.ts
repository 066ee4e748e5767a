/** The dates and numbers of an invoice in short: a heading and a value each, only those that there are. */
import type { CompleteInvoice } from '../model/complete-invoice.ts'
import { daysOf, decimalText, hasLongWord, longDay, present } from './format.ts'
import { identified } from './parties.ts'
import { operationOf, type PageLabels, taxPointOf } from './words.ts'

/** A heading and what stands below it. */
interface Fact {
  readonly label: string
  readonly text: string
}

/** A row of the grid of facts. */
type FactRow = Partial<Record<(typeof COLUMNS)[number], Fact>>

/** The facts of a page by the place they take. */
export interface PageFacts {
  /** Beside the amount due, one to three. */
  readonly headline: Fact[]
  /** The others, four to a row. */
  readonly factRows: FactRow[]
  /** Those whose words are too long for a column. */
  readonly longFacts: Fact[]
}

const COLUMNS = ['a', 'b', 'c', 'd'] as const
const HEADLINE_MAX = 3
/** Most letters of a word that a column of the grid surely holds. */
const WORD_MAX = 20

const isLong = ({ text }: Fact): boolean => hasLongWord(text, WORD_MAX)

/** BT-8: VAT falls due with the invoice; a French seller thereby opts to pay on debits, which is a mention of its own. */
export const isOnDebits = ({ taxPointDateCode, seller }: CompleteInvoice): boolean =>
  taxPointDateCode === '5' && seller.address?.country === 'FR'

type Candidate = [label: string, text: string | undefined]

function dates({ issueDate, payment, delivery, period }: CompleteInvoice, locale: string) {
  const day = (value: string | undefined) => value && longDay(value, locale)
  return {
    issued: day(issueDate),
    due: day(payment.dueDate),
    delivered: day(delivery?.date),
    period: daysOf(period, locale),
  }
}

function references({ references: given = {} }: CompleteInvoice, labels: PageLabels): Candidate[] {
  const { project, projectName } = given
  return [
    [labels.contract, given.contract],
    [labels.buyerReference, given.buyer],
    [labels.project, present([project, projectName === project ? '' : projectName]).join(' – ')],
    [labels.salesOrder, given.salesOrder],
    [labels.despatchAdvice, given.despatchAdvice],
    [labels.receivingAdvice, given.receivingAdvice],
    [labels.tender, given.tender],
    [labels.object, identified(given.object, '')?.trim()],
    [labels.accounting, given.accounting],
  ]
}

function taxes(invoice: CompleteInvoice, labels: PageLabels, locale: string): Candidate[] {
  const { taxPointDate, taxPointDateCode, currency, taxCurrency, exchangeRate } = invoice
  const code = isOnDebits(invoice) ? undefined : taxPointDateCode
  const point = taxPointDate ? longDay(taxPointDate, locale) : taxPointOf(code, locale)
  const rate = exchangeRate && `1 ${currency} = ${decimalText(exchangeRate, locale)} ${taxCurrency}`
  return [
    [labels.operation, operationOf(invoice.businessProcess, locale)],
    [labels.taxPointDate, point],
    [labels.exchangeRate, rate],
  ]
}

const preceding = (invoice: CompleteInvoice, labels: PageLabels, locale: string): Candidate[] =>
  invoice.precedingInvoices.map(({ number = '', issueDate }) => [
    labels.precedingInvoice,
    issueDate === undefined ? number : `${number} (${longDay(issueDate, locale)})`,
  ])

const known = (candidates: readonly Candidate[]): Fact[] =>
  candidates.flatMap(([label, text]) => (text ? [{ label, text }] : []))

/** The facts of an invoice, most important first. */
export function pageFacts(invoice: CompleteInvoice, labels: PageLabels, locale: string): PageFacts {
  const { issued, due, delivered, period } = dates(invoice, locale)
  const first = known([
    [labels.date, issued],
    [labels.dueDate, due],
    [labels.purchaseOrder, invoice.references?.purchaseOrder],
    [labels.deliveryDate, delivered],
    [labels.period, period],
  ])
  const headline = first.filter((fact) => !isLong(fact)).slice(0, HEADLINE_MAX)
  const all = [
    ...first.filter((fact) => !headline.includes(fact)),
    ...known([
      ...preceding(invoice, labels, locale),
      ...references(invoice, labels),
      ...taxes(invoice, labels, locale),
    ]),
  ]
  const short = all.filter((fact) => !isLong(fact))
  const factRows: FactRow[] = []
  for (let at = 0; at < short.length; at += COLUMNS.length) {
    const row = short.slice(at, at + COLUMNS.length)
    factRows.push(Object.fromEntries(row.map((fact, index) => [COLUMNS[index], fact])))
  }
  return { headline, factRows, longFacts: all.filter(isLong) }
}
