/**
 * The invoice JSON: the semantic model of EN 16931 with plain names, a few French short forms and the parts of
 * Factur-X EXTENDED that are used in practice. BT and BG are the standard's numbers. Every field may be absent here;
 * the rules determine, by id, which ones are needed.
 */
import { type Static, Type } from 'typebox'
import {
  AdjustmentSchema,
  LineSchema,
  NoteSchema,
  PeriodSchema,
  PrecedingInvoiceSchema,
  VatBreakdownSchema,
} from './invoice-lines.ts'
import { AddressSchema, PartySchema } from './invoice-parties.ts'
import { PaymentSchema } from './invoice-payment.ts'
import { code, decimal, group, identifier, isoDate, text } from './invoice-values.ts'

/** Factur-X profiles, each a superset of the one before. */
export const PROFILES = ['minimum', 'basic-wl', 'basic', 'en16931', 'extended'] as const
/** Name of a Factur-X profile in our JSON and options. */
export type Profile = (typeof PROFILES)[number]

/** Sets of rules that a caller may ask for. */
export const RULE_SETS = ['en16931', 'fr', 'fr-public'] as const
/** Which rules apply: EN 16931 alone, with the French BR-FR-* on top, or also those of Chorus Pro for public buyers. */
export type RuleSet = (typeof RULE_SETS)[number]

/** Most lines; more are rejected, since neither the page nor recipients can handle them. */
export const LINES_MAX = 5000

/** Place, recipient and date of delivery of the goods or services (BG-13). */
const DeliverySchema = group(
  {
    name: text('Name of the place or party (BT-70)'),
    locationId: identifier('Identifier of the place, scheme ISO 6523 (BT-71)'),
    date: isoDate('Day of delivery (BT-72)'),
    address: AddressSchema,
  },
  'Delivery (BG-13)',
  'InvoiceDelivery',
)

/** Totals of the document (BG-22); given ones are checked, absent ones computed. */
const TotalsSchema = group(
  {
    lines: decimal('Sum of the line amounts (BT-106)'),
    allowances: decimal('Sum of the document allowances (BT-107)'),
    charges: decimal('Sum of the document charges (BT-108)'),
    withoutVat: decimal('Total without VAT (BT-109)'),
    vat: decimal('Total VAT (BT-110)'),
    vatInTaxCurrency: decimal('Total VAT in the tax currency (BT-111)'),
    withVat: decimal('Total with VAT (BT-112)'),
    prepaid: decimal('Already paid; 0 when absent (BT-113)'),
    rounding: decimal('Rounding of the amount due (BT-114)'),
    due: decimal('Amount due (BT-115)'),
  },
  'Totals (BG-22); computed when absent, checked when given. MINIMUM and BASIC WL have no lines: ' +
    'give withoutVat and the VAT breakdown or total there',
  'InvoiceTotals',
)
/** Totals of the document (BG-22). */
export type Totals = Static<typeof TotalsSchema>

/** Numbers of orders, contracts and other documents that the invoice refers to. */
const ReferencesSchema = group(
  {
    buyer: text('Buyer reference, e.g. French "code service" (BT-10)'),
    project: text('Project (BT-11)'),
    projectName: text('Name of the project; the identifier when absent (EN 16931 and above)'),
    contract: text('Contract (BT-12)'),
    purchaseOrder: text('Purchase order (BT-13)'),
    salesOrder: text('Sales order (BT-14)'),
    receivingAdvice: text('Receiving advice (BT-15)'),
    despatchAdvice: text('Despatch advice (BT-16)'),
    tender: text('Tender or lot (BT-17)'),
    object: identifier('Invoiced object, scheme UNTDID 1153 (BT-18)'),
    accounting: text("The buyer's accounting reference (BT-19)"),
  },
  'References to other documents',
  'InvoiceReferences',
)
/** Numbers of documents that the invoice refers to. */
export type References = Static<typeof ReferencesSchema>

