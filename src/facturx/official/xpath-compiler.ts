/** Compiles expressions of XPath 2.0 to functions over an invoice's XML. */

import { isConstant, NOWHERE, onceWhereConstant } from './xpath-constants.ts'
import type { Evaluate, Focus, Items, Variables } from './xpath-focus.ts'
import { FUNCTIONS, isTrue, NO, NONE, onlyOf, type XPathFunction, YES } from './xpath-functions.ts'
import { candidatesOf, ofVariable } from './xpath-joins.ts'
import { compilePath } from './xpath-paths.ts'
import type { Binding, Expression } from './xpath-syntax.ts'
import {
  atomOf,
  calculate,
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
function isOneOf(left: Evaluate, texts: ReadonlySet<string>): Evaluate {
  return (focus) => {
    for (const item of left(focus)) {
      const atom = atomOf(item)
      if (typeof atom !== 'string' && !(atom instanceof Untyped))
        throw new XPathError('a text beside something else')
      if (texts.has(textOf(atom))) return YES
    }
    return NO
  }
}

/** The texts of a literal, or of a list of literals. */
function literals(expression: Expression): ReadonlySet<string> | undefined {
  if (expression.kind === 'string') return new Set([expression.value])
  if (expression.kind !== 'sequence') return undefined
  const texts = expression.items.flatMap((item) => (item.kind === 'string' ? item.value : []))
  return texts.length === expression.items.length ? new Set(texts) : undefined
}

function comparison(expression: Of<'compare'>, library: Library): Evaluate {
  const { left, right, operator, single } = expression
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  const texts = literals(right)
  if (operator === '=' && !single && texts !== undefined) return isOneOf(first, texts)
  if (!single)
    return (focus) => {
      const value = first(focus)
      return value.length > 0 && compareGeneral(expression, value, second(focus)) ? YES : NO
    }
  return (focus) => {
    const [a, b] = [onlyOf(first(focus)), onlyOf(second(focus))]
    if (a === undefined || b === undefined) return NONE
    return compareAtoms(operator, a, b, true) ? YES : NO
  }
}

function quantified(
  { kind, bindings, body }: Of<'for' | 'some' | 'every'>,
  library: Library,
): Evaluate {
  const [first, ...others] = bindings as [Binding, ...Binding[]]
  const values = compileXPath(first.value, library)
  const inner = compileXPath(others.length === 0 ? body : { kind, bindings: others, body }, library)
  const each = (focus: Focus, item: Item): Items =>
    inner({
      document: focus.document,
      item: focus.item,
      position: focus.position,
      size: focus.size,
      variables: bound(first.name, [item], focus.variables),
    })
  if (kind === 'for') return (focus) => values(focus).flatMap((item) => each(focus, item))
  if (kind === 'some') {
    const isKept = others.length === 0 && isConstant(first.value, NOWHERE)
    const compile = (part: Expression): Evaluate => compileXPath(part, library)
    const join = isKept ? candidatesOf(body, ofVariable(first.name), compile) : undefined
    return (focus) => {
      const items = values(focus)
      const possible = join?.(items, focus) ?? items
      return possible.some((item) => isTrue(each(focus, item))) ? YES : NO
    }
  }
  return (focus) => (values(focus).every((item) => isTrue(each(focus, item))) ? YES : NO)
}

function arithmetic({ operator, left, right }: Of<'arithmetic'>, library: Library): Evaluate {
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  return (focus) => {
    const [a, b] = [onlyOf(first(focus)), onlyOf(second(focus))]
    return a === undefined || b === undefined ? NONE : [calculate(operator, a, b)]
  }
}

function castable({ operand, type }: Of<'castable'>, library: Library): Evaluate {
  if (type !== 'xs:decimal') throw new Error(`XPath: castable as ${type} is not known`)
  const inner = compileXPath(operand, library)
  return (focus) => {
    const items = inner(focus)
    const [item] = items
    if (item === undefined || items.length > 1) return NO
    return decimalOf(textOf(atomOf(item))) === undefined ? NO : YES
  }
}

function call({ name, parameters }: Of<'call'>, library: Library): Evaluate {
  if (name === 'in-list') return inList(parameters, library)
  const known = FUNCTIONS[name] ?? library.functions.get(name)
  if (known === undefined) throw new Error(`XPath: ${name}() is not known`)
  const compiled = parameters.map((parameter) => compileXPath(parameter, library))
  const [first] = compiled
  if (name === 'not' && first !== undefined) return (focus) => (isTrue(first(focus)) ? NO : YES)
  if (first !== undefined && compiled.length === 1) return (focus) => known([first(focus)], focus)
  return (focus) =>
    known(
      compiled.map((parameter) => parameter(focus)),
      focus,
    )
}

/** Whether a value is in a code list of the sheet: `in-list(3, $code)`. */
function inList([number, value]: readonly Expression[], library: Library): Evaluate {
  const list = number?.kind === 'integer' ? library.lists.get(String(number.value)) : undefined
  if (list === undefined || value === undefined) throw new Error('XPath: a code list is not known')
  const inner = compileXPath(value, library)
  return (focus) => (inner(focus).some((item) => list.has(textOf(atomOf(item)))) ? YES : NO)
}

function union({ left, right }: Of<'or' | 'and' | 'union'>, library: Library): Evaluate {
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  return (focus) => [...new Set([...first(focus), ...second(focus)])]
}

function conditional({ test, then, otherwise }: Of<'if'>, library: Library): Evaluate {
  const [condition, yes, no] = [test, then, otherwise].map((part) =>
    compileXPath(part, library),
  ) as [Evaluate, Evaluate, Evaluate]
  return (focus) => (isTrue(condition(focus)) ? yes(focus) : no(focus))
}

/**
 * `and` and `or`. When one side cannot be evaluated, the other may decide (XPath 2.0, 2.3.4: the order is free, and the makers'
 * own processor begins with the side that costs less).
 */
function logical(expression: Of<'or' | 'and' | 'union'>, library: Library): Evaluate {
  const { kind, left, right } = expression
  if (kind === 'union') return union(expression, library)
  const [first, second] = [compileXPath(left, library), compileXPath(right, library)]
  const isOr = kind === 'or'
  const [decided, undecided] = isOr ? [YES, NO] : [NO, YES]
  return (focus) => {
    const before = truthOf(first, focus)
    if (before === isOr) return decided
    const after = truthOf(second, focus)
    if (after === isOr) return decided
    if (before instanceof XPathError) throw before
    if (after instanceof XPathError) throw after
    return undecided
  }
}

/** Whether a condition holds, or why it cannot be evaluated. */
function truthOf(condition: Evaluate, focus: Focus): boolean | XPathError {
  try {
    return isTrue(condition(focus))
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

/** One function per kind of expression. */
function compiled(expression: Expression, library: Library): Evaluate {
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
      return comparison(expression, library)
    case 'arithmetic':
      return arithmetic(expression, library)
    case 'or':
    case 'and':
    case 'union':
      return logical(expression, library)
    case 'if':
      return conditional(expression, library)
    case 'negative':
      return negative(expression, library)
    case 'castable':
      return castable(expression, library)
    case 'sequence': {
      const items = expression.items.map((item) => compileXPath(item, library))
      return (focus) => items.flatMap((item) => item(focus))
    }
    default:
      return quantified(expression, library)
  }
}
