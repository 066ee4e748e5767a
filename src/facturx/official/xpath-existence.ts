import { interned, XmlElement } from '../xml/xml-tree.ts'
import type { Condition } from './xpath-focus.ts'
import { isPlainName } from './xpath-paths.ts'
import type { Expression } from './xpath-syntax.ts'

function leads(element: XmlElement, tags: readonly string[], at: number): boolean {
  const tag = tags[at]
  const isLast = at === tags.length - 1
  for (const child of element.children)
    if (child.tag === tag && (isLast || leads(child, tags, at + 1))) return true
  return false
}

/** Whether a path from the item in question finds a node; undefined for a path of another kind. */
export function existence({
  absolute,
  steps,
}: Extract<Expression, { kind: 'path' }>): Condition | undefined {
  const tags: string[] = []
  for (const step of steps) {
    if (!('axis' in step) || step.axis !== 'child' || step.predicates.length > 0) return undefined
    if (!isPlainName(step.test)) return undefined
    tags.push(interned(step.test))
  }
  const [root, ...below] = tags
  if (absolute || root === undefined) return undefined
  return ({ item, document }) => {
    if (item instanceof XmlElement) return leads(item, tags, 0)
    if (item !== undefined || document.root.tag !== root) return false
    return below.length === 0 || leads(document.root, below, 0)
  }
}
