/** Walks one XML part of a template: counts, finds what is rejected, and marks what is cut. */
import type { Cut } from '../../xml/edits.ts'
import { scanXml, type XmlHandler, type XmlTag, xmlAttributes } from '../../xml/scan.ts'
import type { DocxLimits } from './limits.ts'
import { FieldCollector } from './lint-fields.ts'
import type { LintFindings } from './lint-findings.ts'
import { LostContent } from './lint-losses.ts'

/** Counts over all parts of one template. */
export interface LintCounts {
  elements: number
  paragraphs: number
  /** Elements of each part walked so far. */
  byPart: Map<string, number>
}

/** What is known of a part before it is walked. */
interface XmlPart {
  name: string
  /** `latin1` view of its UTF-8 bytes. */
  xml: string
  /** Ids of its relationships to SVG pictures, which are removed. */
  svgIds: ReadonlySet<string>
  /** Ids of its relationships that are removed. */
  droppedIds: ReadonlySet<string>
  /** Ids of its relationships whose target the result lacks. */
  lostIds: ReadonlySet<string>
}

/** Elements that are cut with all their content, whatever they refer to. */
const CUT_ELEMENTS = new Set([
  'attachedTemplate',
  'mailMerge',
  'saveThroughXslt',
  'embedRegular',
  'embedBold',
  'embedItalic',
  'embedBoldItalic',
])
interface OpenElement {
  start: number
  depth: number
  /** Kind of a `<w:fldChar>`. */
  mark: string | undefined
}

class PartWalk implements XmlHandler {
  textWanted = false
  readonly cuts: Cut[] = []
  readonly fields: FieldCollector
  readonly #part: XmlPart
  readonly #limits: DocxLimits
  readonly #counts: LintCounts
  readonly #findings: LintFindings
  readonly #losses: LostContent
  #tables = 0
  #tablesReported = false
  #cutting: { start: number; depth: number } | null = null
  #blipHasFallback = false
  #inInstruction = false
  /** The open element of a field. */
  #field: OpenElement | null = null
  /** Simple fields whose code is taken out. */
  readonly #simple: { depth: number; end: number }[] = []
  readonly #elementsBefore: number

  constructor(part: XmlPart, limits: DocxLimits, counts: LintCounts, findings: LintFindings) {
    this.#part = part
    this.#limits = limits
    this.#counts = counts
    this.#elementsBefore = counts.elements
    this.#findings = findings
    this.#losses = new LostContent(part, this.cuts, findings)
    this.fields = new FieldCollector(part.name, findings)
  }

