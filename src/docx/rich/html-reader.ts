/**
 * Reads HTML into the subset that a template may insert. Parsed as a browser does (parse5); elements outside the
 * subset are dropped but their text is kept, scripts and the like are dropped entirely. Nothing is ever fetched: a
 * picture is a data URI or an uploaded part, or it is left out.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { type FilterContext, FilterError } from '../language/filter-contract.ts'
import { BlockBuilder } from './block-builder.ts'
import ELEMENT_MARKS from './element-marks.json' with { type: 'json' }
import { alignmentOf, marksOfStyle } from './html-style.ts'
import { safeAddress } from './links.ts'
import { toPicture } from './pictures.ts'
import { type Block, type Cell, type Marks, type Picture, parseLength } from './values.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const CHARACTERS_MAX = 500_000
const DEPTH_MAX = 60
const ELEMENTS_MAX = 100_000
const TABLES_DEEP_MAX = 2
const SPAN_MAX = 63
const ROWS_MAX = 5_000

/** Dropped with everything inside. */
const DROPPED = new Set(
  'script style head title meta link base template iframe frame frameset noframes object embed applet audio video canvas svg math map area select datalist textarea button progress meter noembed xmp plaintext'.split(
    ' ',
  ),
)
const BLOCKS = new Set(
  'p div section article header footer main aside nav address figure figcaption center details summary fieldset form legend dl dt dd body html hgroup search dialog tr td th caption'.split(
    ' ',
  ),
)
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const PREFORMATTED = new Set(['pre', 'listing'])
const LEVELS = [1, 2, 3, 4, 5, 6] as const
const MARKS = ELEMENT_MARKS as Readonly<Record<string, Marks>>

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text'
const isElement = (node: Node): node is Element => 'tagName' in node
const attr = (element: Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? ''

/** All text below a node, without recursion; for content nested too deeply to be laid out. */
function textBelow(top: Node): string {
  const waiting: Node[] = [top]
  let text = ''
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isText(node)) text += ` ${node.value}`
    else if (isElement(node) && !DROPPED.has(node.tagName)) {
      for (const child of node.childNodes.toReversed()) waiting.push(child)
    }
  }
  return text
}

function spanOf(element: Element, name: string): number {
  const span = Number.parseInt(attr(element, name), 10)
  return Number.isInteger(span) ? Math.min(SPAN_MAX, Math.max(1, span)) : 1
}

class Reader {
  readonly #context: FilterContext
  #elements = 0
  #lists = 0

  constructor(context: FilterContext) {
    this.#context = context
  }

  blocks(nodes: readonly Node[], marks: Marks, depth: number, tables: number): Block[] {
    const builder = new BlockBuilder()
    this.#walkAll(nodes, marks, builder, depth, tables)
    return builder.finish()
  }

