/** Compiles expressions of XPath 2.0 to functions over an invoice's XML. */
import { calculate } from './xpath-arithmetic.ts'
import { isConstant, isKeptOnce, NOWHERE, onceWhereConstant } from './xpath-constants.ts'
import { existence } from './xpath-existence.ts'
import type { Condition, Evaluate, Focus, Items, Variables } from './xpath-focus.ts'
import {
  dateOf,
  FUNCTIONS,
  isTrue,
  NO,
  NONE,
  onlyOf,
  type XPathFunction,
  YES,
} from './xpath-functions.ts'
import { candidatesOf, ofVariable } from './xpath-joins.ts'
import { compilePath } from './xpath-paths.ts'
import type { Expression } from './xpath-syntax.ts'
import {
  atomOf,
  compareAtoms,
  decimalOf,
  type Item,
  textOf,
  Untyped,
  XPathError,
} from './xpath-values.ts'

/** Functions of the sheet itself, and its code lists by number. */
export interface Library {
  functions: ReadonlyMap<string, XPathFunction>
  lists: ReadonlyMap<string, ReadonlySet<string>>
}

/** A variable added to those of a focus. */
export const bound = (name: string, value: Items, outer: Variables | undefined): Variables => ({
  name,
  value: () => value,
  outer,
})

/** The same for an expression that may never be asked for. */
export function boundLater(name: string, value: Evaluate, focus: Focus): Variables {
  const { document, item, position, size, variables } = focus
  let known: Items | undefined
  return {
    name,
    value: () => {
      known ??= value({ document, item, position, size, variables })
      return known
    },
    outer: variables,
  }
}

function variable(name: string): Evaluate {
  return ({ variables }) => {
    for (let at = variables; at !== undefined; at = at.outer)
      if (at.name === name) return at.value()
    throw new XPathError(`$${name} is not known`)
  }
}

/** The expressions of some kinds. */
type Of<Kind extends Expression['kind'], Each = Expression> = Each extends { kind: infer Own }
  ? Kind extends Own
    ? Each & { kind: Kind }
    : never
  : never

function compareGeneral({ operator, single }: Of<'compare'>, left: Items, right: Items): boolean {
  for (const a of left)
    for (const b of right) if (compareAtoms(operator, atomOf(a), atomOf(b), single)) return true
  return false
}

/** A comparison with texts that are written in the rule: one look in a set. */
function isOneOf(left: Evaluate, texts: ReadonlySet<string>): Condition {
  return (focus) => {
    for (const item of left(focus)) {
      const atom = atomOf(item)
      if (typeof atom !== 'string' && !(atom instanceof Untyped))
        throw new XPathError('a text beside something else')
      if (texts.has(textOf(atom))) return true
    }
    return false
  }
}

/** The texts of a literal, or of a list of literals. */
function literals(expression: Expression): ReadonlySet<string> | undefined {
  if (expression.kind === 'string') return new Set([expression.value])
  if (expression.kind !== 'sequence') return undefined
  const texts = expression.items.flatMap((item) => (item.kind === 'string' ? item.value : []))
  return texts.length === expression.items.length ? new Set(texts) : undefined
}

/** `eq` and its kind: nothing where a side is nothing. */
function single(expression: Of<'compare'>, library: Library): Evaluate {
  const { left, right, operator } = expression
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  return (focus) => {
    const [a, b] = [onlyOf(first(focus)), onlyOf(second(focus))]
    if (a === undefined || b === undefined) return NONE
    return compareAtoms(operator, a, b, true) ? YES : NO
  }
}

function comparison(expression: Of<'compare'>, library: Library): Condition {
  const { left, right, operator } = expression
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  const texts = literals(right)
  if (operator === '=' && texts !== undefined) return isOneOf(first, texts)
  return (focus) => {
    const value = first(focus)
    return value.length > 0 && compareGeneral(expression, value, second(focus))
  }
}

const withBound = (focus: Focus, name: string, item: Item): Focus => ({
  document: focus.document,
  item: focus.item,
  position: focus.position,
  size: focus.size,
  variables: bound(name, [item], focus.variables),
})

