/**
 * Sections over the columns of a table, `{#months | columns}…{/}`: the engine repeats or leaves out the cells from the one
 * with the start to the one with the end. Their rows and cells are marked with places in the grid of the template, by
 * which `settled-tables.ts` makes the columns of the rendered table.
 */
import { invariant } from '../../kernel/invariant.ts'
import type { FilterNode, Node } from '../language/expression-tree.ts'
import type { Token } from '../tags/engine-tokens.ts'
import type { TemplateTag } from '../tags/template-tags.ts'
import type { XmlPlace } from '../tags/text-blocks.ts'
import { type Block, isBlock } from './block-tree.ts'
import { isSection } from './section-content.ts'
import type { Partners } from './section-tokens.ts'

/** Attribute of a row with sections over columns: these as `start span tag;…`; of its cells: their own places, and the tag. */
export const COLUMNS_MARK = 'paraph-columns'

/** Whether a section with this expression is over columns. */
export const isColumns = (tree: Node | undefined): tree is FilterNode =>
  tree?.kind === 'filter' && tree.name === 'columns'

function cellOf(place: XmlPlace): XmlPlace | undefined {
  let at: XmlPlace | undefined = place
  while (at !== undefined && at.name !== 'w:tc') at = at.parent
  return at
}

/** What is wrong with the places of such a section, if anything. */
export function columnsFault(open: TemplateTag, close: TemplateTag): string | undefined {
  const [from, to] = [cellOf(open.place), cellOf(close.place)]
  if (from === undefined || to === undefined) return 'does not stand in the cells of a table'
  if (close.kind === 'else') return `has ${close.tag}, which columns cannot have`
  return from.parent === to.parent ? undefined : 'begins in one row and ends in another'
}

const isColumnsStart = ({ location, source }: Token): boolean =>
  location === 'start' && source?.columns === true

const ownTokens = (children: ReadonlyArray<Token | Block>): Token[] =>
  children.flatMap((child) => {
    if (!isBlock(child)) return [child]
    return child.tag === 'w:tbl' ? [] : ownTokens(child.children)
  })

const numberIn = (tokens: readonly Token[], name: string): number => {
  const xml = tokens.map(({ value }) => value).join('')
  return Number(new RegExp(`<w:${name}\\s[^>]*w:val="(\\d+)"`).exec(xml)?.[1] ?? 0)
}

const withMark = (block: Block, value: string): Block => {
  const mark = ` ${COLUMNS_MARK}="${value}">`
  return { ...block, open: { ...block.open, value: block.open.value.replace(/>$/, mark) } }
}

const without = (
  children: ReadonlyArray<Token | Block>,
  gone: ReadonlySet<Token>,
): Array<Token | Block> =>
  children.flatMap((child): Array<Token | Block> => {
    if (isBlock(child)) return [{ ...child, children: without(child.children, gone) }]
    return gone.has(child) ? [] : [child]
  })

/** The cells of a row: their places in the grid, and the section tags that stand in them. */
function cellsOf(row: Block) {
  let end = numberIn(row.children.filter((child) => !isBlock(child)) as Token[], 'gridBefore')
  return row.children.filter(isBlock).map((block) => {
    const tokens = ownTokens(block.children)
    const head = tokens.slice(0, tokens.findIndex(({ value }) => value.includes('</w:tcPr>')) + 1)
    const [start, span] = [end, Math.max(1, numberIn(head, 'gridSpan'))]
    end += span
    return { block, start, span, tags: tokens.filter(isSection) }
  })
}

/** A row with its sections over columns around cells instead of in them; itself where it has none. */
function spreadRow(row: Block, partners: Partners, indexOf: (tag: TemplateTag) => number): Block {
  const cells = cellsOf(row)
  const lifted = new Set<Token>()
  const partnerOf = (token: Token): Token => partners.get(token) ?? token
  const sections = cells.flatMap((cell, from) =>
    cell.tags.filter(isColumnsStart).map((open) => {
      const close = partnerOf(open)
      const to = cells.findIndex(({ tags }) => tags.includes(close))
      const last = cells[to]
      invariant(last !== undefined && open.source !== undefined, 'the ends are in one row')
      // What stands around the section in its cells goes with it: it cannot be repeated by it.
      const before = cell.tags.slice(0, cell.tags.indexOf(open) + 1)
      const after = last.tags.slice(last.tags.indexOf(close))
      for (const part of [before, after])
        for (const tag of part) if (!part.includes(partnerOf(tag))) lifted.add(tag)
      const text = `${cell.start} ${last.start + last.span - cell.start} ${indexOf(open.source)}`
      return { from, to, text }
    }),
  )
  if (sections.length === 0) return row
  for (const tag of lifted) {
    const start = tag.location === 'start' ? tag : partnerOf(tag)
    // Without a place to expand to, the engine takes what is exactly between the two.
    start.expandTo = isColumnsStart(start) ? '' : 'w:tr'
  }
  const children = row.children.flatMap((child) => {
    const index = cells.findIndex(({ block }) => block === child)
    const cell = cells[index]
    if (cell === undefined) return [child]
    const around = sections.findLast(({ from, to }) => from <= index && index <= to)
    const tag = around === undefined ? '' : ` ${around.text.split(' ')[2]}`
    const block = { ...cell.block, children: without(cell.block.children, lifted) }
    const last = cell.tags.findLastIndex(isColumnsStart)
    const [before, after] = [cell.tags.slice(0, last + 1), cell.tags.slice(last + 1)]
    return [
      ...before.filter((one) => lifted.has(one)),
      withMark(block, `${cell.start} ${cell.span}${tag}`),
      ...after.filter((one) => lifted.has(one)),
    ]
  })
  return withMark({ ...row, children }, sections.map(({ text }) => text).join(';'))
}

/** The tree with all sections over columns around cells. @param indexOf the number of a tag */
export const spreadColumns = (
  children: ReadonlyArray<Token | Block>,
  partners: Partners,
  indexOf: (tag: TemplateTag) => number,
): Array<Token | Block> =>
  children.map((child) => {
    if (!isBlock(child)) return child
    const block = { ...child, children: spreadColumns(child.children, partners, indexOf) }
    return child.tag === 'w:tr' ? spreadRow(block, partners, indexOf) : block
  })
