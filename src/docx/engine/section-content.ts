/** What counts as content when sections are arranged, and the paragraphs made for their tags. */

import {
  EMPTY_BLOCK_MARK,
  isPlaceholder,
  LOOP_MODULE,
  newTag,
  type Token,
} from '../tags/engine-tokens.ts'
import { type Block, flatten, isBlock } from './block-tree.ts'

/** XML between tags that shows something; text and drawings have tokens of their own. */
const VISIBLE =
  /<(?:w:(?:pict|object|tab|sym|cr|ptab|footnoteReference|endnoteReference|footnoteRef|endnoteRef|fldChar|fldSimple|noBreakHyphen|pgNum|ruby|altChunk)|m:oMath|mc:AlternateContent)[\s/>]/
const VISIBLE_TAGS: ReadonlySet<string> = new Set(['w:br', 'w:drawing'])
const PROPERTIES: ReadonlySet<string> = new Set(['w:pPr', 'w:rPr'])

/** Whether a token starts or ends a section. */
export const isSection = (token: Token): boolean =>
  isPlaceholder(token) && token.module === LOOP_MODULE

/** Whether a token is visible in the document; section tags do not count. */
export function shows(token: Token): boolean {
  if (isPlaceholder(token)) return !isSection(token)
  if (token.type === 'tag') return VISIBLE_TAGS.has(token.tag ?? '') && token.position !== 'end'
  return token.position === 'insidetag' ? token.value.trim() !== '' : VISIBLE.test(token.value)
}

/** Tokens without those inside run and paragraph properties, except for section breaks. */
export function contentOf(tokens: readonly Token[]): Token[] {
  let inside = 0
  return tokens.filter((token) => {
    const properties = token.type === 'tag' && PROPERTIES.has(token.tag ?? '')
    if (properties && token.position === 'start') inside++
    else if (properties && token.position === 'end') inside--
    return !properties && (inside === 0 || token.tag === 'w:sectPr')
  })
}

/** The start of a paragraph or row that vanishes when nothing in it is shown. */
export function marked(open: Token): Token {
  return { ...open, value: `${open.value.slice(0, -1)}${EMPTY_BLOCK_MARK}>` }
}

/** The `w:pPr` of a paragraph. */
export function propertiesOf(block: Block): Token[] {
  const tokens = block.children.filter((child): child is Token => !isBlock(child))
  const from = tokens.findIndex((token) => token.tag === 'w:pPr' && token.position === 'start')
  const to = tokens.findIndex((token) => token.tag === 'w:pPr' && token.position === 'end')
  return from < 0 || to < from ? [] : tokens.slice(from, to + 1)
}

/** An element that is not in the document. */
export function made(tag: string, at: Token, children: ReadonlyArray<Token | Block>): Block {
  const [open, close] = [
    newTag(`<${tag}>`, tag, at.lIndex),
    newTag(`</${tag}>`, tag, at.lIndex + 0.1),
  ]
  return { tag, open, close, children: [...children] }
}

/** A paragraph with one section tag and nothing else: the form that the engine removes as a whole. */
export function loneParagraph(tag: Token, ppr: readonly Token[]): Block {
  const run = flatten([made('w:r', tag, [made('w:t', tag, [tag])])])
  const paragraph = made('w:p', tag, [...ppr.map((token) => ({ ...token })), ...run])
  return { ...paragraph, open: marked(paragraph.open) }
}