function loop({ bindings, body }: Of<'for'>, library: Library): Evaluate {
  const [first, second, ...others] = bindings
  const values = compileXPath(first.value, library)
  const rest: Expression =
    second === undefined ? body : { kind: 'for', bindings: [second, ...others], body }
  const inner = compileXPath(rest, library)
  return (focus) => values(focus).flatMap((item) => inner(withBound(focus, first.name, item)))
}

function quantified({ kind, bindings, body }: Of<'some' | 'every'>, library: Library): Condition {
  const [first, second, ...others] = bindings
  const values = compileXPath(first.value, library)
  const rest: Expression =
    second === undefined ? body : { kind, bindings: [second, ...others], body }
  const inner = compileCondition(rest, library)
  const each = (focus: Focus, item: Item): boolean => inner(withBound(focus, first.name, item))
  if (kind === 'every') return (focus) => values(focus).every((item) => each(focus, item))
  const isKept = others.length === 0 && isConstant(first.value, NOWHERE)
  const compile = (part: Expression): Evaluate => compileXPath(part, library)
  const join = isKept ? candidatesOf(body, ofVariable(first.name), compile) : undefined
  return (focus) => {
    const items = values(focus)
    const possible = join?.(items, focus) ?? items
    return possible.some((item) => each(focus, item))
  }
}

function arithmetic({ operator, left, right }: Of<'arithmetic'>, library: Library): Evaluate {
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  return (focus) => {
    const [a, b] = [onlyOf(first(focus)), onlyOf(second(focus))]
    return a === undefined || b === undefined ? NONE : [calculate(operator, a, b)]
  }
}

const CASTABLE: Readonly<Record<string, (text: string) => boolean>> = {
  'xs:date': (text) => dateOf(text) !== undefined,
  'xs:decimal': (text) => decimalOf(text) !== undefined,
  'xs:integer': (text) => /^\s*[+-]?\d+\s*$/.test(text),
  'xs:string': () => true,
}

function castable({ operand, type }: Of<'castable'>, library: Library): Condition {
  const isOfType = CASTABLE[type]
  if (isOfType === undefined) throw new Error(`XPath: castable as ${type} is not known`)
  const inner = compileXPath(operand, library)
  return (focus) => {
    const items = inner(focus)
    const [item] = items
    return item !== undefined && items.length === 1 && isOfType(textOf(atomOf(item)))
  }
}

function call({ name, parameters }: Of<'call'>, library: Library): Evaluate {
  const known = FUNCTIONS[name] ?? library.functions.get(name)
  if (known === undefined) throw new Error(`XPath: ${name}() is not known`)
  const compiled = parameters.map((parameter) => compileXPath(parameter, library))
  const [first] = compiled
  if (first !== undefined && compiled.length === 1) return (focus) => known([first(focus)], focus)
  return (focus) =>
    known(
      compiled.map((parameter) => parameter(focus)),
      focus,
    )
}

/** Whether a value is in a code list of the sheet: `in-list(3, $code)`. */
function inList([number, value]: readonly Expression[], library: Library): Condition {
  const list = number?.kind === 'integer' ? library.lists.get(String(number.value)) : undefined
  if (list === undefined || value === undefined) throw new Error('XPath: a code list is not known')
  const inner = compileXPath(value, library)
  return (focus) => inner(focus).some((item) => list.has(textOf(atomOf(item))))
}

function union({ left, right }: Of<'union'>, library: Library): Evaluate {
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  return (focus) => [...new Set([...first(focus), ...second(focus)])]
}

function conditional({ test, then, otherwise }: Of<'if'>, library: Library): Evaluate {
  const condition = compileCondition(test, library)
  const [yes, no] = [compileXPath(then, library), compileXPath(otherwise, library)]
  return (focus) => (condition(focus) ? yes(focus) : no(focus))
}

/**
 * `and` and `or`. When one side cannot be evaluated, the other may decide (XPath 2.0, 2.3.4: the order is free, and the makers'
 * own processor begins with the side that costs less).
 */
