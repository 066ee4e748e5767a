/** The lines of the invoice JSON, and the allowances, charges and VAT data they share with the document. */
import { type Static, Type } from 'typebox'
import { AddressSchema } from './invoice-parties.ts'
import { code, decimal, group, identifier, isoDate, text } from './invoice-values.ts'

/** UNTDID 5305 codes of the VAT categories that invoices may use (BT-95, BT-102, BT-118, BT-151). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B'] as const

/** UNTDID 5305 code of a VAT category. */
export type VatCategory = (typeof VAT_CATEGORIES)[number]

const vatProperties = {
  category: code(
    'VAT category, UNTDID 5305: S standard and reduced, Z zero, E exempt, AE reverse charge, ' +
      'K intra-community, G export, O out of scope, L IGIC, M IPSI (BT-95, 102, 118, 151)',
  ),
  rate: decimal('VAT rate in percent; 0 when absent for Z, E, AE, K, G (BT-96, 103, 119, 152)'),
  exemptionReason: text('Why no VAT, in words (BT-120)'),
  exemptionCode: code('Why no VAT, VATEX code (BT-121)'),
}

/** VAT of a line, allowance or charge: category, rate and exemption. */
const VatSchema = group(
  vatProperties,
  'VAT of a line, allowance or charge; the exemption is carried to the VAT breakdown',
  'Vat',
)
/** VAT of a line, allowance or charge. */
export type Vat = Static<typeof VatSchema>

/** A row of the VAT breakdown (BG-23): what is taxed in one category at one rate. */
export const VatBreakdownSchema = group(
  {
    ...vatProperties,
    base: decimal('Taxable amount; computed when absent (BT-116)'),
    amount: decimal('VAT amount; computed when absent (BT-117)'),
  },
  'One VAT category and rate (BG-23)',
  'VatBreakdown',
)
/** A row of the VAT breakdown (BG-23). */
export type VatBreakdown = Static<typeof VatBreakdownSchema>

const adjustmentProperties = {
  amount: decimal(
    'Amount without VAT; computed from base × percent when absent (BT-92, 99, 136, 141)',
  ),
  base: decimal(
    'What the percentage applies to (BT-93, 100, 137, 142). With percent and without base: ' +
      'the line before its allowances and charges; on the document, the lines of the same VAT',
  ),
  percent: decimal('Percentage (BT-94, 101, 138, 143)'),
  reason: text('Reason in words (BT-97, 104, 139, 144)'),
  reasonCode: code('Reason, UNTDID 5189 (allowance) or 7161 (charge) (BT-98, 105, 140, 145)'),
}

/** Allowance (BG-27) or charge (BG-28) of a line, without VAT of its own. */
const LineAdjustmentSchema = group(
  adjustmentProperties,
  'Allowance (BG-27) or charge (BG-28) of a line',
  'LineAdjustment',
)
/** Allowance or charge of a line (BG-27, BG-28). */
export type LineAdjustment = Static<typeof LineAdjustmentSchema>

/** Allowance (BG-20) or charge (BG-21) of the document, with its VAT. */
export const AdjustmentSchema = group(
  {
    ...adjustmentProperties,
    vat: VatSchema,
  },
  'Allowance (BG-20) or charge (BG-21) of the document; vat may be absent when all lines share one',
  'DocumentAdjustment',
)
/** Allowance or charge of the document (BG-20, BG-21). */
export type Adjustment = Static<typeof AdjustmentSchema>

/** Invoicing period of the document (BG-14) or of a line (BG-26), both days included. */
export const PeriodSchema = group(
  { start: isoDate('First day (BT-73, 134)'), end: isoDate('Last day (BT-74, 135)') },
  'Invoicing period (BG-14, 26)',
  'Period',
)
/** Invoicing period (BG-14, BG-26). */
export type Period = Static<typeof PeriodSchema>

/** An invoice that this one corrects or follows (BG-3). */
export const PrecedingInvoiceSchema = group(
  {
    number: text('Number (BT-25)'),
    issueDate: isoDate('Issue date (BT-26)'),
    typeCode: code('Type, UNTDID 1001 (EXTENDED)'),
  },
  'An earlier invoice (BG-3)',
  'PrecedingInvoice',
)
/** An invoice that this one corrects or follows (BG-3). */
export type PrecedingInvoice = Static<typeof PrecedingInvoiceSchema>

