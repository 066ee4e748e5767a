/** What a pair of braces in a template is: kinds of tags and the expression each holds. */
import type { XmlPlace } from './text-blocks.ts'

/** Kinds of tags. `raw` and `delimiter` are rejected, `unknown` is not ours. */
export type TagKind =
  | 'text'
  | 'open'
  | 'inverted'
  | 'close'
  | 'else'
  | 'picture'
  | 'rich'
  | 'signature'
  | 'field'
  | 'property'
  | 'raw'
  | 'delimiter'
  | 'unknown'

/** The text between the braces, parsed. */
interface TagContent {
  kind: TagKind
  /** The expression; for a close tag the name it repeats; empty for `{:else}` and keywords. */
  expression: string
}

/** A tag of a template and where it is. */
export interface TemplateTag extends TagContent {
  /** As written, with braces. */
  tag: string
  part: string
  /** Text of the paragraph around it, shortened. */
  paragraph: string
  place: XmlPlace
  /** Whether its paragraph contains nothing but section tags. */
  alone: boolean
  /** Whether it stands where a chart needs a number. */
  isNumber?: boolean
  /** Whether its section repeats or leaves out columns of a table. */
  columns?: boolean
}

const ODD_SPACE = /[\u00a0\u2000-\u200b\u202f\ufeff]/g
const RICH_KEYWORDS: ReadonlySet<string> = new Set(['pagebreak', 'columnbreak', 'linebreak'])
const SECTIONS: ReadonlySet<TagKind> = new Set(['open', 'inverted', 'close', 'else'])

/** Whether a tag only opens, divides or closes a section. */
export const isSectionKind = (kind: TagKind): boolean => SECTIONS.has(kind)

function elseContent(text: string): TagContent {
  const match = /^:\s*else(?:\s*if\b(.*))?$/s.exec(text.replace(ODD_SPACE, ' '))
  if (match === null) return { kind: 'unknown', expression: '' }
  if (match[1] === undefined) return { kind: 'else', expression: '' }
  const condition = text.slice(text.length - match[1].length).trim()
  return condition === ''
    ? { kind: 'unknown', expression: '' }
    : { kind: 'else', expression: condition }
}

const PREFIXES: Readonly<Record<string, TagKind>> = {
  '#': 'open',
  '^': 'inverted',
  '/': 'close',
  '@': 'raw',
  '=': 'delimiter',
  '%': 'picture',
}

/** `{~cell.shade: value}`: prints nothing, and sets a property of what it stands in. */
const PROPERTY = /^~\s*(text|paragraph|cell|row|table)\.(\w+)\s*:(.*)$/s

/** What a tag of the kind `property` sets, and of what. */
export function propertyOf({ tag }: TemplateTag): { of: string; name: string } {
  const [, of = '', name = ''] = PROPERTY.exec(tag.slice(1, -1).trim()) ?? []
  return { of, name }
}

/** Parses the text between two braces. */
export function readTag(inner: string): TagContent {
  const text = inner.trim()
  const first = text.charAt(0)
  if (first === ':') return elseContent(text)
  if (first === '~') {
    const value = PROPERTY.exec(text)?.[3]
    if (value !== undefined) return { kind: 'property', expression: value.trim() }
    const expression = text.slice(1).trim()
    return { kind: 'rich', expression: RICH_KEYWORDS.has(expression) ? '' : expression }
  }
  if (/^signature\s*:/.test(text)) return { kind: 'signature', expression: '' }
  if (/^field\s*:/i.test(text)) return { kind: 'field', expression: '' }
  const kind = Object.hasOwn(PREFIXES, first) ? PREFIXES[first] : undefined
  if (kind === undefined) return { kind: 'text', expression: text }
  return { kind, expression: text.slice(text.startsWith('%%') ? 2 : 1).trim() }
}

/** Normalises an expression: spaces and kinds of quotation marks do not count. */
const squeeze = (expression: string): string =>
  expression
    .replace(/\s/g, '')
    .replace(/[‘’‚]/g, "'")
    .replace(/[“”„«»]/g, '"')

/** Whether a close tag names the section: empty, the whole expression, or the part before its filters. */
export function closes(name: string, opened: string): boolean {
  const [given, full] = [squeeze(name), squeeze(opened)]
  return given === '' || given === full || given === (full.split('|')[0] ?? '')
}

/** Tags by the part they are in. */
export function tagsByPart(tags: readonly TemplateTag[]): ReadonlyMap<string, TemplateTag[]> {
  const parts = new Map<string, TemplateTag[]>()
  for (const tag of tags) {
    const list = parts.get(tag.part)
    if (list === undefined) parts.set(tag.part, [tag])
    else list.push(tag)
  }
  return parts
}
