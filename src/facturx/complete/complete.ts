/** Completes an invoice: defaults, French short forms, every amount; also checks what was given. */
import Big from 'big.js'
import { toBig } from '../model/amounts.ts'
import { Arithmetic } from '../model/arithmetic.ts'
import type {
  CompleteAdjustment,
  CompleteInvoice,
  CompleteLine,
  CompletePayment,
  CompleteVat,
  Normalised,
} from '../model/complete-invoice.ts'
import type { Adjustment, Note, Vat } from '../model/invoice-lines.ts'
import type { Party } from '../model/invoice-parties.ts'
import type { Payment } from '../model/invoice-payment.ts'
import {
  completeAdjustment,
  completeLine,
  completeVat,
  isSummed,
  vatKey,
} from '../model/line-amounts.ts'
import { completeGroups } from './line-groups.ts'
import { completeParty, completeTrader, profileNeeds, withService } from './parties.ts'
import { completeTerms, discountSentence, termsOf } from './payment-terms.ts'
import { type NormalInvoice, readInvoice } from './read-json.ts'
import { weighed } from './stated-amounts.ts'
import { completeTotals } from './totals.ts'
import { breakdownAsGiven, breakdownOfLines } from './vat-breakdown.ts'
import { writeNeeds } from './write-needs.ts'

/** UNTDID 1001: commercial invoice. */
const INVOICE_TYPE = '380'

/** The VAT shared by all lines (or of the only row of a breakdown); undefined if it differs. */
function commonVat(vats: readonly (Normalised<Vat> | undefined)[]): Normalised<Vat> | undefined {
  const [first] = vats
  const key = vatKey(first)
  if (first === undefined || !vats.every((vat) => vatKey(vat) === key)) return undefined
  const { category, rate } = first
  return { ...(category ? { category } : {}), ...(rate ? { rate } : {}) }
}

/** Net amount of the lines by VAT key: what a document percentage applies to. */
function netByVat(lines: readonly CompleteLine[]): Map<string | undefined, Big> {
  const nets = new Map<string | undefined, Big>()
  for (const { vat, netAmount } of lines.filter(isSummed)) {
    const key = vatKey(vat)
    nets.set(key, (nets.get(key) ?? new Big(0)).plus(netAmount ?? 0))
  }
  return nets
}

/** The French mention of a discount that is given as such. */
const earlyDiscount = ({ payment = {}, currency = 'EUR', seller }: NormalInvoice) =>
  seller?.address?.country === 'FR' ? discountSentence(payment, currency, termsOf('FR')) : undefined

/** French mentions and the kind of transaction as notes, unless a note with that subject exists. */
function completeNotes(given: NormalInvoice): Note[] {
  const notes = given.notes ?? []
  const { payment = {} } = given
  const short: [string, string | undefined][] = [
    ['PMD', payment.latePenalties],
    ['PMT', payment.recoveryFee],
    ['AAB', payment.earlyDiscount ?? earlyDiscount(given)],
    ['BAR', given.transactionType],
  ]
  const added = short.flatMap(([subjectCode, text]) =>
    text === undefined || notes.some((note) => note.subjectCode === subjectCode)
      ? []
      : [{ subjectCode, text }],
  )
  return [...notes, ...added]
}

/** Strips the spaces that account numbers have on paper. */
function completePayment(payment: Normalised<Payment> = {}): CompletePayment {
  const plain = (value: string) => value.replaceAll(/\s/g, '')
  const means = (payment.means ?? []).map((each) => ({
    ...each,
    ...(each.iban ? { iban: plain(each.iban) } : {}),
    ...(each.bic ? { bic: plain(each.bic) } : {}),
    ...(each.debitedIban ? { debitedIban: plain(each.debitedIban) } : {}),
  }))
  return { ...payment, means }
}

type Members = Pick<CompleteInvoice, 'lines' | 'allowances' | 'charges' | 'vatBreakdown'>

