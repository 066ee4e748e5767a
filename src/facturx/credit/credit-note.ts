/**
 * A credit note (381) or a corrected invoice (384) made from an invoice as read from its file: the same parties, prices,
 * VAT categories and rates, and the reference to the invoice (BG-3). The result is invoice JSON, which is completed and
 * checked like any other.
 */

import type Big from 'big.js'
import { saying } from '../../kernel/coded-error.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { say } from '../../translations/texts.ts'
import { isInvoicePdf, readingPart } from '../cii/invoice-file.ts'
import { readFacturx } from '../cii/read-facturx.ts'
import { withPlainDecimals } from '../cii/xml-decimals.ts'
import { throwIfInvalid } from '../facturx-error.ts'
import { sum, ZERO } from '../model/amounts.ts'
import type { CheckedAdjustment, CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { vatKey } from '../model/line-amounts.ts'
import { readInvoiceXml } from '../ubl/read-ubl.ts'
import { correctedLines } from './corrected-lines.ts'
import { creditedAdjustments, isSummed, netOf } from './credit-amounts.ts'
import type { CreditInput } from './credit-input.ts'
import {
  exchange,
  KEPT,
  notesOf,
  paymentOf,
  processOf,
  withExemption,
  wordsFor,
} from './credit-kept.ts'
import { creditedLines, netOfCredited } from './credit-lines.ts'
import { refuseEarlier, refuseSource } from './credit-refusals.ts'

/** MINIMUM and BASIC WL have no lines: their sums are all there is, and are credited as a whole. */
function withoutLines(invoice: CheckedInvoice, input: CreditInput, earlier: number) {
  if (input.lines !== undefined || earlier > 0)
    throwIfInvalid([
      {
        pointer: input.lines === undefined ? '/credit_notes' : '/lines',
        ...saying(say('credit.noLines', { profile: invoice.profile ?? 'none' })),
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

/** The files and the order of one credit note. */
export interface CreditSource {
  /** PDF or CII XML. */
  file: Uint8Array
  earlier: readonly Uint8Array[]
  credit: CreditInput
}

async function invoiceIn(file: Uint8Array): Promise<CheckedInvoice> {
  const xml = isInvoicePdf(file) ? (await readFacturx(file)).xml : file
  return readInvoiceXml(xml).invoice
}

/**
 * @returns the credit note as invoice JSON
 * @throws data_invalid when a file contains no invoice; validation_failed when it cannot be credited so
 */
export async function creditFrom({ file, earlier, credit }: CreditSource): Promise<JsonObject> {
  const invoice = await readingPart('/file', () => invoiceIn(file))
  const notes: CheckedInvoice[] = []
  for (const [index, each] of earlier.entries())
    notes.push(await readingPart(`/credit_notes/${index}`, () => invoiceIn(each)))
  return creditNoteOf(invoice, notes, credit)
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
    throwIfInvalid([{ pointer: '/credit_notes', ...saying(say('credit.nothingLeft')) }])
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
