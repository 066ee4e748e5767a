/** Walks the XML of a part once and returns its texts, paragraph by paragraph, with the position of each. */
import { unescapeXml } from '../../xml/escape.ts'

/** An open element: its name, a number that identifies it, and its parent. */
export interface XmlPlace {
  name: string
  id: number
  depth: number
  /** Where its start tag is in the XML. */
  at: number
  parent: XmlPlace | undefined
}

/** Text between two paragraph borders; Word often cuts it into several runs. */
export interface TextBlock {
  text: string
  /** Where each run of text starts in `text` and in the XML, and the element it is in. */
  runs: Array<{ start: number; at: number; place: XmlPlace }>
  /** Positions in `text` of braces that the XML has as character references: they are text. */
  coded: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

/** The position of each coded brace in the text that a run decodes to. */
function codedBraces(raw: string, start: number): number[] {
  return [...raw.matchAll(/&#(?:0*12[35]|[xX]0*7[bBdD]);/g)].map(
    ({ index }) => start + unescapeXml(raw.slice(0, index)).length,
  )
}

/** Elements whose text Word shows, the same ones that the template engine reads. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(
  'Company HyperlinkBase Manager cp:category cp:keywords dc:creator dc:description dc:subject dc:title cp:contentStatus PublishDate Abstract CompanyAddress CompanyPhone CompanyFax CompanyEmail w:t a:t m:t vt:lpstr vt:lpwstr'.split(
    ' ',
  ),
)
/** Elements of running text; other texts (document properties) are separate. */
const RUN_TEXT: ReadonlySet<string> = new Set(['w:t', 'a:t', 'm:t'])
const PARAGRAPHS: ReadonlySet<string> = new Set(['w:p', 'a:p'])

/** The elements of a part are not properly nested. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml'
}

class Walker {
  readonly blocks: TextBlock[] = []
  place: XmlPlace | undefined
  block: TextBlock = { text: '', runs: [], coded: NONE }
  ids = 0

  open(name: string, at: number): void {
    const depth = (this.place?.depth ?? 0) + 1
    this.place = { name, id: this.ids++, depth, at, parent: this.place }
    if (PARAGRAPHS.has(name)) this.flush()
  }

  close(name: string): void {
    if (this.place?.name !== name) throw new BrokenXml(`</${name}> closes nothing`)
    if (PARAGRAPHS.has(name) || (TEXT_ELEMENTS.has(name) && !RUN_TEXT.has(name))) this.flush()
    this.place = this.place.parent
  }

  flush(): void {
    if (this.block.text === '') return
    this.blocks.push(this.block)
    this.block = { text: '', runs: [], coded: NONE }
  }

  /** Text that is directly in a text element. */
  text(text: string, at: number): void {
    if (this.place === undefined || text === '' || !TEXT_ELEMENTS.has(this.place.name)) return
    const start = this.block.text.length
    this.block.runs.push({ start, at, place: this.place })
    if (text.includes('&#')) {
      this.block.coded = new Set([...this.block.coded, ...codedBraces(text, start)])
    }
    this.block.text += unescapeXml(text)
  }
}

/** End of the comment, processing instruction or declaration that starts at `at`. */
function skipSpecial(xml: string, at: number): number {
  const [opener, closer] = xml.startsWith('<!--', at) ? ['<!--', '-->'] : ['<', '>']
  const end = xml.indexOf(closer, at + opener.length)
  if (end < 0) throw new BrokenXml('a comment or declaration is not closed')
  return end + closer.length
}

/** Reads the tag that starts at `at`; returns the position after it. */
function takeTag(xml: string, at: number, walker: Walker): number {
  const next = xml.charAt(at + 1)
  if (next === '!' || next === '?') return skipSpecial(xml, at)
  const end = xml.indexOf('>', at) + 1
  if (end === 0) throw new BrokenXml('a tag is not closed')
  if (next === '/') walker.close(xml.slice(at + 2, end - 1).trimEnd())
  else if (xml.charAt(end - 2) !== '/') {
    walker.open(/[^\s>]+/.exec(xml.slice(at + 1, Math.min(end, at + 100)))?.[0] ?? '', at)
  }
  return end
}

/**
 * The texts of a part in document order.
 * @throws BrokenXml when elements are not properly nested
 */
export function textBlocks(xml: string): TextBlock[] {
  const walker = new Walker()
  let at = xml.indexOf('<')
  while (at >= 0) {
    const end = takeTag(xml, at, walker)
    at = xml.indexOf('<', end)
    if (at >= 0) walker.text(xml.slice(end, at), end)
  }
  if (walker.place !== undefined) throw new BrokenXml(`<${walker.place.name}> is not closed`)
  return walker.blocks
}
