/**
 * Finds out where the rich tags of a template part stand; then lifts those that are alone in their paragraph (section
 * tags around them do not count) out of it, so that they become paragraphs and tables themselves.
 */

import { childOf, type PartNode, partTree } from '../../xml/part-tree.ts'
import { attribute } from '../../xml/scan.ts'
import { isPlaceholder } from '../tags/engine-tokens.ts'
import { extractBlocks } from './block-extraction.ts'
import { cellRoom, indented, type Room, sectionRoom, textBoxRoom } from './page-room.ts'
import { replacedBy } from './replaced-pictures.ts'
import {
  isRichToken,
  isSectionToken,
  type PlacedParagraph,
  type TagContext,
  type Token,
} from './tokens.ts'

const BUSY =
  /^(w:(drawing|pict|object|fldChar|fldSimple|instrText|br|cr|tab|ptab|sym|footnoteReference|endnoteReference|commentReference|footnoteRef|endnoteRef|annotationRef|noBreakHyphen|softHyphen|pgNum|ruby|altChunk|subDoc)|m:oMath|m:oMathPara)$/
const RANGE_MARK =
  /^w:(bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd)$/
const FRAMES = ['<wp:extent', '<v:shape', '<v:rect']

/** What is in a paragraph itself: not its properties, nor paragraphs inside. */
const contentOf = (node: PartNode): PartNode[] =>
  node.children.flatMap((child) =>
    /^w:(?:p|pPr|rPr)$/.test(child.name) ? [] : [child, ...contentOf(child)],
  )

/** The child of an element in whose content a place is. */
function innermost({ children }: PartNode, at: number): PartNode | undefined {
  let [low, high] = [0, children.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((children[middle]?.inner ?? 0) <= at) low = middle
    else high = middle - 1
  }
  const found = children[low]
  const isAround = found !== undefined && found.inner <= at && at <= found.innerEnd
  return isAround && found.inner < found.end ? found : undefined
}

class PlaceReader {
  /** The part without its placeholders. */
  readonly #xml: string
  readonly #tree: PartNode
  readonly #outer: Room
  /** Where each token is in it, and the token that begins at a place. */
  readonly #offsets: number[] = []
  readonly #tokens = new Map<number, number>()
  readonly #sections: PartNode[]

  constructor(tokens: readonly Token[], outer: Room) {
    let xml = ''
    for (const [index, token] of tokens.entries()) {
      this.#offsets.push(xml.length)
      if (isPlaceholder(token)) continue
      this.#tokens.set(xml.length, index)
      xml += token.value
    }
    this.#xml = xml
    this.#tree = partTree(xml)
    this.#outer = outer
    this.#sections = named(this.#tree, 'w:sectPr').filter(({ inner, end }) => inner < end)
  }

