/**
 * Scans a template part once and records on each rich tag where it is; then lifts the tags that are alone in their
 * paragraph (section tags around them do not count) out of it, so that they become paragraphs and tables themselves.
 */
import { extractBlocks } from './block-extraction.ts'
import { indented, type Room, sectionRoom, TableWidths, textBoxRoom } from './page-room.ts'
import { replacedBy } from './replaced-pictures.ts'
import {
  isPlaced,
  isRichToken,
  isSectionToken,
  type PlacedParagraph,
  type TagContext,
  type Token,
} from './tokens.ts'

/** A paragraph being read; passed to `block-extraction.ts` when it ends. */
interface ParagraphFrame extends PlacedParagraph {
  properties: string
  /** Content of the `w:rPr` of the run being read. */
  run: string
}

const BUSY =
  /^(w:(drawing|pict|object|fldChar|fldSimple|instrText|br|cr|tab|ptab|sym|footnoteReference|endnoteReference|commentReference|footnoteRef|endnoteRef|annotationRef|noBreakHyphen|softHyphen|pgNum|ruby|altChunk|subDoc)|m:oMath|m:oMathPara)$/
const RANGE_MARK =
  /^w:(bookmarkStart|bookmarkEnd|commentRangeStart|commentRangeEnd|permStart|permEnd)$/
const TAG = /<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/g

/** One tag of the part's XML. */
interface Tag {
  name: string
  xml: string
  closing: boolean
  empty: boolean
  /** Index of the token that contains it. */
  token: number
  /** Offsets of its text in the part without placeholders. */
  from: number
  to: number
}

class Scanner {
  /** Paragraphs that have tags in them. */
  readonly paragraphs: PlacedParagraph[] = []
  /** Table cell of each section tag; 0 is none. */
  readonly cells = new Map<Token, number>()
  readonly #xml: string
  readonly #paragraphs: ParagraphFrame[] = []
  /** What limits the width here, innermost last: page, text boxes, tables. */
  readonly #containers: (Room | TableWidths)[]
  readonly #outer: Room
  readonly #awaitingSection: TagContext[] = []
  #propertiesFrom = -1
  #runFrom = -1
  #sectionFrom = -1
  #frame = ''
  #replaced: TagContext['replaced']
  #hyperlinks = 0
  #cellCount = 0
  readonly #openCells: number[] = []
  #textTag = ''

  constructor(xml: string, outer: Room) {
    this.#xml = xml
    this.#outer = outer
    this.#containers = []
  }

