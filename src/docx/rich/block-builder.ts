/** Collects blocks while HTML is walked: opens and closes paragraphs, collapses white space, tracks lists. */
import { keysOf } from '../../kernel/type-guards.ts'
import type { Block, Cell, Inline, ListItem, Marks, Paragraph, Picture } from './values.ts'

const LEVELS_MAX = 9

/** What a block element requires of the paragraphs inside it. */
interface BlockStyle {
  heading?: NonNullable<Paragraph['heading']>
  /** Additional levels of quotation. */
  quote?: number
  preformatted?: true
  align?: NonNullable<Paragraph['align']>
}

interface OpenList {
  ordered: boolean
  list: number
  start: number
}

const sameMarks = (left: Marks, right: Marks): boolean => {
  const keys = keysOf(left)
  return keys.length === Object.keys(right).length && keys.every((key) => left[key] === right[key])
}

/** Collects paragraphs, lists and tables from the events of an HTML tree, in document order. */
export class BlockBuilder {
  readonly #blocks: Block[] = []
  readonly #styles: BlockStyle[] = []
  readonly #lists: OpenList[] = []
  /** Whether the current item's bullet is still to be drawn; null outside items. */
  #bullet: boolean | null = null
  #inlines: Inline[] = []

  /** Text as the HTML has it: runs of white space collapse to one space, unless preformatted. */
  text(value: string, marks: Marks): void {
    const preformatted = this.#styles.some((style) => style.preformatted)
    let text = preformatted ? value.replace(/\r\n?/g, '\n') : value.replace(/[\t\n\f\r ]+/g, ' ')
    const last = this.#inlines.at(-1)
    const spaced =
      last === undefined ||
      last.kind === 'break' ||
      (last.kind === 'text' && last.text.endsWith(' '))
    if (!preformatted && spaced) text = text.replace(/^ /, '')
    if (text === '') return
    if (last?.kind === 'text' && sameMarks(last.marks, marks)) {
      this.#inlines[this.#inlines.length - 1] = { ...last, text: last.text + text }
    } else this.#inlines.push({ kind: 'text', text, marks })
  }

  picture(picture: Picture, marks: Marks): void {
    this.#inlines.push({ kind: 'picture', picture, marks })
  }

  lineBreak(): void {
    this.#trimEnd()
    this.#inlines.push({ kind: 'break' })
  }

  rule(): void {
    this.#close()
    this.#blocks.push({ kind: 'rule' })
  }

  table(rows: Cell[][]): void {
    this.#close()
    if (rows.some((row) => row.length > 0)) this.#blocks.push({ kind: 'table', rows })
  }

  /** Runs `inner` with a paragraph boundary before and after it. */
  within(style: BlockStyle, inner: () => void): void {
    this.#close()
    this.#styles.push(style)
    inner()
    this.#close()
    this.#styles.pop()
  }

  list(list: OpenList, inner: () => void): void {
    this.#close()
    const outer = this.#bullet
    this.#lists.push(list)
    this.#bullet = null
    inner()
    this.#close()
    this.#lists.pop()
    this.#bullet = outer === null ? null : false
  }

  /** A list item; one outside any list is a bullet. */
  item(inner: () => void): void {
    if (this.#lists.length === 0) {
      this.list({ ordered: false, list: 0, start: 1 }, () => this.item(inner))
      return
    }
    this.#close()
    this.#bullet = true
    inner()
    if (this.#bullet === true && this.#inlines.length === 0) this.#push([])
    this.#close()
    this.#bullet = null
  }

  #item(): ListItem | undefined {
    const list = this.#lists.at(-1)
    if (list === undefined || this.#bullet === null) return undefined
    return {
      ...list,
      level: Math.min(LEVELS_MAX, this.#lists.length) - 1,
      continued: !this.#bullet,
    }
  }

  #trimEnd(): void {
    if (this.#styles.some((style) => style.preformatted)) return
    const last = this.#inlines.at(-1)
    if (last?.kind !== 'text') return
    const text = last.text.replace(/ $/, '')
    if (text === '') this.#inlines.pop()
    else this.#inlines[this.#inlines.length - 1] = { ...last, text }
  }

  /** A trailing line break shows nothing in HTML but would be a line in Word. */
  #close(): void {
    this.#trimEnd()
    const inlines = this.#inlines
    this.#inlines = []
    if (inlines.length === 0) return
    if (inlines.at(-1)?.kind === 'break') inlines.pop()
    this.#push(inlines)
  }

  #push(inlines: Inline[]): void {
    const style: BlockStyle = {}
    for (const one of this.#styles) Object.assign(style, one)
    const quote = this.#styles.reduce((depth, one) => depth + (one.quote ?? 0), 0)
    const item = this.#item()
    this.#blocks.push({
      kind: 'paragraph',
      inlines: style.preformatted ? trimLines(inlines) : inlines,
      quote,
      ...(style.heading === undefined ? {} : { heading: style.heading }),
      ...(style.preformatted === undefined ? {} : { preformatted: style.preformatted }),
      ...(style.align === undefined ? {} : { align: style.align }),
      ...(item === undefined ? {} : { item }),
    })
    if (this.#bullet === true) this.#bullet = false
  }

  finish(): Block[] {
    this.#close()
    return this.#blocks
  }
}

/** Preformatted text usually ends with a line end; it is not a line of its own. */
function trimLines(inlines: Inline[]): Inline[] {
  const last = inlines.at(-1)
  if (last?.kind !== 'text' || !last.text.endsWith('\n')) return inlines
  const text = last.text.slice(0, -1)
  return text === '' ? inlines.slice(0, -1) : [...inlines.slice(0, -1), { ...last, text }]
}
