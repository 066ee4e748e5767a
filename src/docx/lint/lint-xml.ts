/** Walks one XML part of a template: counts, finds what is rejected, and marks what is cut. */

import { scanXml, type XmlHandler, type XmlTag, xmlAttributes } from '../../xml/scan.ts'
import type { DocxLimits } from './limits.ts'
import { FieldCollector } from './lint-fields.ts'
import type { LintFindings } from './lint-findings.ts'
import { isAllowedLink, leavesPackage } from './lint-relationships.ts'

/** A range of bytes to leave out of a part. */
export interface Cut {
  start: number
  end: number
}

/** Counts over all parts of one template. */
export interface LintCounts {
  elements: number
  paragraphs: number
  /** Elements of each part walked so far. */
  byPart: Map<string, number>
}

/** What is known of a part before it is walked. */
export interface XmlPart {
  name: string
  /** `latin1` view of its UTF-8 bytes. */
  xml: string
  /** Ids of its relationships to SVG pictures, which are removed. */
  svgIds: ReadonlySet<string>
  /** Ids of its relationships that are removed. */
  droppedIds: ReadonlySet<string>
  /** Ids of its hyperlinks that become plain text. */
  unlinkedIds: ReadonlySet<string>
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
/** VML elements whose `src` or `href` is used directly, without a relationship. */
const VML_ELEMENTS = new Set([
  ...['imagedata', 'fill', 'stroke', 'shape', 'rect', 'oval', 'line', 'polyline', 'group'],
  ...['roundrect', 'image', 'shapetype', 'background', 'arc', 'curve', 'diagram'],
])

class PartWalk implements XmlHandler {
  textWanted = false
  readonly cuts: Cut[] = []
  readonly fields: FieldCollector
  readonly #part: XmlPart
  readonly #limits: DocxLimits
  readonly #counts: LintCounts
  readonly #findings: LintFindings
  readonly #hasVmlLinks: boolean
  #tables = 0
  #tablesReported = false
  #cutting: { start: number; depth: number } | null = null
  #blipHasFallback = false
  #inInstruction = false
  readonly #elementsBefore: number

  constructor(part: XmlPart, limits: DocxLimits, counts: LintCounts, findings: LintFindings) {
    this.#part = part
    this.#limits = limits
    this.#counts = counts
    this.#elementsBefore = counts.elements
    this.#findings = findings
    this.#hasVmlLinks = part.xml.includes('src') || part.xml.includes('href')
    this.fields = new FieldCollector(part.name, findings)
  }

  open(tag: XmlTag): boolean {
    this.#counts.elements++
    if (!this.#withinLimits(tag)) return false
    this.#dispatch(tag)
    if (this.#hasVmlLinks && VML_ELEMENTS.has(tag.local)) this.#checkVml(tag)
    if (this.#part.svgIds.size > 0) this.#checkSvg(tag)
    if (this.#part.unlinkedIds.size > 0) this.#unlink(tag)
    return true
  }

  close(local: string, depth: number, end: number): void {
    if (local === 'tbl') this.#tables--
    if (this.#cutting?.depth === depth) {
      this.cuts.push({ start: this.#cutting.start, end })
      this.#cutting = null
    }
    if (local === 'instrText' || local === 'delInstrText') this.#inInstruction = false
    this.textWanted = this.#inInstruction
  }

  text(raw: string, isCdata: boolean): void {
    this.fields.text(raw, isCdata)
  }

  #dispatch(tag: XmlTag): void {
    const { local } = tag
    if (local === 'p') this.#counts.paragraphs++
    else if (local === 'tbl') this.#table()
    else if (local === 'fldChar') this.fields.mark(this.#attribute(tag, 'fldCharType'))
    else if (local === 'fldSimple') this.fields.check(this.#attribute(tag, 'instr'))
    else if (local === 'instrText' || local === 'delInstrText') this.#inInstruction = true
    else if (this.#isCut(tag)) this.#cutting ??= { start: tag.start, depth: tag.depth }
    this.textWanted = this.#inInstruction || (local === 't' && this.fields.inCommand)
  }

  #isCut(tag: XmlTag): boolean {
    if (CUT_ELEMENTS.has(tag.local)) return true
    if (tag.local === 'svgBlip') return true
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
    const { byPart, elements } = this.#counts
    if (!byPart.has(this.#part.name)) byPart.set(this.#part.name, elements - this.#elementsBefore)
  }

  #checkVml(tag: XmlTag): void {
    const raw = this.#part.xml.slice(tag.start, tag.end)
    if (!raw.includes('src') && !raw.includes('href')) return
    const attributes = xmlAttributes(raw)
    for (const [name, value] of attributes) {
      const isLink = name === 'href'
      if (name !== 'src' && name !== 'o:href' && !isLink) continue
      const isShape = isLink && !attributes.has('o:href')
      if (isShape ? isAllowedLink(value) : !leavesPackage(value)) continue
      this.#findings.add(
        'external_reference',
        `${this.#part.name} contains a drawing that refers to ${JSON.stringify(value.slice(0, 120))}.`,
        { part: this.#part.name, tag: `<${tag.name} ${name}>` },
      )
    }
  }

  /** Takes the reference out of `<w:hyperlink>`; in a drawing the element is nothing but the reference. */
  #unlink(tag: XmlTag): void {
    const isDrawing = tag.local.startsWith('hlink')
    if (tag.local !== 'hyperlink' && !isDrawing) return
    const raw = this.#part.xml.slice(tag.start, tag.end)
    if (!this.#part.unlinkedIds.has(xmlAttributes(raw).get('id') ?? '')) return
    const reference = /\s(?:\w+:)?id\s*=\s*(?:"[^"]*"|'[^']*')/.exec(raw)
    if (isDrawing) this.#cutting ??= { start: tag.start, depth: tag.depth }
    else if (reference !== null) {
      const start = tag.start + reference.index
      this.cuts.push({ start, end: start + reference[0].length })
    }
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
  const fault = scanXml(part.xml, walk)
  walk.finish()
  if (fault !== null) findings.addXmlFault(part.name, fault)
  return walk.cuts
}

/** The bytes without the given ranges. */
export function withoutCuts(bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array {
  if (cuts.length === 0) return bytes
  const kept: Uint8Array[] = []
  let at = 0
  for (const cut of cuts.toSorted((one, other) => one.start - other.start)) {
    if (cut.start < at) continue
    kept.push(bytes.subarray(at, cut.start))
    at = cut.end
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}
