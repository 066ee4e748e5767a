/** The input of the rules: an invoice in which anything may be absent and every decimal is text. */
import type { Normalised } from './complete-invoice.ts'
import type { Invoice } from './invoice.ts'

/** A completed invoice, or one read from XML that may lack anything. */
export type CheckedInvoice = Normalised<Invoice>
/** A line (BG-25) as the rules see it. */
export type CheckedLine = NonNullable<CheckedInvoice['lines']>[number]
/** An allowance (BG-20) or charge (BG-21) of the document as the rules see it. */
export type CheckedAdjustment = NonNullable<CheckedInvoice['allowances']>[number]
/** A row of the VAT breakdown (BG-23) as the rules see it. */
export type CheckedVat = NonNullable<CheckedInvoice['vatBreakdown']>[number]
/** The document's totals (BG-22) as the rules see them. */
export type CheckedTotals = NonNullable<CheckedInvoice['totals']>
