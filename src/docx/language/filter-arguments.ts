/** What is checked of a filter when the template is read: its name, and its arguments as far as they are literal. */
import { nearestName } from '../../kernel/nearest-name.ts'
import type { FilterNode, Node } from './expression-tree.ts'
import { ExpressionError, FilterError, type FilterSpec } from './filter-contract.ts'
import { Decimal, settle, toDecimal } from './values.ts'

/** The literal value of an argument, if it has one. */
function literalOf(node: Node): unknown {
  if (node.kind === 'literal') return node.value
  if (node.kind === 'decimal') return Decimal(node.digits)
  if (node.kind !== 'negate') return undefined
  const inner = toDecimal(literalOf(node.operand))
  return inner === undefined ? undefined : settle(inner.times(-1))
}

/** @throws ExpressionError for arguments that a filter cannot take */
export function checkArguments(node: FilterNode, spec: FilterSpec): void {
  const [min = 0, max = min] = spec.args
  const count = node.args.length
  const fix = `Write for example {${spec.example}}.`
  if (count < min || count > max) {
    const wanted = min === max ? `${min}` : `${min} to ${max}`
    throw new ExpressionError(
      'filter_arguments_invalid',
      `The filter "${node.name}" takes ${wanted} argument${max === 1 ? '' : 's'} after colons; here are ${count}.`,
      fix,
    )
  }
  const literals = node.args.map(literalOf)
  if (spec.check === undefined || literals.includes(undefined)) return
  try {
    spec.check(literals)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new ExpressionError(
      'filter_arguments_invalid',
      `The filter "${node.name}" cannot take this argument: ${error.message}.`,
      fix,
    )
  }
}

/** The filter that a node names. @throws ExpressionError, with the nearest name */
export function specOf(node: FilterNode, filters: ReadonlyMap<string, FilterSpec>): FilterSpec {
  const spec = filters.get(node.name)
  if (spec !== undefined) return spec
  const suggestion = nearestName(node.name, filters.keys())
  throw new ExpressionError(
    'filter_unknown',
    `There is no filter "${node.name}".`,
    suggestion === undefined
      ? `Use one of: ${[...filters.keys()].sort().join(', ')}. For "or" write ||.`
      : `Did you mean "${suggestion}"? All filters: ${[...filters.keys()].sort().join(', ')}.`,
  )
}
