/** Wire shapes of POST /facturx/credit-note. */
import { type Static, Type } from 'typebox'
import { CREDIT_TYPES } from '../facturx/credit/credit-input.ts'
import { LINES_MAX } from '../facturx/model/invoice.ts'
import { decimal } from '../facturx/model/invoice-values.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { FACTURX_FORM, PAGE_FORM } from './facturx-schemas.ts'

/** What the answer may be: the finished file, or the credit note as JSON with the report on it. */
export const CREDIT_FORMATS = ['pdf', 'json'] as const
/** What the answer is. */
export type CreditFormat = (typeof CREDIT_FORMATS)[number]

/** The part `lines`: which lines are credited, and how much of each. */
export const CreditLinesSchema = Type.Array(
  Type.Object(
    {
      id: Type.String({ minLength: 1, description: 'Number of the line in the invoice (BT-126)' }),
      quantity: Type.Optional(
        decimal('Quantity to credit; for a corrected invoice: the correct quantity, 0 for none'),
      ),
      amount: Type.Optional(
        decimal('Or an amount without VAT; for a corrected invoice: the correct amount'),
      ),
    },
    {
      title: 'CreditLine',
      additionalProperties: false,
      description: 'A line; the whole line if neither quantity nor amount is given',
    },
  ),
  { minItems: 1, maxItems: LINES_MAX },
)
/** The part `lines`, read. */
export type CreditLines = Static<typeof CreditLinesSchema>

const INVOICE_FILES = 'application/pdf, application/xml'

/** Form of POST /facturx/credit-note. */
export const CREDIT_FORM = {
  file: {
    kind: 'file',
    required: true,
    description: 'the invoice: a Factur-X or ZUGFeRD PDF, or CII XML',
    mediaType: INVOICE_FILES,
  },
  credit_notes: {
    kind: 'file',
    repeatable: true,
    description: 'earlier credit notes of the invoice; only the remainder is credited',
    mediaType: INVOICE_FILES,
  },
  number: { kind: 'text', required: true, description: 'number of the credit note' },
  issue_date: { kind: 'text', required: true, description: 'its date, YYYY-MM-DD' },
  type_code: {
    kind: 'text',
    description: `${CREDIT_TYPES.join(' or ')}: credit note (default) or corrected invoice`,
  },
  reason: { kind: 'text', description: 'why, as a note on the page and in the XML' },
  lines: {
    kind: 'text-or-file',
    description:
      'the lines to credit as JSON, such as [{"id": "2", "quantity": "1"}]; default: everything that remains',
    mediaType: 'application/json',
    holds: CreditLinesSchema,
  },
  format: {
    kind: 'text',
    description: `${CREDIT_FORMATS.join(' or ')}: the file (default), or the credit note as invoice JSON with its report`,
  },
  rules: FACTURX_FORM.rules,
  ...PAGE_FORM,
} as const satisfies FormSpec
