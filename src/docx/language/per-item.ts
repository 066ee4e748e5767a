/** What `sum`, `avg`, `min` and `max` take of each item: a member, or an expression such as `qty * price`. */

import { type Node, parseExpression } from './expression-tree.ts'
import { ExpressionError } from './filter-contract.ts'
import { memberReader } from './filter-input.ts'
import { isMissing } from './values.ts'

/** Signs without which a text can only name a member; a member's name may hold them too. */
const OPERATORS = /[-+*/<>=!?:|()&[\]$]/

/** Reads the first argument of a total as an expression; undefined where it is the name of a member. */
export function itemExpression(argument: Node | undefined) {
  if (argument?.kind !== 'literal' || typeof argument.value !== 'string') return undefined
  const text = argument.value
  if (!OPERATORS.test(text)) return undefined
  try {
    return { text, tree: parseExpression(text) }
  } catch (error) {
    // "prix (HT)" is the name of a member.
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** The scopes of one item of a list, inside those around it. */
interface ItemScopes {
  items: readonly unknown[]
  kinds: readonly unknown[]
  positions: readonly number[]
  lengths: readonly number[]
}

const inside = (scopes: ItemScopes, item: unknown, at: number, length: number): ItemScopes => ({
  items: [...scopes.items, item],
  kinds: [...scopes.kinds, 'array'],
  positions: [...scopes.positions, at],
  lengths: [...scopes.lengths, length],
})

/**
 * The values of an expression for the items of a list; undefined as soon as one of them is missing, since a total
 * without it would be wrong. An item that has a member of that very name gives the member.
 */
export function itemValues(
  list: readonly unknown[],
  name: string,
  scopes: ItemScopes,
  evaluate: (scopes: ItemScopes) => unknown,
): unknown[] | undefined {
  const member = memberReader(name)
  const values: unknown[] = []
  for (const [at, item] of list.entries()) {
    const own = member(item)
    const value = isMissing(own) ? evaluate(inside(scopes, item, at, list.length)) : own
    if (isMissing(value)) return undefined
    values.push(value)
  }
  return values
}
