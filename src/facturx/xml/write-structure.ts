/**
 * Writes members as elements, in the order of the schema. A group or an entry of a list that the invoice has is written even
 * when it is empty where the structure says so: the official rules then say what it lacks, at its place.
 */
import { includes, type ProfileFilter } from '../model/profiles.ts'
import {
  DATE_TAGS,
  hasMembers,
  isLiteral,
  type Literal,
  type Member,
  type Members,
  type StructureElement,
  valueAt,
} from './structure.ts'
import { always, branch, leaf } from './xml.ts'

/** What is written: the whole invoice, what its profile has, and the currency of amounts where each of them names it. */
interface Writing {
  root: Members
  filter: ProfileFilter
  currency?: string
}

/** UNTDID 2379: CCYYMMDD. */
const DATE_FORMAT = '102'

/** What the profile has of a member. @param pointer of the members */
function carried(
  { path, level, isSilent, isOfInvoice }: Member,
  members: Members,
  pointer: string,
  { filter, root }: Writing,
): unknown {
  const value = valueAt(isOfInvoice ? root : members, path)
  if (value === undefined || level === 'minimum' || includes(filter.profile, level)) return value
  if (isSilent || (Array.isArray(value) && value.length === 0)) return undefined
  return filter.from(level, `${pointer}/${path.join('/')}`, value)
}

function textOf(value: Member | Literal, members: Members, pointer: string, writing: Writing) {
  if (isLiteral(value)) return value.text || undefined
  const text = carried(value, members, pointer, writing)
  return typeof text === 'string' ? text : undefined
}

function textElement(
  { tag, text, attributes }: StructureElement,
  members: Members,
  pointer: string,
  writing: Writing,
): string {
  if (text === undefined) return ''
  const value = textOf(text, members, pointer, writing)
  if (value === undefined) return ''
  if (!isLiteral(text) && text.date !== undefined) {
    const day = value.replaceAll('-', '')
    return branch(tag, leaf(DATE_TAGS[text.date], day, { format: DATE_FORMAT }))
  }
  const currencyID = tag.endsWith('Amount') ? writing.currency : undefined
  const written = attributes.map(([name, given]) => [name, textOf(given, members, '', writing)])
  return leaf(tag, value, { currencyID, ...Object.fromEntries(written) })
}

/** One element. @param pointer of its members */
function element(node: StructureElement, members: Members, pointer: string, writing: Writing) {
  const { tag, given, missing, neededFrom } = node
  if (given !== undefined && valueAt(members, given) === undefined) return ''
  if (missing !== undefined && valueAt(members, missing) !== undefined) return ''
  if (node.text !== undefined) return textElement(node, members, pointer, writing)
  let content = ''
  // what is always the same says nothing by itself
  let isGiven = node.at !== undefined || node.isConstant
  for (const child of node.children) {
    const text = writeElement(child, members, pointer, writing)
    content += text
    isGiven ||= text !== '' && !child.isConstant
  }
  if (neededFrom !== undefined && includes(writing.filter.profile, neededFrom))
    return always(tag, content)
  return isGiven ? branch(tag, content) : ''
}

/** An element, or all of a list. @param members of the group around it @param pointer of that group */
export function writeElement(
  node: StructureElement,
  members: Members,
  pointer: string,
  writing: Writing,
): string {
  if (node.way === 'read') return ''
  if (node.at === undefined) return element(node, members, pointer, writing)
  const value = carried(node.at, members, pointer, writing)
  if (!hasMembers(value)) return ''
  const at = `${pointer}/${node.at.path.join('/')}`
  if (!Array.isArray(value)) return element(node, value, at, writing)
  return value
    .map((item, index) => (hasMembers(item) ? element(node, item, `${at}/${index}`, writing) : ''))
    .join('')
}
