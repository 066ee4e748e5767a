/** Infers from expressions what the data looks like: names, kinds, members of list elements. */
import type { FilterTable } from '../language/expression.ts'
import type { FilterNode, Node, PathNode } from '../language/expression-tree.ts'
import { itemExpression } from '../language/per-item.ts'
import {
  BARCODES,
  EXAMPLES,
  listOf,
  PAYMENT,
  Shape,
  SPECIAL,
  SUMS,
  WANTED,
  type Wanted,
} from './data-shape.ts'

type Binary = Extract<Node, { kind: 'binary' }>
/** The shape used, or none when the value is computed. */
type Found = Shape | undefined

/** Follows expressions through scopes, recording every use. */
export class Inference {
  readonly filters: FilterTable
  /** Whether a render fails without what is being read. */
  strict = false

  constructor(filters: FilterTable) {
    this.filters = filters
  }

  /** @param scopes items of the open lists and objects, the data itself first */
  read(node: Node, scopes: readonly Shape[], wanted: Wanted): Found {
    switch (node.kind) {
      case 'path':
        return this.path(node, scopes, wanted)
      case 'filter':
        return this.filter(node, scopes, wanted)
      case 'binary':
        return this.binary(node, scopes)
      case 'not':
        this.lenient(node.operand, scopes, 'boolean')
        return undefined
      case 'negate':
        this.read(node.operand, scopes, 'number')
        return undefined
      case 'member':
        this.read(node.operand, scopes, 'any')
        return undefined
      case 'else':
      case 'and':
      case 'or':
        this.lenient(node.left, scopes, wanted)
        return this.lenient(node.right, scopes, wanted)
      case 'choose':
        this.lenient(node.condition, scopes, 'boolean')
        this.lenient(node.yes, scopes, wanted)
        return this.lenient(node.no, scopes, wanted)
      default:
        return undefined
    }
  }

  /** Reads what may be missing without an error. */
  lenient(node: Node, scopes: readonly Shape[], wanted: Wanted): Found {
    const { strict } = this
    this.strict = false
    const found = this.read(node, scopes, wanted)
    this.strict = strict
    return found
  }

  path(node: PathNode, scopes: readonly Shape[], wanted: Wanted): Found {
    let shape = startOf(node, scopes)
    for (const name of node.segments) {
      if (/^\d+$/.test(name)) shape = shape.item
      else if (name === 'length' && shape.kind !== 'object') return undefined
      else shape = shape.member(name)
      if (this.strict) shape.required = true
    }
    if (wanted !== 'any') shape.kinds.add(wanted)
    if (wanted === 'list') void shape.item
    return shape
  }

  binary({ operator, left, right }: Binary, scopes: readonly Shape[]): Found {
    if ('+-*/%'.includes(operator)) {
      const kind = operator === '+' && (isText(left) || isText(right)) ? 'text' : 'number'
      this.read(left, scopes, kind)
      this.read(right, scopes, kind)
      return undefined
    }
    this.compared(left, right, scopes)
    this.compared(right, left, scopes)
    return undefined
  }

  /** Comparison with a literal reveals the kind and an example. */
  compared(side: Node, other: Node, scopes: readonly Shape[]): void {
    const value = other.kind === 'literal' ? other.value : undefined
    const found = this.lenient(side, scopes, literalKind(other))
    if (found !== undefined && value !== null) found.example ??= value
  }

  filter(node: FilterNode, scopes: readonly Shape[], wanted: Wanted): Found {
    for (const argument of node.args) this.lenient(argument, scopes, 'any')
    const { name, input } = node
    const takes = this.filters.get(name)?.takes ?? 'any'
    if (name === 'default' || name === 'columns') return this.lenient(input, scopes, wanted)
    if (takes === 'list') return this.listFilter(node, scopes, wanted)
    const found = this.read(
      input,
      scopes,
      Object.hasOwn(SPECIAL, name) ? (SPECIAL[name] ?? 'any') : WANTED[takes],
    )
    if (found !== undefined) exemplify(found, node)
    return undefined
  }

  /** Filters over lists: their keys are members of the elements. */
  listFilter(node: FilterNode, scopes: readonly Shape[], wanted: Wanted): Found {
    const list = this.read(node.input, scopes, 'list')
    if (list === undefined) return undefined
    const computed = SUMS.has(node.name) ? itemExpression(node.args[0]) : undefined
    if (computed !== undefined) {
      this.read(computed.tree, [...scopes, list.item], 'number')
      return undefined
    }
    const key = literalText(node.args[0])
    const keyed = node.name !== 'join' && key !== undefined && key !== ''
    const element = keyed
      ? key.split('.').reduce((shape, name) => shape.member(name), list.item)
      : list.item
    if (SUMS.has(node.name)) element.kinds.add('number')
    switch (node.name) {
      case 'where':
        useLiteral(element, node.args)
        return list
      case 'first':
      case 'last':
        if (wanted !== 'any') list.item.kinds.add(wanted)
        return list.item
      case 'join':
        list.item.kinds.add('text')
        return undefined
      case 'group':
        return groups(list, element)
      case 'map':
        return listOf(element)
      default:
        return SUMS.has(node.name) ? undefined : list
    }
  }
}

/** The shape a path starts from. A name is looked up in the innermost item first. */
function startOf(node: PathNode, scopes: readonly Shape[]): Shape {
  const [root, inner] = [scopes[0], scopes.at(-1 - node.up)]
  const found = node.base === 'root' ? root : inner
  return found ?? root ?? new Shape()
}

const isText = (node: Node): boolean =>
  (node.kind === 'literal' && typeof node.value === 'string') ||
  (node.kind === 'binary' && node.operator === '+' && (isText(node.left) || isText(node.right)))

function literalKind(node: Node | undefined): Wanted {
  if (node?.kind === 'decimal') return 'number'
  if (node?.kind !== 'literal' || node.value === null) return 'any'
  if (typeof node.value === 'string') return 'text'
  return typeof node.value === 'number' ? 'number' : 'boolean'
}

function literalText(node: Node | undefined): string | undefined {
  return node?.kind === 'literal' && typeof node.value === 'string' ? node.value : undefined
}

/** `where:"paid"`, `where:"paid":true`, `where:"price":">":10`. */
function useLiteral(shape: Shape, args: readonly Node[]): void {
  const node = args.at(-1)
  const kind = args.length < 2 ? 'boolean' : literalKind(node)
  if (kind !== 'any') shape.kinds.add(kind)
  if (args.length === 2 && node?.kind === 'literal' && node.value !== null)
    shape.example ??= node.value
}

/** What `group` returns: a list of `{key, items}` whose parts are those of the list itself. */
function groups(list: Shape, key: Shape): Shape {
  key.kinds.add('text')
  const result = new Shape()
  result.item.members.set('key', key)
  result.item.members.set('items', list)
  return result
}

function exemplify(shape: Shape, { name, args }: FilterNode): void {
  if (name === 'epcqr') {
    for (const [field, text] of Object.entries(PAYMENT)) shape.member(field).example ??= text
  } else if (name === 'barcode') {
    const kind =
      literalText(args[0])
        ?.toLowerCase()
        .replace(/[^a-z0-9]/g, '') ?? 'code128'
    shape.example ??= Object.hasOwn(BARCODES, kind) ? BARCODES[kind] : '1234567890'
  } else if (Object.hasOwn(EXAMPLES, name)) shape.example ??= EXAMPLES[name]
}
