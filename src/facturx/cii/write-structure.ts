/**
 * Writes members as CII elements, in the order of the schema. A group or an entry of a list that the invoice has is written even
 * when it is empty where the structure says so: the official rules then say what it lacks, at its place.
 */
import { includes, type ProfileFilter } from '../model/profiles.ts'
import { always, branch, leaf } from '../xml/xml.ts'
import {
  type CiiElement,
  DATE_TAGS,
  hasMembers,
  isLiteral,
  type Literal,
  type Member,
  type Members,
  valueAt,
} from './structure.ts'

/** UNTDID 2379: CCYYMMDD. */
const DATE_FORMAT = '102'

/** What the profile has of a member. @param pointer of the members */
function carried(
  { path, level, isSilent }: Member,
  members: Members,
  pointer: string,
  filter: ProfileFilter,
): unknown {
  const value = valueAt(members, path)
  if (value === undefined || level === 'minimum' || includes(filter.profile, level)) return value
  if (isSilent || (Array.isArray(value) && value.length === 0)) return undefined
  return filter.from(level, `${pointer}/${path.join('/')}`, value)
}

function textOf(
  value: Member | Literal,
  members: Members,
  pointer: string,
  filter: ProfileFilter,
): string | undefined {
  if (isLiteral(value)) return value.text
  const text = carried(value, members, pointer, filter)
  return typeof text === 'string' ? text : undefined
}

function textElement(
  { tag, text, attributes }: CiiElement,
  members: Members,
  pointer: string,
  filter: ProfileFilter,
): string {
  if (text === undefined) return ''
  const value = textOf(text, members, pointer, filter)
  if (value === undefined) return ''
  if (!isLiteral(text) && text.date !== undefined) {
    const day = value.replaceAll('-', '')
    return branch(tag, leaf(DATE_TAGS[text.date], day, { format: DATE_FORMAT }))
  }
  if (attributes.length === 0) return leaf(tag, value)
  const written = attributes.map(([name, given]) => [name, textOf(given, members, '', filter)])
  return leaf(tag, value, Object.fromEntries(written))
}

/** One element. @param pointer of its members */
function element(
  node: CiiElement,
  members: Members,
  pointer: string,
  filter: ProfileFilter,
): string {
  const { tag, given, missing, neededFrom } = node
  if (given !== undefined && valueAt(members, given) === undefined) return ''
  if (missing !== undefined && valueAt(members, missing) !== undefined) return ''
  if (node.text !== undefined) return textElement(node, members, pointer, filter)
  let content = ''
  // what is always the same says nothing by itself
  let isGiven = node.at !== undefined || node.isConstant
  for (const child of node.children) {
    const text = writeElement(child, members, pointer, filter)
    content += text
    isGiven ||= text !== '' && !child.isConstant
  }
  if (neededFrom !== undefined && includes(filter.profile, neededFrom)) return always(tag, content)
  return isGiven ? branch(tag, content) : ''
}

/** An element, or all of a list. @param members of the group around it @param pointer of that group */
export function writeElement(
  node: CiiElement,
  members: Members,
  pointer: string,
  filter: ProfileFilter,
): string {
  if (node.way === 'read') return ''
  if (node.at === undefined) return element(node, members, pointer, filter)
  const value = carried(node.at, members, pointer, filter)
  if (!hasMembers(value)) return ''
  const at = `${pointer}/${node.at.path.join('/')}`
  if (!Array.isArray(value)) return element(node, value, at, filter)
  return value
    .map((item, index) => (hasMembers(item) ? element(node, item, `${at}/${index}`, filter) : ''))
    .join('')
}
