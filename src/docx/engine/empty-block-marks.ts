/**
 * Finds the paragraphs and rows with only section tags, or only content under conditions, and marks them;
 * `empty-blocks.ts` removes those that stay empty in a render.
 */

import { KEEP_MARK, type Token } from '../tags/engine-tokens.ts'
import { type Block, flatten, isBlock } from './block-tree.ts'
import {
  contentOf,
  isSection,
  loneParagraph,
  made,
  marked,
  propertiesOf,
  shows,
} from './section-content.ts'
import type { Partners } from './section-tokens.ts'

/** What a paragraph or row consists of: section tags, content under them, unconditional content. */
interface Content {
  sections: Token[]
  /** Shown only when a section that starts here is. */
  guarded: Token[]
  /** Something is shown whatever the data is. */
  fixed: boolean
}

/** @param guards whether a section that starts here guards what follows it */
function sortContent(
  tokens: readonly Token[],
  partners: Partners,
  guards: (open: Token) => boolean,
): Content {
  const content: Content = { sections: [], guarded: [], fixed: false }
  const open = new Set<Token | undefined>()
  const takeSection = (token: Token): void => {
    content.sections.push(token)
    if (token.location === 'end') open.delete(partners.get(token))
    else if (guards(token)) open.add(token)
  }
  for (const token of contentOf(tokens)) {
    if (isSection(token)) takeSection(token)
    else if (token.tag === 'w:sectPr') content.fixed = true
    else if (shows(token)) {
      if (open.size === 0) content.fixed = true
      else content.guarded.push(token)
    }
  }
  return content
}

const BOOKMARKS: ReadonlySet<string> = new Set(['w:bookmarkStart', 'w:bookmarkEnd'])

const ANY = (): boolean => true

const keepToken = (before: Token): Token => ({
  type: 'content',
  value: KEEP_MARK,
  lIndex: before.lIndex,
})

function loneRow(tag: Token): Block {
  const row = made('w:tr', tag, [made('w:tc', tag, [loneParagraph(tag, [])])])
  return { ...row, open: marked(row.open) }
}

class Marker {
  readonly partners: Partners
  /** Content that gets a keep mark before it. */
  readonly keep = new Set<Token>()

  constructor(partners: Partners) {
    this.partners = partners
  }

  children(children: ReadonlyArray<Token | Block>): Array<Token | Block> {
    return children.flatMap((child): Array<Token | Block> => {
      if (!isBlock(child)) return [child]
      if (child.tag === 'w:p') return this.paragraph(child)
      return child.tag === 'w:tr' ? this.row(child) : [this.inside(child)]
    })
  }

  inside(block: Block): Block {
    return { ...block, children: this.children(block.children) }
  }

  paragraph(block: Block): Array<Token | Block> {
    const tokens = flatten(block.children)
    const { sections, guarded, fixed } = sortContent(tokens, this.partners, ANY)
    if (sections.length === 0 || fixed) return [this.inside(block)]
    if (guarded.length === 0) {
      const bookmarks = tokens.filter((token) => BOOKMARKS.has(token.tag ?? ''))
      const ppr = propertiesOf(block)
      return [...bookmarks, ...sections.map((tag) => loneParagraph(tag, ppr))]
    }
    for (const token of guarded) this.keep.add(token)
    return [{ ...this.inside(block), open: marked(block.open) }]
  }

  row(block: Block): Array<Token | Block> {
    const content = this.rowContent(block)
    if (content === undefined) return [this.inside(block)]
    if (content.guarded.length === 0) return content.sections.map(loneRow)
    for (const token of content.guarded) this.keep.add(token)
    return [{ ...this.inside(block), open: marked(block.open) }]
  }

  /** The content of a row that may vanish; undefined for any other row. */
  rowContent(block: Block): Content | undefined {
    const cells = block.children.filter(isBlock).map((cell) => flatten(cell.children))
    const whole: Content = { sections: [], guarded: [], fixed: false }
    const row = new Set(cells.flat())
    for (const cell of cells) {
      const own = new Set(cell)
      const partnerIn = (tokens: ReadonlySet<Token>, token: Token): boolean => {
        const partner = this.partners.get(token)
        return partner !== undefined && tokens.has(partner)
      }
      const { sections, guarded, fixed } = sortContent(cell, this.partners, (open) =>
        partnerIn(own, open),
      )
      // A section that spans cells repeats the row: then the row is its content, even when blank.
      const spans = sections.some((token) => partnerIn(row, token) && !partnerIn(own, token))
      if (fixed || spans) return undefined
      whole.sections.push(...sections)
      whole.guarded.push(...guarded)
    }
    return whole.sections.length > 0 ? whole : undefined
  }
}

/** The tree with its marks, as flat tokens. */
export function markEmptyBlocks(tree: ReadonlyArray<Token | Block>, partners: Partners): Token[] {
  const marker = new Marker(partners)
  return flatten(marker.children(tree)).flatMap((token) =>
    marker.keep.has(token) ? [keepToken(token), token] : [token],
  )
}
