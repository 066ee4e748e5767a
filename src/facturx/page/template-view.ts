/**
 * What a Word template sees of an invoice: the exact amounts of the XML, plus wording for its codes and a few lists
 * that are awkward to build in a template.
 */
import type { CompleteAdjustment, CompleteInvoice, CompleteVat } from '../model/complete-invoice.ts'
import type { Party } from '../model/invoice-parties.ts'
import { isOnDebits, type PageFacts, pageFacts } from './facts.ts'
import { hasLongWord } from './format.ts'
import { type AdjustmentView, adjustmentView, type LineView, lineViews } from './lines.ts'
import { addressLines, isLongName, isWideName, type PartyRow, partyRows } from './parties.ts'
import {
  attachmentTexts,
  type PaymentView,
  paymentView,
  type SepaTransfer,
  sepaTransfer,
} from './payment.ts'
import {
  exemptionOf,
  isCreditNote,
  type PageLabels,
  pageLabels,
  titleOf,
  vatLabel,
  wordsOf,
} from './words.ts'

/**
 * A party with its address as lines, the country only if it is not the seller's; and whether its name needs small print, or
 * the whole width of the page.
 */
type PartyView = Party & { addressLines: string[]; isLong: boolean; isWide: boolean }

/** A row of the VAT breakdown as templates see it. */
type VatView = CompleteVat & {
  label: string
  /** Why there is no VAT, in words. */
  mention?: string
}

type Adjusted = CompleteAdjustment &
  Pick<AdjustmentView, 'label'> & {
    /** Has a word that needs the width of label and amount together. */
    isWide: boolean
  }

/** Data of a template; every member of the complete invoice keeps its name. */
type InvoiceView = Omit<
  CompleteInvoice,
  'seller' | 'buyer' | 'lines' | 'payment' | 'allowances' | 'charges'
> &
  PageFacts & {
    /** "Facture", "Credit note" … */
    title: string
    isCreditNote: boolean
    seller: PartyView
    buyer: PartyView
    /** Everybody the invoice names, ready to print: seller, buyer, place of delivery, payee, representative … */
    partyRows: PartyRow[]
    lines: LineView[]
    allowances: Adjusted[]
    charges: Adjusted[]
    vatRows: VatView[]
    payment: PaymentView
    /** Sentences that the page must show: exemptions, option on debits, notes. */
    mentions: string[]
    /** Supporting documents by name. */
    attachmentTexts: string[]
    /** Whether the number needs the whole width of the page. */
    isNumberWide: boolean
    hasLines: boolean
    hasAllowances: boolean
    hasCharges: boolean
    /** Whether something was prepaid or rounded, so that amount due and total differ. */
    hasPrepaid: boolean
    /** Whether there is anything to say about how to pay. */
    hasPayment: boolean
    /** Wording of the page in its language: headings, columns, sums. */
    labels: PageLabels
    /** Input of the filter `epcqr`; only if a transfer in euro is due. */
    sepaTransfer?: SepaTransfer
  }

const vatRow = (row: CompleteVat, locale: string): VatView => {
  const mention = row.exemptionReason ?? exemptionOf(row.exemptionCode, locale)
  return {
    ...row,
    label: vatLabel(row, locale),
    ...(mention === undefined ? {} : { mention }),
  }
}

/** Subjects of notes that contain codes for machines. */
const SILENT_SUBJECTS = new Set(['BAR'])

function mentionsOf(invoice: CompleteInvoice, rows: VatView[], locale: string): string[] {
  const debits = isOnDebits(invoice) ? [wordsOf(locale).debits] : []
  const notes = invoice.notes
    .filter(({ subjectCode = '' }) => !SILENT_SUBJECTS.has(subjectCode))
    .map(({ text }) => text)
  const all = [...rows.map(({ mention }) => mention), ...debits, ...notes]
  return [...new Set(all.filter((each): each is string => each !== undefined))]
}

/** Most letters of a word beside an amount of the totals, and of a number beside the title. */
const SUM_WORD_MAX = 24
const NUMBER_WORD_MAX = 42

function documentAdjustments(invoice: CompleteInvoice, labels: PageLabels, locale: string) {
  const isMixed = invoice.vatBreakdown.length > 1
  const view = (given: CompleteAdjustment, otherwise: string): Adjusted => {
    const worded = adjustmentView(given, otherwise, locale)
    const vat = isMixed && given.vat !== undefined ? vatLabel(given.vat, locale) : ''
    const label = vat === '' ? worded.label : `${worded.label} (${labels.vat} ${vat})`
    return { ...worded, label, isWide: hasLongWord(label, SUM_WORD_MAX) }
  }
  return {
    allowances: invoice.allowances.map((each) => view(each, labels.allowance)),
    charges: invoice.charges.map((each) => view(each, labels.charge)),
  }
}

/**
 * @param invoice the result of `completeInvoice`; its amounts are passed on unchanged
 * @param locale of words, dates and numbers (BCP 47); see `pageLocale`
 */
export function templateView(invoice: CompleteInvoice, locale: string): InvoiceView {
  const home = invoice.seller.address?.country
  const isCredit = isCreditNote(invoice.typeCode)
  const labels = pageLabels(locale, isCredit)
  const writing = { labels, locale, home }
  const party = (given: Party): PartyView => ({
    ...given,
    addressLines: addressLines(given.address, writing),
    isLong: isLongName(given.tradingName ?? given.name),
    isWide: isWideName(given.tradingName ?? given.name),
  })
  const { totals } = invoice
  const vatRows = invoice.vatBreakdown.map((row) => vatRow(row, locale))
  const transfer = sepaTransfer(invoice)
  const payment = paymentView(invoice, labels, locale)
  return {
    ...invoice,
    ...pageFacts(invoice, labels, locale),
    ...documentAdjustments(invoice, labels, locale),
    title: titleOf(invoice.typeCode, locale),
    isCreditNote: isCredit,
    labels,
    ...(transfer === undefined ? {} : { sepaTransfer: transfer }),
    seller: party(invoice.seller),
    buyer: party(invoice.buyer),
    partyRows: partyRows(invoice, writing),
    lines: lineViews(invoice.lines, writing),
    vatRows,
    payment,
    mentions: mentionsOf(invoice, vatRows, locale),
    attachmentTexts: attachmentTexts(invoice.attachments),
    isNumberWide: hasLongWord(invoice.number ?? '', NUMBER_WORD_MAX),
    hasLines: invoice.lines.length > 0,
    hasAllowances: Number(totals.allowances) !== 0,
    hasCharges: Number(totals.charges) !== 0,
    hasPrepaid: totals.due !== totals.withVat,
    hasPayment: [payment.terms, payment.reference, ...payment.means, ...payment.details].some(
      (each) => each !== undefined,
    ),
  }
}
