/** The lines of a corrected invoice (384): all of the invoice's, those that differ with their right quantity or amount. */
import Big from 'big.js'
import type { Finding } from '../../kernel/coded-error.ts'
import { throwIfInvalid } from '../facturx-error.ts'
import { cents, ZERO } from '../model/amounts.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import {
  type CreditWords,
  creditedAdjustments,
  lineOfAmount,
  lineOfQuantity,
  netOf,
} from './credit-amounts.ts'
import type { CreditInput, CreditLine } from './credit-input.ts'
import { noSuchLine } from './credit-lines.ts'

/** A line as it should have been; undefined when it should not have been there. */
function corrected(
  line: CheckedLine,
  wanted: CreditLine | undefined,
  words: CreditWords,
): CheckedLine | undefined {
  const all = new Big(line.quantity ?? 1)
  if (wanted?.amount !== undefined) {
    const amount = new Big(wanted.amount)
    return amount.eq(ZERO) ? undefined : lineOfAmount(line, amount)
  }
  const quantity = wanted?.quantity === undefined ? all : new Big(wanted.quantity)
  if (quantity.eq(ZERO) && !all.eq(ZERO)) return undefined
  const net = quantity.eq(all) ? netOf(line) : netOf(line).times(quantity).div(all)
  return lineOfQuantity(line, quantity, cents(net), words)
}

/** @throws validation_failed for a line that the invoice does not have */
export function correctedLines(
  invoice: CheckedInvoice,
  { lines: wanted = [] }: CreditInput,
  words: CreditWords,
): Pick<CheckedInvoice, 'lines' | 'allowances' | 'charges'> {
  const all = invoice.lines ?? []
  const findings = wanted.flatMap(({ id }, index): Finding[] =>
    all.some((line) => line.id === id) ? [] : [noSuchLine(id, all, `/lines/${index}`)],
  )
  throwIfInvalid(findings)
  const lines = all.flatMap((line): CheckedLine[] => {
    const { netAmount: _net, ...group } = line
    if (line.kind === 'GROUP') return [group]
    if (line.kind === 'INFORMATION') return [line]
    const right = corrected(
      line,
      wanted.find(({ id }) => id === line.id),
      words,
    )
    return right === undefined ? [] : [right]
  })
  return {
    lines,
    allowances: creditedAdjustments(invoice.allowances ?? [], [], undefined),
    charges: creditedAdjustments(invoice.charges ?? [], [], undefined),
  }
}
