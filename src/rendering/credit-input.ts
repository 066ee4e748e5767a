/** The request of one credit note. */
import { dateExists } from '../facturx/complete/read-json.ts'
import { CREDIT_TYPES, type CreditLine } from '../facturx/credit/credit-input.ts'
import { type Form, jsonObject, textPart } from '../http/form.ts'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { invalid } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import { CREDIT_FORMATS, type CreditLines, CreditLinesSchema } from './credit-schemas.ts'
import { choice, invoiceOptionsOf } from './facturx-input.ts'
import { optionsOf, templateOrShipped, wrong } from './input-parts.ts'

/** One credit note to make. */
export type CreditRequest = ReturnType<typeof creditRequestOf>

const checkLines = newChecker().compile<{ lines: CreditLines }>({
  type: 'object',
  properties: { lines: CreditLinesSchema },
  additionalProperties: false,
})

/** @throws json_invalid, data_invalid, validation_failed */
function linesOf(form: Form): readonly CreditLine[] | undefined {
  const text = textPart(form, 'lines')
  if (text === undefined) return undefined
  const value: unknown = jsonObject(`{"lines":${text}}`, 'lines')
  if (!checkLines(value)) {
    const errors = findingsOf(checkLines.errors)
    throw invalid(errors)
  }
  return value.lines.map(({ id, quantity, amount }, index) => {
    if (quantity !== undefined && amount !== undefined)
      throw wrong(`/lines/${index}/amount`, say('rendering.quantityOrAmount'))
    return {
      id,
      ...(quantity !== undefined && { quantity: String(quantity) }),
      ...(amount !== undefined && { amount: String(amount) }),
    }
  })
}

/**
 * The order in a form.
 * @throws validation_failed, json_invalid, data_invalid
 */
export function creditRequestOf(form: Form) {
  const [file] = form.files.get('file') ?? []
  if (file === undefined) throw wrong('/file', say('rendering.creditFile'))
  const issueDate = (form.texts.get('issue_date') ?? '').trim()
  if (!dateExists(issueDate)) throw wrong('/issue_date', say('rendering.issueDate'))
  const number = (form.texts.get('number') ?? '').trim()
  if (number === '') throw wrong('/number', say('rendering.number'))
  const reason = form.texts.get('reason')?.trim()
  const lines = linesOf(form)
  return {
    file: file.bytes,
    /** Those that the invoice already has. */
    earlier: (form.files.get('credit_notes') ?? []).map(({ bytes }) => bytes),
    credit: {
      number,
      issueDate,
      typeCode: choice('type_code', CREDIT_TYPES, form.texts.get('type_code')) ?? '381',
      ...(reason && { reason }),
      ...(lines && { lines }),
    },
    format: choice('format', CREDIT_FORMATS, form.texts.get('format')) ?? 'pdf',
    invoiceOptions: invoiceOptionsOf(undefined, form.texts.get('rules')),
    template: templateOrShipped(form),
    page: { filename: form.texts.get('output_filename'), options: optionsOf(form) },
  }
}
