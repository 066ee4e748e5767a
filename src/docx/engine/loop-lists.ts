/**
 * Numbered lists that count from their start again for each item of a loop: those whose paragraphs are all repeated by a
 * loop inside another one. In the text of a template such a paragraph holds the place of its item; in the document, a
 * number definition of its own (ISO/IEC 29500-1, 17.9).
 */
import { type Edit, edited } from '../../xml/edits.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { StyleTexts } from '../package/style-texts.ts'
import { partText, textParts } from '../package/zip-parts.ts'
import { Properties } from '../rich/properties.ts'
import type { TemplateTag } from '../tags/template-tags.ts'
import { sectionRanges } from './loop-notes.ts'
import { tagTree } from './template-tree.ts'

const NUMBERING = 'word/numbering.xml'
const PROPERTIES = /<w:pPr>(.*?)<\/w:pPr>/gs
const NUMBER = /<w:numId w:val="(\d+)"/
const LEVEL = /<w:ilvl w:val="(\d+)"/
/** The items of the loops around that of the paragraph. */
const PLACE = ['$parent', '$parent.$parent', '$parent.$parent.$parent']
  .map((up) => `{${up}.$index | default:"-"}`)
  .join(' ')
const MARKED =
  /<w:pPr><paraph-list number="(\d+)" level="(\d+)">([^<]*)<\/paraph-list>(.*?)<\/w:pPr>/gs
const LEVELS = 9

/** The number and the level of a paragraph: its own, or those that its style gives. */
function listOf(properties: string, styles: StyleTexts): readonly [string, string] | undefined {
  const style = /<w:pStyle w:val="([^"]*)"/.exec(properties)?.[1]
  const texts = [properties, ...styles.chain(style).map(({ xml }) => xml)]
  return texts
    .filter((xml) => NUMBER.test(xml))
    .map((xml) => [NUMBER.exec(xml)?.[1] ?? '', LEVEL.exec(xml)?.[1] ?? '0'] as const)[0]
}

const definition = (numbering: string, id: string): string =>
  new RegExp(`<w:num\\s[^>]*?w:numId="${id}"[^>]*>.*?</w:num>`, 's').exec(numbering)?.[0] ?? ''

function abstractOf(numbering: string, num: string): string {
  const id = /<w:abstractNumId w:val="(\d+)"/.exec(num)?.[1]
  const start = numbering.search(new RegExp(`<w:abstractNum\\s[^>]*w:abstractNumId="${id}"`))
  return start < 0 ? '' : numbering.slice(start, numbering.indexOf('</w:abstractNum>', start))
}

/** The main part with the places of such lists in it, by name; empty where there are none. */
export function listsInSections(
  parts: ReadonlyMap<string, DocxPart>,
  tags: readonly TemplateTag[],
): ReadonlyMap<string, string> {
  const numbering = parts.get(NUMBERING)?.asText()
  if (numbering === undefined || tags.filter(({ kind }) => kind === 'open').length < 2)
    return new Map()
  const [main = ''] = textParts({ files: Object.fromEntries(parts) })
  const xml = parts.get(main)?.asText() ?? ''
  const ranges = sectionRanges(tagTree(tags.filter(({ part }) => part === main)), xml)
  const styles = new StyleTexts(parts.get('word/styles.xml')?.asText() ?? '')
  const found = [...xml.matchAll(PROPERTIES)].flatMap(({ index, 1: properties = '' }) => {
    const list = listOf(properties, styles)
    const depth = ranges.filter(({ start, end }) => start <= index && index < end).length
    return list === undefined || list[0] === '0' ? [] : [{ index, list, depth }]
  })
  const outside = new Set(found.filter(({ depth }) => depth < 2).map(({ list }) => list[0]))
  const edits = found.flatMap(({ index, list: [number, level] }): Edit[] => {
    const bullets = /<w:numFmt w:val="bullet"/.test(
      abstractOf(numbering, definition(numbering, number)).split('</w:lvl>')[0] ?? '',
    )
    if (outside.has(number) || bullets) return []
    const at = index + '<w:pPr>'.length
    const text = `<a:p paraph-in="list ${number} ${level}"><a:t>${PLACE}</a:t></a:p>`
    return [{ start: at, end: at, text }]
  })
  return edits.length === 0 ? new Map() : new Map([[main, edited(xml, edits)]])
}

/** What stands for a place in the text, until lists are restarted. @param kind number and level of the list */
export function listMark(kind: string, place: string): string {
  const [, number, level] = kind.split(' ')
  return `<paraph-list number="${number}" level="${level}">${place}</paraph-list>`
}

/** The same list, with each level counting from its start. */
function restarted(numbering: string, number: string, id: number): string {
  const num = definition(numbering, number)
  const abstract = abstractOf(numbering, num)
  const overrides = Array.from({ length: LEVELS }, (_unused, level) => {
    const own = new RegExp(`<w:lvlOverride w:ilvl="${level}"[^>]*>(.*?)</w:lvlOverride>`, 's').exec(
      num,
    )?.[1]
    const defined = new RegExp(`<w:lvl\\s[^>]*w:ilvl="${level}".*?<w:start w:val="(\\d+)"`, 's')
    const start = defined.exec(abstract)?.[1] ?? '1'
    const first = own?.includes('<w:startOverride') ? '' : `<w:startOverride w:val="${start}"/>`
    return `<w:lvlOverride w:ilvl="${level}">${first}${own ?? ''}</w:lvlOverride>`
  })
  const [abstractId = ''] = /<w:abstractNumId [^>]*>/.exec(num) ?? []
  return `<w:num w:numId="${id}">${abstractId}${overrides.join('')}</w:num>`
}

/** Gives the lists of a rendered document their own numbers, and takes the places out of its text. */
export function restartLists(draft: DocumentDraft, main: string): void {
  const numbering = partText(draft, NUMBERING) ?? ''
  const seen = new Map<string, { place: string; id: string }>()
  const added: string[] = []
  let next = Math.max(
    0,
    ...[...numbering.matchAll(/<w:num\s[^>]*w:numId="(\d+)"/g)].map(([, id]) => Number(id)),
  )
  const xml = (partText(draft, main) ?? '').replace(
    MARKED,
    (_all, number: string, level: string, place: string, rest: string) => {
      const before = seen.get(number)
      let id = before?.id ?? number
      if (before !== undefined && before.place !== place) {
        id = String(++next)
        added.push(restarted(numbering, number, next))
      }
      seen.set(number, { place, id })
      if (id === number) return `<w:pPr>${rest}</w:pPr>`
      const own = `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`
      return Properties.of('w:pPr', rest).with({ 'w:numPr': own }).element()
    },
  )
  draft.file(main, xml)
  const end = /<w:numIdMacAtCleanup\b|<\/w:numbering>/.exec(numbering)?.index ?? 0
  if (added.length > 0)
    draft.file(NUMBERING, numbering.slice(0, end) + added.join('') + numbering.slice(end))
}

/** Whether any list of a text holds a place. */
export const hasListMarks = (xml: string): boolean => xml.includes('<paraph-list ')
