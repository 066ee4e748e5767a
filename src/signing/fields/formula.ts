/**
 * Formulas of computed fields: `round([quantity] * [price], 2)`. A closed grammar over the values of fields, evaluated
 * alike on the signer's page and behind it; numbers are exact decimals, and nothing is called but what is listed here.
 */
import Big from 'big.js'
import { DAY_MS } from '../../kernel/clock.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { InputValue } from '../model/fields.ts'
import { isDay } from './values.ts'

const Decimal = Big()
Decimal.DP = 20
Decimal.RM = 1

/** Why there is no result: a value is missing, a divisor is zero, the result is too long, or of the wrong kind. */
export type FormulaFault = 'empty' | 'division' | 'range' | 'kind'

/** A field in a formula. */
export interface FieldRef {
  /** Absent: the same signer. */
  signer?: string
  field: string
}

type Value = Big | string | boolean
type Node =
  | { kind: 'value'; value: Value }
  | { kind: 'field'; ref: FieldRef }
  | { kind: 'call'; name: FunctionName; args: Node[] }
  | { kind: 'binary'; operator: string; left: Node; right: Node }

/** A formula that was read. */
export interface Formula {
  tree: Node
  refs: FieldRef[]
  /** What an outermost `round` leaves behind the point. */
  decimals?: number
}

/** What cannot be read of a formula. */
export class FormulaError extends Error {
  /** Where it cannot be read, from 0. */
  readonly at: number

  constructor(at: number) {
    super('the formula cannot be read')
    this.at = at
  }
}

/** Ends an evaluation. */
class NoResult extends Error {
  readonly fault: FormulaFault

  constructor(fault: FormulaFault) {
    super(fault)
    this.fault = fault
  }
}

/** Functions with the numbers of their arguments. */
const FUNCTIONS = {
  round: [1, 2],
  sum: [1, 50],
  min: [1, 50],
  max: [1, 50],
  if: [3, 3],
  days: [2, 2],
} as const
type FunctionName = keyof typeof FUNCTIONS
const isFunction = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)

const TOKEN =
  /\s*(?:(?<number>\d{1,15}(?:\.\d{1,10})?)|"(?<text>[^"]*)"|\[(?<field>[^\][]+)\]|(?<name>[\p{L}_][\p{L}\p{N}\p{M}_]*)|(?<sign><=|>=|!=|[-+*/×÷−=<>≤≥≠(),;]))/uy
