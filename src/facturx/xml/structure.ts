/**
 * The structure of a syntax, which is written and read by: structure.json has its elements in the order of the schema, each
 * with the member of the invoice that is in it.
 *
 * A member is a path below that of the group (with a slash before it, of the invoice), then the lowest profile that has it (`?`
 * where leaving it out loses nothing), then the form of a date. `=130` is a text that is always there, and that the element is
 * known by; `~VAT` in any case of letters, `=916?` also where it is missing, `=FC!VAT` by anything but VAT. Of a group, `$at` is
 * the member whose members it has (`*`: one element for each of the list), `$use` names a group that occurs in several places,
 * `$with` the profiles that it asks for by name, `$of` the only document that has it, and `$place` the member of the JSON that
 * findings name, where what is read and written has another shape. Signs after a name tell elements of one
 * name apart.
 */
import { PROFILES, type Profile } from '../model/invoice.ts'

/** Forms of a date: with its time, of a referenced document (in another namespace), without time. */
export const DATE_TAGS = {
  date: 'udt:DateTimeString',
  qualifiedDate: 'qdt:DateTimeString',
  plainDate: 'udt:DateString',
} as const
type DateForm = keyof typeof DATE_TAGS

/** A member of the invoice. */
export interface Member {
  path: readonly string[]
  /** The lowest profile that has it. */
  level: Profile
  /** Whether it is left out without a word. */
  isSilent: boolean
  /** Whether it is the invoice's, whatever group it is in. */
  isOfInvoice: boolean
  date: DateForm | undefined
}

/** A text that is always the same. */
export interface Literal {
  text: string
  isKnownBy: (text: string | undefined) => boolean
}

/** A text that distinguishes an element from others of its name: that of an element inside it. */
export interface Mark {
  path: string
  literal: Literal
}

/** An element, or those of a list. */
export interface StructureElement {
  tag: string
  /** Without its prefix. */
  name: string
  /** Undefined for an element whose members are those of the group around it. */
  at: Member | undefined
  isList: boolean
  /** The member of the JSON that it is, where that is another. */
  place: Member | undefined
  /** Only in this direction. */
  way: 'read' | 'write' | undefined
  text: Member | Literal | undefined
  attributes: readonly (readonly [name: string, value: Member | Literal])[]
  children: readonly StructureElement[]
  marks: readonly Mark[]
  /** Members that are read of an element without its marks; absent: it is not read. */
  otherwise: readonly string[] | undefined
  /** Whether all elements of its name are read, and not the first. */
  isEach: boolean
  /** Whether nothing in it is a member. */
  isConstant: boolean
  /** The lowest profile in which it is written even when it is empty. */
  neededFrom: Profile | undefined
  /** The members that decide whether it is written. */
  given: readonly string[] | undefined
  missing: readonly string[] | undefined
}

interface Group {
  [name: string]: Group | string | boolean
}
type With = Readonly<Record<string, string>>

/** What an element stands in: all groups by name, which document it is, and the words of `$with`. */
interface Around {
  groups: Group
  document: string | undefined
  given: With
}

const isProfile = (name: string): name is Profile => PROFILES.some((profile) => profile === name)

export const isLiteral = (value: Member | Literal | undefined): value is Literal =>
  value !== undefined && 'isKnownBy' in value

function literalOf(rule: string): Literal {
  const [text = '', ...others] = rule.slice(1).replace('?', '').split('!')
  const isKnownBy = (given: string | undefined): boolean => {
    if (others.length > 0) return !others.includes(given ?? '')
    if (rule.startsWith('~')) return given?.toUpperCase() === text
    // what is not `true` is false, also where it is missing
    if (text === 'false') return given !== 'true'
    return given === text || (given === undefined && rule.endsWith('?'))
  }
  return { text, isKnownBy }
}

