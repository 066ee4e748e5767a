/**
 * Tags that stand in attributes and addresses rather than in text: alternative texts, WordArt and watermarks, the
 * addresses of links, the tag of a check box or a drop-down list; and in the stored values of charts. For the render
 * each is lifted into a text of its own before the element that it belongs to, where the engine fills it with the data
 * of its place; then it goes back.
 */
import { type Edit, edited } from '../../xml/edits.ts'
import { escapeXml, unescapeXml } from '../../xml/escape.ts'
import { xmlAttributes } from '../../xml/scan.ts'
import { isChart, isChartNumber, POINT_END, spreadLoops } from '../charts/chart-cells.ts'
import { chartCells } from '../charts/chart-fill.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { addRelations, relationsPath } from '../package/registrations.ts'
import { textParts } from '../package/zip-parts.ts'
import { safeAddress } from '../rich/links.ts'
import { pictureMark, pictureTag, replacePictures } from '../rich/replaced-pictures.ts'
import type { TemplateTag } from '../tags/template-tags.ts'
import { controlMark, fillControls } from './lifted-controls.ts'
import { hasListMarks, listMark, restartLists } from './loop-lists.ts'
import type { RenderRun } from './render-run.ts'

const MARK = 'paraph-in'
const START = /<([\w:]+)((?:\s+[\w:]+\s*=\s*(?:"[^"]*"|'[^']*'))+)\s*\/?>/g
/** Attributes that readers show, on whatever element. */
const SHOWN =
  /\s(descr|title|alt|string|href|o:href|tooltip|w:tooltip|w:instr)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Alternative texts of tables. */
const OF_TABLES = /<(w:tblCaption|w:tblDescription)\s+w:val="([^"]*[{}][^"]*)"\s*\/>/g
const LINKS: ReadonlySet<string> = new Set(['w:hyperlink', 'a:hlinkClick', 'a:hlinkHover'])
const VALUES = /<(c:v|w:instrText)(?:\s[^>]*)?>([^<]*[{}][^<]*)<\/\1>/g
const CONTROL =
  /<w:sdtPr>(?:(?!<\/w:sdtPr>).)*<(?:w14:checkbox|w:dropDownList|w:comboBox|w:date)[\s>/](?:(?!<\/w:sdtPr>).)*<\/w:sdtPr>/gs
const CONTROL_TAG = /<w:(?:tag|alias)\s+w:val="([^"]*\{[^"]*)"\s*\/>/
/** What is worth a closer look; of most parts nothing is. */
const MAYBE = /="[^"<]*[{}]|='[^'<]*[{}]|<(?:c:v|w:instrText)(?:\s[^>]*)?>[^<]*[{}]/
const HYPERLINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
const BRACE = /[{}]|%7[BbDd]/

const lifted = (kind: string, text: string): string =>
  `<a:p ${MARK}="${kind}"><a:t>${text}</a:t></a:p>`

/** Addresses of a part's links that have tags, by relationship. */
function taggedAddresses(rels: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!BRACE.test(rels)) return found
  for (const [element] of rels.matchAll(/<Relationship\s[^>]*>/g)) {
    const attributes = xmlAttributes(element)
    const target = attributes.get('Target') ?? ''
    if (attributes.get('Type')?.endsWith('/hyperlink') !== true || !BRACE.test(target)) continue
    const text = target.replace(/%7[Bb]|%7[Dd]|%7[Cc]|%22|%20/g, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
    found.set(attributes.get('Id') ?? '', text)
  }
  return found
}

const isNumeric = (xml: string, at: number): boolean => {
  const open = Math.max(xml.lastIndexOf('<c:numCache', at), xml.lastIndexOf('<c:numLit', at))
  return (
    open >= 0 &&
    open > Math.max(xml.lastIndexOf('</c:numCache', at), xml.lastIndexOf('</c:numLit', at))
  )
}

/** Takes the attributes with braces out of start tags. */
function attributeEdits(xml: string, addresses: ReadonlyMap<string, string>): Edit[] {
  return [...xml.matchAll(START)].flatMap(({ 0: tag, 1: name = '', index: start }): Edit[] => {
    const address = LINKS.has(name)
      ? addresses.get(/\sr:id="([^"]*)"/.exec(tag)?.[1] ?? '')
      : undefined
    if (address === undefined && !/[{}]/.test(tag)) return []
    let before = address === undefined ? '' : lifted('r:id', escapeXml(address))
    const { kind, text, bare } = pictureTag(xml, name, tag, start)
    if (kind !== '') before += lifted(kind, text)
    const rest = bare.replace(SHOWN, (whole, attribute: string, double?: string, single = '') => {
      const text = double ?? single
      const isOther = attribute === 'w:instr' && !/^\s*HYPERLINK\b/.test(text)
      if (isOther || !/[{}]/.test(text)) return whole
      before += lifted(attribute, text)
      return ''
    })
    return before + rest === tag ? [] : [{ start, end: start + tag.length, text: before + rest }]
  })
}

