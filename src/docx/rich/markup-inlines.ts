/** Writes pieces of a paragraph as runs that inherit the formatting of the tag's own run. */
import { escapeAttribute, escapeXml } from '../../xml/escape.ts'
import type { Numbering } from './numbering.ts'
import type { Room } from './page-room.ts'
import type { Properties } from './properties.ts'
import type { Styles } from './styles.ts'
import type { Inline, Marks, Picture } from './values.ts'

const MONOSPACE = 'Courier New'

/** What runs need from their context. */
interface InlineScope {
  /** Formatting of the tag's run. */
  run: Properties
  styles: Styles
  /** The template already has a link here; links cannot be nested. */
  inHyperlink: boolean
  /** Returns the relationship id of an external address. */
  link: (address: string) => string
  drawing: (picture: Picture, room: Room) => string
}

const on = (name: string): Record<string, string> => ({ [name]: `<${name}/>` })
const valued = (name: string, value: string | number): Record<string, string> => ({
  [name]: `<${name} w:val="${escapeAttribute(String(value))}"/>`,
})
const shading = (fill: string): Record<string, string> => ({
  'w:shd': `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`,
})
const size = (points: number): Record<string, string> => {
  const half = Math.max(2, Math.min(3_276, Math.round(points * 2)))
  return { ...valued('w:sz', half), ...valued('w:szCs', half) }
}

/** Run properties for marks, on top of `base`. */
function markElements(marks: Marks, linkStyle: string | null): Record<string, string> {
  return {
    ...(linkStyle === null ? {} : valued('w:rStyle', linkStyle)),
    ...(marks.bold ? { ...on('w:b'), ...on('w:bCs') } : {}),
    ...(marks.italic ? { ...on('w:i'), ...on('w:iCs') } : {}),
    ...(marks.strike ? on('w:strike') : {}),
    ...(marks.underline ? valued('w:u', 'single') : {}),
    ...(marks.color !== undefined ? valued('w:color', marks.color) : {}),
    ...(marks.shade !== undefined ? shading(marks.shade) : {}),
    ...(marks.size !== undefined ? size(marks.size) : {}),
    ...(marks.script !== undefined ? valued('w:vertAlign', marks.script) : {}),
    ...(marks.code
      ? {
          'w:rFonts': `<w:rFonts w:ascii="${MONOSPACE}" w:hAnsi="${MONOSPACE}" w:cs="${MONOSPACE}"/>`,
        }
      : {}),
  }
}

/** Text with tabs and line ends as their elements. */
function textElements(text: string): string {
  return text
    .split(/(\t|\n)/)
    .map((piece) => {
      if (piece === '') return ''
      if (piece === '\t') return '<w:tab/>'
      if (piece === '\n') return '<w:br/>'
      return `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`
    })
    .join('')
}

/** Writes runs of WordprocessingML: text with its formatting, links, line breaks. */
export class InlineWriter {
  readonly #scope: InlineScope

  constructor(scope: InlineScope) {
    this.#scope = scope
  }

  /** The same writer with a different base formatting. */
  over(change: (run: Properties) => Properties): InlineWriter {
    return new InlineWriter({ ...this.#scope, run: change(this.#scope.run) })
  }

  /** The base formatting, as `w:rPr` or nothing. */
  mark(): string {
    return this.#scope.run.element()
  }

  #run(piece: Inline, room: Room): string {
    const { run, inHyperlink } = this.#scope
    if (piece.kind === 'break') return `<w:r>${run.element()}<w:br/></w:r>`
    const isLink = piece.marks.link !== undefined && !inHyperlink
    // The run's own colour and underline would override the link style.
    const base = isLink ? run.without('w:color', 'w:u') : run
    const elements = markElements(piece.marks, isLink ? this.#scope.styles.link() : null)
    const inner =
      piece.kind === 'text' ? textElements(piece.text) : this.#scope.drawing(piece.picture, room)
    return inner === '' ? '' : `<w:r>${base.with(elements).element()}${inner}</w:r>`
  }

  /** Returns the runs and hyperlinks of these pieces; neighbours with the same address share one hyperlink. */
  runs(pieces: readonly Inline[], room: Room): string {
    let xml = ''
    let open: string | undefined
    for (const piece of pieces) {
      const address =
        piece.kind === 'break' || this.#scope.inHyperlink ? undefined : piece.marks.link
      if (address !== open) {
        if (open !== undefined) xml += '</w:hyperlink>'
        if (address !== undefined) xml += this.#openLink(address)
        open = address
      }
      xml += this.#run(piece, room)
    }
    return open === undefined ? xml : `${xml}</w:hyperlink>`
  }

  #openLink(address: string): string {
    const namespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    return `<w:hyperlink xmlns:r="${namespace}" r:id="${this.#scope.link(address)}" w:history="1">`
  }
}

/** The context in which blocks are written. */
export interface BlockScope {
  /** Properties of the tag's paragraph, which inserted paragraphs keep. */
  paragraph: Properties
  inlines: InlineWriter
  styles: Styles
  numbering: Numbering
  room: Room
  /** Nesting depth of tables around these blocks. */
  tableDepth: number
}