  open(tag: XmlTag): boolean {
    this.#counts.elements++
    if (!this.#withinLimits(tag)) return false
    this.#dispatch(tag)
    this.#losses.attributes(tag)
    if (this.#part.svgIds.size > 0) this.#checkSvg(tag)
    return true
  }

  close(local: string, depth: number, end: number): void {
    if (local === 'tbl') this.#tables--
    if (this.#cutting?.depth === depth) {
      this.cuts.push({ start: this.#cutting.start, end })
      this.#cutting = null
    }
    const field = this.#field
    if (field?.depth === depth) this.#endField(field, { start: field.start, end })
    if (local === 'fldSimple') this.#endSimple(depth, end)
    if (local === 'instrText' || local === 'delInstrText') this.#inInstruction = false
    this.textWanted = this.#inInstruction
  }

  text(raw: string, isCdata: boolean): void {
    this.fields.text(raw, isCdata)
  }

  /** A reader of the merged document need not know comments. */
  comment(start: number, end: number): void {
    this.cuts.push({ start, end })
  }

  #endField({ mark }: OpenElement, place: Cut): void {
    this.#field = null
    if (mark === undefined) this.fields.piece(place)
    else this.fields.mark(mark, place)
  }

  /** Of a field whose code is taken out, what is inside stays. */
  #endSimple(depth: number, end: number): void {
    const simple = this.#simple.at(-1)
    if (simple?.depth !== depth) return
    this.#simple.pop()
    if (end === simple.end) return
    this.cuts.push({ start: this.#part.xml.lastIndexOf('<', end - 1), end })
  }

  #openSimple({ start, end, depth }: XmlTag, instruction: string): void {
    if (!this.fields.check(instruction)) return
    this.cuts.push({ start, end })
    this.#simple.push({ depth, end })
  }

  #dispatch(tag: XmlTag): void {
    const { local } = tag
    if (local === 'p') this.#counts.paragraphs++
    else if (local === 'tbl') this.#table()
    else if (local === 'fldChar') this.#openField(tag, this.#attribute(tag, 'fldCharType'))
    else if (local === 'fldSimple') this.#openSimple(tag, this.#attribute(tag, 'instr'))
    else if (local === 'instrText' || local === 'delInstrText') {
      this.#inInstruction = true
      this.#openField(tag)
    } else if (this.#isCut(tag)) this.#cutting ??= { start: tag.start, depth: tag.depth }
    const isCommandText = local === 't' && this.fields.inCommand
    if (isCommandText) this.#openField(tag)
    this.textWanted = this.#inInstruction || isCommandText
  }

  #openField({ start, depth }: XmlTag, mark?: string): void {
    this.#field ??= { start, depth, mark }
  }

  #isCut(tag: XmlTag): boolean {
    if (CUT_ELEMENTS.has(tag.local)) return true
    if (tag.local === 'svgBlip' || this.#losses.takes(tag)) return true
    return tag.local === 'externalData' && this.#part.droppedIds.has(this.#attribute(tag, 'id'))
  }

  #attribute(tag: XmlTag, name: string): string {
    return xmlAttributes(this.#part.xml.slice(tag.start, tag.end)).get(name) ?? ''
  }

  #table(): void {
    this.#tables++
    if (this.#tables <= this.#limits.tableDepth || this.#tablesReported) return
    this.#tablesReported = true
    this.#findings.add(
      'too_deep',
      `${this.#part.name} nests tables more than ${this.#limits.tableDepth} deep.`,
      { part: this.#part.name, tag: '<w:tbl>' },
    )
  }

  #withinLimits(tag: XmlTag): boolean {
    const { elements, paragraphs } = this.#counts
    const place = { part: this.#part.name, tag: `<${tag.name.slice(0, 60)}>` }
    if (tag.depth > this.#limits.xmlDepth)
      this.#findings.add(
        'too_deep',
        `${this.#part.name} nests elements more than ${this.#limits.xmlDepth} deep.`,
        place,
      )
    else if (elements > this.#limits.elements) this.#tooMany('elements', 'XML elements')
    else if (paragraphs > this.#limits.paragraphs) this.#tooMany('paragraphs', 'paragraphs')
    else if (tag.attributes > this.#limits.attributes)
      this.#findings.add(
        'too_many_elements',
        `${this.#part.name} contains an element with ${tag.attributes} attributes; at most ${this.#limits.attributes} are accepted.`,
        place,
      )
    else return true
    return false
  }

  /** The part to blame is the largest one, not the one in which the limit was reached. */
  #tooMany(kind: 'elements' | 'paragraphs', words: string): void {
    const { byPart } = this.#counts
    byPart.set(this.#part.name, this.#part.xml.split(/<(?=\w)/).length - 1)
    const [name, size] = [...byPart].reduce((most, next) => (next[1] > most[1] ? next : most))
    this.#findings.add(
      'too_many_elements',
      `The document contains more than ${this.#limits[kind]} ${words}; the largest part is ${name}, with ${size} XML elements.`,
      { part: name },
    )
  }

  /** Counts the part as walked. */
  finish(): void {
    this.fields.finish()
    for (const cut of this.fields.cuts) this.cuts.push(cut)
    const { byPart, elements } = this.#counts
    if (!byPart.has(this.#part.name)) byPart.set(this.#part.name, elements - this.#elementsBefore)
  }

  /** An SVG beside a bitmap (`svgBlip`) is cut; one that is the picture itself is rejected. */
  #checkSvg(tag: XmlTag): void {
    const raw = this.#part.xml.slice(tag.start, tag.end)
    const attributes = xmlAttributes(raw)
    if (tag.local === 'blip') {
      const embedded = attributes.get('embed')
      this.#blipHasFallback = embedded !== undefined && !this.#part.svgIds.has(embedded)
    }
    const refers = [...attributes.values()].some((value) => this.#part.svgIds.has(value))
    if (!refers || (tag.local === 'svgBlip' && this.#blipHasFallback)) return
    this.#findings.add(
      'svg_refused',
      `${this.#part.name} contains an SVG picture without a bitmap beside it; SVG can load other files.`,
      { part: this.#part.name, tag: `<${tag.name}>` },
    )
  }
}

/** Walks one part. Returns the byte ranges to cut; faults are added to the findings. */
export function lintXmlPart(
  part: XmlPart,
  limits: DocxLimits,
  counts: LintCounts,
  findings: LintFindings,
): Cut[] {
  const walk = new PartWalk(part, limits, counts, findings)
  const finding = scanXml(part.xml, walk)
  walk.finish()
  if (finding !== null) findings.addXmlFinding(part.name, finding)
  return walk.cuts
}
