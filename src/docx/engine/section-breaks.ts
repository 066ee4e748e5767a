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
    const [marked] = found
    const children = block.children.map((child) =>
      marked !== undefined && child === marked ? withMark(marked, section) : child,
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
export function markSectionBreaks(tree: ReadonlyArray<Token | Block>) {
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

/** Whether it is a header or a footer, and of which pages. */
export const kindOf = (reference: string): string =>
  `${/header|footer/.exec(reference)?.[0]} ${/w:type="([^"]*)"/.exec(reference)?.[1] ?? 'default'}`

/** A section break with these references to headers and footers and no others. */
export function withReferences(setup: string, references: readonly string[]): string {
  const bare = setup
    .replace(REFERENCE, '')
    .replace(/^<w:sectPr([^>]*?)\s*\/>$/, '<w:sectPr$1></w:sectPr>')
  return bare.replace('>', () => `>${references.join('')}`)
}

/** A last paragraph carries the break; after anything else, a paragraph is added for it. */
export function withBreak(pieces: readonly Piece[], section: number): Piece[] {
  const last = pieces.at(-1)
  if (last === undefined) return []
  const setup = `<w:sectPr ${SECTION_MARK}="${section}"/>`
  const alone = /^<w:p[ >]/.test(last.xml) && (last.xml.match(/<w:p[ >]/g)?.length ?? 0) === 1
  const xml = alone
    ? inParagraph(last.xml, setup)
    : `${last.xml}<w:p><w:pPr>${TINY}${setup}</w:pPr></w:p>`
  return [...pieces.slice(0, -1), { ...last, xml }]
}

function inParagraph(xml: string, setup: string): string {
  const change = xml.indexOf('<w:pPrChange')
  const end = xml.indexOf('</w:pPr>')
  if (end < 0) {
    return xml.replace(
      /^(<w:p[^>]*>)(?:<w:pPr\/>)?/,
      (_all, open) => `${open}<w:pPr>${setup}</w:pPr>`,
    )
  }
  const at = change >= 0 && change < end ? change : end
  return xml.slice(0, at) + setup + xml.slice(at)
}

/** The pieces without their section break. */
export function withoutBreak(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1)
  const found = breakAt(last?.xml ?? '')
  if (last === undefined || found === undefined) return [...pieces]
  const xml = last.xml.slice(0, found.from) + last.xml.slice(found.to)
  const bare = isSeen(xml) || pieces.length === 1
  return bare ? [...pieces.slice(0, -1), { ...last, xml }] : pieces.slice(0, -1)
}

/** A block of the body and the unmarked content after it. */
export interface Piece {
  section: number
  xml: string
}

const BREAK = new RegExp(`<w:sectPr(?: [^>]*)? ${SECTION_MARK}="(\\d+)"`)

/** Parts that stand in the text during a render (`loop-parts.ts`). */
const CARRIED = /<w:pict><paraph-part .*?<\/paraph-part><\/w:pict>/gs
const SEEN =
  /<w:(?:drawing|pict|object|tbl|sym|br|fldChar|fldSimple|footnoteReference|endnoteReference|altChunk)[\s/>]|<m:oMath|<mc:AlternateContent|<w:t(?: [^>]*)?>[^<]*[^\s<]/
/** Whether some content shows something. */
export const isSeen = (xml: string): boolean =>
  SEEN.test(xml.includes('<paraph-part ') ? xml.replace(CARRIED, '') : xml)
/** References of a section to its headers and footers. */
export const REFERENCE = /<w:(header|footer)Reference [^>]*?(?:\/>|>\s*<\/w:\1Reference>)/g
/** A paragraph that takes no room. */
export const TINY = '<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/>'

/** The first `w:sectPr` in some XML, with the tracked changes inside it. */
export function breakAt(xml: string): { from: number; to: number } | undefined {
  const from = xml.search(BREAK)
  if (from < 0) return undefined
  if (/^<w:sectPr[^>]*\/>/.test(xml.slice(from))) return { from, to: xml.indexOf('>', from) + 1 }
  const changed = xml.indexOf('</w:sectPrChange>', from)
  const end = xml.indexOf('</w:sectPr>', from)
  const to = changed >= 0 && end < changed ? xml.indexOf('</w:sectPr>', changed) : end
  return { from, to: to + '</w:sectPr>'.length }
}