/** The part with such texts lifted; itself where it has none. */
function liftIn(xml: string, rels: string): string {
  const addresses = taggedAddresses(rels)
  if (addresses.size === 0 && !MAYBE.test(xml)) return xml
  const controls = [...xml.matchAll(CONTROL)].flatMap(({ 0: properties, index }): Edit[] => {
    const found = CONTROL_TAG.exec(properties)
    if (found === null) return []
    const start = index + found.index
    const bare = found[0].replace(/[{}]/g, '')
    return [{ start, end: start + found[0].length, text: lifted('sdt', found[1] ?? '') + bare }]
  })
  const tables = [...xml.matchAll(OF_TABLES)].map(
    ({ 0: tag, 1: name = '', 2: text = '', index }): Edit => ({
      start: index,
      end: index + tag.length,
      text: `${lifted('w:val', text)}<${name}/>`,
    }),
  )
  const values = [...xml.matchAll(VALUES)].flatMap(
    ({ 0: element, 1: name = '', 2: text = '', index }): Edit[] => {
      if (name === 'w:instrText' && !/^\s*HYPERLINK\b/.test(text)) return []
      const kind = name === 'c:v' && isNumeric(xml, index) ? 'number' : name
      return [{ start: index, end: index + element.length, text: lifted(kind, text) }]
    },
  )
  return edited(xml, [...attributeEdits(xml, addresses), ...controls, ...tables, ...values])
}

/** Texts lifted out of the data of charts. */
const CHART_TEXT = new RegExp(`<a:p ${MARK}="(?:c:v|number)">.*?</a:p>`, 'gs')

/** Whether a part with lifted texts is a chart whose data has some. */
export const hasChartData = (xml: string): boolean => isChart(xml) && xml.search(CHART_TEXT) >= 0

/** A chart that no copy of a loop shows, without its tags. */
export const withoutChartData = (xml: string): string =>
  xml.replace(CHART_TEXT, '<c:v></c:v>').replace(/<w:p>.*?<\/w:p>/gs, '')

/** The parts of a package that have such texts, with these lifted. */
export function liftTexts(parts: ReadonlyMap<string, DocxPart>): ReadonlyMap<string, string> {
  const files = { files: Object.fromEntries(parts) }
  const found = textParts(files).flatMap((name) => {
    const xml = parts.get(name)?.asText() ?? ''
    const rels = parts.get(relationsPath(name))?.asText() ?? ''
    const whole = isChart(xml)
      ? spreadLoops(
          xml,
          chartCells(xml, rels, name, (part) => parts.get(part)?.bytes),
        )
      : xml
    const after = liftIn(whole, rels)
    return after === xml ? [] : [[name, after] as const]
  })
  return new Map(found)
}

/** Whether a tag stands in a text lifted out of a place of some kind. */
export const isLifted = ({ place }: TemplateTag, xml: string, kind = ''): boolean =>
  place.parent?.name === 'a:p' && xml.startsWith(`<a:p ${MARK}="${kind}`, place.parent.at)