function logical({ kind, left, right }: Of<'or' | 'and'>, library: Library): Condition {
  const [first, second] = [compileCondition(left, library), compileCondition(right, library)]
  const isOr = kind === 'or'
  return (focus) => {
    const before = truthOf(first, focus)
    if (before === isOr) return isOr
    const after = truthOf(second, focus)
    if (after === isOr) return isOr
    if (before instanceof XPathError) throw before
    if (after instanceof XPathError) throw after
    return !isOr
  }
}

/** Whether a condition holds, or why it cannot be evaluated. */
function truthOf(condition: Condition, focus: Focus): boolean | XPathError {
  try {
    return condition(focus)
  } catch (error) {
    if (error instanceof XPathError) return error
    throw error
  }
}

const constant =
  (items: Items): Evaluate =>
  () =>
    items

const here: Evaluate = ({ item }) => (item === undefined ? NONE : [item])

function negative({ operand }: Of<'negative'>, library: Library): Evaluate {
  return arithmetic(
    { kind: 'arithmetic', operator: '-', left: { kind: 'integer', value: 0 }, right: operand },
    library,
  )
}

/** An expression as a function. @throws Error for a function that is not known */
export const compileXPath = (expression: Expression, library: Library): Evaluate =>
  onceWhereConstant(expression, compiled(expression, library))

/** An expression of which only its effective boolean value is asked: no sequence is made for it where none is needed. */
export function compileCondition(expression: Expression, library: Library): Condition {
  const asked = isKeptOnce(expression) ? undefined : conditionOf(expression, library)
  if (asked !== undefined) return asked
  const evaluate = compileXPath(expression, library)
  return (focus) => isTrue(evaluate(focus))
}

/** What can only be true or false, and paths, of which one node is enough; undefined for the rest. */
function conditionOf(expression: Expression, library: Library): Condition | undefined {
  return expression.kind === 'path' ? existence(expression) : ownCondition(expression, library)
}

/** An expression whose value is one boolean; undefined for another. */
function ownCondition(expression: Expression, library: Library): Condition | undefined {
  switch (expression.kind) {
    case 'compare':
      return expression.single ? undefined : comparison(expression, library)
    case 'or':
    case 'and':
      return logical(expression, library)
    case 'castable':
      return castable(expression, library)
    case 'some':
    case 'every':
      return quantified(expression, library)
    case 'call':
      return booleanCall(expression, library)
    default:
      return undefined
  }
}

function booleanCall({ name, parameters }: Of<'call'>, library: Library): Condition | undefined {
  if (name === 'in-list') return inList(parameters, library)
  const [first] = parameters
  if (first === undefined || parameters.length !== 1) return undefined
  if (name === 'boolean') return compileCondition(first, library)
  if (name !== 'not') return undefined
  const condition = compileCondition(first, library)
  return (focus) => !condition(focus)
}

/** One function per kind of expression. */
function compiled(expression: Expression, library: Library): Evaluate {
  const condition = ownCondition(expression, library)
  if (condition !== undefined) return (focus) => (condition(focus) ? YES : NO)
  switch (expression.kind) {
    case 'integer':
    case 'string':
      return constant([expression.value])
    case 'decimal':
      return constant([decimalOf(expression.value) as Item])
    case 'variable':
      return variable(expression.name)
    case 'context':
      return here
    case 'path':
      return compilePath(expression, (part) => compileXPath(part, library))
    case 'call':
      return call(expression, library)
    case 'compare':
      return single(expression, library)
    case 'arithmetic':
      return arithmetic(expression, library)
    case 'union':
      return union(expression, library)
    case 'if':
      return conditional(expression, library)
    case 'negative':
      return negative(expression, library)
    case 'sequence': {
      const items = expression.items.map((item) => compileXPath(item, library))
      return (focus) => items.flatMap((item) => item(focus))
    }
    case 'for':
      return loop(expression, library)
    default:
      throw new Error(`XPath: ${expression.kind} is not known`)
  }
}
