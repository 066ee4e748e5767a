/** Lines that end with a tabulator of dots and a number, as in tables of contents: where their text ends. */
import { unescapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'
import { formattingIn, over, type ResolvedFormatting } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'
import { textWidth } from './text-widths.ts'

/** Where a page's text stands, in twentieths of a point from the left edge of the page. */
export interface PageArea {
  left: number
  right: number
  /** Distance of tabulators that nobody set (17.15.1.25). */
  step: number
}

/** A tabulator of dots, in twentieths of a point from the left edge of the page. */
export interface Leader {
  /** Where its `<w:tab/>` is in the paragraph. */
  at: number
  /** Properties of its run, as they are written. */
  properties: string
  face: ResolvedFormatting
  /** Where the text before it ends, and that after it begins. */
  from: number
  to: number
}

/** Where the first line of a paragraph begins, the others, and where all end. */
type Edges = readonly [first: number, left: number, right: number]

interface Stop {
  position: number
  kind: string
  isDotted: boolean
}

/** Content whose width is not known here, or that puts the paragraph elsewhere. */
const UNKNOWN =
  /<(?:w:(?:drawing|pict|object|br|cr|sym|ptab|framePr|numPr|bidi|footnoteReference|endnoteReference|del|moveFrom|pPrChange)|mc:AlternateContent|m:oMath)[\s/>]/
const TOKENS =
  /<w:r(?:\s[^<>]*)?>(?:\s*<w:rPr>([\s\S]*?)<\/w:rPr>)?|<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<w:tab\/>|<w:noBreakHyphen\/>/g
const TABS = /<w:tabs>[\s\S]*?<\/w:tabs>/
const INDENT = /<w:ind\s[^>]*>/
const AT_LEFT = /^(?:left|start|num)$/
const AT_RIGHT = /^(?:right|end)$/
const EDGES = { left: ['left', 'start'], right: ['right', 'end'] } as const

/** What reads paragraphs of a document; what a style says is looked up once. */
export class LeaderReader {
  readonly #styles: TextStyles
  readonly #known = new Map<string, string[]>()

  constructor(styles: TextStyles) {
    this.#styles = styles
  }

  /** The last tabulator of a paragraph, where it is of dots and what follows it is at the right. */
  read(paragraph: string, area: PageArea): Leader | undefined {
    if (UNKNOWN.test(paragraph)) return undefined
    const end = paragraph.indexOf('</w:pPr>')
    const properties = end === -1 ? '' : paragraph.slice(0, end)
    const id = attribute(/<w:pStyle\s[^>]*>/.exec(properties)?.[0] ?? '', 'w:val')
    const stops = this.#stops(id, properties, area)
    if (!stops.some(({ isDotted }) => isDotted) || !this.#isPlain(id, properties)) return undefined
    const line = new Line(stops, this.#edges(id, properties, area), area)
    this.#walk(paragraph, Math.max(0, end), id, line)
    return line.leader()
  }

  #walk(paragraph: string, from: number, id: string | undefined, line: Line): void {
    const base = this.#styles.paragraph(id, undefined)
    let run = { face: base, properties: '' }
    for (const token of paragraph.slice(from).matchAll(TOKENS)) {
      const [tag, properties = '', text] = token
      if (tag.startsWith('<w:tab')) line.tab(from + token.index, run.properties, run.face)
      else if (tag.startsWith('<w:noBreak')) line.text('-', run.face)
      else if (text !== undefined) line.text(unescapeXml(text), run.face)
      else if (tag.startsWith('<w:r')) run = { face: this.#face(base, properties), properties }
    }
  }

  #face(base: ResolvedFormatting, properties: string): ResolvedFormatting {
    const style = attribute(/<w:rStyle\s[^>]*>/.exec(properties)?.[0] ?? '', 'w:val')
    const own = formattingIn(properties, this.#styles.themeFonts)
    return over(style === undefined ? base : this.#styles.with(base, style), own)
  }

  /** What a style and those it is based on say, then the paragraph itself. */
  #said(id: string | undefined, properties: string, pattern: RegExp): string[] {
    const key = `${id} ${pattern.source}`
    let styles = this.#known.get(key)
    if (styles === undefined) {
      styles = this.#styles.allIn(id ?? this.#styles.normal, pattern)
      this.#known.set(key, styles)
    }
    const own = pattern.exec(properties)?.[0]
    return own === undefined ? styles : [...styles, own]
  }

  /** Whether lines begin at the left and nothing numbers them. */
  #isPlain(id: string | undefined, properties: string): boolean {
    const alignment = this.#said(id, properties, /<w:jc\s[^>]*>/).at(-1) ?? ''
    return !/"(?:center|right|end)"/.test(alignment) && this.#said(id, '', /<w:numPr>/).length === 0
  }

  #stops(id: string | undefined, properties: string, area: PageArea): Stop[] {
    const stops = new Map<number, Stop>()
    for (const tabs of this.#said(id, properties, TABS))
      for (const [tag] of tabs.matchAll(/<w:tab\s[^>]*>/g)) {
        const position = area.left + Number(attribute(tag, 'w:pos') ?? Number.NaN)
        const kind = attribute(tag, 'w:val') ?? 'left'
        if (kind === 'clear') stops.delete(position)
        else stops.set(position, { position, kind, isDotted: attribute(tag, 'w:leader') === 'dot' })
      }
    return [...stops.values()].sort((one, other) => one.position - other.position)
  }

  #edges(id: string | undefined, properties: string, area: PageArea): Edges {
    let [left, right, first] = [0, 0, 0]
    for (const tag of this.#said(id, properties, INDENT)) {
      const value = (names: readonly string[]): number | undefined => {
        const found = names.map((name) => attribute(tag, `w:${name}`)).find(Boolean)
        return found === undefined ? undefined : Number(found)
      }
      const hanging = value(['hanging'])
      left = value(EDGES.left) ?? left
      right = value(EDGES.right) ?? right
      first = hanging === undefined ? (value(['firstLine']) ?? first) : -hanging
    }
    return [area.left + left + first, area.left + left, area.right - right]
  }
}

/** How large LibreOffice draws small capitals. */
const SMALL = 0.8

function widthOf(text: string, face: ResolvedFormatting): number {
  if (face.capitals) return textWidth(text.toUpperCase(), face)
  if (face.smallCapitals !== true) return textWidth(text, face)
  const small = { ...face, size: face.size * SMALL }
  return [...text].reduce(
    (sum, letter) =>
      sum + textWidth(letter.toUpperCase(), letter === letter.toUpperCase() ? face : small),
    0,
  )
}

/** A line that is being measured, from the left edge of the page. */
class Line {
  readonly #stops: readonly Stop[]
  /** Where lines after the first begin, and all end. */
  readonly #edges: readonly [left: number, right: number]
  readonly #area: PageArea
  /** Where the line is so far; NaN when that is not known. */
  #x: number
  /** Width since the last place where the line may break. */
  #word = 0
  #last: (Omit<Leader, 'to'> & { stop: number }) | undefined

  constructor(stops: readonly Stop[], [first, left, right]: Edges, area: PageArea) {
    // the indent of a hanging paragraph is a stop as well
    const indent: Stop = { position: left, kind: 'left', isDotted: false }
    this.#stops = [...stops, ...(first < left ? [indent] : [])].sort(
      (one, other) => one.position - other.position,
    )
    this.#edges = [left, right]
    this.#area = area
    this.#x = first
  }

  text(text: string, face: ResolvedFormatting): void {
    if (face.hidden) return
    for (const piece of text.split(/(?<=[\s-])/)) {
      const width = widthOf(piece, face)
      this.#x += width
      this.#word += width
      const blank = width - widthOf(piece.trimEnd(), face)
      const [left, right] = this.#edges
      if (this.#x - blank > right && this.#last === undefined) this.#x = left + this.#word
      if (/[\s-]$/.test(piece)) this.#word = 0
    }
  }

  tab(at: number, properties: string, face: ResolvedFormatting): void {
    this.#word = 0
    if (this.#last !== undefined) {
      this.#x = Number.NaN
      return
    }
    const stop = this.#stops.find(({ position }) => position > this.#x + 1) ?? this.#standard()
    if (stop.isDotted && AT_RIGHT.test(stop.kind)) {
      this.#last = { at, properties, face, from: this.#x, stop: stop.position }
      this.#x = stop.position
    } else this.#x = AT_LEFT.test(stop.kind) ? stop.position : Number.NaN
  }

  /** The next of the stops that nobody set. */
  #standard(): Stop {
    const { left, step } = this.#area
    const position = left + (Math.floor((this.#x + 1 - left) / step) + 1) * step
    return { position, kind: 'left', isDotted: false }
  }

  leader(): Leader | undefined {
    if (this.#last === undefined || Number.isNaN(this.#x)) return undefined
    const { stop, ...last } = this.#last
    // what follows the tabulator ends at the stop
    return { ...last, to: stop - (this.#x - stop) }
  }
}
