/** The lines of a credit note: what is asked for, within what earlier credit notes have left. */

import Big from 'big.js'
import { type Finding, saying, type Wording } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'
import { amountText, cents, sum, toBig, ZERO } from '../model/amounts.ts'
import type { CheckedInvoice, CheckedLine } from '../model/complete-invoice.ts'
import { shown } from '../model/invoice-values.ts'
import {
  type CreditWords,
  isSummed,
  lineOfAmount,
  lineOfQuantity,
  netOf,
} from './credit-amounts.ts'
import type { CreditLine } from './credit-input.ts'

/** What no credit note has taken yet of a line. */
interface Left {
  quantity: Big
  amount: Big
}

/** An earlier note takes a quantity when it credits at the price of the line, else an amount only. */
function leftOf(line: CheckedLine, earlier: readonly CheckedInvoice[]): Left {
  const taken = earlier.flatMap(({ lines = [] }) => lines.filter(({ id }) => id === line.id))
  const price = toBig(line.netPrice)
  const byQuantity = taken.filter(
    ({ netPrice, unit }) =>
      unit === line.unit && price !== undefined && toBig(netPrice)?.eq(price) === true,
  )
  return {
    quantity: new Big(line.quantity ?? 1).minus(
      sum(byQuantity.map(({ quantity }) => toBig(quantity))),
    ),
    amount: netOf(line).minus(sum(taken.map(netOf))),
  }
}

/** Whether a part has the sign of the whole and is not larger. */
const isWithin = (part: Big, whole: Big): boolean =>
  !part.eq(ZERO) && part.s === whole.s && part.abs().lte(whole.abs())

const wrong = (pointer: string, detail: Wording, fix: Wording): Finding => ({
  code: 'CREDIT-LINE',
  pointer,
  ...saying(detail, fix),
})

/** Everything that is left of a line; undefined when nothing is. */
function rest(line: CheckedLine, left: Left, words: CreditWords): CheckedLine | undefined {
  if (left.amount.eq(ZERO) && !netOf(line).eq(ZERO)) return undefined
  const all = new Big(line.quantity ?? 1)
  return isWithin(left.quantity, all) || left.quantity.eq(all)
    ? lineOfQuantity(line, left.quantity, left.amount, words)
    : lineOfAmount(line, left.amount)
}

/** The amount of a part of the quantity: its share of the line, and all that is left with the last piece. */
function netOfPart(line: CheckedLine, quantity: Big, left: Left): Big {
  if (quantity.eq(left.quantity)) return left.amount
  const net = cents(
    netOf(line)
      .times(quantity)
      .div(line.quantity ?? 1),
  )
  return isWithin(net, left.amount) ? net : left.amount
}

class Crediting {
  readonly findings: Finding[] = []
  readonly #words: CreditWords

  constructor(words: CreditWords) {
    this.#words = words
  }

  /** One asked for line; undefined with a finding. */
  line(line: CheckedLine, wanted: CreditLine, left: Left, at: string): CheckedLine | undefined {
    const { quantity, amount } = wanted
    if (quantity !== undefined) return this.#ofQuantity(line, new Big(quantity), left, at)
    if (amount !== undefined) return this.#ofAmount(line, new Big(amount), left, at)
    const made = rest(line, left, this.#words)
    if (made !== undefined) return made
    this.findings.push(
      wrong(at, say('credit.done', { line: shown(wanted.id) }), say('credit.doneFix')),
    )
    return undefined
  }

  #ofQuantity(line: CheckedLine, quantity: Big, left: Left, at: string): CheckedLine | undefined {
    if (isWithin(quantity, left.quantity) && !left.amount.eq(ZERO))
      return lineOfQuantity(line, quantity, netOfPart(line, quantity, left), this.#words)
    const facts = {
      quantity: quantity.toFixed(),
      line: shown(line.id ?? ''),
      left: left.amount.eq(ZERO) ? '0' : left.quantity.toFixed(),
      all: line.quantity ?? '1',
    }
    this.findings.push(
      wrong(`${at}/quantity`, say('credit.quantity', facts), say('credit.quantityFix', facts)),
    )
    return undefined
  }

  #ofAmount(line: CheckedLine, amount: Big, left: Left, at: string): CheckedLine | undefined {
    if (isWithin(amount, left.amount) && amount.round(2, Big.roundDown).eq(amount))
      return lineOfAmount(line, amount)
    const facts = {
      amount: amount.toFixed(),
      line: shown(line.id ?? ''),
      left: amountText(left.amount),
      all: amountText(netOf(line)),
    }
    this.findings.push(
      wrong(`${at}/amount`, say('credit.amount', facts), say('credit.amountFix', facts)),
    )
    return undefined
  }
}