  #walkAll(nodes: readonly Node[], marks: Marks, out: BlockBuilder, depth: number, tables: number) {
    for (const node of nodes) {
      if (isText(node)) {
        out.text(node.value, marks)
      } else if (isElement(node) && !DROPPED.has(node.tagName)) {
        this.#elements += 1
        if (this.#elements > ELEMENTS_MAX) {
          throw new FilterError(`html: the text has more than ${ELEMENTS_MAX} elements`)
        }
        if (depth >= DEPTH_MAX) out.text(textBelow(node), marks)
        else this.#element(node, marks, out, depth + 1, tables)
      }
    }
  }

  #element(element: Element, marks: Marks, out: BlockBuilder, depth: number, tables: number): void {
    const inner = (own: Marks = {}): void => {
      const styled = { ...marks, ...own, ...marksOfStyle(attr(element, 'style')) }
      this.#walkAll(element.childNodes, styled, out, depth, tables)
    }
    if (element.tagName === 'table') this.#table(element, marks, out, depth, tables)
    else if (!this.#leaf(element, marks, out)) this.#container(element, inner, out)
  }

  /** Handles elements without content. */
  #leaf(element: Element, marks: Marks, out: BlockBuilder): boolean {
    switch (element.tagName) {
      case 'br':
        out.lineBreak()
        return true
      case 'hr':
        out.rule()
        return true
      case 'img':
        this.#image(element, marks, out)
        return true
      case 'input':
        this.#checkbox(element, marks, out)
        return true
      default:
        return false
    }
  }

  #container(element: Element, inner: (own?: Marks) => void, out: BlockBuilder): void {
    const name = element.tagName
    const heading = LEVELS.find((level) => name === `h${level}`)
    if (heading !== undefined) out.within({ heading, ...aligned(element) }, inner)
    else if (name === 'a') inner(this.#link(element))
    else if (name === 'blockquote') out.within({ quote: 1 }, inner)
    else if (PREFORMATTED.has(name)) out.within({ preformatted: true }, () => inner({ code: true }))
    else if (LISTS.has(name)) this.#list(element, inner, out)
    else if (name === 'li') out.item(inner)
    else if (BLOCKS.has(name)) out.within(aligned(element), inner)
    else inner(Object.hasOwn(MARKS, name) ? MARKS[name] : {})
  }

  #link(element: Element): Marks {
    const address = safeAddress(attr(element, 'href'))
    return address === null ? {} : { link: address }
  }

  #list(element: Element, inner: () => void, out: BlockBuilder): void {
    this.#lists += 1
    const ordered = element.tagName === 'ol'
    const start = Number.parseInt(attr(element, 'start'), 10)
    out.list(
      {
        ordered,
        list: this.#lists,
        start: Number.isInteger(start) && start >= 0 && start <= 30_000 ? start : 1,
      },
      inner,
    )
  }

  #image(element: Element, marks: Marks, out: BlockBuilder): void {
    const source = attr(element, 'src')
    const uploaded = this.#context.pictures.has(source)
    const alt = attr(element, 'alt')
    if (!uploaded && !/^data:image\//i.test(source)) {
      out.text(alt, marks)
      return
    }
    const picture = toPicture(source, this.#context)
    if (picture === null) return
    out.picture({ ...picture, alt, ...this.#imageSize(element) }, marks)
  }

  #imageSize(element: Element): Pick<Picture, 'width' | 'height'> {
    const side = (name: 'width' | 'height'): Pick<Picture, 'width' | 'height'> => {
      const value = attr(element, name)
      const length = parseLength(/^\d+$/.test(value) ? `${value}px` : value)
      return length === null ? {} : { [name]: length }
    }
    return { ...side('width'), ...side('height') }
  }

  /** Checkboxes of Markdown task lists. */
  #checkbox(element: Element, marks: Marks, out: BlockBuilder): void {
    if (attr(element, 'type').toLowerCase() !== 'checkbox') return
    const checked = element.attrs.some((one) => one.name === 'checked')
    out.text(checked ? '☑ ' : '☐ ', marks)
  }

  #table(element: Element, marks: Marks, out: BlockBuilder, depth: number, tables: number): void {
    const rows = tables >= TABLES_DEEP_MAX ? [] : rowsOf(element)
    if (rows.length === 0) {
      this.#walkAll(element.childNodes, marks, out, depth, tables)
      return
    }
    if (rows.length > ROWS_MAX) {
      throw new FilterError(`html: a table has more than ${ROWS_MAX} rows`)
    }
    for (const caption of element.childNodes) {
      if (isElement(caption) && caption.tagName === 'caption') {
        out.within(aligned(caption), () =>
          this.#walkAll(caption.childNodes, { ...marks, bold: true }, out, depth, tables),
        )
      }
    }
    out.table(
      rows.map((row) =>
        row.childNodes
          .filter(isElement)
          .filter(({ tagName }) => tagName === 'td' || tagName === 'th')
          .map((cell) => this.#cell(cell, marks, depth, tables)),
      ),
    )
  }

  #cell(element: Element, marks: Marks, depth: number, tables: number): Cell {
    const styled = { ...marks, ...marksOfStyle(attr(element, 'style')) }
    const { align } = aligned(element)
    const blocks = this.blocks(element.childNodes, styled, depth, tables + 1).map((block) =>
      block.kind === 'paragraph' && align !== undefined ? { align, ...block } : block,
    )
    return {
      blocks,
      header: element.tagName === 'th',
      columns: spanOf(element, 'colspan'),
      rows: spanOf(element, 'rowspan'),
    }
  }
}

function aligned(element: Element): { align?: 'left' | 'center' | 'right' | 'both' } {
  const fallback = element.tagName === 'center' ? 'center' : attr(element, 'align')
  const align = alignmentOf(attr(element, 'style'), fallback)
  return align === undefined ? {} : { align }
}

function rowsOf(table: Element): Element[] {
  return table.childNodes.filter(isElement).flatMap((child) => {
    if (child.tagName === 'tr') return [child]
    if (!['thead', 'tbody', 'tfoot'].includes(child.tagName)) return []
    return child.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'tr')
  })
}

/**
 * The blocks of an HTML text.
 * @throws FilterError when the text is longer than half a million characters or has too many elements
 * @throws DocxError image_invalid for a damaged embedded picture
 */
export function readHtml(html: string, context: FilterContext): Block[] {
  // Embedded pictures have their own limit.
  const length = html.replace(/data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/gi, '').length
  if (length > CHARACTERS_MAX) {
    throw new FilterError(`html: the text is longer than ${CHARACTERS_MAX} characters`)
  }
  const fragment = parseFragment(html, { scriptingEnabled: false })
  return new Reader(context).blocks(fragment.childNodes, {}, 0, 0)
}
