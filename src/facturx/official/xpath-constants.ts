/** Finds expressions that have one value for the whole document, and evaluates them once. */
import type { Evaluate } from './xpath-focus.ts'
import type { Binding, Expression, Step } from './xpath-syntax.ts'
import { XPathError } from './xpath-values.ts'

/** What an expression may depend on and still be the same. */
export interface Scope {
  variables: Pick<ReadonlySet<string>, 'has'>
  /** Whether the item in question is one that the expression itself has chosen. */
  hasOwnItem: boolean
}

const all = (expressions: readonly Expression[], scope: Scope): boolean =>
  expressions.every((expression) => isConstant(expression, scope))

function isConstantPath(absolute: boolean, steps: readonly Step[], scope: Scope): boolean {
  const inner = { ...scope, hasOwnItem: true }
  return steps.every((step, index) => {
    if (!all(step.predicates, inner)) return false
    const isFirst = index === 0 && !absolute
    if ('expression' in step) return isConstant(step.expression, isFirst ? scope : inner)
    return !isFirst || scope.hasOwnItem
  })
}

function isConstantLoop(bindings: readonly Binding[], body: Expression, scope: Scope): boolean {
  let { variables } = scope
  for (const { name, value } of bindings) {
    if (!isConstant(value, { ...scope, variables })) return false
    const known = variables
    variables = { has: (other) => other === name || known.has(other) }
  }
  return isConstant(body, { ...scope, variables })
}

/** Whether an expression depends on nothing but what the scope names. */
export function isConstant(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case 'integer':
    case 'decimal':
    case 'string':
      return true
    case 'variable':
      return scope.variables.has(expression.name)
    case 'context':
      return scope.hasOwnItem
    case 'path':
      return isConstantPath(expression.absolute, expression.steps, scope)
    case 'for':
    case 'some':
    case 'every':
      return isConstantLoop(expression.bindings, expression.body, scope)
    case 'call': {
      const { name, parameters } = expression
      const needsItem = parameters.length === 0 && name !== 'true' && name !== 'false'
      return (scope.hasOwnItem || !needsItem) && all(parameters, scope)
    }
    case 'sequence':
      return all(expression.items, scope)
    case 'if':
      return all([expression.test, expression.then, expression.otherwise], scope)
    case 'negative':
    case 'castable':
      return isConstant(expression.operand, scope)
    default:
      return all([expression.left, expression.right], scope)
  }
}

/** Kinds that are worth remembering: all that may look at many nodes. */
const WORTH = new Set<Expression['kind']>([
  'path',
  'for',
  'some',
  'every',
  'call',
  'compare',
  'or',
  'and',
])
/** Depends on the document alone. */
export const NOWHERE: Scope = { variables: new Set(), hasOwnItem: false }

/** Whether an expression has one value for the whole document that is worth remembering. */
export const isKeptOnce = (expression: Expression): boolean =>
  WORTH.has(expression.kind) &&
  !(expression.kind === 'call' && expression.parameters.length === 0) &&
  isConstant(expression, NOWHERE)

/** The same expression, evaluated once per document when its value is the same everywhere. */
export function onceWhereConstant(expression: Expression, evaluate: Evaluate): Evaluate {
  if (!isKeptOnce(expression)) return evaluate
  return (focus) => {
    const { constants } = focus.document
    const known = constants.get(expression)
    if (known instanceof XPathError) throw known
    if (known !== undefined) return known
    try {
      const items = evaluate(focus)
      constants.set(expression, items)
      return items
    } catch (error) {
      if (error instanceof XPathError) constants.set(expression, error)
      throw error
    }
  }
}
