/** The axes of XPath 2.0 (3.2.1.1): which nodes a step finds from another one. */
import { XmlElement } from '../xml/xml-tree.ts'
import type { Focus, Items } from './xpath-focus.ts'
import { NONE } from './xpath-functions.ts'
import type { Axis } from './xpath-syntax.ts'
import { AttributeNode, type Item } from './xpath-values.ts'

/** A step: from an item to the items that it finds. */
export type Walk = (focus: Focus, item: Item | undefined) => Items

const parentOf = (item: Item): XmlElement | undefined =>
  item instanceof XmlElement || item instanceof AttributeNode ? item.parent : undefined

function* ancestors(item: Item): Generator<XmlElement> {
  for (let at = parentOf(item); at !== undefined; at = at.parent) yield at
}

/** The siblings before or after, nearest first. */
function siblings(item: Item, isBefore: boolean): XmlElement[] {
  const parent = parentOf(item)
  if (!(item instanceof XmlElement) || parent === undefined) return []
  const at = parent.children.indexOf(item)
  return isBefore ? parent.children.slice(0, at).reverse() : parent.children.slice(at + 1)
}

/** What stands before an element in the document without its ancestors, nearest first. */
function preceding(item: Item): XmlElement[] {
  const found: XmlElement[] = []
  const upwards = item instanceof XmlElement ? [item, ...ancestors(item)] : [...ancestors(item)]
  for (const element of upwards)
    for (const sibling of siblings(element, true)) found.push(...[...sibling.walk()].reverse())
  return found
}

/** The elements on an axis, in its order. */
export function onAxis(axis: Axis, item: Item): Iterable<XmlElement> {
  const self = item instanceof XmlElement ? [item] : []
  const [element] = self
  switch (axis) {
    case 'self':
      return self
    case 'child':
      return element?.children ?? []
    case 'parent': {
      const parent = parentOf(item)
      return parent === undefined ? [] : [parent]
    }
    case 'descendant':
      return element === undefined ? [] : [...element.walk()].slice(1)
    case 'descendant-or-self':
      return element?.walk() ?? []
    case 'ancestor':
      return ancestors(item)
    case 'ancestor-or-self':
      return [...self, ...ancestors(item)]
    case 'preceding-sibling':
      return siblings(item, true)
    case 'following-sibling':
      return siblings(item, false)
    case 'preceding':
      return preceding(item)
    default:
      throw new Error(`XPath: axis ${axis} is not known`)
  }
}

/** A step to attributes. */
export function attributes(test: string): Walk {
  return (_, item) => {
    if (!(item instanceof XmlElement)) return NONE
    if (test === '*')
      return Object.entries(item.attributes).map(
        ([name, value]) => new AttributeNode(item, name, value),
      )
    const value = item.attributes[test]
    return value === undefined ? NONE : [new AttributeNode(item, test, value)]
  }
}
