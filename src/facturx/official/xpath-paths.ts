/** Compiles paths: steps from node to node, their predicates, and what is the same wherever it is asked. */
import { interned, XmlElement } from '../xml/xml-tree.ts'
import { attributes, onAxis, type Walk } from './xpath-axes.ts'
import type { Evaluate, Focus, Items } from './xpath-focus.ts'
import { isTrue, NONE } from './xpath-functions.ts'
import { candidatesOf, OF_CONTEXT } from './xpath-joins.ts'
import type { Axis, Expression, Step } from './xpath-syntax.ts'
import { asDouble, type Item, isNode, isNumeric } from './xpath-values.ts'

type Compile = (expression: Expression) => Evaluate

/** Whether an element has a name that a test is for: `ram:ID`, `ram:*`, `*` or `node()`. */
export function nameTest(test: string): (tag: string) => boolean {
  if (test === '*' || test === 'node()') return () => true
  if (!test.endsWith(':*')) {
    const name = interned(test)
    return (tag) => tag === name
  }
  const prefix = test.slice(0, -1)
  return (tag) => tag.startsWith(prefix)
}

function fromDocument(axis: Axis, test: string, { document }: Focus): Items {
  const isNamed = nameTest(test)
  if (axis === 'child') return isNamed(document.root.tag) ? [document.root] : NONE
  if (axis === 'descendant' && !test.endsWith('*')) return document.named(test)
  if (axis !== 'descendant' && axis !== 'descendant-or-self') return NONE
  return [...document.root.walk()].filter(({ tag }) => isNamed(tag))
}

/** Children of one name: most steps of the sheets, and most of these lead nowhere. */
const childrenNamed = (name: string): Walk => {
  const tag = interned(name)
  return (focus, item) => {
    if (item === undefined) return fromDocument('child', tag, focus)
    if (!(item instanceof XmlElement)) return NONE
    let found: XmlElement[] | undefined
    for (const child of item.children)
      if (child.tag === tag) {
        if (found === undefined) found = [child]
        else found.push(child)
      }
    return found ?? NONE
  }
}

/** Whether a test is for one name. */
export const isPlainName = (test: string): boolean => !test.endsWith('*') && !test.endsWith(')')

function alongAxis(axis: Axis, test: string): Walk {
  if (axis === 'attribute') return attributes(test)
  if (axis === 'child' && isPlainName(test)) return childrenNamed(test)
  const isNamed = nameTest(test)
  return (focus, item) => {
    if (item === undefined) return fromDocument(axis, test, focus)
    if (axis === 'child' && item instanceof XmlElement)
      return item.children.filter(({ tag }) => isNamed(tag))
    const found: XmlElement[] = []
    for (const element of onAxis(axis, item)) if (isNamed(element.tag)) found.push(element)
    return found
  }
}

/** Whether a predicate holds: a number is a position. */
function passes(value: Items, position: number): boolean {
  const [first] = value
  if (value.length !== 1 || first === undefined || isNode(first)) return isTrue(value)
  return isNumeric(first) ? asDouble(first) === position : isTrue(value)
}

function filtered(items: Items, predicate: Evaluate, focus: Focus): Items {
  const { document, variables } = focus
  const size = items.length
  const kept = items.filter((item, index) =>
    passes(predicate({ document, variables, item, position: index + 1, size }), index + 1),
  )
  return kept.length === size ? items : kept
}

function walkOf(step: Step, compile: Compile): Walk {
  const predicates = step.predicates.map(compile)
  const [first] = step.predicates
  const join = first === undefined ? undefined : candidatesOf(first, OF_CONTEXT, compile)
  const plain =
    'axis' in step ? alongAxis(step.axis, step.test) : expressionAt(compile(step.expression))
  const start = join !== undefined && 'axis' in step ? keptList(step, plain) : plain
  if (predicates.length === 0) return start
  return (focus, item) => {
    let items = start(focus, item)
    items = join?.(items, focus) ?? items
    for (const predicate of predicates)
      if (items.length > 0) items = filtered(items, predicate, focus)
    return items
  }
}

/** Children in a list that stays the same, for an index. */
function keptList({ axis, test }: Extract<Step, { axis: Axis }>, otherwise: Walk): Walk {
  if (axis !== 'child' || !isPlainName(test)) return otherwise
  return (focus, item) =>
    item instanceof XmlElement ? focus.document.childrenOf(item, test) : otherwise(focus, item)
}

const expressionAt =
  (evaluate: Evaluate): Walk =>
  (focus, item) =>
    item === focus.item
      ? evaluate(focus)
      : evaluate({
          document: focus.document,
          variables: focus.variables,
          item,
          position: 1,
          size: 1,
        })

/** Steps that can lead to one node from several. */
const MEETING: readonly Axis[] = [
  'parent',
  'ancestor',
  'ancestor-or-self',
  'preceding-sibling',
  'following-sibling',
  'preceding',
  'descendant',
  'descendant-or-self',
]

function through(walk: Walk, items: Items, focus: Focus, mayMeet: boolean): Items {
  if (items.length === 1) return walk(focus, items[0])
  const found: Item[] = []
  for (const item of items) for (const next of walk(focus, item)) found.push(next)
  return mayMeet ? [...new Set(found)] : found
}

/** Compiles a path. @param compile for the expressions in it */
export function compilePath(
  path: Extract<Expression, { kind: 'path' }>,
  compile: Compile,
): Evaluate {
  const steps = path.steps.map((step) => ({
    walk: walkOf(step, compile),
    mayMeet: 'axis' in step && MEETING.includes(step.axis),
  }))
  const [first, ...others] = steps
  if (first === undefined) return ({ document }) => [document.root]
  const [start] = path.steps
  const isUp = !path.absolute && start !== undefined && 'axis' in start && start.axis === 'parent'
  const [second, ...later] = others
  return (focus) => {
    // what is above the root is the document, which is no item here
    const isAbove = isUp && focus.item === focus.document.root && second !== undefined
    let items = isAbove
      ? second.walk(focus, undefined)
      : first.walk(focus, path.absolute ? undefined : focus.item)
    for (const { walk, mayMeet } of isAbove ? later : others) {
      if (items.length === 0) return NONE
      items = through(walk, items, focus, mayMeet)
    }
    return items
  }
}
