/**
 * Headers and footers of page sections that a loop repeats, and charts in loops: each copy needs a part of its own, with
 * the data of its item. For the render they stand in the text, and move into parts afterwards.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeAttribute } from '../../xml/escape.ts'
import { childOf, type PartNode, partTree } from '../../xml/part-tree.ts'
import { attribute } from '../../xml/scan.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { addContentTypes, addRelations, relationsPath } from '../package/registrations.ts'
import { readRelationships, resolveTarget, targetsOf } from '../package/relationships.ts'
import { contentTypes, partText, textParts } from '../package/zip-parts.ts'
import { isSectionKind, type TemplateTag } from '../tags/template-tags.ts'
import { moveRelations, type SectionRange, sectionRanges } from './loop-notes.ts'
import { kindOf, REFERENCE, withReferences } from './section-breaks.ts'
import { tagTree } from './template-tree.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CHUNK = '<w:r><w:pict><paraph-part name="([^"]*)">(.*?)</paraph-part></w:pict></w:r>'
const SECTION =
  '<w:sectPr(?:\\s[^>]*)?(?:/>|>.*?</w:sectPr>(?!\\s*</w:sectPrChange>))(?!\\s*</w:sectPrChange>)'
const SETTLED = new RegExp(`${CHUNK}|(${SECTION})`, 'gs')
const CARRIER = '<w:r><paraph-carrier/></w:r>'
const CHART = /<c:chart\s[^>]*?r:id="([^"]*)"/g
const DECLARATION = /^\s*<\?xml[^>]*\?>\s*/
/** Content besides text that makes a block the first one of its section. */
const SHOWN = /<w:(?:drawing|pict|object|tbl|sym|br|fldChar|fldSimple|altChunk)[\s/>]/

/** The parts of a template that stand in its text during a render. */
export type InlineParts = NonNullable<ReturnType<typeof partsInSections>>

const chunk = (name: string, xml: string): string =>
  `<w:r><w:pict><paraph-part name="${escapeAttribute(name)}">${xml.replace(DECLARATION, '')}</paraph-part></w:pict></w:r>`

/** The blocks of the body. */
const bodyBlocks = (xml: string): PartNode[] =>
  childOf(partTree(xml).children[0], 'body')?.children ?? []

const hasBreak = (xml: string): boolean => xml.includes('<w:sectPr')