  /** The elements around a token, outer ones first. */
  around(index: number): PartNode[] {
    const at = this.#offsets[index] ?? 0
    const path: PartNode[] = []
    for (let node = innermost(this.#tree, at); node !== undefined; node = innermost(node, at))
      path.push(node)
    return path
  }

  inner(node: PartNode | undefined): string {
    return node === undefined ? '' : this.#xml.slice(node.inner, node.innerEnd)
  }

  tag(node: PartNode | undefined): string {
    return node === undefined ? '' : this.#xml.slice(node.start, node.inner)
  }

  /** The room at a place: of the innermost cell or text box, else of the page section that it is in. */
  room(path: readonly PartNode[]): Room {
    let room: Room | undefined
    for (const [depth, node] of path.entries()) {
      if (node.name === 'w:txbxContent') {
        const frame = Math.max(...FRAMES.map((name) => this.#xml.lastIndexOf(name, node.start)))
        const tag = frame < 0 ? '' : this.#xml.slice(frame, this.#xml.indexOf('>', frame) + 1)
        room = textBoxRoom(tag, room ?? this.#outer)
      } else if (node.name === 'w:tc')
        room = this.#cell(node, path.slice(0, depth), room ?? this.#outer)
    }
    const at = path.at(-1)?.start ?? 0
    const section = room === undefined ? this.#sections.find(({ end }) => end > at) : undefined
    return section === undefined
      ? (room ?? this.#outer)
      : sectionRoom(this.#xml.slice(section.start, section.end))
  }

  #cell(cell: PartNode, path: readonly PartNode[], outer: Room): Room {
    const value = (node: PartNode | undefined): number =>
      Number(attribute(this.tag(node), 'w:val')) || 0
    const span = (one: PartNode): number => value(childOf(childOf(one, 'tcPr'), 'gridSpan')) || 1
    const row = path.findLast(({ name }) => name === 'w:tr')
    const table = path.findLast(({ name }) => name === 'w:tbl')
    const before = named(row, 'w:tc').filter(({ start }) => start < cell.start)
    const start = value(childOf(childOf(row, 'trPr'), 'gridBefore'))
    const column = before.reduce((sum, one) => sum + span(one), start)
    const grid = childOf(table, 'tblGrid')?.children ?? []
    const widths = grid.slice(column, column + span(cell)).map((one) => this.tag(one))
    return cellRoom(this.tag(childOf(childOf(cell, 'tcPr'), 'tcW')), widths, outer)
  }

  context(path: readonly PartNode[], textTag: string): TagContext {
    const last = lastOf(path)
    const properties = this.inner(childOf(last('w:p'), 'pPr'))
    const replaced = replacedBy(this.tag(last('a:p')))
    return {
      textTag,
      paragraph: properties,
      run: this.inner(childOf(last('w:r'), 'rPr')),
      block: false,
      inHyperlink: last('w:hyperlink') !== undefined,
      room: indented(this.room(path), properties),
      ...(replaced !== undefined && { replaced }),
    }
  }

  paragraph(node: PartNode, placed: Token[]): PlacedParagraph {
    const content = contentOf(node)
    const texts = content.filter(({ name }) => /^[wma]:t$/.test(name))
    return {
      first: this.#tokens.get(node.start) ?? 0,
      last: this.#tokens.get(node.innerEnd) ?? 0,
      hasSection: this.inner(childOf(node, 'pPr')).includes('<w:sectPr'),
      busy: content.some(({ name }) => BUSY.test(name)),
      hasText: texts.some(
        (text) =>
          this.inner(text)
            .replace(/<[^>]*>/g, '')
            .trim() !== '',
      ),
      placed,
      marks: content.filter(({ name }) => RANGE_MARK.test(name)).map((one) => this.tag(one)),
    }
  }
}

const lastOf =
  (path: readonly PartNode[]) =>
  (name: string): PartNode | undefined =>
    path.findLast((one) => one.name === name)

/** The elements of a name, those inside of others of that name left out. */
const named = (node: PartNode | undefined, name: string): PartNode[] =>
  node?.children.flatMap((child) => (child.name === name ? [child] : named(child, name))) ?? []

/**
 * Says of every rich token of a part where it is, and lifts those alone in their paragraph. Takes the whole part, before
 * any loop is cut out.
 * @param outer room of the part where no section sets another
 */
export function placeRichTokens(tokens: readonly Token[], outer: Room): Token[] {
  if (!tokens.some(isRichToken)) return [...tokens]
  const reader = new PlaceReader(tokens, outer)
  const paragraphs = new Map<PartNode, Token[]>()
  /** Table cell of each section tag; 0 is none. */
  const cells = new Map<Token, number>()
  const take = (token: Token, index: number, textTag: string): void => {
    const path = reader.around(index)
    const last = lastOf(path)
    const paragraph = last('w:p')
    if (paragraph !== undefined)
      paragraphs.set(paragraph, [...(paragraphs.get(paragraph) ?? []), token])
    if (isSectionToken(token)) cells.set(token, last('w:tc')?.start ?? 0)
    if (isRichToken(token)) token.tagContext = reader.context(path, textTag)
  }
  let textTag = ''
  for (const [index, token] of tokens.entries()) {
    if (isPlaceholder(token)) take(token, index, textTag)
    else if (token.text === true) textTag = token.position === 'end' ? '' : (token.tag ?? '')
  }
  const inOrder = [...paragraphs].sort(([a], [b]) => a.end - b.end)
  const placed = inOrder.map(([node, tags]) => reader.paragraph(node, tags))
  return extractBlocks(tokens, placed, cells)
}
