/**
 * Gives section tags paragraphs of their own where whole paragraphs are meant: a section that starts with a paragraph
 * and ends with another, or that fills a whole list item. The content is then repeated or dropped as paragraphs;
 * repeated inline, it would run together.
 */
import type { DocxPart } from '../package/docx-part.ts'
import { StyleTexts } from '../package/style-texts.ts'
import type { Token } from '../tags/engine-tokens.ts'
import { type Block, isBlock } from './block-tree.ts'
import { contentOf, isSection, loneParagraph, propertiesOf, shows } from './section-content.ts'
import type { Partners } from './section-tokens.ts'

/** Whether paragraphs of a style are list items. */
export type ListStyles = (styleId: string) => boolean

const LIST_ITEM = /<w:numId w:val="(\d+)"/
const STYLE = /<w:pStyle w:val="([^"]*)"/

function isListItem(properties: string, styles: ListStyles): boolean {
  const own = LIST_ITEM.exec(properties)?.[1]
  return own === undefined ? styles(STYLE.exec(properties)?.[1] ?? '') : own !== '0'
}

/** A paragraph and the section tags at its edges, outermost first. */
type Edges = ReturnType<typeof edgesOf>

function edgesOf(block: Block, styles: ListStyles) {
  const tokens = block.children.filter((child): child is Token => !isBlock(child))
  const nested = tokens.length < block.children.length
  const seen = contentOf(tokens).filter((token) => isSection(token) || shows(token))
  const first = seen.findIndex((token) => !isSection(token) || token.location === 'end')
  const last = seen.findLastIndex((token) => !isSection(token) || token.location === 'start')
  const text = propertiesOf(block)
    .map(({ value }) => value)
    .join('')
  return {
    leading: nested ? [] : seen.slice(0, first < 0 ? seen.length : first),
    trailing: nested ? [] : seen.slice(last + 1).reverse(),
    /** Set when it has nothing but section tags and disappears with them: all of these. */
    bare: !nested && seen.every(isSection) ? seen : undefined,
    /** It ends with a page section break; what follows it cannot be moved past that. */
    breaks: text.includes('<w:sectPr'),
    list: isListItem(text, styles),
  }
}

/** Cuts a list of tags at the first one that must stay; true when it was cut. */
function cut(tags: Token[], stays: (tag: Token) => boolean): boolean {
  const at = tags.findIndex(stays)
  if (at < 0) return false
  tags.length = at
  return true
}

/** Keeps, at all edges, only the tags that can be lifted together with their partners. */
function settle(paragraphs: readonly Edges[], partners: Partners): Set<Token> {
  const open = paragraphs.filter(({ bare }) => bare === undefined)
  for (const edges of open) if (edges.breaks) edges.trailing.length = 0
  for (let changed = true; changed; ) {
    const home = new Map<Token, Edges>()
    for (const edges of paragraphs) {
      for (const tag of edges.bare ?? [...edges.leading, ...edges.trailing]) home.set(tag, edges)
    }
    changed = false
    for (const edges of open) {
      const stays = (tag: Token): boolean => {
        const partner = partners.get(tag)
        const there = partner === undefined ? undefined : home.get(partner)
        return there === undefined || (there === edges && !edges.list)
      }
      const left = cut(edges.leading, stays)
      changed = cut(edges.trailing, stays) || left || changed
    }
  }
  return new Set(open.flatMap(({ leading, trailing }) => [...leading, ...trailing]))
}

const withoutTags = (block: Block, tags: ReadonlySet<Token>): Block => ({
  ...block,
  children: block.children.filter((child) => isBlock(child) || !tags.has(child)),
})

/** Lifts section tags out of paragraphs, in everything that contains paragraphs. */
export function hoistSections(
  children: ReadonlyArray<Token | Block>,
  partners: Partners,
  styles: ListStyles,
): Array<Token | Block> {
  const inner = children.map((child) =>
    isBlock(child) && child.tag !== 'w:p'
      ? { ...child, children: hoistSections(child.children, partners, styles) }
      : child,
  )
  const found = new Map<Token | Block, Edges>()
  for (const child of inner) {
    if (isBlock(child) && child.tag === 'w:p' && child.children.some(hasSection)) {
      found.set(child, edgesOf(child, styles))
    }
  }
  const hoisted = settle([...found.values()], partners)
  if (hoisted.size === 0) return inner
  return inner.flatMap((child): Array<Token | Block> => {
    const edges = found.get(child)
    if (edges?.bare !== undefined || edges === undefined || !isBlock(child)) return [child]
    const tags = (list: readonly Token[]): Block[] =>
      list.filter((tag) => hoisted.has(tag)).map((tag) => loneParagraph(tag, []))
    return [
      ...tags(edges.leading),
      withoutTags(child, hoisted),
      ...tags([...edges.trailing].reverse()),
    ]
  })
}

const hasSection = (child: Token | Block): boolean =>
  isBlock(child) ? child.children.some(hasSection) : isSection(child)

/** Reads the list styles of a package. */
export function listStyles(parts: ReadonlyMap<string, DocxPart>): ListStyles {
  const styles = new StyleTexts(parts.get('word/styles.xml')?.asText() ?? '')
  return (styleId) => {
    const numbers = styles.chain(styleId).map(({ xml }) => LIST_ITEM.exec(xml)?.[1])
    return (numbers.find((number) => number !== undefined) ?? '0') !== '0'
  }
}
