/** Where an element of a structure is in the invoice JSON, as a pointer: findings are placed by the table that an invoice is written by. */
import { isLiteral, type Member, type StructureElement } from './structure.ts'
import type { XmlElement } from './xml-tree.ts'

/** An element's place: the pointer of its member, that of the members inside it, and what may be inside it. */
interface StructurePlace {
  pointer: string
  inner: string
  nodes: readonly StructureElement[]
  /** Whether the element itself is in the structure, not only one above it. */
  isExact: boolean
}

const join = (above: string, { path, isOfInvoice }: Member): string =>
  `${isOfInvoice ? '' : above}/${path.join('/')}`

/** The pointer of an element's member; a group that wraps one member is that one. */
function pointerOf(node: StructureElement, inner: string): string {
  const { text, at, place, attributes, children } = node
  if (at === undefined && place !== undefined) return join(inner, place)
  // an identifier is a member with its scheme
  if (text !== undefined && !isLiteral(text))
    return attributes.length > 0 && text.path.at(-1) === 'value' ? inner : join(inner, text)
  const [only, ...others] = children.filter((each) => !each.isConstant)
  return at === undefined && only !== undefined && others.length === 0 && only.at === undefined
    ? pointerOf(only, inner)
    : inner
}

function nodeOf(nodes: readonly StructureElement[], element: XmlElement) {
  const named = nodes.filter(({ name }) => name === element.name)
  const fitting = named.find(
    ({ marks, children }) =>
      marks.every(({ path, literal }) => literal.isKnownBy(element.first(path)?.value.trim())) &&
      children.every(({ name, attributes }) => {
        const given = element.first(name)?.attributes ?? {}
        return attributes.every(([own, value]) => !isLiteral(value) || value.isKnownBy(given[own]))
      }),
  )
  return fitting ?? named[0]
}

function innerOf(node: StructureElement, above: StructurePlace, element: XmlElement): string {
  if (node.at === undefined) return above.inner
  const pointer = join(above.inner, node.place ?? node.at)
  if (!node.isList) return pointer
  const siblings = element.parent?.children ?? []
  // Elements of several names may be one list, which has them name by name.
  const alike = above.nodes
    .filter(({ at, isList }) => isList && at?.path.join() === node.at?.path.join())
    .flatMap((one) => siblings.filter((each) => nodeOf(above.nodes, each) === one))
  return `${pointer}/${alike.indexOf(element)}`
}

/** @param nodes what is in the root element */
export function structurePlace(
  nodes: readonly StructureElement[],
  element: XmlElement,
): StructurePlace {
  if (element.parent === undefined) return { pointer: '', inner: '', nodes, isExact: true }
  const above = structurePlace(nodes, element.parent)
  const node = above.isExact ? nodeOf(above.nodes, element) : undefined
  if (node === undefined) return { ...above, isExact: false }
  const inner = innerOf(node, above, element)
  return { pointer: pointerOf(node, inner), inner, nodes: node.children, isExact: true }
}

/** The pointer of a child by its name, or of an attribute (`@unitCode`); that of the element, when it is none. */
export function structureChildPlace(
  nodes: readonly StructureElement[],
  element: XmlElement,
  name: string,
): string {
  const { pointer, inner, nodes: below, isExact } = structurePlace(nodes, element)
  if (!isExact) return pointer
  const child = below.find((each) => each.name === name)
  if (child !== undefined)
    return pointerOf(child, child.at ? join(inner, child.place ?? child.at) : inner)
  const own =
    element.parent && nodeOf(structurePlace(nodes, element.parent).nodes, element)?.attributes
  const member = own?.find(([attribute]) => `@${attribute}` === name)?.[1]
  return member === undefined || isLiteral(member) ? pointer : join(inner, member)
}
