/** Sub-totals among the lines (EXTENDED): the amount of a GROUP line is the sum of the lines below it. */
import type Big from 'big.js'
import { say } from '../../translations/texts.ts'
import { sum, toBig, ZERO } from '../model/amounts.ts'
import type { Arithmetic } from '../model/arithmetic.ts'
import type { CompleteLine } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import { shown } from '../model/invoice-values.ts'

/** A line below another counts unless it states otherwise (BR-FXEXT-06 requires it to be stated). */
const withKind = (line: CompleteLine): CompleteLine =>
  line.parentId !== undefined && line.kind === undefined ? { ...line, kind: 'DETAIL' } : line

class Groups {
  private readonly children = new Map<string, CompleteLine[]>()
  private readonly open = new Set<string>()

  constructor(lines: readonly CompleteLine[]) {
    for (const line of lines) {
      if (line.parentId === undefined || line.kind === 'INFORMATION') continue
      const siblings = this.children.get(line.parentId)
      if (siblings === undefined) this.children.set(line.parentId, [line])
      else siblings.push(line)
    }
  }

  /** Sum of the lines below; a group that contains itself counts once, as zero. */
  worth(id: string): Big {
    if (this.open.has(id)) return ZERO
    this.open.add(id)
    const below = this.children.get(id) ?? []
    const total = sum(
      below.map((line) => (line.kind === 'GROUP' ? this.worth(line.id) : toBig(line.netAmount))),
    )
    this.open.delete(id)
    return total
  }
}

/** The lines with the amounts of their groups; missing parents are reported (BR-FXEXT-11). */
export function completeGroups(given: CompleteLine[], arithmetic: Arithmetic): CompleteLine[] {
  if (!given.some(({ kind, parentId }) => kind !== undefined || parentId !== undefined))
    return given
  const lines = given.map(withKind)
  const ids = new Set(lines.map(({ id }) => id))
  const groups = new Groups(lines)
  return lines.map((line, index) => {
    const pointer = `/lines/${index}`
    if (line.parentId !== undefined && (!ids.has(line.parentId) || line.parentId === line.id))
      arithmetic.report(
        fault('BR-FXEXT-11', `${pointer}/parentId`, 'noParent', { id: shown(line.parentId) }),
      )
    if (line.kind !== 'GROUP') return line
    const netAmount = arithmetic.amount(line.netAmount, groups.worth(line.id), {
      code: 'BR-FXEXT-08',
      pointer: `${pointer}/netAmount`,
      formula: say('formulas.group'),
    })
    return { ...line, netAmount }
  })
}
