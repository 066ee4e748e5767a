/**
 * Contextual spacing (ISO/IEC 29500-1, 17.3.1.9) in tables: Word drops the space between paragraphs of one style also
 * where they stand in neighbouring cells, and also where the style of the table asks for it. LibreOffice does neither,
 * and makes rows higher.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute, scanXml, type XmlHandler, type XmlTag } from '../../xml/scan.ts'
import { isOn } from './formatting.ts'
import type { TextStyles } from './text-styles.ts'

// Cells whose own shading is `auto` (ISO/IEC 29500-1, 17.4.32): Word leaves them without any, also where the style of the
// table fills its cells. LibreOffice then draws the fill of the style.
const CLEAR = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'
/** What a page is: the paper's white hides the fill of the style as no fill would. */
const WHITE = '<w:shd w:val="clear" w:color="auto" w:fill="FFFFFF"/>'
const FILL = /<w:shd\s[^>]*w:fill="[0-9A-Fa-f]{6}"/
/** The style of a table, the properties of a cell, and shading, which may also be a paragraph's or a run's. */
const TAGS = new RegExp(`<w:tblPr>|<w:tblStyle\\s[^>]*>|<w:tcPr>|</w:tcPr>|${CLEAR}`, 'g')

/** The part with such cells white where the style of their table would fill them. */
export function fillCells(xml: string, styles: () => TextStyles): string {
  if (!xml.includes(CLEAR)) return xml
  let style: string | undefined
  let inCell = false
  const edits: Edit[] = []
  for (const { 0: tag, index } of xml.matchAll(TAGS)) {
    if (tag === '<w:tblPr>') style = undefined
    else if (tag.startsWith('<w:tblStyle')) style = attribute(tag, 'w:val')
    else if (tag !== CLEAR) inCell = tag === '<w:tcPr>'
    else if (inCell && style !== undefined && styles().fillsCells(style, FILL))
      edits.push({ start: index, end: index + tag.length, text: WHITE })
  }
  return edited(xml, edits)
}

type Place = Pick<XmlTag, 'start' | 'end' | 'selfClosing'>

/** @param table around it; undefined outside tables */
const newParagraph = (tag: Place, table: { style: string | undefined } | undefined) => ({
  tag,
  properties: undefined as Place | undefined,
  /** Where properties may be added: a style comes first (17.3.1.26). */
  first: tag.end,
  spacing: undefined as Place | undefined,
  style: undefined as string | undefined,
  /** What the paragraph itself says. */
  contextual: undefined as boolean | undefined,
  table,
  /** Whether it is the last one of a row: Word's mark for the end of a row comes next, a paragraph without a style. */
  endsRow: false,
})
type Paragraph = ReturnType<typeof newParagraph>

const placeOf = ({ start, end, selfClosing }: XmlTag): Place => ({ start, end, selfClosing })

class ParagraphReader implements XmlHandler {
  readonly paragraphs: Paragraph[] = []
  readonly textWanted = false
  readonly #xml: string
  readonly #tables: { style: string | undefined }[] = []
  readonly #path: string[] = []

  constructor(xml: string) {
    this.#xml = xml
  }

