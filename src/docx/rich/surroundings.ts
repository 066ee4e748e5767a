/**
 * Looks once over a template part and writes on each rich tag where it stands; then lifts the tags
 * that are alone in their paragraph (sections around them are no company) out of it, so that they
 * become paragraphs and tables themselves.
 */
import { indented, type Room, sectionRoom, TableWidths, textBoxRoom } from './page-room.ts'
import { isRichToken, isSectionToken, type Surroundings, type Token } from './tokens.ts'

interface ParagraphFrame {
  start: number
  properties: string
  /** Inside of the `w:rPr` of the run being read. */
  run: string
  hasSection: boolean
  /** Something besides text: a drawing, a field, a note reference. */
  busy: boolean
  placed: Token[]
  hasText: boolean
  /** Range marks (bookmarks, comments) that must survive the paragraph. */
  marks: string[]
}

interface Lift {
  first: number
  last: number
  tokens: Token[]
  /** Put back after the lifted tokens: a paragraph that ends a section cannot vanish. */
  keepParagraph: boolean
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
  /** Index of the token that holds it. */
  token: number
  /** Offsets of its text in the part without placeholders. */
  from: number
  to: number
}

class Scanner {
  readonly lifts: Lift[] = []
  readonly #xml: string
  readonly #paragraphs: ParagraphFrame[] = []
  /** What limits the width here, innermost last: page, text boxes, tables. */
  readonly #containers: (Room | TableWidths)[]
  readonly #outer: Room
  readonly #awaitingSection: Surroundings[] = []
  #propertiesFrom = -1
  #runFrom = -1
  #sectionFrom = -1
  #frame = ''
  #hyperlinks = 0
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
    if (!isRichToken(token)) return
    const properties = paragraph?.properties ?? ''
    token.surroundings = {
      textTag: this.#textTag,
      paragraph: properties,
      run: paragraph?.run ?? '',
      block: false,
      inHyperlink: this.#hyperlinks > 0,
      room: indented(this.#room, properties),
    }
    if (this.#containers.length === 0) this.#awaitingSection.push(token.surroundings)
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

  /** Property lists are taken whole; nothing inside them is content. */
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
    else if (tag.name === 'w:hyperlink') this.#hyperlinks += 1
    else if (tag.name === 'w:txbxContent') {
      this.#containers.push(textBoxRoom(this.#frame, this.#room))
    }
  }

  #startRun(): void {
    const paragraph = this.#paragraphs.at(-1)
    if (paragraph !== undefined) paragraph.run = ''
  }

  #enterParagraph(tag: Tag): void {
    this.#paragraphs.push({
      start: tag.token,
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
    else if (tag.name === 'w:tc') this.#table?.cellEnd()
    else if (tag.name === 'w:hyperlink') this.#hyperlinks -= 1
    else if (tag.name === 'w:txbxContent') this.#containers.pop()
  }

  #closeParagraph(tag: Tag): void {
    const paragraph = this.#paragraphs.pop()
    if (paragraph === undefined || !isLiftable(paragraph)) return
    const marks = paragraph.marks.map((value) => ({
      type: 'content',
      position: 'outsidetag',
      value,
    }))
    for (const token of paragraph.placed) {
      if (token.surroundings !== undefined) token.surroundings.block = true
    }
    this.lifts.push({
      first: paragraph.start,
      last: tag.token,
      tokens: paragraph.hasSection ? paragraph.placed : [...marks, ...paragraph.placed],
      keepParagraph: paragraph.hasSection,
    })
  }
}

/** Only block tags, each in a section branch of its own, with balanced sections around them. */
function isLiftable({ busy, hasText, placed }: ParagraphFrame): boolean {
  if (busy || hasText) return false
  let depth = 0
  let afterBlock = false
  let blocks = 0
  for (const token of placed) {
    if (isSectionToken(token)) {
      depth += token.location === 'start' ? 1 : token.location === 'end' ? -1 : 0
      if (depth < 0) return false
      afterBlock = false
      continue
    }
    const isBlock =
      isRichToken(token) &&
      token.surroundings?.textTag === 'w:t' &&
      (token.kind === 'markup' || token.centred === true)
    if (!isBlock || afterBlock) return false
    afterBlock = true
    blocks += 1
  }
  return blocks > 0 && depth === 0
}

const isPlaced = (token: Token): boolean =>
  token.type === 'placeholder' || token.module !== undefined

/** The same tokens with each lifted paragraph replaced by the tags that were in it. */
function replaceLifted(tokens: readonly Token[], lifts: readonly Lift[]): Token[] {
  const result: Token[] = []
  let at = 0
  for (const lift of lifts) {
    for (; at < lift.first; at += 1) result.push(tokens[at] as Token)
    result.push(...lift.tokens)
    if (lift.keepParagraph) {
      const rest = tokens.slice(lift.first, lift.last + 1)
      result.push(...rest.filter((token) => !lift.tokens.includes(token)))
    }
    at = lift.last + 1
  }
  for (; at < tokens.length; at += 1) result.push(tokens[at] as Token)
  return result
}

/**
 * Marks every rich token of a part with its {@link Surroundings} and lifts those alone in their
 * paragraph. Takes the whole part, before any loop is cut out.
 * @param outer room of the part where no section says otherwise.
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
    if (token.type === 'content' && token.position === 'insidetag') scanner.text(token.value)
    else {
      if (token.text === true) textTag = token.position === 'end' ? '' : (token.tag ?? '')
      for (const match of token.value.matchAll(TAG)) {
        const from = offset + match.index
        scanner.tag({
          name: match[2] ?? '',
          xml: match[0],
          closing: match[1] === '/',
          empty: match[4] === '/',
          token: index,
          from,
          to: from + match[0].length,
        })
      }
    }
    offset += token.value.length
  })
  return replaceLifted(tokens, scanner.lifts)
}
