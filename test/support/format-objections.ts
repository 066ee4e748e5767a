/** An invoice in a format, and what the makers' own processors say against it. */
import fc from 'fast-check'
import { type CheckedDocument, checkInvoice } from '../../src/facturx/check-invoice.ts'
import {
  FORMAT_FACTS,
  INVOICE_FORMATS,
  type InvoiceFormat,
} from '../../src/facturx/model/guidelines.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { anyInvoice } from '../unit/facturx/arbitrary-invoice.ts'
import type { Judges, SheetFinding } from './judges.ts'

/** Formats that are XML alone. */
export const XML_FORMATS = INVOICE_FORMATS.filter((format) => format !== 'facturx')

/** An invoice as a format asks for it; or as a credit note. */
export function inFormat(
  invoice: object,
  format: InvoiceFormat,
  isCredit = false,
): CheckedDocument {
  const { process, profile = 'en16931' } = FORMAT_FACTS[format]
  const own: JsonObject = {
    ...(invoice as JsonObject),
    profile,
    businessProcess: process === undefined ? 'M1' : null,
    references: { buyer: '04011000-1234512345-06' },
  }
  const precedingInvoices = [{ number: 'F1', issueDate: '2026-01-31' }]
  return checkInvoice(isCredit ? { ...own, typeCode: '381', precedingInvoices } : own, { format })
}

/** Random invoices that a format takes. */
export const soundInvoices = (format: InvoiceFormat, count: number, seed: number): object[] =>
  fc.sample(
    anyInvoice.filter((invoice) => inFormat(invoice, format).errors.length === 0),
    { numRuns: count, seed },
  )

const errorsIn = (findings: readonly SheetFinding[] = []): string[] =>
  findings.flatMap(({ id, flag }) => (flag === 'warning' || flag === 'information' ? [] : id))

/** What our rules, the schema and every sheet of a format have against an invoice; nothing when it is sound. */
export async function formatObjections(
  judges: Judges,
  invoice: object,
  format: InvoiceFormat,
  isCredit: boolean,
): Promise<string[]> {
  const { xml, errors } = inFormat(invoice, format, isCredit)
  if (errors.length > 0) return errors.map(({ code }) => `ours ${code}`)
  const isFrench = FORMAT_FACTS[format].process === undefined
  const layers = ['cen', 'xsd', ...(isFrench ? (['fr'] as const) : [])] as const
  const verdict = await judges.judge(Buffer.from(xml), layers)
  const { xsd = ['no schema was run'], cen, fr, xrechnung, peppol, ctc } = verdict
  const own = { xrechnung, peppol, extended: ctc, cii: cen, ubl: cen }
  if (own[format.split('-')[0] as keyof typeof own] === undefined)
    return [`no sheet of ${format} was run`]
  return [...xsd, ...[cen, fr, xrechnung, peppol, ctc].flatMap(errorsIn)]
}