/** An id that does not name one line. */
const idFinding = (at: string, detail: Wording, lines: readonly CheckedLine[]): Finding =>
  wrong(
    `${at}/id`,
    detail,
    say('credit.lineFix', { lines: shown(lines.map(({ id }) => id).join(', ')) }),
  )

/** @param at pointer of what was asked for */
export const noSuchLine = (id: string, lines: readonly CheckedLine[], at: string): Finding =>
  idFinding(at, say('credit.noLine', { line: shown(id) }), lines)

/** The line that is meant, with a finding when there is none or more than one. */
function lineFor(
  wanted: CreditLine,
  lines: readonly CheckedLine[],
  at: string,
): CheckedLine | Finding {
  const [line, second] = lines.filter(({ id }) => id === wanted.id)
  if (line === undefined) return noSuchLine(wanted.id, lines, at)
  if (second === undefined) return line
  return idFinding(at, say('credit.twoLines', { line: shown(wanted.id) }), lines)
}

const isFinding = (found: CheckedLine | Finding): found is Finding =>
  'code' in found && 'detail' in found

/** Sub-totals above the lines (EXTENDED), to be computed again. */
function withGroups(all: readonly CheckedLine[], chosen: ReadonlyMap<CheckedLine, CheckedLine>) {
  const needed = new Set<string>()
  for (const line of chosen.keys()) {
    let parent = line.parentId
    while (parent !== undefined && !needed.has(parent)) {
      needed.add(parent)
      const above = parent
      parent = all.find(({ id }) => id === above)?.parentId
    }
  }
  return all.flatMap((line): CheckedLine[] => {
    const credited = chosen.get(line)
    if (credited !== undefined) return [credited]
    if (line.kind !== 'GROUP' || !needed.has(line.id ?? '')) return []
    const { netAmount: _net, ...group } = line
    return [group]
  })
}

type Lefts = ReadonlyMap<CheckedLine, Left>
type Chosen = Map<CheckedLine, CheckedLine>

/** All that is left of every line. */
function everything(lefts: Lefts, words: CreditWords): Chosen {
  const chosen: Chosen = new Map()
  for (const [line, left] of lefts) {
    const made = rest(line, left, words)
    if (made !== undefined) chosen.set(line, made)
  }
  return chosen
}

function asWanted(wanted: readonly CreditLine[], lefts: Lefts, crediting: Crediting): Chosen {
  const chosen: Chosen = new Map()
  for (const [index, each] of wanted.entries()) {
    const at = `/lines/${index}`
    const line = lineFor(each, [...lefts.keys()], at)
    const left = isFinding(line) ? undefined : lefts.get(line)
    if (isFinding(line) || left === undefined) {
      if (isFinding(line)) crediting.findings.push(line)
      continue
    }
    if (chosen.has(line))
      crediting.findings.push(
        wrong(
          `${at}/id`,
          say('credit.namedTwice', { line: shown(each.id) }),
          say('credit.namedTwiceFix'),
        ),
      )
    const made = crediting.line(line, each, left, at)
    if (made !== undefined) chosen.set(line, made)
  }
  return chosen
}

/**
 * @param wanted the chosen lines; undefined credits all that is left of all
 * @param earlier the credit notes that the invoice has
 * @returns the lines; `isLast`: nothing is left of any line
 */
export function creditedLines(
  invoice: CheckedInvoice,
  wanted: readonly CreditLine[] | undefined,
  earlier: readonly CheckedInvoice[],
  words: CreditWords,
) {
  const all = invoice.lines ?? []
  const lefts: Lefts = new Map(all.filter(isSummed).map((line) => [line, leftOf(line, earlier)]))
  const crediting = new Crediting(words)
  const chosen =
    wanted === undefined ? everything(lefts, words) : asWanted(wanted, lefts, crediting)
  const isLast = [...lefts].every(([line, { amount }]) => {
    const made = chosen.get(line)
    return amount.eq(made === undefined ? ZERO : netOfCredited(made))
  })
  return { lines: withGroups(all, chosen), isLast, findings: crediting.findings }
}

/** The amount that a credited line will have. */
export function netOfCredited(line: CheckedLine): Big {
  const goods = cents(
    new Big(line.quantity ?? 1).times(line.netPrice ?? 0).div(line.baseQuantity ?? 1),
  )
  const of = (list: CheckedLine['charges']) => sum((list ?? []).map(({ amount }) => toBig(amount)))
  return goods.minus(of(line.allowances)).plus(of(line.charges))
}