function memberOf(rule: string, given: With): Member {
  const [path = '', ...words] = rule.split(' ')
  const date = words.find((word): word is DateForm => Object.hasOwn(DATE_TAGS, word))
  const asked = words.find((word) => word !== date) ?? 'minimum'
  const named = asked.replace('?', '')
  const level = isProfile(named) ? asked : (given[named] ?? 'extended')
  const lowest = level.replace('?', '')
  return {
    path: path.replace('/*', '').replace(/^\//, '').split('/'),
    isOfInvoice: path.startsWith('/'),
    level: isProfile(lowest) ? lowest : 'extended',
    isSilent: asked.startsWith('?') || level.startsWith('?'),
    date,
  }
}

function textRule(rule: string, given: With): Member | Literal {
  const own = given[rule]?.startsWith('=') === true ? given[rule] : rule
  return /^[=~]/.test(own) ? literalOf(own) : memberOf(own, given)
}

const ruleIn = (group: Group, name: string): string | undefined => {
  const rule = group[name]
  return typeof rule === 'string' ? rule : undefined
}

function marksOf(children: readonly StructureElement[]): Mark[] {
  return children.flatMap(({ name, text, marks, isConstant }) =>
    isLiteral(text)
      ? [{ path: name, literal: text }]
      : isConstant
        ? marks.map((mark) => ({ ...mark, path: `${name}/${mark.path}` }))
        : [],
  )
}

/** From when an element is written though it is empty; parts that only EXTENDED has may be left out. */
function neededFrom(group: Group, given: With): Profile | undefined {
  if (group.$always === true) return 'minimum'
  const needed = ruleIn(group, '$needed')
  const level = needed === undefined ? 'extended' : memberOf(`${needed} ${needed}`, given).level
  return level === 'extended' ? undefined : level
}

function elementOf(key: string, rule: Group[string], around: Around): StructureElement {
  const own: Group = typeof rule === 'object' ? rule : { $text: String(rule) }
  const given: With = { ...around.given, ...(own.$with as With | undefined) }
  const used = ruleIn(own, '$use')
  const shared = used === undefined ? {} : (around.groups[`#${used}`] as Group)
  const group: Group = { ...shared, ...own }
  const [at, text] = [ruleIn(group, '$at'), ruleIn(group, '$text')]
  const place = ruleIn(group, '$place')
  const children = elementsIn(group, { ...around, given })
  const value = text === undefined ? undefined : textRule(text, given)
  const tag = key.replace(/[+\d]+$/, '')
  return {
    tag,
    name: tag.slice(tag.indexOf(':') + 1),
    at: at === undefined ? undefined : memberOf(at, given),
    place: place === undefined ? undefined : memberOf(place, given),
    isList: at?.includes('/*') ?? false,
    way: ruleIn(group, '$way') as StructureElement['way'],
    text: value,
    attributes: Object.keys(group).flatMap((name) =>
      name.startsWith('@') ? [[name.slice(1), textRule(String(group[name]), given)] as const] : [],
    ),
    children,
    marks: marksOf(children),
    otherwise: ruleIn(group, '$else')?.split(' '),
    isEach: group.$each === true,
    isConstant: value === undefined ? children.every((each) => each.isConstant) : isLiteral(value),
    neededFrom: neededFrom(group, given),
    given: ruleIn(group, '$if')?.split('/'),
    missing: ruleIn(group, '$unless')?.split('/'),
  }
}

const elementsIn = (group: Group, around: Around): StructureElement[] =>
  Object.entries(group)
    .filter(([key, rule]) => {
      const document = typeof rule === 'object' ? ruleIn(rule, '$of') : undefined
      return /^[a-z]/.test(key) && (document === undefined || document === around.document)
    })
    .map(([key, rule]) => elementOf(key, rule, around))

/** What is in the root element. @param groups the structure @param document the root element, where the structure is for several */
export const structureOf = (groups: object, document?: string): readonly StructureElement[] =>
  elementsIn(groups as Group, { groups: groups as Group, document, given: {} })

/** Members by name, of an invoice or a part of it. */
export type Members = Record<string, unknown>

/** Whether a value has members. */
export const hasMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null

/** The value at a path. */
export function valueAt(members: Members, path: readonly string[]): unknown {
  let value: unknown = members
  for (const name of path) value = hasMembers(value) ? value[name] : undefined
  return value
}
