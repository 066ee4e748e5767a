/** Evaluates formulas: exact decimals and days, the same on the signer's page and behind it. */
import Big from 'big.js'
import { DAY_MS } from '../../kernel/clock.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { InputValue } from '../model/fields.ts'
import {
  DECIMALS_MAX,
  Decimal,
  type FieldRef,
  type Formula,
  type FunctionName,
  type Node,
  type Value,
} from './formula-tree.ts'
import { isDay } from './values.ts'

/** Why there is no result: a value is missing, a divisor is zero, the result is too long, or of the wrong kind. */
export type FormulaFault = 'empty' | 'division' | 'range' | 'kind'

/** Ends an evaluation. */
class NoResult extends Error {
  readonly fault: FormulaFault

  constructor(fault: FormulaFault) {
    super(fault)
    this.fault = fault
  }
}

/** Where a value comes from; undefined: it is empty. */
export type Lookup = (ref: FieldRef) => InputValue | undefined

const dayOf = (value: Value): number => {
  if (typeof value !== 'string' || !isDay(value)) throw new NoResult('kind')
  return Date.parse(`${value}T00:00:00Z`) / DAY_MS
}
const isDayText = (value: Value): boolean => typeof value === 'string' && isDay(value)

function numberOf(value: Value): Big {
  if (value instanceof Decimal) return value
  throw new NoResult('kind')
}

/** A day so many days after another. */
function dayAfter(day: Value, days: Big): string {
  const at = new Date((dayOf(day) + Math.trunc(Number(days))) * DAY_MS)
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
  if (!isDay(text)) throw new NoResult('range')
  return text
}

function calculated(operator: string, left: Value, right: Value): Value {
  if (operator === '-' && isDayText(left) && isDayText(right))
    return Decimal(dayOf(left) - dayOf(right))
  if ((operator === '+' || operator === '-') && isDayText(left)) {
    const days = numberOf(right)
    return dayAfter(left, operator === '-' ? days.times(-1) : days)
  }
  const [one, other] = [numberOf(left), numberOf(right)]
  if (operator === '+') return one.plus(other)
  if (operator === '-') return one.minus(other)
  if (operator === '*') return one.times(other)
  if (other.eq(0)) throw new NoResult('division')
  return one.div(other)
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function compared(operator: string, left: Value, right: Value): boolean {
  const isNumber = left instanceof Decimal && right instanceof Decimal
  if (!isNumber && typeof left !== typeof right) throw new NoResult('kind')
  // Of texts, only days have an order.
  const hasOrder = isNumber || (isDayText(left) && isDayText(right))
  if (!hasOrder && operator !== '=' && operator !== '!=') throw new NoResult('kind')
  const order = isNumber ? left.cmp(right) : Number(left > right) - Number(left < right)
  return COMPARISONS[operator]?.(order) === true
}

/** @param all whether branches that are not taken are evaluated too, to find what is wrong with them */
class Evaluation {
  readonly #lookup: Lookup
  readonly #all: boolean

  constructor(lookup: Lookup, all: boolean) {
    this.#lookup = lookup
    this.#all = all
  }

  /** @throws NoResult */
  of(node: Node): Value {
    switch (node.kind) {
      case 'value':
        return node.value
      case 'field': {
        const value = this.#lookup(node.ref)
        if (value === undefined || value === '') throw new NoResult('empty')
        return typeof value === 'number' ? Decimal(String(value)) : value
      }
      case 'binary': {
        const { operator } = node
        const [left, right] = [this.of(node.left), this.of(node.right)]
        return '+-*/'.includes(operator)
          ? calculated(operator, left, right)
          : compared(operator, left, right)
      }
      case 'call':
        return this.#call(node.name, node.args)
    }
  }

  #call(name: FunctionName, args: readonly Node[]): Value {
    if (name === 'if') return this.#choice(args)
    if (name === 'sum' || name === 'min' || name === 'max') return this.#over(name, args)
    const [one, other] = args.map((arg) => this.of(arg))
    if (one === undefined) throw new NoResult('kind')
    if (name === 'days') return Decimal(dayOf(other ?? '') - dayOf(one))
    const digits = Number(other === undefined ? 0 : numberOf(other))
    if (!Number.isInteger(digits) || digits < 0 || digits > DECIMALS_MAX) throw new NoResult('kind')
    return numberOf(one).round(digits, Big.roundHalfUp)
  }

  #choice([asked, yes, no]: readonly Node[]): Value {
    if (asked === undefined || yes === undefined || no === undefined) throw new NoResult('kind')
    const condition = this.of(asked)
    if (typeof condition !== 'boolean') throw new NoResult('kind')
    if (!this.#all) return this.of(condition ? yes : no)
    this.of(no)
    return this.of(yes)
  }

  /** Empty fields are left out, as in a spreadsheet. */
  #over(name: 'sum' | 'min' | 'max', args: readonly Node[]): Value {
    const values = args.flatMap((arg): Big[] => {
      try {
        return [numberOf(this.of(arg))]
      } catch (error) {
        if (error instanceof NoResult && error.fault === 'empty') return []
        throw error
      }
    })
    const [first, ...others] = values
    if (first === undefined) throw new NoResult('empty')
    return others.reduce((one, other) => {
      if (name === 'sum') return one.plus(other)
      return (name === 'min' ? other.lt(one) : other.gt(one)) ? other : one
    }, first)
  }
}

/** A result as values are kept. @throws NoResult */
function kept(value: Value, kind: 'number' | 'date'): InputValue {
  if (kind === 'date') {
    dayOf(value)
    return String(value)
  }
  const rounded = numberOf(value).round(DECIMALS_MAX, Big.roundHalfUp)
  if (rounded.e >= INPUT_LIMITS.digits) throw new NoResult('range')
  const exact = rounded.eq(0) ? rounded : rounded.prec(INPUT_LIMITS.digits, Big.roundHalfUp)
  return Number(exact.toFixed()) + 0
}

/** The value of a formula, or why it has none. */
export function compute(
  { tree }: Formula,
  lookup: Lookup,
  { kind, all = false }: { kind: 'number' | 'date'; all?: boolean },
): { value: InputValue; fault?: undefined } | { value?: undefined; fault: FormulaFault } {
  try {
    return { value: kept(new Evaluation(lookup, all).of(tree), kind) }
  } catch (error) {
    if (error instanceof NoResult) return { fault: error.fault }
    throw error
  }
}
