/** The sections of a template as a tree, and what each of them most likely is. */
import type { Expression } from '../language/expression.ts'
import type { Node, PathNode } from '../language/expression-tree.ts'
import { isSectionKind, type TemplateTag } from '../tags/template-tags.ts'
import { isColumns } from './table-columns.ts'

/** A section with its branches: the tag that opens each, and its content. */
export interface Section {
  open: TemplateTag
  close: TemplateTag | undefined
  branches: Array<{ tag: TemplateTag; children: TreeItem[] }>
}

/** A tag on its own or a section. */
export type TreeItem = TemplateTag | Section

/** Whether an item is a section rather than a tag. */
export const isSection = (item: TreeItem): item is Section => 'branches' in item

/** Builds the tree of the tags of one part; unclosed sections end with the part. */
export function tagTree(tags: readonly TemplateTag[]): TreeItem[] {
  const root: TreeItem[] = []
  const stack: Section[] = []
  const here = (): TreeItem[] => stack.at(-1)?.branches.at(-1)?.children ?? root
  for (const tag of tags) {
    const top = stack.at(-1)
    if (tag.kind === 'open' || tag.kind === 'inverted') {
      const section: Section = { open: tag, close: undefined, branches: [{ tag, children: [] }] }
      here().push(section)
      stack.push(section)
    } else if (tag.kind === 'else') top?.branches.push({ tag, children: [] })
    else if (tag.kind === 'close') {
      if (top !== undefined) top.close = tag
      stack.pop()
    } else here().push(tag)
  }
  return root
}

/** How a section treats its value. */
export type SectionRole = 'list' | 'object' | 'condition'

const LIST_FILTERS: ReadonlySet<string> = new Set(
  'sort where unique reverse limit group map split'.split(' '),
)
const YES_NO_NAME =
  /^(?:is|has|can|show|hide|with|no|not|est|a|avec|sans|est_|ist|hat|mit|ohne)(?:_|(?=[A-Z]))/
const PLURAL_NAME =
  /(?:[^s]s|x|list|liste|rows|data|array|artikel|positionen|posten|zeilen|produkte|leistungen)$/i
const SINGULAR_NAME = /(?:address|adresse|status|bonus|prix|choix|taux|us|is)$/i

/** The first names of the paths in an expression that are looked up from where it is. */
function headsOf(node: Node, into: Set<string>): Set<string> {
  if (node.kind === 'path') {
    if (node.base === 'current') into.add('.')
    else if (node.base === 'name') into.add(node.segments[0] ?? '')
  } else if (node.kind === 'loop') into.add('$')
  else if (node.kind === 'filter') {
    for (const inner of [node.input, ...node.args]) headsOf(inner, into)
  } else if ('operand' in node) headsOf(node.operand, into)
  else if ('left' in node) {
    headsOf(node.left, into)
    headsOf(node.right, into)
  } else if (node.kind === 'choose') {
    for (const inner of [node.condition, node.yes, node.no]) headsOf(inner, into)
  }
  return into
}

/** Names used directly in the first branch of a section, also through conditions in it. */
function namesIn(
  items: readonly TreeItem[],
  trees: ReadonlyMap<string, Expression>,
  into = new Set<string>(),
): Set<string> {
  for (const item of items) {
    const tag = isSection(item) ? item.open : item
    const tree = trees.get(tag.expression)?.tree
    if (tree !== undefined && (isSection(item) || !isSectionKind(tag.kind))) headsOf(tree, into)
    if (isSection(item)) namesIn(item.branches[0]?.children ?? [], trees, into)
  }
  return into
}

/** Whether the tags are in different cells of a table: then rows repeat. */
function repeatsRows({ open, close }: Section): boolean {
  const cellOf = (tag: TemplateTag): number | undefined => {
    let place: TemplateTag['place'] | undefined = tag.place
    while (place !== undefined && place.name !== 'w:tc') place = place.parent
    return place?.id
  }
  return close !== undefined && cellOf(open) !== cellOf(close)
}

/** The role of a section over a plain name, derived from the name and the content of the section. */
function roleOfName(
  section: Section,
  path: PathNode,
  trees: ReadonlyMap<string, Expression>,
  known: ReadonlySet<string>,
): SectionRole {
  const name = path.segments.at(-1) ?? ''
  const inside = namesIn(section.branches[0]?.children ?? [], trees)
  if (inside.has('.') || inside.has('$') || name === '') return 'list'
  if (YES_NO_NAME.test(name) || inside.has(path.segments[0] ?? '')) return 'condition'
  if (PLURAL_NAME.test(name) && !SINGULAR_NAME.test(name)) return 'list'
  if (inside.size > 0 && repeatsRows(section)) return 'list'
  return [...inside].some((inner) => !known.has(inner)) ? 'object' : 'condition'
}

/** @param known names that are used around the section */
export function roleOf(
  section: Section,
  trees: ReadonlyMap<string, Expression>,
  known: ReadonlySet<string>,
): SectionRole {
  const whole = trees.get(section.open.expression)?.tree
  const tree = isColumns(whole) ? whole.input : whole
  if (section.open.kind === 'inverted' || tree === undefined) return 'condition'
  if (tree.kind === 'filter') return LIST_FILTERS.has(tree.name) ? 'list' : 'condition'
  return tree.kind === 'path' ? roleOfName(section, tree, trees, known) : 'condition'
}

/** Names that are looked up outside of any section. */
export const namesAround = (items: readonly TreeItem[], trees: ReadonlyMap<string, Expression>) =>
  namesIn(
    items.filter((item) => !isSection(item)),
    trees,
  )