/** A supporting document (BG-24): its address, or a file to embed into the PDF. */
const AttachmentSchema = group(
  {
    id: text('Reference of the document (BT-122)'),
    description: text('What it is; in France a code such as LISIBLE, BORDEREAU_SUIVI (BT-123)'),
    url: text('Where it lies (BT-124)'),
    content: Type.String({ description: 'The file in base64 (BT-125)', contentEncoding: 'base64' }),
    mimeType: text('Media type of content (BT-125)'),
    filename: text('File name of content (BT-125)'),
  },
  'Supporting document (BG-24)',
  'InvoiceAttachment',
)
/** A supporting document (BG-24). */
export type Attachment = Static<typeof AttachmentSchema>

const OtherPartiesSchema = group(
  {
    invoicer: PartySchema,
    invoicee: PartySchema,
    payer: PartySchema,
    sellerAgent: PartySchema,
    buyerAgent: PartySchema,
  },
  'Invoicer, invoicee, payer or agent of another party (EXTENDED)',
  'OtherParties',
)

/** The invoice as callers send it; the JSON Schema at /facturx/invoice.schema.json is generated from it. */
export const InvoiceSchema = group(
  {
    profile: Type.Enum(PROFILES, {
      title: 'FacturxProfile',
      description: 'Factur-X profile; en16931 when absent (BT-24)',
    }),
    rules: Type.Enum(RULE_SETS, {
      title: 'FacturxRules',
      description:
        'Rules to apply; default: fr if the seller is in France, else en16931; fr-public adds those of Chorus Pro',
    }),
    businessProcess: text(
      'Process; in France S1 services, B1 goods, M1 mixed, S2/B2/M2 already paid … (BT-23)',
    ),
    number: text('Invoice number (BT-1)'),
    issueDate: isoDate('Issue date (BT-2)'),
    typeCode: code(
      'Type, UNTDID 1001: 380 invoice (when absent), 381 credit note, 384 corrected, ' +
        '386 prepayment, 389 self-billed … (BT-3)',
    ),
    currency: code('ISO 4217 currency; EUR when absent (BT-5)'),
    taxCurrency: code('Currency of VAT accounting, if another (BT-6)'),
    exchangeRate: decimal(
      'Exchange rate: amount of taxCurrency for one unit of currency; used to compute vatInTaxCurrency when absent',
    ),
    taxPointDate: isoDate('Date on which VAT falls due (BT-7)'),
    taxPointDateCode: code(
      'What makes VAT fall due: 5 invoice date (French "option sur les débits"), 29 delivery, ' +
        '72 payment (BT-8)',
    ),
    transactionType: text(
      'French kind of transaction: B2B, B2BINT, B2C, OUTOFSCOPE, ARCHIVEONLY: note BAR (BT-22)',
    ),
    notes: Type.Array(NoteSchema, { description: 'Notes (BG-1)' }),
    references: ReferencesSchema,
    precedingInvoices: Type.Array(PrecedingInvoiceSchema, {
      description: 'Earlier invoices; a credit note names the one it corrects (BG-3)',
    }),
    seller: PartySchema,
    buyer: PartySchema,
    payee: PartySchema,
    taxRepresentative: PartySchema,
    otherParties: OtherPartiesSchema,
    delivery: DeliverySchema,
    period: PeriodSchema,
    payment: PaymentSchema,
    lines: Type.Array(LineSchema, { maxItems: LINES_MAX, description: 'Lines (BG-25)' }),
    allowances: Type.Array(AdjustmentSchema, { description: 'Document allowances (BG-20)' }),
    charges: Type.Array(AdjustmentSchema, { description: 'Document charges (BG-21)' }),
    vatBreakdown: Type.Array(VatBreakdownSchema, {
      description: 'VAT by category and rate (BG-23)',
    }),
    totals: TotalsSchema,
    attachments: Type.Array(AttachmentSchema, { description: 'Supporting documents (BG-24)' }),
  },
  'An invoice or credit note (EN 16931)',
  'Invoice',
)

/** An invoice as callers write it: anything may be absent, amounts are text or numbers. */
export type Invoice = Static<typeof InvoiceSchema>
