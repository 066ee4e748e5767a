/** Reads the files of a credit note's order: the invoice, and the credit notes that it already has. */
import type { JsonObject } from '../../kernel/json.ts'
import { isInvoicePdf, readingPart } from '../cii/invoice-file.ts'
import { readCii } from '../cii/read-cii.ts'
import { readFacturx } from '../cii/read-facturx.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { CreditInput } from './credit-input.ts'
import { creditNoteOf } from './credit-note.ts'

/** The files and the order of one credit note. */
export interface CreditSource {
  /** PDF or CII XML. */
  file: Uint8Array
  earlier: readonly Uint8Array[]
  credit: CreditInput
}

async function invoiceIn(file: Uint8Array): Promise<CheckedInvoice> {
  const xml = isInvoicePdf(file) ? (await readFacturx(file)).xml : file
  return readCii(xml).invoice
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
