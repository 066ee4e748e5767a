/** What the rules look at: an invoice where anything may be absent and every decimal is text. */
import type { Normalised } from './complete-invoice.ts'
import type { Invoice } from './invoice.ts'

/** A completed invoice, or one read from XML that may lack anything. */
export type CheckedInvoice = Normalised<Invoice>
export type CheckedLine = NonNullable<CheckedInvoice['lines']>[number]
export type CheckedAdjustment = NonNullable<CheckedInvoice['allowances']>[number]
export type CheckedVat = NonNullable<CheckedInvoice['vatBreakdown']>[number]
export type CheckedTotals = NonNullable<CheckedInvoice['totals']>

/** The object without its undefined members: the model says "absent", never "undefined". */
export function present<T extends object>(members: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as unknown as T
}
