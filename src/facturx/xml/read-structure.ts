/** Reads elements into members; absent elements leave no member, and a text is marked as read where it becomes one. */

import type { Profile } from '../model/invoice.ts'
import { isLiteral, type Members, type StructureElement, valueAt } from './structure.ts'
import { childrenNamed, type XmlElement } from './xml-tree.ts'

/** The format code of a CII date: a calendar day, `20261121`. */
const DAY_FORMAT = '102'

/**
 * The date inside a CII date group as `2026-11-21`; undefined in another format, and unchanged when it is not a date, for the
 * rules to reject.
 */
export function dateIn(group: XmlElement | undefined): string | undefined {
  const element = group?.first('DateTimeString') ?? group?.first('DateString')
  if (element === undefined || (element.attributes.format ?? DAY_FORMAT) !== DAY_FORMAT)
    return undefined
  return element.text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
}

/** Sets a member, and the groups on the way to it. */
function set(members: Members, path: readonly string[], value: unknown): void {
  if (value === undefined) return
  let at = members
  for (const name of path.slice(0, -1)) {
    at[name] ??= {}
    at = at[name] as Members
  }
  at[path.at(-1) ?? ''] = value
}

/** What is read: the whole invoice, and the profile that it names, whose members it has. */
interface Reading {
  root: Members
  profile: Profile | undefined
}

function readText(
  { text, attributes }: StructureElement,
  found: readonly XmlElement[],
  members: Members,
  { root }: Reading,
): void {
  if (text === undefined || isLiteral(text)) return
  const marks = attributes.flatMap(([name, value]) =>
    isLiteral(value) ? [({ attributes }: XmlElement) => value.isKnownBy(attributes[name])] : [],
  )
  const element = found.find((each) => marks.every((isKnown) => isKnown(each)))
  if (element === undefined) return
  set(
    text.isOfInvoice ? root : members,
    text.path,
    text.date === undefined ? element.text : dateIn(element),
  )
  for (const [name, value] of attributes)
    if (!isLiteral(value)) set(members, value.path, element.attributes[name])
}

/** Whether an element has the marks of its kind, which then are read; of another one they are reported with the rest. */
function isMarked({ marks }: StructureElement, element: XmlElement): boolean {
  const isIt = marks.every(({ path, literal }) =>
    literal.isKnownBy(element.first(path)?.value.trim()),
  )
  if (isIt) for (const { path } of marks) element.textOf(path)
  return isIt
}

function membersOf(node: StructureElement, element: XmlElement, reading: Reading): Members {
  const members: Members = {}
  if (node.text !== undefined) readText(node, [element], members, reading)
  else if (node.otherwise === undefined || isMarked(node, element))
    readElements(node.children, [element], members, reading)
  else {
    const some = node.children.filter(
      ({ text }) =>
        text !== undefined && !isLiteral(text) && node.otherwise?.includes(text.path.join('/')),
    )
    readElements(some, [element], members, reading)
  }
  return members
}

/**
 * The elements of a group whose members are those of the group around it: the one with its marks, else the first; all of
 * those that only wrap a text, such as tax registrations, or of which the structure says so.
 */
function sources(node: StructureElement, found: readonly XmlElement[]): readonly XmlElement[] {
  const { children, marks } = node
  if (node.isEach) return found
  if (marks.length === 0 && children.every((each) => each.children.length === 0)) return found
  const source = found.find((each) => isMarked(node, each))
  return source === undefined ? [] : [source]
}

function readElement(
  node: StructureElement,
  found: readonly XmlElement[],
  members: Members,
  reading: Reading,
): void {
  const { at, otherwise } = node
  if (at === undefined) {
    if (node.text !== undefined) readText(node, found, members, reading)
    else readElements(node.children, sources(node, found), members, reading)
    return
  }
  const holder = at.isOfInvoice ? reading.root : members
  const isOne = (each: XmlElement): boolean => otherwise !== undefined || isMarked(node, each)
  const known = valueAt(holder, at.path)
  if (node.isList) {
    const items = found.filter(isOne).map((each) => membersOf(node, each, reading))
    if (items.length > 0) set(holder, at.path, [...(Array.isArray(known) ? known : []), ...items])
  } else if (known === undefined) {
    const element = found.find(isOne)
    if (element !== undefined) set(holder, at.path, membersOf(node, element, reading))
  }
}

/** What only EXTENDED has is not read of another profile, in which it could not be written again: it is reported as such. */
const isAbove = ({ at, text }: StructureElement, profile: Profile | undefined): boolean => {
  const member = at ?? text
  const isExtended = member !== undefined && !isLiteral(member) && member.level === 'extended'
  return isExtended && profile !== undefined && profile !== 'extended'
}

/** Reads what is in some elements. */
export function readElements(
  nodes: readonly StructureElement[],
  parents: readonly XmlElement[],
  members: Members,
  reading: Reading,
): void {
  for (const node of nodes) {
    if (node.way === 'write' || isAbove(node, reading.profile)) continue
    const found = childrenNamed(parents, node.name)
    if (found.length > 0) readElement(node, found, members, reading)
  }
}
