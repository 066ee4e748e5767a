/** Compiles an expression tree into a closure. Closed: no eval, own members only, known filters only. */
import { systemClock } from '../../kernel/clock.ts'
import { isRecord } from '../../kernel/type-guards.ts'
import { momentText } from './date-arithmetic.ts'
import { type FilterNode, type Node, type PathNode, parseExpression } from './expression-tree.ts'
import { checkArguments, specOf } from './filter-arguments.ts'
import { type FilterContext, FilterError, type FilterSpec } from './filter-contract.ts'
import { itemExpression, itemValues } from './per-item.ts'
import {
  compareValues,
  Decimal,
  type DecimalValue,
  equalValues,
  isDecimal,
  isMissing,
  isOutsize,
  isTruthy,
  kindOf,
  looseName,
  memberAt,
  memberOf,
  plainDecimal,
  settle,
  toDecimal,
  toText,
} from './values.ts'

/** The scope in which an expression is evaluated: the items of all open sections, outermost first. */
export interface Scopes {
  /** Item of each section; the first is the data itself. */
  items: readonly unknown[]
  /** Kind of the section that opened item n+1: list, object, or a mere condition. */
  kinds: readonly unknown[]
  /** Position of item n+1 in its list. */
  positions: readonly number[]
  /** Length of that list. */
  lengths: readonly number[]
}

/** State of one evaluation, and its budget. */
export interface Run {
  context: FilterContext
  /** The first path that led nowhere in this evaluation, and the level or the item it was looked up from. */
  missed: { path: Pick<PathNode, 'segments'>; level: number; item?: unknown } | undefined
  /** Counts work; throws when the render exceeds its budget. */
  charge(units: number): void
  /** Results of list filters with fixed arguments, by filter and list: a total is computed once. */
  memo: Map<FilterNode, Map<unknown, unknown>>
}

/** The closure of one expression. @throws FilterError for values that its parts cannot process */
export type Evaluate = (scopes: Scopes, run: Run) => unknown

