/**
 * Conditions that join a list with a value from outside it, as `//line[parent = $id]`: the list is indexed once per document
 * instead of being walked for every value, which took quadratic time in the lines of an invoice.
 */
import { isConstant, NOWHERE, type Scope } from './xpath-constants.ts'
import type { Evaluate, Focus, Items } from './xpath-focus.ts'
import { NONE } from './xpath-functions.ts'
import type { Expression } from './xpath-syntax.ts'
import { atomOf, type Item, textOf, Untyped, XPathError } from './xpath-values.ts'

/** In shorter lists a walk is as fast. */
const LENGTH_LEAST = 4

/** The items of a list for which a condition can hold; undefined when only a walk can tell. */
type Candidates = (items: Items, focus: Focus) => Items | undefined

/** What the two sides of the comparison may depend on. */
interface Sides {
  /** An item of the list, and nothing that changes while the document is judged. */
  local: Scope
  /** Everything but the item. */
  outer: Scope
  /** Evaluates what depends on the item. */
  at: (evaluate: Evaluate, item: Item, focus: Focus) => Items
}

const ANY_VARIABLE = { has: () => true }

/** Of a predicate: the item is the context item. */
export const OF_CONTEXT: Sides = {
  local: { variables: NOWHERE.variables, hasOwnItem: true },
  outer: { variables: ANY_VARIABLE, hasOwnItem: false },
  at: (evaluate, item, { document }) =>
    evaluate({ document, item, position: 1, size: 1, variables: undefined }),
}

/** Of a quantified expression: the item is a variable. */
export const ofVariable = (variable: string): Sides => ({
  local: { variables: new Set([variable]), hasOwnItem: false },
  outer: { variables: { has: (name) => name !== variable }, hasOwnItem: true },
  at: (evaluate, item, { document }) =>
    evaluate({
      document,
      item: undefined,
      position: 1,
      size: 1,
      variables: { name: variable, value: () => [item], outer: undefined },
    }),
})

const POSITIONAL = /"name":"(position|last)"/
const hasPosition = (expression: Expression): boolean => POSITIONAL.test(JSON.stringify(expression))

/** The comparison that a condition begins with: nothing after it is asked of an item for which it does not hold. */
function comparisonIn(condition: Expression): Extract<Expression, { kind: 'compare' }> | undefined {
  if (condition.kind === 'and') return comparisonIn(condition.left)
  const isJoin = condition.kind === 'compare' && condition.operator === '=' && !condition.single
  return isJoin ? condition : undefined
}

/** The text of an item, undefined when it is none and compared in another way. */
function comparedText(item: Item): string | undefined {
  const atom = atomOf(item)
  return typeof atom === 'string' || atom instanceof Untyped ? textOf(atom) : undefined
}

type Index = ReadonlyMap<string, Item[]>

function indexOf(items: Items, textsOf: (item: Item) => Items): Index | undefined {
  const index = new Map<string, Item[]>()
  for (const item of items)
    for (const value of textsOf(item)) {
      const text = comparedText(value)
      if (text === undefined) return undefined
      const known = index.get(text)
      if (known === undefined) index.set(text, [item])
      else if (known.at(-1) !== item) known.push(item)
    }
  return index
}

/** The value, or undefined where the evaluation ends with an error: the walk then says what follows from it. */
function attempt<Value>(evaluate: () => Value): Value | undefined {
  try {
    return evaluate()
  } catch (error) {
    if (error instanceof XPathError) return undefined
    throw error
  }
}

function found(index: Index, wanted: Items, items: Items): Items | undefined {
  const texts = wanted.map(comparedText)
  const [only] = texts
  if (texts.includes(undefined)) return undefined
  if (texts.length === 1 && only !== undefined) return index.get(only) ?? NONE
  const all = new Set(texts.flatMap((text) => index.get(text ?? '') ?? []))
  return items.filter((item) => all.has(item))
}

/** How to look up the items for which a condition can hold; undefined for a condition that is no such join. */
export function candidatesOf(
  condition: Expression,
  { local, outer, at }: Sides,
  compile: (expression: Expression) => Evaluate,
): Candidates | undefined {
  const comparison = comparisonIn(condition)
  if (comparison === undefined || hasPosition(condition)) return undefined
  const sides = [
    [comparison.left, comparison.right],
    [comparison.right, comparison.left],
  ] as const
  const join = sides.find(
    ([own, other]) =>
      isConstant(own, local) && isConstant(other, outer) && !isConstant(other, NOWHERE),
  )
  if (join === undefined) return undefined
  const [own, other] = [compile(join[0]), compile(join[1])]
  return (items, focus) => {
    if (items.length < LENGTH_LEAST) return undefined
    const index = focus.document.once(condition, items, () =>
      attempt(() => indexOf(items, (item) => at(own, item, focus))),
    )
    if (index === undefined) return undefined
    const wanted = index.size === 0 ? NONE : attempt(() => other(focus))
    return wanted === undefined ? undefined : found(index, wanted, items)
  }
}