  text(value: string): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph !== undefined && value.trim() !== '') paragraph.hasText = true
  }

  placeholder(token: Token, textTag: string): void {
    this.#textTag = textTag
    const paragraph = this.#paragraphs.at(-1)
    paragraph?.placed.push(token)
    if (isSectionToken(token)) this.cells.set(token, this.#openCells.at(-1) ?? 0)
    if (!isRichToken(token)) return
    const properties = paragraph?.properties ?? ''
    token.tagContext = {
      textTag: this.#textTag,
      paragraph: properties,
      run: paragraph?.run ?? '',
      block: false,
      inHyperlink: this.#hyperlinks > 0,
      room: indented(this.#room, properties),
      ...(this.#replaced === undefined ? {} : { replaced: this.#replaced }),
    }
    if (this.#containers.length === 0) this.#awaitingSection.push(token.tagContext)
  }

  get #room(): Room {
    const { width } = this.#containers.at(-1) ?? this.#outer
    return { width, height: this.#outer.height }
  }

  get #table(): TableWidths | undefined {
    const container = this.#containers.at(-1)
    return container instanceof TableWidths ? container : undefined
  }

  tag(tag: Tag): void {
    if (this.#insideProperties(tag)) return
    if (tag.closing) this.#close(tag)
    else this.#open(tag)
  }

  /** Property lists are skipped as a whole; nothing inside them is content. */
  #insideProperties(tag: Tag): boolean {
    if (this.#propertiesFrom >= 0) {
      if (tag.name === 'w:sectPr') this.#section(tag)
      if (!(tag.closing && tag.name === 'w:pPr')) return true
      const paragraph = this.#paragraphs.at(-1)
      if (paragraph !== undefined) {
        paragraph.properties = this.#xml.slice(this.#propertiesFrom, tag.from)
        paragraph.hasSection = paragraph.properties.includes('<w:sectPr')
      }
      this.#propertiesFrom = -1
      return true
    }
    if (this.#runFrom >= 0) {
      if (!(tag.closing && tag.name === 'w:rPr')) return true
      const paragraph = this.#paragraphs.at(-1)
      if (paragraph !== undefined) paragraph.run = this.#xml.slice(this.#runFrom, tag.from)
      this.#runFrom = -1
      return true
    }
    return false
  }

  #section(tag: Tag): void {
    if (!tag.closing) {
      this.#sectionFrom = tag.empty ? -1 : tag.from
      return
    }
    if (this.#sectionFrom < 0) return
    const room = sectionRoom(this.#xml.slice(this.#sectionFrom, tag.to))
    for (const place of this.#awaitingSection.splice(0)) {
      place.room = indented(room, place.paragraph)
    }
    this.#sectionFrom = -1
  }

  #open(tag: Tag): void {
    const paragraph = this.#paragraphs.at(-1)
    const table = this.#table
    if (BUSY.test(tag.name) && paragraph !== undefined) paragraph.busy = true
    if (RANGE_MARK.test(tag.name)) paragraph?.marks.push(tag.xml)
    if (tag.name === 'a:p') this.#replaced = replacedBy(tag.xml)
    if (tag.name === 'w:sectPr') this.#section(tag)
    else if (tag.name === 'w:gridCol') table?.gridColumn(tag.xml)
    else if (tag.name === 'w:gridSpan') table?.span(tag.xml)
    else if (tag.name === 'w:gridBefore') table?.skip(tag.xml)
    else if (tag.name === 'w:tcW') table?.cellWidth(tag.xml)
    else if (tag.name === 'wp:extent' || tag.name === 'v:shape' || tag.name === 'v:rect') {
      this.#frame = tag.xml
    }
    if (!tag.empty) this.#enter(tag)
  }

  #enter(tag: Tag): void {
    if (tag.name === 'w:p') this.#enterParagraph(tag)
    else if (tag.name === 'w:pPr') this.#propertiesFrom = tag.to
    else if (tag.name === 'w:rPr') this.#runFrom = tag.to
    else if (tag.name === 'w:r') this.#startRun()
    else if (tag.name === 'w:tbl') this.#containers.push(new TableWidths(this.#room.width))
    else if (tag.name === 'w:tr') this.#table?.row()
    else if (tag.name === 'w:tc') this.#enterCell()
    else if (tag.name === 'w:hyperlink') this.#hyperlinks += 1
    else if (tag.name === 'w:txbxContent') {
      this.#containers.push(textBoxRoom(this.#frame, this.#room))
    }
  }

  #enterCell(): void {
    this.#cellCount += 1
    this.#openCells.push(this.#cellCount)
  }

  #closeCell(): void {
    this.#openCells.pop()
    this.#table?.cellEnd()
  }

  #startRun(): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph !== undefined) paragraph.run = ''
  }

  #enterParagraph(tag: Tag): void {
    this.#paragraphs.push({
      first: tag.token,
      last: tag.token,
      properties: '',
      run: '',
      hasSection: false,
      busy: false,
      placed: [],
      hasText: false,
      marks: [],
    })
  }

  #close(tag: Tag): void {
    if (tag.name === 'w:p') this.#closeParagraph(tag)
    else if (tag.name === 'w:sectPr') this.#section(tag)
    else if (tag.name === 'w:tbl') this.#containers.pop()
    else if (tag.name === 'w:tc') this.#closeCell()
    else if (tag.name === 'w:hyperlink') this.#hyperlinks -= 1
    else if (tag.name === 'w:txbxContent') this.#containers.pop()
  }

  #closeParagraph(tag: Tag): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph === undefined || paragraph.placed.length === 0) return
    this.paragraphs.push({ ...paragraph, last: tag.token })
  }
}

/**
 * Marks every rich token of a part with its {@link Surroundings} and lifts those alone in their paragraph. Takes the
 * whole part, before any loop is cut out.
 * @param outer room of the part where no section sets another
 */
export function placeRichTokens(tokens: readonly Token[], outer: Room): Token[] {
  if (!tokens.some(isRichToken)) return [...tokens]
  const xml = tokens.map((token) => (isPlaced(token) ? '' : token.value)).join('')
  const scanner = new Scanner(xml, outer)
  let offset = 0
  let textTag = ''
  tokens.forEach((token, index) => {
    if (isPlaced(token)) {
      scanner.placeholder(token, textTag)
      return
    }
    if (token.text === true) textTag = token.position === 'end' ? '' : (token.tag ?? '')
    if (token.type === 'content' && token.position === 'insidetag') scanner.text(token.value)
    else for (const tag of tagsOf(token.value, index, offset)) scanner.tag(tag)
    offset += token.value.length
  })
  return extractBlocks(tokens, scanner.paragraphs, scanner.cells)
}

function tagsOf(value: string, token: number, offset: number): Tag[] {
  return [...value.matchAll(TAG)].map((match) => {
    const from = offset + match.index
    return {
      name: match[2] ?? '',
      xml: match[0],
      closing: match[1] === '/',
      empty: match[4] === '/',
      token,
      from,
      to: from + match[0].length,
    }
  })
}
