/** The invoice after completion: every amount a decimal text, everything derivable present. */
import type { Invoice, Totals } from './invoice.ts'
import type { Adjustment, Line, LineAdjustment, VatBreakdown } from './invoice-lines.ts'
import type { Payment } from './invoice-payment.ts'

/** The same shape with each `string | number` as a decimal text. */
export type Normalised<T> = T extends number
  ? string
  : T extends readonly (infer U)[]
    ? Normalised<U>[]
    : T extends object
      ? { [K in keyof T]: Normalised<T[K]> }
      : T

/** `T` with the named members always present. */
type With<T, K extends keyof T> = Omit<T, K> & Required<Pick<T, K>>

/** A line with its number, quantity, unit and amounts. */
export type CompleteLine = With<Normalised<Line>, 'id' | 'quantity' | 'unit'> & {
  allowances: Normalised<LineAdjustment>[]
  charges: Normalised<LineAdjustment>[]
}
/** An allowance or charge of the document. */
export type CompleteAdjustment = Normalised<Adjustment>
/** One row of the VAT breakdown; `rate` is absent for category O only. */
export type CompleteVat = With<Normalised<VatBreakdown>, 'base' | 'amount'>
/** Decimals with exactly two places; `vatInTaxCurrency`, `prepaid`, `rounding` only if given. */
export type CompleteTotals = With<
  Normalised<Totals>,
  'lines' | 'allowances' | 'charges' | 'withoutVat' | 'vat' | 'withVat' | 'due'
>
/** A payment whose list of means is always present. */
export type CompletePayment = With<Normalised<Payment>, 'means'>

interface Amounts {
  lines: CompleteLine[]
  allowances: CompleteAdjustment[]
  charges: CompleteAdjustment[]
  vatBreakdown: CompleteVat[]
  totals: CompleteTotals
  payment: CompletePayment
}

/** Members that have a default, or may be empty. */
type Given =
  | ('profile' | 'rules' | 'typeCode' | 'currency' | 'seller' | 'buyer')
  | ('notes' | 'precedingInvoices' | 'attachments')

/**
 * What the rules read, and the source of page and XML. French short forms (siren, siret, payment mentions,
 * transactionType) are also expanded into `legalId`, `ids`, `electronicAddress` and `notes`.
 */
export type CompleteInvoice = Omit<With<Normalised<Invoice>, Given>, keyof Amounts> & Amounts

// The input of the rules: an invoice in which anything may be absent and every decimal is text.

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
