/** What an expression is evaluated with: the node in question, its place, the variables, the document. */
import type { XmlElement } from '../xml/xml-tree.ts'
import type { Item, XPathError } from './xpath-values.ts'

/** A sequence of items. */
export type Items = readonly Item[]

/** Variables, the innermost first; each is evaluated when it is first asked for. */
export interface Variables {
  name: string
  value: () => Items
  outer: Variables | undefined
}

/** The document of one evaluation, with what is worth remembering of it. */
export class XmlDocument {
  readonly root: XmlElement
  readonly #byTag = new Map<string, XmlElement[]>()
  /** Results of expressions that are the same wherever they are evaluated, by the expression. */
  readonly constants = new Map<object, Items | XPathError>()

  readonly #children = new Map<XmlElement, Map<string, XmlElement[]>>()
  readonly #lists = new Map<object, Map<Items, unknown>>()

  constructor(root: XmlElement) {
    this.root = root
    this.#index(root)
  }

  #index(element: XmlElement): void {
    const list = this.#byTag.get(element.tag)
    if (list === undefined) this.#byTag.set(element.tag, [element])
    else list.push(element)
    for (const child of element.children) this.#index(child)
  }

  /** The children of a name: always the same list, so that an index of it can be kept. */
  childrenOf(element: XmlElement, tag: string): readonly XmlElement[] {
    const byTag = this.#children.get(element) ?? new Map<string, XmlElement[]>()
    this.#children.set(element, byTag)
    const known = byTag.get(tag) ?? element.children.filter((child) => child.tag === tag)
    byTag.set(tag, known)
    return known
  }

  /** A value made once for an expression and a list. */
  once<Value>(expression: object, items: Items, make: () => Value): Value {
    const byList = this.#lists.get(expression) ?? new Map<Items, unknown>()
    this.#lists.set(expression, byList)
    if (!byList.has(items)) byList.set(items, make())
    return byList.get(items) as Value
  }

  /** All elements of a name, in document order. */
  named(tag: string): readonly XmlElement[] {
    return this.#byTag.get(tag) ?? []
  }
}

/** The focus of an evaluation (XPath 2.0, 2.1.2). `item` is undefined at the document itself. */
export interface Focus {
  document: XmlDocument
  item: Item | undefined
  position: number
  size: number
  variables: Variables | undefined
}

/** A compiled expression. */
export type Evaluate = (focus: Focus) => Items

/** A compiled condition: the effective boolean value of an expression (XPath 2.0, 2.4.3). */
export type Condition = (focus: Focus) => boolean
