/**
 * A credit note (381) or a corrected invoice (384) made from an invoice as read from its file: the same parties, prices,
 * VAT categories and rates, and the reference to the invoice (BG-3). The result is invoice JSON, which is completed and
 * checked like any other.
 */
import type Big from 'big.js'
import type { Finding } from '../../kernel/coded-error.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { withPlainDecimals } from '../cii/xml-decimals.ts'
import { throwIfInvalid } from '../facturx-error.ts'
import { sum, toBig, ZERO } from '../model/amounts.ts'
import type { CheckedAdjustment, CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import type { Note } from '../model/invoice-lines.ts'
import { shown } from '../model/invoice-values.ts'
import { vatKey } from '../model/line-amounts.ts'
import { includes } from '../model/profiles.ts'
import { isCreditNote } from '../page/words.ts'
import { correctedLines } from './corrected-lines.ts'
import { type CreditWords, creditedAdjustments, isSummed, netOf } from './credit-amounts.ts'
import type { CreditInput } from './credit-input.ts'
import { creditedLines, netOfCredited } from './credit-lines.ts'

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

const wordsFor = ({ seller }: Pick<CheckedInvoice, 'seller'>): Words =>
  WORDS[seller?.address?.country === 'FR' ? 'fr' : 'en']

/** The invoice must be one, and have a number to refer to. */
function refuseSource({ typeCode = '380', number }: CheckedInvoice): void {
  if (isCreditNote(typeCode))
    throwIfInvalid([
      {
        pointer: '/file',
        detail: `"file" is a credit note (type ${typeCode}); a credit note is made from an invoice.`,
        fix: 'Send the invoice that it credits.',
      },
    ])
  if (number === undefined)
    throwIfInvalid([{ pointer: '/file', detail: 'The invoice in "file" has no number (BT-1).' }])
}

/** Each earlier credit note refers to the invoice, has lines of it, and is sent once. */
function refuseEarlier(invoice: CheckedInvoice, earlier: readonly CheckedInvoice[]): void {
  const ids = new Set((invoice.lines ?? []).map(({ id }) => id))
  const numbers = new Set<string | undefined>()
  const findings = earlier.flatMap((note, index): Finding[] => {
    const pointer = `/credit_notes/${index}`
    const name = shown(note.number ?? '')
    const refers = (note.precedingInvoices ?? []).some(({ number }) => number === invoice.number)
    const isNew = !numbers.has(note.number) && numbers.add(note.number) !== undefined
    if (!isCreditNote(note.typeCode ?? '380') || !refers)
      return [
        {
          pointer,
          detail: `"${name}" is no credit note of invoice "${shown(invoice.number ?? '')}".`,
          fix: 'Send only the credit notes that the invoice already has.',
        },
      ]
    if (!isNew) return [{ pointer, detail: `Credit note "${name}" is sent twice.` }]
    const strange = (note.lines ?? []).find(({ id }) => !ids.has(id))
    return strange === undefined
      ? []
      : [
          {
            pointer,
            detail: `Credit note "${name}" has a line "${shown(strange.id ?? '')}" that the invoice does not have, so what is left cannot be computed.`,
          },
        ]
  })
  throwIfInvalid(findings)
}

/** BT-23 of an invoice that was paid, or follows an advance, is not what its credit note is. */
const processOf = (process: string | undefined): string | undefined =>
  process?.replace(/^([BSM])[24]$/, '$11')

/** Exemptions stand in the breakdown below EXTENDED; our JSON takes them with the VAT of each line. */
function withExemption<T extends CheckedLine | CheckedAdjustment>(
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

type Amounts = Pick<CheckedInvoice, 'lines' | 'allowances' | 'charges' | 'vatBreakdown' | 'totals'>

/** How much of the lines of a VAT category and rate is credited. */
function shareOf(
  invoice: CheckedInvoice,
  lines: readonly CheckedLine[],
): (adjustment: CheckedAdjustment) => Big {
  const net = (
    list: readonly CheckedLine[],
    key: string | undefined,
    of: (line: CheckedLine) => Big,
  ) => sum(list.filter((line) => isSummed(line) && vatKey(line.vat) === key).map(of))
  return ({ vat }) => {
    const key = vatKey(vat)
    const all = net(invoice.lines ?? [], key, netOf)
    const part = net(lines, key, netOfCredited)
    return all.eq(ZERO) ? ZERO : part.div(all)
  }
}

function creditedAmounts(
  invoice: CheckedInvoice,
  input: CreditInput,
  earlier: readonly CheckedInvoice[],
): Amounts {
  const { lines, isLast, findings } = creditedLines(
    invoice,
    input.lines,
    earlier,
    wordsFor(invoice),
  )
  throwIfInvalid(findings)
  if (lines.length === 0)
    throwIfInvalid([
      {
        pointer: '/credit_notes',
        detail: 'Nothing is left of the invoice: its credit notes have taken all of it.',
      },
    ])
  const share = isLast ? undefined : shareOf(invoice, lines)
  const { allowances = [], charges = [] } = invoice
  const of = (name: 'allowances' | 'charges') => earlier.flatMap((note) => note[name] ?? [])
  return {
    lines,
    allowances: creditedAdjustments(allowances, of('allowances'), share),
    // What was charged once (carriage, packing) is given back when everything is.
    charges: isLast ? creditedAdjustments(charges, of('charges'), undefined) : [],
  }
}

/** MINIMUM and BASIC WL have no lines: their sums are all there is, and are credited as a whole. */
function withoutLines(invoice: CheckedInvoice, input: CreditInput, earlier: number) {
  if (input.lines !== undefined || earlier > 0)
    throwIfInvalid([
      {
        pointer: input.lines === undefined ? '/credit_notes' : '/lines',
        detail: `The invoice has no lines (profile ${invoice.profile ?? 'unknown'}): it can only be credited as a whole, once.`,
      },
    ])
  const { lines, allowances, charges, withoutVat, vat } = invoice.totals ?? {}
  return omitUndefined({
    allowances: invoice.allowances,
    charges: invoice.charges,
    vatBreakdown: invoice.vatBreakdown,
    totals: omitUndefined({ lines, allowances, charges, withoutVat, vat }),
  })
}

/** VAT in the currency of the accounts (BT-111), at the rate that the invoice had. */
function exchange({ taxCurrency, totals = {} }: CheckedInvoice): Partial<CheckedInvoice> {
  const [vat, converted] = [toBig(totals.vat), toBig(totals.vatInTaxCurrency)]
  if (taxCurrency === undefined || vat === undefined || converted === undefined) return {}
  if (vat.eq(ZERO)) return { taxCurrency, exchangeRate: '1' }
  return { taxCurrency, exchangeRate: converted.div(vat).round(10).toFixed() }
}

/** Members that both kinds have from the invoice, unchanged. */
const KEPT = [
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
function paymentOf(
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

function notesOf(invoice: CheckedInvoice, { reason }: CreditInput): Note[] {
  const notes = invoice.notes ?? []
  return reason === undefined ? notes : [...notes, { subjectCode: REASON_SUBJECT, text: reason }]
}

/**
 * @param invoice as read from its file
 * @param earlier the credit notes that it already has, as read from theirs
 * @returns the credit note as invoice JSON; everything else of it is computed
 * @throws validation_failed when more is asked for than is left, with a pointer into the order
 */
export function creditNoteOf(
  invoice: CheckedInvoice,
  earlier: readonly CheckedInvoice[],
  input: CreditInput,
): JsonObject {
  refuseSource(invoice)
  refuseEarlier(invoice, earlier)
  const { profile = 'en16931', number = '', issueDate, typeCode } = invoice
  const isCredit = input.typeCode === '381'
  const hasLines = (invoice.lines ?? []).length > 0
  const amounts: Amounts = !hasLines
    ? withoutLines(invoice, input, earlier.length)
    : isCredit
      ? creditedAmounts(invoice, input, earlier)
      : correctedLines(invoice, input, wordsFor(invoice))
  const exempted = <T extends CheckedLine | CheckedAdjustment>(list: readonly T[] | undefined) =>
    list?.map((each) => withExemption(each, invoice))
  const kept = Object.fromEntries(KEPT.map((name) => [name, invoice[name]]))
  return withPlainDecimals(
    omitUndefined({
      ...amounts,
      ...kept,
      ...exchange(invoice),
      profile,
      // MINIMUM has no place for what the French rules look for.
      rules: profile === 'minimum' ? 'en16931' : undefined,
      businessProcess: isCredit ? processOf(invoice.businessProcess) : invoice.businessProcess,
      number: input.number,
      issueDate: input.issueDate,
      typeCode: input.typeCode,
      notes: notesOf(invoice, input),
      precedingInvoices: [
        omitUndefined({
          number,
          issueDate,
          typeCode: profile === 'extended' ? typeCode : undefined,
        }),
      ],
      ...paymentOf(invoice, input),
      lines: exempted(amounts.lines),
      allowances: exempted(amounts.allowances),
      charges: exempted(amounts.charges),
    }),
  )
}