/** A parsed expression. */
export interface Expression {
  tree: Node
  evaluate: Evaluate
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** The level of the item `up` real sections outwards; conditions do not open a level. */
function levelOf(scopes: Scopes, up: number): number {
  let level = scopes.items.length - 1
  let left = up
  while (level > 0) {
    const kind = scopes.kinds[level - 1]
    const real = kind === 'array' || kind === 'object'
    if (real && left-- === 0) return level
    level--
  }
  return left > 0 ? -1 : 0
}

/** The level opened by the nearest loop at or outside `level`; 0 when there is none. */
function loopLevel(scopes: Scopes, level: number): number {
  let at = level
  while (at > 0 && scopes.kinds[at - 1] !== 'array') at--
  return at
}

const ownName = (item: object, name: string): string | undefined =>
  Object.hasOwn(item, name) ? name : undefined

function compileNamePath(node: PathNode): Evaluate {
  const [head = '', ...rest] = node.segments
  const nameIn = node.loose === true ? looseName : ownName
  return (scopes, run) => {
    for (let level = scopes.items.length - 1; level >= 0; level--) {
      const item = scopes.items[level]
      if (!isRecord(item) || isDecimal(item)) continue
      const own = nameIn(item, head)
      if (own === undefined) continue
      let value: unknown = item[own]
      for (const name of rest) value = memberOf(value, name)
      if (isMissing(value)) run.missed ??= { path: node, level, item }
      return value
    }
    const level = levelOf(scopes, 0)
    run.missed ??= { path: node, level, item: scopes.items[level] }
    return undefined
  }
}

function compilePath(node: PathNode): Evaluate {
  if (node.base === 'name') return compileNamePath(node)
  return (scopes, run) => {
    const level = node.base === 'root' ? 0 : levelOf(scopes, node.up)
    const value = level < 0 ? undefined : memberAt(scopes.items[level], node.segments)
    if (isMissing(value)) run.missed ??= { path: node, level, item: scopes.items[level] }
    return value
  }
}

function compileLoop(node: Extract<Node, { kind: 'loop' }>): Evaluate {
  return (scopes) => {
    let level = loopLevel(scopes, scopes.items.length - 1)
    for (let up = node.up; up > 0 && level > 0; up--) level = loopLevel(scopes, level - 1)
    if (level === 0) return undefined
    const position = scopes.positions[level - 1] ?? 0
    if (node.name === '$index') return position
    if (node.name === '$number') return position + 1
    if (node.name === '$first') return position === 0
    return position === (scopes.lengths[level - 1] ?? 0) - 1
  }
}

const settled = (value: unknown): unknown => (isDecimal(value) ? settle(value) : value)

function operand(value: unknown, operator: string): DecimalValue {
  const decimal = toDecimal(value)
  if (decimal !== undefined && !isOutsize(decimal)) return decimal
  throw new FilterError(
    `${kindOf(value)} is used with ${operator} where a number is needed; numbers may also be texts such as "12.50"`,
  )
}

/** A day, or a point in time, as data have them. */
const DAY = /^\d{4}-\d{2}-\d{2}(?:$|T)/

function add(left: unknown, right: unknown, joinsText: boolean): unknown {
  const [a, b] = [toDecimal(left), toDecimal(right)]
  if (!joinsText && a !== undefined && b !== undefined) {
    return settle(operand(left, '+').plus(operand(right, '+')))
  }
  const [first, second] = [toText(left), toText(right)]
  if (!joinsText && [first, second].some((text) => DAY.test(text ?? ''))) {
    throw new FilterError(
      'a date is used with +, which adds numbers and joins texts; write a date with the filter date, {day | date:"d MMMM yyyy"}, and join it to a text in quotation marks; a day that is so many days later is {day | add:30:"days"}',
    )
  }
  if (first !== undefined && second !== undefined) return first + second
  throw new FilterError(
    `${kindOf(first === undefined ? left : right)} is used with + where a number or a text is needed`,
  )
}

function divide(left: DecimalValue, right: DecimalValue, rest: boolean): unknown {
  if (right.eq(0)) throw new FilterError('the calculation divides by zero')
  return settle(rest ? left.mod(right) : left.div(right))
}

/** Whether `+` joins texts: a quoted text is on one side. */
function joinsText(node: Node): boolean {
  if (node.kind === 'literal') return typeof node.value === 'string'
  return (
    node.kind === 'binary' &&
    node.operator === '+' &&
    (joinsText(node.left) || joinsText(node.right))
  )
}

type BinaryNode = Extract<Node, { kind: 'binary' }>

function compileArithmetic(node: BinaryNode, left: Evaluate, right: Evaluate): Evaluate {
  const { operator } = node
  const textual = joinsText(node)
  const work = (a: unknown, b: unknown): unknown => {
    if (operator === '+') return add(a, b, textual)
    const [x, y] = [operand(a, operator), operand(b, operator)]
    if (operator === '-') return settle(x.minus(y))
    return operator === '*' ? settle(x.times(y)) : divide(x, y, operator === '%')
  }
  return (scopes, run) => {
    const [a, b] = [left(scopes, run), right(scopes, run)]
    return isMissing(a) || isMissing(b) ? undefined : work(a, b)
  }
}

function compileComparison(node: BinaryNode, left: Evaluate, right: Evaluate): Evaluate {
  const { operator } = node
  if (operator === '==') return (scopes, run) => equalValues(left(scopes, run), right(scopes, run))
  if (operator === '!=') return (scopes, run) => !equalValues(left(scopes, run), right(scopes, run))
  return (scopes, run) => {
    const order = compareValues(left(scopes, run), right(scopes, run))
    if (order === undefined) return false
    if (operator === '<') return order < 0
    if (operator === '<=') return order <= 0
    return operator === '>' ? order > 0 : order >= 0
  }
}

function compileBinary(node: BinaryNode, filters: FilterTable): Evaluate {
  const [left, right] = [compileNode(node.left, filters), compileNode(node.right, filters)]
  const arithmetic = '+-*/%'.includes(node.operator)
  return (arithmetic ? compileArithmetic : compileComparison)(node, left, right)
}

/** The filters that an expression may use. */
export type FilterTable = ReadonlyMap<string, FilterSpec>

function compileFilter(node: FilterNode, filters: FilterTable): Evaluate {
  const spec = specOf(node, filters)
  checkArguments(node, spec)
  const input = compileNode(node.input, filters)
  const args = node.args.map((argument) => compileNode(argument, filters))
  const apply = (value: unknown, scopes: Scopes, run: Run): unknown => {
    run.charge(isList(value) ? value.length + 1 : 1)
    const given = args.map((argument) => plain(argument(scopes, run)))
    const result = spec.apply(spec.plain === true ? plain(value) : value, given, run.context)
    return settled(result)
  }
  if (spec.acceptsMissing === true) {
    return (scopes, run) => {
      const value = input(scopes, run)
      run.missed = undefined
      return apply(value, scopes, run)
    }
  }
  const total = compileTotal(node, spec, filters)
  const fixed = spec.takes === 'list' && node.args.every(({ kind }) => kind === 'literal')
  return (scopes, run) => {
    const value = input(scopes, run)
    if (isMissing(value)) return undefined
    if (!isList(value)) return apply(value, scopes, run)
    if (total !== undefined) return total(value, scopes, run)
    const result = fixed
      ? memoized(node, value, run, () => apply(value, scopes, run))
      : apply(value, scopes, run)
    if (isMissing(result) && spec.perItem === true) missMember(run, node, value)
    return result
  }
}

/** Notes that no item of a list has the member that a total is taken of. */
function missMember(run: Run, { args }: FilterNode, list: readonly unknown[]): void {
  const name = args[0]?.kind === 'literal' ? args[0].value : undefined
  if (typeof name !== 'string') return
  run.missed ??= { path: { segments: name.split('.') }, level: 0, item: list[0] }
}

/** A total of an expression over each item; undefined when one of them lacks something. */
function compileTotal(node: FilterNode, spec: FilterSpec, filters: FilterTable): Total | undefined {
  const item = spec.perItem === true ? itemExpression(node.args[0]) : undefined
  if (item === undefined) return undefined
  const each = compileNode(item.tree, filters)
  return (list, scopes, run) => {
    run.charge(list.length * 2 + 1)
    const values = itemValues(list, item.text, scopes, (inner) => each(inner, run))
    return values === undefined ? undefined : settled(spec.apply(values, [], run.context))
  }
}

type Total = (list: readonly unknown[], scopes: Scopes, run: Run) => unknown

/** The result of a filter over a list, computed once per render. */
function memoized(node: FilterNode, list: readonly unknown[], run: Run, make: () => unknown) {
  let memo = run.memo.get(node)
  if (memo === undefined) {
    memo = new Map()
    run.memo.set(node, memo)
  }
  if (!memo.has(list)) memo.set(list, make())
  return memo.get(list)
}

/** Filters defined elsewhere handle JSON values only: a decimal is passed to them as text. */
const plain = (value: unknown): unknown => (isDecimal(value) ? plainDecimal(value) : value)

/** Whether the left side of `and`, `or` and `??` is the result. */
const DECIDES = {
  and: (value: unknown) => !isTruthy(value),
  or: isTruthy,
  else: (value: unknown) => !isMissing(value),
}

function compileNode(node: Node, filters: FilterTable): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'decimal': {
      const value = Decimal(node.digits)
      return () => value
    }
    case 'path':
      return compilePath(node)
    case 'loop':
      return compileLoop(node)
    case 'moment':
      return (_, { context }) =>
        momentText(node.name, context.nowMs ?? systemClock.now(), context.timezone)
    case 'member': {
      const of = compileNode(node.operand, filters)
      return (scopes, run) => memberAt(of(scopes, run), node.segments)
    }
    case 'not': {
      const inner = compileNode(node.operand, filters)
      return (scopes, run) => !isTruthy(inner(scopes, run))
    }
    case 'negate': {
      const inner = compileNode(node.operand, filters)
      return (scopes, run) => {
        const value = inner(scopes, run)
        return isMissing(value) ? undefined : settle(operand(value, '-').times(-1))
      }
    }
    case 'binary':
      return compileBinary(node, filters)
    case 'and':
    case 'or':
    case 'else': {
      const [left, right] = [compileNode(node.left, filters), compileNode(node.right, filters)]
      const decides = DECIDES[node.kind]
      return (scopes, run) => {
        const value = left(scopes, run)
        return decides(value) ? value : right(scopes, run)
      }
    }
    case 'choose': {
      const [condition, yes, no] = [
        compileNode(node.condition, filters),
        compileNode(node.yes, filters),
        compileNode(node.no, filters),
      ]
      return (scopes, run) => (isTruthy(condition(scopes, run)) ? yes : no)(scopes, run)
    }
    case 'filter':
      return compileFilter(node, filters)
  }
}

/**
 * Parses an expression and compiles it to a closure.
 * @throws ExpressionError for everything that is wrong with the text, filters and their arguments
 */
export function compileExpression(text: string, filters: FilterTable): Expression {
  const tree = parseExpression(text)
  return { tree, evaluate: compileNode(tree, filters) }
}