  open(tag: XmlTag): boolean {
    this.#path[tag.depth] = tag.local
    const { local, depth } = tag
    const parent = this.#path[depth - 1]
    if (local === 'tbl') this.#tables.push({ style: undefined })
    else if (local === 'p' && tag.name === 'w:p')
      this.paragraphs.push(newParagraph(placeOf(tag), this.#tables.at(-1)))
    else if (parent === 'pPr' && this.#path[depth - 2] === 'p') this.#property(tag)
    else if (local === 'pPr' && parent === 'p')
      Object.assign(this.#last(), { properties: placeOf(tag), first: tag.end })
    else if (local === 'tblStyle') {
      const table = this.#tables.at(-1)
      if (table !== undefined) table.style = this.#value(tag)
    }
    return true
  }

  close(local: string): void {
    if (local === 'tbl') this.#tables.pop()
    else if (local === 'tr' && this.paragraphs.length > 0) this.#last().endsRow = true
  }

  text(): void {
    // only the tags matter
  }

  #last(): Paragraph {
    const last = this.paragraphs.at(-1)
    if (last === undefined) throw new Error('properties of a paragraph come after its tag')
    return last
  }

  #value(tag: XmlTag): string | undefined {
    return attribute(this.#xml.slice(tag.start, tag.end), 'w:val')
  }

  #property(tag: XmlTag): void {
    const paragraph = this.#last()
    if (tag.local === 'pStyle') {
      paragraph.style = this.#value(tag)
      paragraph.first = tag.end
    } else if (tag.local === 'spacing') paragraph.spacing = placeOf(tag)
    else if (tag.local === 'contextualSpacing')
      paragraph.contextual = isOn(this.#xml.slice(tag.start, tag.end))
  }
}

/** The paragraph without space on the given sides. */
function closed(xml: string, paragraph: Paragraph, sides: readonly string[]): Edit {
  const zeros = sides.map((side) => ` w:${side}="0"`).join('')
  const { spacing, properties, tag } = paragraph
  if (spacing !== undefined) {
    const kept = sides.reduce(
      (text, side) =>
        text.replaceAll(new RegExp(`\\sw:${side}(?:Lines|Autospacing)?="[^"]*"`, 'g'), ''),
      xml.slice(spacing.start, spacing.end),
    )
    return { ...spacing, text: kept.replace('<w:spacing', `<w:spacing${zeros}`) }
  }
  const added = `<w:spacing${zeros}/>`
  if (properties === undefined) {
    const whole = `<w:pPr>${added}</w:pPr>`
    if (!tag.selfClosing) return { start: tag.end, end: tag.end, text: whole }
    const opened = xml.slice(tag.start, tag.end).replace(/\s*\/>$/, '>')
    return { ...tag, text: `${opened}${whole}</w:p>` }
  }
  if (properties.selfClosing) return { ...properties, text: `<w:pPr>${added}</w:pPr>` }
  return { start: paragraph.first, end: paragraph.first, text: added }
}

class Contextual {
  readonly #styles: TextStyles
  readonly #known = new Map<string | undefined, boolean>()

  constructor(styles: TextStyles) {
    this.#styles = styles
  }

  #ofStyle(id: string | undefined): boolean {
    let found = this.#known.get(id)
    if (found === undefined) {
      const tag = this.#styles.tagIn(id, /<w:contextualSpacing[\s/>][^>]*/)
      found = tag !== undefined && isOn(tag)
      this.#known.set(id, found)
    }
    return found
  }

  /** Whether a paragraph has the style of those that name none. */
  isPlain({ style }: Paragraph): boolean {
    return style === undefined || style === this.#styles.normal
  }

  of({ contextual, style, table }: Paragraph): boolean {
    if (table === undefined) return false
    return contextual ?? (this.#ofStyle(style ?? this.#styles.normal) || this.#ofStyle(table.style))
  }
}

/** The part without the space that Word drops between cells. */
export function closeCells(xml: string, stylesText: string, styles: () => TextStyles): string {
  const asked = 'w:contextualSpacing'
  if (!xml.includes('<w:tbl>') || !(xml.includes(asked) || stylesText.includes(asked))) return xml
  const reader = new ParagraphReader(xml)
  if (scanXml(xml, reader) !== null) return xml
  const contextual = new Contextual(styles())
  const { paragraphs } = reader
  const edits = paragraphs.flatMap((paragraph, at): Edit[] => {
    if (!contextual.of(paragraph)) return []
    const like = (other: Paragraph | undefined): boolean =>
      other !== undefined && other.style === paragraph.style
    const sides = [
      ...(like(paragraphs[at - 1]) ? ['before'] : []),
      ...(like(paragraphs[at + 1]) || (paragraph.endsRow && contextual.isPlain(paragraph))
        ? ['after']
        : []),
    ]
    return sides.length === 0 ? [] : [closed(xml, paragraph, sides)]
  })
  return edited(xml, edits)
}
