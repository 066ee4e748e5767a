/** What the sums of an invoice would be if it left them out: the amount to give where an official rule finds another. */
import Big from 'big.js'
import { membersOf } from '../../kernel/type-guards.ts'
import { withPlainDecimals } from '../cii/xml-decimals.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { vatKey } from '../model/line-amounts.ts'
import { completeNormal } from './complete.ts'
import { readInvoice } from './read-json.ts'

/** The invoice without the amounts that follow from others. */
function withoutSums({ totals, vatBreakdown, lines, ...rest }: CheckedInvoice): CheckedInvoice {
  const isWithLines = (lines ?? []).length > 0
  const { lines: ofLines, withoutVat, prepaid, rounding, vatInTaxCurrency } = totals ?? {}
  const kept = { prepaid, rounding, vatInTaxCurrency }
  return {
    ...rest,
    lines: (lines ?? []).map(({ netAmount, ...line }) =>
      line.kind === 'GROUP' ? line : { ...line, ...(netAmount === undefined ? {} : { netAmount }) },
    ),
    vatBreakdown: (vatBreakdown ?? []).map(({ base, amount: _, ...row }) =>
      isWithLines || base === undefined ? row : { ...row, base },
    ),
    totals: isWithLines
      ? kept
      : { ...kept, ...(ofLines === undefined ? { withoutVat } : { lines: ofLines }) },
  } as CheckedInvoice
}

/** The value at a pointer. */
export const valueAt = (invoice: object, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => membersOf(value)[name], invoice)

/** Amounts by their pointers into an invoice; undefined where nothing can be computed. */
export function expectedAmounts(invoice: CheckedInvoice): (pointer: string) => Big | undefined {
  const { invoice: given, findings } = readInvoice(withPlainDecimals(withoutSums(invoice)))
  if (findings.length > 0) return () => undefined
  const { invoice: complete } = completeNormal(given)
  return (pointer) => {
    const [, at] = /^\/vatBreakdown\/(\d+)\//.exec(pointer) ?? []
    const key = at === undefined ? undefined : vatKey(given.vatBreakdown?.[Number(at)])
    const row = complete.vatBreakdown.findIndex((each) => vatKey(each) === key)
    const place = at === undefined ? pointer : pointer.replace(`/${at}/`, `/${row}/`)
    const value = valueAt(complete, place)
    return typeof value === 'string' ? new Big(value) : undefined
  }
}