const isShown = (xml: string): boolean =>
  SHOWN.test(xml) ||
  xml
    .replace(/<[^>]*>/g, '')
    .replace(/\{\s*[#^/:][^{}]*\}/g, '')
    .trim() !== ''

interface Place {
  at: number
  parts: string[]
  /** The innermost section of tags around it that has a section break in it. */
  range: SectionRange | undefined
}

/** Puts the parts of one template into its text. */
class Inliner {
  readonly edits: Edit[] = []
  readonly moved = new Set<string>()
  readonly #xml: string
  readonly #targets: ReadonlyMap<string, string>
  readonly #text: (part: string) => string
  readonly #ranges: readonly SectionRange[]

  /** @param targets the parts with tags, by relationship */
  constructor(
    xml: string,
    targets: ReadonlyMap<string, string>,
    ranges: readonly SectionRange[],
    text: (part: string) => string,
  ) {
    this.#xml = xml
    this.#targets = targets
    this.#ranges = ranges
    this.#text = text
  }

  #move(part: string): string {
    this.moved.add(part)
    return chunk(part, this.#text(part))
  }

  charts(): void {
    for (const { index, 1: id = '' } of this.#xml.matchAll(CHART)) {
      const part = this.#targets.get(id)
      const end = this.#xml.indexOf('</w:r>', index) + '</w:r>'.length
      const isInside = this.#ranges.some(({ start, end: last }) => start <= index && index < last)
      if (part === undefined || !isInside || end < '</w:r>'.length) continue
      this.edits.push({ start: end, end, text: this.#move(part) })
    }
  }

  /** Each part stands before the first content of each section: the loops around that are those that it is filled by. */
  sections(): void {
    const repeated = this.#ranges.filter(({ start, end }) => hasBreak(this.#xml.slice(start, end)))
    if (repeated.length === 0) return
    const places = this.#places(repeated)
    const inLoops = new Set(places.flatMap(({ range, parts }) => (range ? parts : [])))
    for (const { at, parts, range } of places) {
      const chunks = parts.filter((part) => inLoops.has(part)).map((part) => this.#move(part))
      if (chunks.length === 0) continue
      const opened = range?.start === at ? this.#openedBefore(range) : ''
      const text = `${opened}<w:p>${CARRIER}${chunks.join('')}</w:p>`
      this.edits.push({ start: at, end: at, text })
    }
  }

  /** Where each section begins to show something, and the parts that it has. */
  #places(repeated: readonly SectionRange[]): Place[] {
    const blocks = bodyBlocks(this.#xml)
    const references = new Map<string, string>()
    const places: Place[] = []
    let from = 0
    for (const [index, { start, end }] of blocks.entries()) {
      const text = this.#xml.slice(start, end)
      if (!hasBreak(text)) continue
      for (const [reference] of text.matchAll(REFERENCE)) {
        const part = this.#targets.get(attribute(reference, 'r:id') ?? '')
        references.set(kindOf(reference), part ?? '')
      }
      const first = blocks
        .slice(from, index + 1)
        .find((block) => isShown(this.#xml.slice(block.start, block.end)))
      from = index + 1
      const parts = [...new Set(references.values())].filter((part) => part !== '')
      if (first === undefined || parts.length === 0) continue
      const at = this.#outOfSmallLoops(first.start, blocks, repeated)
      const range = repeated.findLast(({ start, end: last }) => start <= at && at < last)
      places.push({ at, parts, range })
    }
    return places
  }

  /** Before the loops that repeat less than a section. */
  #outOfSmallLoops(
    at: number,
    blocks: ReadonlyArray<{ start: number; end: number }>,
    repeated: readonly SectionRange[],
  ): number {
    const outer = this.#ranges.find(
      (range) => !repeated.includes(range) && range.start < at && at < range.end,
    )
    if (outer === undefined) return at
    return blocks.findLast(({ start }) => start <= outer.start)?.start ?? at
  }

  /** The tag that opens a loop in the paragraph of its first content, in a paragraph of its own. */
  #openedBefore({ open: { tag, place } }: SectionRange): string {
    const start = this.#xml.indexOf('>', place.at) + 1
    if (!this.#xml.startsWith(tag, start)) return ''
    this.edits.push({ start, end: start + tag.length })
    return `<w:p><w:r><w:t>${tag}</w:t></w:r></w:p>`
  }
}

/**
 * Puts the headers, footers and charts that sections repeat into the text.
 * @param tags of all parts
 * @returns texts of the main part, with the others in it, and of these, without tags
 */
export function partsInSections(
  parts: ReadonlyMap<string, DocxPart>,
  tags: readonly TemplateTag[],
) {
  if (!tags.some(({ kind }) => isSectionKind(kind))) return undefined
  const [main = ''] = textParts({ files: Object.fromEntries(parts) })
  const tagged = new Set(tags.map(({ part }) => part))
  const relations = readRelationships(parts.get(relationsPath(main))?.asText() ?? '')
  if (!Array.isArray(relations)) return undefined
  const targets = new Map(
    relations
      .filter(({ type }) => ['header', 'footer', 'chart'].includes(type))
      .map(({ id, target }) => [id, resolveTarget(main, target)] as const)
      .filter(([, part]) => tagged.has(part)),
  )
  if (targets.size === 0) return undefined
  const xml = parts.get(main)?.asText() ?? ''
  const text = (part: string): string => parts.get(part)?.asText() ?? ''
  const own = tags.filter(({ part }) => part === main)
  const inliner = new Inliner(xml, targets, sectionRanges(tagTree(own), xml), text)
  inliner.charts()
  inliner.sections()
  if (inliner.moved.size === 0) return undefined
  const moved = [...inliner.moved].map(
    (part) => [part, text(part).replaceAll(/[{}]/g, '')] as const,
  )
  return { main, parts: new Map([[main, edited(xml, inliner.edits)], ...moved]) }
}

/** Moves the parts in the text of a rendered document into parts of the package. */
class Mover {
  readonly #draft: DocumentDraft
  readonly #main: string
  readonly #written = new Map<string, string>()
  readonly #relations: string[] = []
  readonly #types: string[] = []
  /** Every part written, and the one of the template that it is a copy of. */
  readonly copies = new Map<string, string>()
  #number = 0

  constructor(draft: DocumentDraft, main: string) {
    this.#draft = draft
    this.#main = main
  }

  /** The relationship that a text as a copy of a part has. @param id that of the part in the template */
  idOf(part: string, xml: string, id: string): string {
    const key = `${part} ${xml}`
    const known = this.#written.get(key)
    if (known !== undefined && !part.includes('/charts/')) return known
    const isFirst = ![...this.copies.values()].includes(part)
    const name = isFirst ? part : this.#freeName(part)
    const own = isFirst ? id : `rIdParaphPart${++this.#number}`
    this.#draft.file(name, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`)
    if (!isFirst) {
      const kind = /header|footer|chart/.exec(part)?.[0]
      const type = contentTypes(this.#draft).get(part) ?? ''
      this.#types.push(`<Override PartName="/${name}" ContentType="${type}"/>`)
      this.#relations.push(
        `<Relationship Id="${own}" Type="${RELATIONS}/${kind}" Target="/${name}"/>`,
      )
      const rels = partText(this.#draft, relationsPath(part))
      if (rels !== undefined) this.#draft.file(relationsPath(name), rels)
    }
    moveRelations(this.#draft, this.#main, name, xml)
    this.#written.set(key, own)
    this.copies.set(name, part)
    return own
  }

  #freeName(part: string): string {
    const stem = part.replace(/\d*\.xml$/, '')
    let number = this.copies.size + 1
    while (this.#draft.files[`${stem}${number}.xml`] !== undefined) number++
    return `${stem}${number}.xml`
  }

  register(): void {
    addContentTypes(this.#draft, this.#types.join(''))
    if (this.#relations.length > 0) addRelations(this.#draft, this.#main, this.#relations.join(''))
  }
}

/** Takes the parts out of the text, in the order of the text. */
class Settler {
  readonly edits: Edit[] = []
  readonly #xml: string
  readonly #parts: InlineParts['parts']
  readonly #targets: ReadonlyMap<string, string>
  readonly #mover: Mover
  readonly #references = new Map<string, string>()
  readonly #last = new Map<string, string>()
  readonly #own = new Map<string, string>()

  constructor(
    xml: string,
    parts: InlineParts['parts'],
    targets: ReadonlyMap<string, string>,
    mover: Mover,
  ) {
    this.#xml = xml
    this.#parts = parts
    this.#targets = targets
    this.#mover = mover
  }

  part(name: string, body: string): void {
    this.#last.set(name, body)
    if (!this.#own.has(name)) this.#own.set(name, body)
  }

  /** A chart follows the drawing that shows it. */
  chart(name: string, body: string, before: number): void {
    const at = this.#xml.lastIndexOf('<c:chart', before)
    const id = attribute(this.#xml.slice(at, this.#xml.indexOf('>', at) + 1), 'r:id') ?? ''
    const start = this.#xml.indexOf(`"${id}"`, at)
    const text = `"${this.#mover.idOf(name, body, id)}"`
    this.edits.push({ start, end: start + id.length + 2, text })
  }

  /** A section has the first copies that stand in it, else those before it. */
  section(xml: string, start: number): void {
    for (const [reference] of xml.matchAll(REFERENCE))
      this.#references.set(kindOf(reference), reference)
    const written = [...this.#references.values()].map((reference) => {
      const id = attribute(reference, 'r:id') ?? ''
      const target = this.#targets.get(id) ?? ''
      const text = this.#own.get(target) ?? this.#last.get(target)
      if (!this.#parts.has(target) || text === undefined) return reference
      return reference.replace(`"${id}"`, `"${this.#mover.idOf(target, text, id)}"`)
    })
    const text = withReferences(xml, written)
    this.edits.push({ start, end: start + xml.length, text })
    this.#own.clear()
  }
}

/**
 * Moves the parts in the text of a rendered document into parts of the package, one for each copy.
 * @returns each part written, and the one of the template that it is a copy of
 */
export function settleParts(draft: DocumentDraft, { main, parts }: InlineParts) {
  const xml = partText(draft, main) ?? ''
  const targets = targetsOf(partText(draft, relationsPath(main)) ?? '', main)
  const mover = new Mover(draft, main)
  const settler = new Settler(xml, parts, targets, mover)
  for (const { 0: whole, 1: part = '', 2: body = '', 3: section, index } of xml.matchAll(SETTLED)) {
    if (section !== undefined) settler.section(section, index)
    else {
      settler.edits.push({ start: index, end: index + whole.length })
      if (part.includes('/charts/')) settler.chart(part, body, index)
      else settler.part(part, body)
    }
  }
  mover.register()
  const settled = edited(xml, settler.edits)
  draft.file(main, settled.replaceAll(`<w:p>${CARRIER}</w:p>`, '').replaceAll(CARRIER, ''))
  return mover.copies
}