const SIGNS: Readonly<Record<string, string>> = {
  '×': '*',
  '÷': '/',
  '−': '-',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  ';': ',',
}
const LEVELS = [
  ['=', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/'],
] as const
const DEPTH_MAX = 20
/** Digits after the point of a result. */
const DECIMALS_MAX = 6

interface Token {
  kind: 'number' | 'text' | 'field' | 'name' | 'sign' | 'end'
  text: string
  at: number
}

/** @throws FormulaError */
function tokensOf(formula: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (formula.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const groups = TOKEN.exec(formula)?.groups
    if (groups === undefined) throw new FormulaError(at)
    for (const kind of ['number', 'text', 'field', 'name', 'sign'] as const) {
      const text = groups[kind]
      if (text === undefined) continue
      tokens.push({ kind, text: (kind === 'sign' && SIGNS[text]) || text, at })
    }
    at = TOKEN.lastIndex
  }
  return [...tokens, { kind: 'end', text: '', at }]
}

/** `client:price` or `price`. */
function refIn(text: string): FieldRef {
  const at = text.lastIndexOf(':')
  const field = text.slice(at + 1).trim()
  return at < 0 ? { field } : { signer: text.slice(0, at).trim(), field }
}

class Parser {
  readonly refs: FieldRef[] = []
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(formula: string) {
    this.#tokens = tokensOf(formula)
  }

  get #token(): Token {
    const token = this.#tokens[this.#next]
    if (token === undefined) throw new FormulaError(this.#tokens.at(-1)?.at ?? 0)
    return token
  }

  whole(): Node {
    const tree = this.#level(0)
    if (this.#token.kind !== 'end') throw new FormulaError(this.#token.at)
    return tree
  }

  #takes(sign: string): boolean {
    const isIt = this.#token.kind === 'sign' && this.#token.text === sign
    if (isIt) this.#next += 1
    return isIt
  }

  #expect(sign: string): void {
    if (!this.#takes(sign)) throw new FormulaError(this.#token.at)
  }

  #level(level: number): Node {
    const signs: readonly string[] | undefined = LEVELS[level]
    if (signs === undefined) return this.#primary()
    let left = this.#level(level + 1)
    while (this.#token.kind === 'sign' && signs.includes(this.#token.text)) {
      const operator = this.#token.text
      this.#next += 1
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) }
    }
    return left
  }

  #primary(): Node {
    this.#depth += 1
    if (this.#depth > DEPTH_MAX) throw new FormulaError(this.#token.at)
    const node = this.#within()
    this.#depth -= 1
    return node
  }

  #within(): Node {
    const { kind, text, at } = this.#token
    if (this.#takes('-')) {
      const zero: Node = { kind: 'value', value: Decimal(0) }
      return { kind: 'binary', operator: '-', left: zero, right: this.#primary() }
    }
    if (this.#takes('(')) {
      const inner = this.#level(0)
      this.#expect(')')
      return inner
    }
    this.#next += 1
    if (kind === 'number') return { kind: 'value', value: Decimal(text) }
    if (kind === 'text') return { kind: 'value', value: text }
    if (kind === 'name' && this.#takes('(')) return this.#call(text.toLowerCase(), at)
    if (kind !== 'field' && kind !== 'name') throw new FormulaError(at)
    const ref = kind === 'name' ? { field: text } : refIn(text)
    this.refs.push(ref)
    return { kind: 'field', ref }
  }

  #call(name: string, at: number): Node {
    if (!isFunction(name)) throw new FormulaError(at)
    const args = [this.#level(0)]
    while (this.#takes(',')) args.push(this.#level(0))
    this.#expect(')')
    const [least, most] = FUNCTIONS[name]
    if (args.length < least || args.length > most) throw new FormulaError(at)
    return { kind: 'call', name, args }
  }
}

/** @throws FormulaError */
export function readFormula(formula: string): Formula {
  const parser = new Parser(formula)
  const tree = parser.whole()
  const [, digits] = tree.kind === 'call' && tree.name === 'round' ? tree.args : []
  const places = digits?.kind === 'value' ? Number(digits.value) : Number.NaN
  const isKnown = Number.isInteger(places) && places > 0 && places <= DECIMALS_MAX
  return { tree, refs: parser.refs, ...(isKnown && { decimals: places }) }
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

const REFERENCE = /"[^"]*"|\[([^\][]+)\]/g

/** The same formula with the ids of signers in the place of their names; own fields without one. */
export const withSigners = (
  formula: string,
  idOf: (name: string) => string | undefined,
  ownId: string,
): string =>
  formula.replace(REFERENCE, (whole: string, inside: string | undefined) => {
    const { signer, field } = refIn(inside ?? '')
    const id = signer === undefined ? undefined : idOf(signer)
    if (id === undefined) return whole
    return id === ownId ? `[${field}]` : `[${id}:${field}]`
  })

const SPOKEN: Readonly<Record<string, string>> = { '*': '×', '/': '÷', '-': '−', ',': ';' }

/** A formula as people read it: fields by their labels. */
export const formulaWords = (formula: string, labelOf: (ref: FieldRef) => string): string =>
  tokensOf(formula)
    .map((token, index, all) => {
      const { kind, text } = token
      if (kind === 'field') return `“${labelOf(refIn(text))}”`
      if (kind === 'text') return `"${text}"`
      if (kind === 'name')
        return all[index + 1]?.text === '(' ? text : `“${labelOf({ field: text })}”`
      return SPOKEN[text] ?? text
    })
    .join(' ')
    .replaceAll(/(?<=[\p{L}(]) (?=\()|(?<=\() | (?=[);])/gu, '')
    .trim()
