/**
 * What a Word template sees of an invoice: the exact amounts of the XML, plus wording for its codes and a few lists
 * that are awkward to build in a template.
 */
import type { CompleteInvoice, CompleteLine, CompleteVat } from './complete-invoice.ts'
import type { PaymentMeans } from './invoice.ts'
import type { Address, Party } from './invoice-parties.ts'
import { type PageLabels, pageLabels } from './page-words.ts'
import {
  countryOf,
  exemptionOf,
  isCreditNote,
  type Language,
  meansOf,
  titleOf,
  unitOf,
  VAT_ON_DEBITS,
  vatLabel,
} from './words.ts'

/** A party with its address as lines, the country only if it is not the seller's. */
export type PartyView = Party & { addressLines: string[] }

/** A line as templates see it: the invoice's members and their texts in the language of the page. */
export type LineView = CompleteLine & {
  /** Unit in words. */
  unitLabel: string
  /** "20 %", "Autoliquidation" … */
  vatLabel: string
}

/** A row of the VAT breakdown as templates see it. */
export type VatView = CompleteVat & {
  label: string
  /** Why there is no VAT, in words. */
  mention?: string
}

/** A means of payment as templates see it. */
export type MeansView = PaymentMeans & {
  label?: string
  /** The IBAN in groups of four. */
  ibanLabel?: string
}

/** Data of a template; every member of the complete invoice keeps its name. */
export type InvoiceView = Omit<CompleteInvoice, 'seller' | 'buyer' | 'lines' | 'payment'> & {
  /** "Facture", "Credit note" … */
  title: string
  isCreditNote: boolean
  seller: PartyView
  buyer: PartyView
  lines: LineView[]
  vatRows: VatView[]
  payment: Omit<CompleteInvoice['payment'], 'means'> & { means: MeansView[] }
  /** Sentences that the page must show: exemptions, option on debits, notes. */
  mentions: string[]
  hasAllowances: boolean
  hasCharges: boolean
  /** Whether something was prepaid or rounded, so that amount due and total differ. */
  hasPrepaid: boolean
  /** Wording of the page in its language: headings, columns, sums. */
  labels: PageLabels
  /** Input of the filter `epcqr`; only if a transfer in euro is due. */
  sepaTransfer?: SepaTransfer
}

/** A SEPA transfer that pays the invoice. */
export interface SepaTransfer {
  name: string
  iban: string
  bic?: string
  amount: string
  reference: string
}

function addressLines(address: Address = {}, home: string | undefined, language: Language) {
  const { line1, line2, line3, postalCode, city, subdivision, country } = address
  const town = [postalCode, city].filter((part) => part !== undefined).join(' ')
  const abroad = country === home ? undefined : countryOf(country, language)
  return [line1, line2, line3, town, subdivision, abroad].filter(
    (line): line is string => line !== undefined && line !== '',
  )
}

const vatRow = (row: CompleteVat, language: Language): VatView => {
  const mention = row.exemptionReason ?? exemptionOf(row.exemptionCode, language)
  return {
    ...row,
    label: vatLabel(row, language),
    ...(mention === undefined ? {} : { mention }),
  }
}

const meansView = (means: PaymentMeans, language: Language): MeansView => {
  const label = means.text ?? meansOf(means.code, language)
  return {
    ...means,
    ...(label === undefined ? {} : { label }),
    ...(means.iban === undefined
      ? {}
      : { ibanLabel: means.iban.replaceAll(/(.{4})(?=.)/g, '$1 ') }),
  }
}

/** Subjects of notes that contain codes for machines. */
const SILENT_SUBJECTS = new Set(['BAR'])

function mentionsOf(invoice: CompleteInvoice, rows: VatView[], language: Language): string[] {
  const debits =
    invoice.taxPointDateCode === VAT_ON_DEBITS.code ? [VAT_ON_DEBITS.mention[language]] : []
  const notes = invoice.notes
    .filter(({ subjectCode = '' }) => !SILENT_SUBJECTS.has(subjectCode))
    .map(({ text }) => text)
  const all = [...rows.map(({ mention }) => mention), ...debits, ...notes]
  return [...new Set(all.filter((each): each is string => each !== undefined))]
}

/** UNTDID 4461: transfers initiated by the buyer. */
const TRANSFERS = new Set(['30', '58'])
/** EPC069-12: longest name and reference, largest amount of the code. */
const EPC = { name: 70, reference: 140, amount: 999_999_999.99 }

/** The transfer that pays the amount due, if the page can show it as a code. */
function sepaTransfer(invoice: CompleteInvoice): SepaTransfer | undefined {
  const { currency, payment, totals, payee, seller, number, typeCode } = invoice
  const means = payment.means.find(({ code = '', iban }) => TRANSFERS.has(code) && iban)
  const name = means?.accountName ?? payee?.name ?? seller.name
  const amount = Number(totals.due)
  if (means?.iban === undefined || name === undefined || currency !== 'EUR') return undefined
  if (isCreditNote(typeCode) || amount < 0.01 || amount > EPC.amount) return undefined
  return {
    name: name.slice(0, EPC.name),
    iban: means.iban,
    ...(means.bic === undefined ? {} : { bic: means.bic }),
    amount: totals.due,
    reference: (payment.remittanceInformation ?? number ?? '').slice(0, EPC.reference),
  }
}

/**
 * @param invoice the result of {@link completeInvoice}; its amounts are passed on unchanged
 * @param language of titles, units and mentions
 */
export function templateView(invoice: CompleteInvoice, language: Language): InvoiceView {
  const home = invoice.seller.address?.country
  const party = (given: Party): PartyView => ({
    ...given,
    addressLines: addressLines(given.address, home, language),
  })
  const { totals, payment } = invoice
  const vatRows = invoice.vatBreakdown.map((row) => vatRow(row, language))
  const transfer = sepaTransfer(invoice)
  const credit = isCreditNote(invoice.typeCode)
  return {
    ...invoice,
    title: titleOf(invoice.typeCode, language),
    isCreditNote: credit,
    labels: pageLabels(language, credit),
    ...(transfer === undefined ? {} : { sepaTransfer: transfer }),
    seller: party(invoice.seller),
    buyer: party(invoice.buyer),
    lines: invoice.lines.map((line) => ({
      ...line,
      unitLabel: unitOf(line.unit, language),
      vatLabel: vatLabel(line.vat, language),
    })),
    vatRows,
    payment: { ...payment, means: payment.means.map((each) => meansView(each, language)) },
    mentions: mentionsOf(invoice, vatRows, language),
    hasAllowances: Number(totals.allowances) !== 0,
    hasCharges: Number(totals.charges) !== 0,
    hasPrepaid: totals.due !== totals.withVat,
  }
}
