/** What a credit note is to be: the part of the order that the invoice does not say. */

/** UNTDID 1001: a credit note, or a corrected invoice that replaces the first one. */
export const CREDIT_TYPES = ['381', '384'] as const
/** Type of the document that corrects an invoice. */
type CreditType = (typeof CREDIT_TYPES)[number]

/** A line to be credited: wholly, in part of its quantity, or by an amount without VAT. */
export interface CreditLine {
  /** Number of the line in the invoice (BT-126). */
  id: string
  quantity?: string
  amount?: string
}

/** The order of one credit note. */
export interface CreditInput {
  /** Its own number (BT-1). */
  number: string
  /** Its own date (BT-2). */
  issueDate: string
  typeCode: CreditType
  /** Why, for the page and the notes (BT-22). */
  reason?: string
  /** What is credited; everything that is left when absent. With 384: what differs. */
  lines?: readonly CreditLine[]
}