const ONE = `<a:p ${MARK}="([^"]*)"><a:t(?:\\s[^>]*)?>([^<]*)</a:t></a:p>`
const MARKED = new RegExp(
  `((?:${ONE.replaceAll('([', '(?:[')})+)(<[\\w:]+(?:[^>"']|"[^"]*"|'[^']*')*>)?`,
  'g',
)
const EACH = new RegExp(ONE, 'g')

/** Puts the lifted texts of one part back. */
class Returner {
  readonly links = new Map<string, string>()
  readonly wrong: (kind: string, detail: string) => void

  constructor(wrong: (kind: string, detail: string) => void) {
    this.wrong = wrong
  }

  /** The start tag with what was lifted out of it. */
  returned(marks: string, start: string): string {
    let [before, tag] = ['', start]
    for (const [, kind = '', text = ''] of marks.matchAll(EACH)) {
      if (kind === 'c:v' || kind === 'w:instrText') before += `<${kind}>${text}</${kind}>`
      else if (kind === 'number') before += `<c:v>${this.number(text)}</c:v>`
      else if (kind === 'sdt') before += controlMark(text)
      else if (kind.startsWith('list ')) before += listMark(kind, text)
      else if (kind.startsWith('picture')) before += pictureMark(text)
      else if (kind === 'r:id') tag = this.linked(tag, unescapeXml(text))
      else
        tag = tag.replace(
          /\s*(\/?>)$/,
          () => ` ${kind}="${text.replaceAll('"', '&quot;')}"${tag.endsWith('/>') ? '/>' : '>'}`,
        )
    }
    return before + tag
  }

  number(text: string): string {
    if (!text.split(POINT_END).every(isChartNumber))
      this.wrong('number', 'A chart needs a number here')
    return text.trim()
  }

  linked(tag: string, given: string): string {
    // Word puts http:// before a tag that is all of an address.
    const wanted = given.trim().replace(/^https?:\/\/(?=[a-z][a-z\d+.-]*:|$)/i, '')
    const address = safeAddress(wanted)
    if (address === null) {
      if (wanted !== '')
        this.wrong('r:id', 'The address of the link is no http, https, mailto or tel address')
      return tag.replace(/\sr:id="[^"]*"/, tag.startsWith('<a:') ? ' r:id=""' : '')
    }
    const id = this.links.get(address) ?? `rIdParaphLink${this.links.size + 1}`
    this.links.set(address, id)
    return tag.replace(/\sr:id="[^"]*"/, ` r:id="${id}"`)
  }
}

/**
 * Puts lifted texts back into a rendered package; what cannot stand where it belongs is recorded in the run.
 * @param parts as {@link liftTexts} has left them
 */
export function settleTexts(
  draft: DocumentDraft,
  parts: ReadonlyMap<string, string>,
  tags: readonly TemplateTag[],
  run: RenderRun,
): void {
  for (const [part, template] of parts) {
    const returner = new Returner((kind, detail) => {
      const source = tags.find((tag) => tag.part === part && isLifted(tag, template, kind))
      run.add(source, undefined, 'value_unusable', `${detail}.`)
    })
    const xml = draft.files[part]?.asText() ?? ''
    const returned = xml.replace(MARKED, (all: string, ...groups: unknown[]) => {
      const tag = String(groups[1] ?? '')
      return returner.returned(all.slice(0, all.length - tag.length), tag)
    })
    const controls = fillControls(returned, (detail) => returner.wrong('sdt', detail))
    const filled = replacePictures(controls)
    if (filled !== xml) draft.file(part, filled)
    if (hasListMarks(filled)) restartLists(draft, part)
    const rels = [...returner.links].map(
      ([address, id]) =>
        `<Relationship Id="${id}" Type="${HYPERLINK}" Target="${escapeXml(address)}" TargetMode="External"/>`,
    )
    if (rels.length > 0) addRelations(draft, part, rels.join(''))
  }
}
