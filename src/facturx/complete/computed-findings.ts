/**
 * Findings about amounts and VAT rows that were computed: the mistake is in what they were computed from, and that is
 * where the caller can mend it.
 */
import { type Finding, reworded } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'
import type { CompleteInvoice, Normalised } from '../model/complete-invoice.ts'
import type { Vat } from '../model/invoice-lines.ts'
import { vatKey } from '../model/line-amounts.ts'
import { valueAt } from './expected-amounts.ts'
import type { NormalInvoice } from './read-json.ts'

/** Amounts of a line that are computed when they are absent. */
const OF_LINE = /^(\/lines\/\d+)\/(?:netAmount|(?:allowances|charges)\/\d+\/amount)$/
const ROW = /^\/vatBreakdown\/(\d+)\/(category|rate|base|amount)$/

/** Whether an amount was computed from a member of its line that could not be read. */
export function isComputedFrom(pointer: string, unread: ReadonlySet<string>): boolean {
  const line = OF_LINE.exec(pointer)?.[1]
  return line !== undefined && [...unread].some((each) => each.startsWith(`${line}/`))
}

/** Rules on the form of a value, which the sheets also find broken where there is none. */
const OF_FORM = /^BR-(?:27|28|DEC-\d+)$/
const MISSING_PRICE = new Set(['BR-26', 'BR-FXEXT-BR-26'])
const ADJUSTMENT = /^(\/lines\/(\d+))?\/(allowances|charges)\/(\d+)\/amount$/

/** Why a percentage without base is a part of nothing. */
function nothingToTake(vat: Normalised<Vat> | undefined, isOfLine: boolean) {
  const { category, rate } = vat ?? {}
  const why = isOfLine ? 'line' : category === undefined ? 'none' : 'vat'
  return { why, vat: rate === undefined ? (category ?? '') : `${category} ${rate} %` }
}

/** The missing amount of an allowance or charge that is a percentage of nothing says so. */
function ofNothing<F extends Finding>(finding: F, given: NormalInvoice): F {
  const [, ofLine, line, list, at] = ADJUSTMENT.exec(finding.pointer ?? '') ?? []
  if (list !== 'allowances' && list !== 'charges') return finding
  const holder = ofLine === undefined ? given : given.lines?.[Number(line)]
  const adjustment = holder?.[list]?.[Number(at)]
  if (adjustment?.percent === undefined || adjustment.base !== undefined) return finding
  const vat = 'vat' in adjustment ? adjustment.vat : undefined
  const { percent } = adjustment
  const facts = { percent, ...nothingToTake(vat, ofLine !== undefined) }
  const why = say('invoiceWords.percentOfNothing', facts)
  return { ...finding, ...reworded(finding, (said, locale) => `${said} ${why[locale]}`) }
}

/**
 * Leaves out what only follows from another mistake. Amounts that are missing because what they are computed from is missing: the
 * price of a line is said, its amount is not; a percentage says what it is missing. What is missing has no form, and no day is
 * before an issue date that is missing.
 */
export function withoutEchoes<F extends Finding>(
  findings: readonly F[],
  given: NormalInvoice,
  invoice: CompleteInvoice,
): F[] {
  const priceless = new Set(
    findings
      .filter(({ code = '' }) => MISSING_PRICE.has(code))
      .map(({ pointer }) => pointer?.replace(/netPrice$/, 'netAmount')),
  )
  return findings
    .filter(({ pointer }) => !priceless.has(pointer))
    .filter(
      ({ code = '', pointer }) =>
        !OF_FORM.test(code) || valueAt(invoice, pointer ?? '') !== undefined,
    )
    .filter(({ code }) => code !== 'BR-FR-CO-07' || given.issueDate !== undefined)
    .map((finding) => ofNothing(finding, given))
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
