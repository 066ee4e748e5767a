/**
 * What a part loses when it refers outside of the package or to objects: the elements and attributes that are cut.
 * Previews and texts stay; nothing that could be fetched or started does.
 */
import type { Cut } from '../../xml/edits.ts'
import { asXmlAttributes, type XmlTag, xmlAttributes } from '../../xml/scan.ts'
import type { LintFindings } from './lint-findings.ts'
import { isAllowedLink, leavesPackage } from './lint-relationships.ts'

/** Elements that stand for an object; the preview picture beside them stays. */
const OBJECTS = new Set(['OLEObject', 'objectEmbed', 'objectLink', 'control', 'movie'])
/** Elements that play or insert a file; their relationship says what is lost. */
const INSERTIONS = new Set([
  ...['altChunk', 'subDoc'],
  ...['videoFile', 'audioFile', 'wavAudioFile', 'quickTimeFile', 'audioCd'],
  'model3d',
])
/** VML elements whose `src` or `href` is used directly, without a relationship. */
const VML_ELEMENTS = new Set([
  ...['imagedata', 'fill', 'stroke', 'shape', 'rect', 'oval', 'line', 'polyline', 'group'],
  ...['roundrect', 'image', 'shapetype', 'background', 'arc', 'curve', 'diagram'],
])
/** Attributes that name a relationship. */
const REFERENCE = /:(?:id|embed|link|href|pict|relid)$/

/** The part that is walked. */
interface Part {
  name: string
  xml: string
  /** Ids of its relationships whose target is lost. */
  lostIds: ReadonlySet<string>
}

/** Marks what a part loses; one for each part. */
export class LostContent {
  readonly #part: Part
  readonly #cuts: Cut[]
  readonly #findings: LintFindings
  readonly #hasVmlLinks: boolean

  /** @param cuts receives the ranges of attributes */
  constructor(part: Part, cuts: Cut[], findings: LintFindings) {
    this.#part = part
    this.#cuts = cuts
    this.#findings = findings
    this.#hasVmlLinks = part.xml.includes('src') || part.xml.includes('href')
  }

  /** Whether the element is cut with all its content. */
  takes(tag: XmlTag): boolean {
    if (INSERTIONS.has(tag.local) || this.#isModel(tag)) return true
    if (OBJECTS.has(tag.local)) {
      const attributes = xmlAttributes(this.#part.xml.slice(tag.start, tag.end))
      const text = attributes.get('ProgID') ?? attributes.get('progId') ?? attributes.get('name')
      this.#findings.lose({
        code: 'object_removed',
        text: text || tag.local,
        part: this.#part.name,
      })
      return true
    }
    // In a drawing, the element is nothing but the link.
    return tag.local.startsWith('hlink') && this.#references(tag).length > 0
  }

  /** Marks the attributes of the element that lead outside. */
  attributes(tag: XmlTag): void {
    if (this.#hasVmlLinks && VML_ELEMENTS.has(tag.local)) this.#vml(tag)
    for (const cut of this.#references(tag)) this.#cuts.push(cut)
  }

  /** A 3D model in a drawing; the picture of it, in the `mc:Fallback` beside it, stays. */
  #isModel({ local, start, end }: XmlTag): boolean {
    if (local !== 'Choice' || this.#part.lostIds.size === 0) return false
    return xmlAttributes(this.#part.xml.slice(start, end)).get('Requires') === 'am3d'
  }

  #references(tag: XmlTag): Cut[] {
    if (this.#part.lostIds.size === 0) return []
    return [...asXmlAttributes(this.#part.xml.slice(tag.start, tag.end))]
      .filter(({ name, value }) => REFERENCE.test(name) && this.#part.lostIds.has(value))
      .map(({ start, end }) => ({ start: tag.start + start, end: tag.start + end }))
  }

  #vml(tag: XmlTag): void {
    const raw = this.#part.xml.slice(tag.start, tag.end)
    if (!raw.includes('src') && !raw.includes('href')) return
    for (const { name, value, start, end } of asXmlAttributes(raw)) {
      const isLink = name === 'href'
      if (name !== 'src' && name !== 'o:href' && !isLink) continue
      if (isLink ? isAllowedLink(value) : !leavesPackage(value)) continue
      this.#cuts.push({ start: tag.start + start, end: tag.start + end })
      const code = isLink ? 'link_removed' : 'picture_not_loaded'
      this.#findings.lose({ code, text: value, part: this.#part.name })
    }
  }
}