/** Lines, document allowances and charges, VAT breakdown. */
function completeMembers(given: NormalInvoice, arithmetic: Arithmetic): Members {
  const each = (given.lines ?? []).map((line, index) => completeLine(line, index, arithmetic))
  const lines = completeGroups(each, arithmetic)
  const rows = given.vatBreakdown ?? []
  const common = commonVat(lines.length > 0 ? lines.map(({ vat }) => vat) : rows)
  const nets = netByVat(lines)
  const adjust = (list: Normalised<Adjustment>[] | undefined, name: string): CompleteAdjustment[] =>
    (list ?? []).map((each, index) => {
      const vat = each.vat ?? common
      const withVat = vat === undefined ? each : { ...each, vat: completeVat(vat) }
      const base = nets.get(vatKey(withVat.vat))
      return completeAdjustment(withVat, base, `/${name}/${index}`, arithmetic)
    })
  const sources = {
    lines,
    allowances: adjust(given.allowances, 'allowances'),
    charges: adjust(given.charges, 'charges'),
  }
  const vatBreakdown: CompleteVat[] =
    lines.length > 0
      ? breakdownOfLines(rows, sources, arithmetic)
      : breakdownAsGiven(rows, toBig(given.totals?.withoutVat), arithmetic)
  return { ...sources, vatBreakdown }
}

type PartyName = 'payee' | 'taxRepresentative'

const optionalParty = (given: NormalInvoice, name: PartyName, arithmetic: Arithmetic) => {
  const party = given[name]
  return party === undefined ? {} : { [name]: completeParty(party, `/${name}`, arithmetic) }
}

function otherParties(given: NormalInvoice, arithmetic: Arithmetic) {
  if (given.otherParties === undefined) return {}
  const entries = Object.entries(given.otherParties).map(([name, party]): [string, Party] => [
    name,
    completeParty(party, `/otherParties/${name}`, arithmetic),
  ])
  return { otherParties: Object.fromEntries(entries) }
}

/**
 * Completes what {@link readInvoice} returned.
 * @returns it, ready for rules, page and XML, and the findings of completing it
 */
export function completeNormal(given: NormalInvoice) {
  const profile = given.profile ?? 'en16931'
  const arithmetic = new Arithmetic(profile)
  const seller = completeTrader(given.seller ?? {}, '/seller', arithmetic)
  const members = completeMembers(given, arithmetic)
  const { taxCurrency, exchangeRate, ...rest } = given
  const currency = given.currency ?? 'EUR'
  const another = taxCurrency !== undefined && taxCurrency !== currency
  const invoice: CompleteInvoice = {
    ...rest,
    ...(another ? { taxCurrency } : {}),
    ...(another && exchangeRate !== undefined ? { exchangeRate } : {}),
    profile,
    rules: given.rules ?? (seller.address?.country === 'FR' ? 'fr' : 'en16931'),
    typeCode: given.typeCode ?? INVOICE_TYPE,
    currency,
    seller,
    ...withService(
      completeTrader(given.buyer ?? {}, '/buyer', arithmetic),
      given.references,
      profile,
    ),
    ...optionalParty(given, 'payee', arithmetic),
    ...optionalParty(given, 'taxRepresentative', arithmetic),
    ...otherParties(given, arithmetic),
    notes: completeNotes(given),
    precedingInvoices: given.precedingInvoices ?? [],
    payment: completeTerms(completePayment(given.payment), { profile, currency, seller }),
    attachments: given.attachments ?? [],
    ...members,
    totals: completeTotals(
      given.totals ?? {},
      { ...members, exchangeRate: another ? exchangeRate : undefined },
      arithmetic,
    ),
  }
  // MINIMUM has no place for what was paid before, which the amount due may come of.
  const found = arithmetic.findings.filter(
    ({ code }) => profile !== 'minimum' || code !== 'BR-CO-16',
  )
  const { errors, warnings } = weighed(found, given)
  return {
    invoice,
    findings: [...errors, ...profileNeeds(invoice), ...writeNeeds(invoice)],
    // Lines that do not add up in an invoice that states every amount.
    warnings,
  }
}

/**
 * Reads, completes and checks an invoice.
 * @param json what the caller sent: see {@link InvoiceSchema}.
 * @returns the complete invoice, and findings about shape and arithmetic. If there are findings, the invoice must not
 *   be used for a document; the business rules are a separate step.
 */
export function completeInvoice(json: unknown) {
  const read = readInvoice(json)
  const { invoice, findings, warnings } = completeNormal(read.invoice)
  return { invoice, findings: [...read.findings, ...findings], warnings }
}
