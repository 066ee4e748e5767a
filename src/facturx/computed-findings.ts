/**
 * Findings about amounts and VAT rows that were computed: the mistake is in what they were computed from, and that is
 * where the caller can mend it.
 */
import type { Finding } from '../kernel/errors.ts'
import type { CompleteInvoice } from './complete-invoice.ts'
import { vatKey } from './line-amounts.ts'
import type { NormalInvoice } from './read-json.ts'

/** Amounts of a line that are computed when they are absent. */
const OF_LINE = /^(\/lines\/\d+)\/(?:netAmount|(?:allowances|charges)\/\d+\/amount)$/
const ROW = /^\/vatBreakdown\/(\d+)\/(category|rate|base|amount)$/

/** Whether an amount was computed from a member of its line that could not be read. */
export function isComputedFrom(pointer: string, unread: ReadonlySet<string>): boolean {
  const line = OF_LINE.exec(pointer)?.[1]
  return line !== undefined && [...unread].some((each) => each.startsWith(`${line}/`))
}

/** The VAT of the first line, allowance or charge in a row. */
function sourceOf(row: number, invoice: CompleteInvoice): string | undefined {
  const key = vatKey(invoice.vatBreakdown[row])
  for (const list of ['lines', 'allowances', 'charges'] as const) {
    const at = key === undefined ? -1 : invoice[list].findIndex(({ vat }) => vatKey(vat) === key)
    if (at >= 0) return `/${list}/${at}/vat`
  }
  return undefined
}

/**
 * Of a computed VAT row, category and rate are said at the line that has them, once; amounts are wrong only when
 * something else is. A breakdown that was given is left as it is.
 */
export function withoutComputed(
  findings: readonly Finding[],
  given: NormalInvoice,
  invoice: CompleteInvoice,
): readonly Finding[] {
  const isOfRow = ({ pointer = '' }: Finding): boolean => ROW.test(pointer)
  if ((given.vatBreakdown ?? []).length > 0 || !findings.some(isOfRow)) return findings
  const others = findings.filter((finding) => !isOfRow(finding))
  const known = new Set(others.map(({ pointer }) => pointer))
  const moved = findings.filter(isOfRow).flatMap((finding): Finding[] => {
    const [, row, member] = ROW.exec(finding.pointer ?? '') ?? []
    if (member === 'base' || member === 'amount') return others.length > 0 ? [] : [finding]
    const source = sourceOf(Number(row), invoice)
    if (source === undefined) return [finding]
    const pointer = `${source}/${member}`
    return known.has(pointer) ? [] : [{ ...finding, pointer }]
  })
  return [...others, ...moved]
}
