/**
 * An invoice that states every amount, as one read from a file of others: how its lines were calculated is
 * its issuer's concern. No official rule calculates a line; the totals, which they do calculate, must hold as always.
 */
import type { Finding } from '../../kernel/coded-error.ts'
import type { NormalInvoice } from './read-json.ts'

/** Rules of ours on the way to an amount, which are then only worth knowing, and the names of these warnings. */
const WARNED_AS: ReadonlyMap<string, string> = new Map([
  ['LINE-PRICE', 'LINE-PRICE'],
  ['ADJUSTMENT-AMOUNT', 'ADJUSTMENT-AMOUNT'],
  ['VAT-TAX-CURRENCY', 'VAT-TAX-CURRENCY'],
  // The exact form of the rule; the rule itself, which allows a difference, is checked beside it.
  ['BR-CO-17', 'VAT-AMOUNT'],
])
/** PARAPH-LINE warns of the same. */
const SAID_TWICE = 'LINE-AMOUNT'

/** Whether an invoice leaves no amount to be computed. */
function statesEveryAmount({ lines = [], totals, vatBreakdown = [] }: NormalInvoice): boolean {
  const { lines: sum, withoutVat, withVat, due } = totals ?? {}
  const given = [withoutVat, withVat, due, ...(lines.length > 0 ? [sum] : [])]
  return (
    given.every((amount) => amount !== undefined) &&
    vatBreakdown.length > 0 &&
    vatBreakdown.every(({ base, amount }) => base !== undefined && amount !== undefined) &&
    lines.every(({ netAmount, kind }) => netAmount !== undefined || kind === 'GROUP')
  )
}

const isOwn = ({ code = '' }: Finding): boolean => code === SAID_TWICE || WARNED_AS.has(code)

/**
 * The findings of an invoice's arithmetic, as far as they make it wrong, and those that are only worth knowing. Where a total
 * does not hold either, all of them say where the mistake may be.
 */
export function weighed(
  findings: readonly Finding[],
  given: NormalInvoice,
): { errors: Finding[]; warnings: Finding[] } {
  if (!findings.every(isOwn) || !statesEveryAmount(given))
    return { errors: [...findings], warnings: [] }
  const warnings = findings.flatMap((finding) => {
    const code = WARNED_AS.get(finding.code ?? '')
    return code === undefined ? [] : [{ ...finding, code }]
  })
  return { errors: [], warnings }
}
