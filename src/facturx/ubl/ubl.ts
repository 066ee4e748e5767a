/** Writes a complete invoice as UBL 2.1, Invoice or CreditNote, as EN 16931 maps its model to it (CEN/TS 16931-3-2). */
import type { Finding } from '../../kernel/coded-error.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { type InvoiceDocument, withOneContact, withOneContacts, writeCii } from '../cii/cii.ts'
import type { CompleteInvoice, CompleteLine } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { FormatFacts } from '../model/guidelines.ts'
import type { Party } from '../model/invoice-parties.ts'
import { isSummed } from '../model/line-amounts.ts'
import { ProfileFilter } from '../model/profiles.ts'
import { type Members, structureOf } from '../xml/structure.ts'
import { writeElement } from '../xml/write-structure.ts'
import STRUCTURE from './structure.json' with { type: 'json' }

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

/** The two documents of UBL; each has its own root, and a few elements that the other has not. */
export type UblDocument = 'Invoice' | 'CreditNote'

/** What is in the root element of each. */
export const UBL_ELEMENTS = {
  Invoice: structureOf(STRUCTURE, 'Invoice'),
  CreditNote: structureOf(STRUCTURE, 'CreditNote'),
}

/** UNTDID 1001: the types that EN 16931 has as a credit note (BR-CL-01). */
const CREDIT_NOTES = new Set('83 261 262 296 308 381 396 420 458 502 503 532'.split(' '))
const DEBITS = ['49', '59']

/** What makes VAT fall due: UNTDID 2475, as CII and our JSON have it, and UNTDID 2005, as UBL has it. */
export const TAX_POINT_CODES = { '5': '3', '29': '35', '72': '432' } as const

/** The scheme of the SEPA creditor identifier (BT-90), which is one of the payee's identifiers, or of the seller's. */
export const SEPA = 'SEPA'
/** Stands for an order number (BT-13), which UBL requires beside the number of a sales order (BT-14). */
export const NO_ORDER = 'NA'

const withCreditor = (party: Party, creditorId: string | undefined): Party =>
  creditorId === undefined
    ? party
    : { ...party, ids: [...(party.ids ?? []), { value: creditorId, scheme: SEPA }] }

/** A line of the same invoice above another, and its kind, are references to an invoice like any other (EXTENDED-CTC-FR). */
const billingOf = (
  { kind, parentId, precedingInvoice }: CompleteLine,
  number: string,
): Members[] => [
  ...((kind ?? parentId) === undefined ? [] : [{ number, kind, parentId }]),
  ...(precedingInvoice === undefined ? [] : [precedingInvoice]),
]

const lineMembers = (line: CompleteLine, number: string): Members => ({
  ...line,
  baseQuantityUnit: line.baseQuantity && (line.baseQuantityUnit ?? line.unit),
  discount: line.discount ?? (line.grossPrice && '0'),
  billing: billingOf(line, number),
})

/** The members as UBL has them. */
function writtenMembers(
  invoice: CompleteInvoice,
  { guideline, profile, hasOneNote = false }: FormatFacts,
): Members {
  const { payment, payee, references, taxPointDateCode: code = '' } = invoice
  const notes = invoice.notes.map(({ subjectCode, text = '' }) =>
    subjectCode === undefined ? text : `#${subjectCode}#${text}`,
  )
  const creditor = payment.creditorId
  const hasDebit = payment.means.some((each) => DEBITS.includes(each.code ?? ''))
  const codes: Readonly<Record<string, string>> = TAX_POINT_CODES
  return {
    ...invoice,
    guideline,
    notes: (hasOneNote && notes.length > 1 ? [notes.join('\n')] : notes).map((text) => ({ text })),
    taxPointDateCode: codes[code] ?? invoice.taxPointDateCode,
    references: omitUndefined<NonNullable<CompleteInvoice['references']>>({
      ...references,
      purchaseOrder: references?.purchaseOrder ?? (references?.salesOrder && NO_ORDER),
    }),
    ...withOneContacts(invoice),
    seller: withOneContact(withCreditor(invoice.seller, payee ? undefined : creditor)),
    payee: payee && withOneContact(withCreditor(payee, creditor)),
    payment: {
      ...payment,
      means: payment.means.map((each) => ({
        ...each,
        iban: each.iban ?? each.accountId,
        isDebit: !hasDebit || DEBITS.includes(each.code ?? '') || undefined,
      })),
    },
    lines: invoice.lines
      .filter((line) => profile === 'extended' || isSummed(line))
      .map((line) => lineMembers(line, invoice.number ?? '')),
  }
}

/** What stands beside a means of payment in UBL, and needs one. */
function meansNeeds({ payment }: CompleteInvoice, document: UblDocument): Finding[] {
  if (payment.means.length > 0) return []
  const beside = ['remittanceInformation', 'mandateId'] as const
  const names = document === 'CreditNote' ? [...beside, 'dueDate' as const] : beside
  return names.some((name) => payment[name] !== undefined)
    ? [fault('FORMAT-NEEDS', '/payment/means', 'needsMeans')]
    : []
}

/** @returns which document of UBL an invoice is */
const ublDocumentOf = ({ typeCode }: Pick<CompleteInvoice, 'typeCode'>): UblDocument =>
  CREDIT_NOTES.has(typeCode) ? 'CreditNote' : 'Invoice'

/** What EN 16931 has no place for, and EXTENDED-CTC-FR has in UBL too. */
const EXTENDED =
  /^\/(lines\/\d+(\/(parentId|kind|delivery|precedingInvoice|classifications\/\d+\/name))?|precedingInvoices\/\d+\/typeCode|otherParties\/(?!payer)\w+|payee\/(electronicAddress|address\/\w+|vatId|contact))$/

/** What UBL has no place for: what CII of EN 16931 has none for, but for some of EXTENDED-CTC-FR. */
function droppedOf(invoice: CompleteInvoice, { profile }: FormatFacts): Finding[] {
  const { dropped } = writeCii({ ...invoice, profile: 'en16931' })
  if (profile !== 'extended') return dropped
  return dropped.flatMap(({ pointer = '' }) =>
    EXTENDED.test(pointer) ? [] : [fault('FORMAT-DROPS', pointer, 'noPlaceInUbl')],
  )
}

/** @returns the invoice as UBL, and what it has no place for */
export function writeUbl(invoice: CompleteInvoice, format: FormatFacts): InvoiceDocument {
  const document = ublDocumentOf(invoice)
  const root = writtenMembers(invoice, format)
  const filter = new ProfileFilter(invoice.profile)
  const writing = { root, filter, currency: invoice.currency }
  const body = UBL_ELEMENTS[document].map((node) => writeElement(node, root, '', writing)).join('')
  const declared = `xmlns="${UBL}:${document}-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2"`
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>\n<${document} ${declared}>${body}</${document}>\n`,
    dropped: [...droppedOf(invoice, format), ...meansNeeds(invoice, document)],
  }
}