/** A note on the invoice with its subject (BG-1). */
export const NoteSchema = group(
  {
    subjectCode: code('Subject, UNTDID 4451: PMD, PMT, AAB, BAR, REG, AAI … (BT-21)'),
    text: text('The note (BT-22)'),
  },
  'Note (BG-1)',
  'InvoiceNote',
)
/** A note on the invoice (BG-1). */
export type Note = Static<typeof NoteSchema>

const ClassificationSchema = group(
  {
    code: text('Class (BT-158)'),
    scheme: code('Code list, UNTDID 7143, e.g. STI for CPV'),
    version: text('Version of the list'),
    name: text('Name of the class (EXTENDED)'),
  },
  'Classification of the item (BT-158)',
  'ItemClassification',
)

/** Where and when a line was delivered; EXTENDED only. */
const LineDeliverySchema = group(
  {
    name: text('Delivered to (EXTENDED)'),
    locationId: identifier('Place of delivery (EXTENDED)'),
    address: AddressSchema,
    date: isoDate('Day of delivery (EXTENDED)'),
  },
  'Delivery of this line (EXTENDED)',
  'LineDelivery',
)

/** A line of the invoice (BG-25) with item, price, VAT, allowances and charges. */
export const LineSchema = group(
  {
    id: text('Line number; 1, 2, 3 … when absent (BT-126)'),
    note: text('Note (BT-127)'),
    name: text('Name of the item (BT-153)'),
    description: text('Description of the item (BT-154)'),
    quantity: decimal('Invoiced quantity; 1 when absent (BT-129)'),
    unit: code('Unit, UN/ECE Recommendation 20/21; C62 (one) when absent (BT-130)'),
    netPrice: decimal(
      'Unit price without VAT, after discount; when absent grossPrice − discount, or netAmount if ' +
        'the line has no quantity either (BT-146)',
    ),
    discount: decimal('Discount on the unit price, without VAT (BT-147)'),
    grossPrice: decimal('Unit price without VAT, before discount (BT-148)'),
    baseQuantity: decimal('How many units the price is for; 1 when absent (BT-149)'),
    baseQuantityUnit: code('Unit of baseQuantity; the unit of the line when absent (BT-150)'),
    netAmount: decimal(
      'Amount of the line without VAT; quantity × netPrice ÷ baseQuantity − allowances + charges ' +
        'when absent (BT-131)',
    ),
    vat: VatSchema,
    allowances: Type.Array(LineAdjustmentSchema, { description: 'Allowances of the line (BG-27)' }),
    charges: Type.Array(LineAdjustmentSchema, { description: 'Charges of the line (BG-28)' }),
    period: PeriodSchema,
    sellerItemId: text("The seller's reference (BT-155)"),
    buyerItemId: text("The buyer's reference (BT-156)"),
    standardItemId: identifier('Standard number; scheme ISO 6523, 0160 = GTIN (BT-157)'),
    classifications: Type.Array(ClassificationSchema),
    originCountry: code('Country of origin, ISO 3166-1 alpha-2 (BT-159)'),
    attributes: Type.Array(
      group(
        { name: text('Name (BT-160)'), value: text('Value (BT-161)') },
        'Property of the item (BG-32)',
        'ItemAttribute',
      ),
    ),
    objectId: identifier('Invoiced object, scheme UNTDID 1153 (BT-128)'),
    purchaseOrderLine: text('Line of the purchase order (BT-132)'),
    accountingReference: text("The buyer's accounting reference (BT-133)"),
    parentId: text('Line this one belongs to (EXTENDED, BT-X-304)'),
    kind: Type.Enum(['DETAIL', 'GROUP', 'INFORMATION'], {
      description: 'Only DETAIL lines are summed (EXTENDED, BT-X-8)',
    }),
    delivery: LineDeliverySchema,
    precedingInvoice: PrecedingInvoiceSchema,
  },
  'Line (BG-25)',
  'InvoiceLine',
)
/** A line of the invoice (BG-25). */
export type Line = Static<typeof LineSchema>
