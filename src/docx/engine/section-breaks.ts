/**
 * Numbers the page sections of a template and marks which content is in which, so that `page-sections.ts` can
 * preserve the page set-up of the remaining content when a render removes breaks.
 */

import type { Token } from '../tags/engine-tokens.ts'
import { type Block, flatten, isBlock } from './block-tree.ts'
import { contentOf, isSection, propertiesOf, shows } from './section-content.ts'

/** Attribute of blocks and breaks: the number of their section. Never reaches the output. */
export const SECTION_MARK = 'paraph-section'

/** A section of the template: what its break specifies. */
export interface SectionSetup {
  /** The whole `w:sectPr`. */
  xml: string
  /** Tags can drop part of it, or all of it. */
  conditional: boolean
}

const XML_TAG = /<(\/?)[^\s/>!?]+[^>]*?(\/?)>/g
/** `w:document` and `w:body`, which enclose the content of the body. */
const BODY_DEPTH = 2

const isBreak = (token: Token): boolean => token.tag === 'w:sectPr' && token.type === 'tag'

function depthChange(xml: string): number {
  let change = 0
  for (const [, slash, selfClosing] of xml.matchAll(XML_TAG)) {
    if (selfClosing !== '/') change += slash === '/' ? -1 : 1
  }
  return change
}

/** The outermost `w:sectPr` of some tokens: from its start to its end. */
function breakIn(tokens: readonly Token[]): Token[] {
  const from = tokens.findIndex(isBreak)
  if (from < 0) return []
  const to = tokens.findLastIndex((token) => isBreak(token) && token.position === 'end')
  return tokens.slice(from, Math.max(from, to) + 1)
}

/** Moves a break out of a paragraph that otherwise has only section tags: they come before it. */
function splitBreak(block: Block): Block[] {
  const tokens = flatten(block.children)
  const content = contentOf(tokens).filter((token) => isSection(token) || shows(token))
  const taken = new Set(breakIn(tokens))
  if (taken.size === 0 || content.length === 0 || !content.every(isSection)) return [block]
  const ppr = propertiesOf(block)
  return [
    { ...block, children: block.children.filter((child) => isBlock(child) || !taken.has(child)) },
    {
      ...block,
      open: { ...block.open, value: '<w:p>' },
      close: { ...block.close },
      children: ppr.map((token) => (taken.has(token) ? token : { ...token })),
    },
  ]
}

const withMark = (token: Token, section: number): Token => ({
  ...token,
  value: token.value.replace(/\s*(\/?>)$/, ` ${SECTION_MARK}="${section}"$1`),
})

class Numberer {
  readonly sections: SectionSetup[] = []
  readonly marked: Array<Token | Block> = []
  depth = 0
  open = 0
  conditional = false
  /** The break of the last section, which ends the body, was seen. */
  closed = false
  /** Something is not as Word writes it: then nothing is marked. */
  odd = false

  take(children: ReadonlyArray<Token | Block>): void {
    const last = breakIn(children.filter((child): child is Token => !isBlock(child)))
    for (const child of children) {
      if (isBlock(child)) this.block(child)
      else if (child === last[0]) {
        this.end(last)
        this.closed = true
        this.marked.push(withMark(child, this.sections.length - 1))
      } else {
        if (!last.includes(child)) this.depth += depthChange(child.value)
        this.marked.push(child)
      }
    }
  }

  block(block: Block): void {
    const tokens = flatten(block.children)
    for (const token of tokens.filter(isSection)) {
      this.open += token.location === 'start' ? 1 : -1
      this.conditional = true
    }
    const found = breakIn(tokens)
    if (this.depth !== BODY_DEPTH) {
      this.odd ||= found.length > 0
      this.marked.push(block)
      return
    }
    const section = this.sections.length
    const open = withMark(block.open, section)
    const children = block.children.map((child) =>
      child === found[0] ? withMark(child as Token, section) : child,
    )
    this.odd ||= found[0] !== undefined && !block.children.includes(found[0])
    this.odd ||= this.closed
    this.marked.push({ ...block, open, children })
    if (found.length > 0) this.end(found)
  }

  end(tokens: readonly Token[]): void {
    const xml = tokens.map(({ value }) => value).join('')
    this.sections.push({ xml, conditional: this.conditional })
    this.conditional = this.open > 0
  }
}

/** The tree with its page sections marked, and their setup; none when there are fewer than two. */
export function markSectionBreaks(tree: ReadonlyArray<Token | Block>): {
  tree: ReadonlyArray<Token | Block>
  sections: readonly SectionSetup[]
} {
  const nothing = { tree, sections: [] }
  const breaks = flatten(tree).filter((token) => isBreak(token) && token.position !== 'end')
  if (breaks.length < 2) return nothing
  const numberer = new Numberer()
  numberer.take(
    tree.flatMap((child) => (isBlock(child) && child.tag === 'w:p' ? splitBreak(child) : [child])),
  )
  const { odd, closed, marked, sections } = numberer
  return odd || !closed || sections.length < 2 ? nothing : { tree: marked, sections }
}
