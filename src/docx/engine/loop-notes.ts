/**
 * Footnotes and endnotes in sections: each copy of a reference needs a note of its own, with the data of its item. Word
 * keeps notes in parts of their own; for the render they stand behind their references, as text boxes do, and move
 * back afterwards.
 */
import { isOneOf } from '../../kernel/type-guards.ts'
import { type Edit, edited } from '../../xml/edits.ts'
import { attribute } from '../../xml/scan.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { addRelations, relationsPath } from '../package/registrations.ts'
import { partText, textParts } from '../package/zip-parts.ts'
import { isSectionKind, type TemplateTag } from '../tags/template-tags.ts'
import type { XmlPlace } from '../tags/text-blocks.ts'
import { isSection, type TreeItem, tagTree } from './template-tree.ts'

const KINDS = ['footnote', 'endnote'] as const
type Kind = (typeof KINDS)[number]

const REFERENCE = /<w:(footnote|endnote)Reference\b[^>]*\sw:id="(-?\d+)"[^>]*\/>/g
const OPEN = (kind: Kind): string => `<w:r><w:pict><w:txbxContent paraph-note="${kind}">`
const CLOSE = '</w:txbxContent></w:pict></w:r>'
const CHUNK =
  /<w:r><w:pict><w:txbxContent paraph-note="(footnote|endnote)">(.*?)<\/w:txbxContent><\/w:pict><\/w:r>/gs

/** The parts of a template with the notes of its sections in the text; undefined where there are none. */
export type InlineNotes = NonNullable<ReturnType<typeof notesInSections>>

/** What a section repeats or leaves out, as a range of the XML of its part. */
export interface SectionRange {
  start: number
  end: number
  open: TemplateTag
}

/** The row that holds a place, else its paragraph: what a section at least repeats. */
function unitOf(place: XmlPlace): XmlPlace {
  let paragraph: XmlPlace | undefined
  for (let at: XmlPlace | undefined = place; at !== undefined; at = at.parent) {
    if (at.name === 'w:tr') return at
    if (at.name === 'w:p') paragraph ??= at
  }
  return paragraph ?? place
}

/** What the sections of a part repeat or leave out, outer ones first. */
export function sectionRanges(items: readonly TreeItem[], xml: string): SectionRange[] {
  return items.flatMap((item) => {
    if (!isSection(item) || item.close === undefined) return []
    const { open, close } = item
    const [first, last] = [unitOf(open.place), unitOf(close.place)]
    const end = xml.indexOf(`</${last.name}>`, close.place.at)
    return [
      { open, start: first.at, end: end < 0 ? xml.length : end },
      ...item.branches.flatMap(({ children }) => sectionRanges(children, xml)),
    ]
  })
}

const noteOf = (kind: Kind, id: string): RegExp =>
  new RegExp(
    `<w:${kind}\\b(?=[^>]*\\sw:id="${id}")(?![^>]*w:type="(?:separator|continuation))[^>]*>(.*?)</w:${kind}>`,
    's',
  )

/** Whether every prefix of a piece is declared at the root of the part that it moves to. */
function fitsInto(piece: string, xml: string): boolean {
  const root = xml.slice(0, xml.indexOf('>', xml.indexOf('<w:document')))
  const prefixes = new Set(piece.match(/(?<=[<\s/])\w+(?=:\w)/g))
  return [...prefixes].every((prefix) => prefix === 'xml' || root.includes(`xmlns:${prefix}=`))
}

class Inliner {
  readonly edits: Edit[] = []
  readonly notes = new Map<Kind, { name: string; xml: string }>()
  readonly xml: string

  constructor(xml: string, parts: ReadonlyMap<string, DocxPart>) {
    this.xml = xml
    for (const kind of KINDS) {
      const name = [...parts.keys()].find((one) =>
        new RegExp(`^word/${kind}s\\d*\\.xml$`).test(one),
      )
      const text = name === undefined ? undefined : parts.get(name)?.asText()
      if (name !== undefined && text !== undefined) this.notes.set(kind, { name, xml: text })
    }
  }

  /** Puts a note behind the run of its reference. */
  take(kind: Kind, id: string, at: number): boolean {
    const part = this.notes.get(kind)
    const body = part === undefined ? undefined : noteOf(kind, id).exec(part.xml)?.[1]
    const run = this.xml.indexOf('</w:r>', at) + '</w:r>'.length
    const isPlain =
      body !== undefined && !body.includes('w:txbxContent') && fitsInto(body, this.xml)
    if (!isPlain || run < '</w:r>'.length) return false
    this.edits.push({ start: run, end: run, text: OPEN(kind) + body + CLOSE })
    return true
  }

  /** Takes the notes that stand in the text now out of their parts: nothing else refers to them. */
  drop(kind: Kind, id: string): void {
    const part = this.notes.get(kind)
    if (part !== undefined) part.xml = part.xml.replace(noteOf(kind, id), '')
  }
}

/**
 * Puts the notes of all sections into the text.
 * @param tags of the main part
 */
function inlineNotes(
  parts: ReadonlyMap<string, DocxPart>,
  main: string,
  tags: readonly TemplateTag[],
) {
  const xml = parts.get(main)?.asText() ?? ''
  const references = [...xml.matchAll(REFERENCE)]
  if (references.length === 0) return undefined
  const ranges = sectionRanges(tagTree(tags), xml)
  const inliner = new Inliner(xml, parts)
  const moved = references.filter(({ index, 1: kind, 2: id = '' }) => {
    const isInside = ranges.some(({ start, end }) => start <= index && index < end)
    return isInside && isOneOf(KINDS, kind) && inliner.take(kind, id, index)
  })
  if (moved.length === 0) return undefined
  for (const [, kind, id = ''] of moved) {
    const others = references.filter((one) => one[1] === kind && one[2] === id)
    if (others.length === 1 && isOneOf(KINDS, kind)) inliner.drop(kind, id)
  }
  const texts = [...inliner.notes.values()].map(({ name, xml: text }) => [name, text] as const)
  return { main, parts: new Map([[main, edited(xml, inliner.edits)], ...texts]) }
}

/** Puts the notes of the sections of a template into its text. @param tags of all parts */
export function notesInSections(
  parts: ReadonlyMap<string, DocxPart>,
  tags: readonly TemplateTag[],
) {
  if (!tags.some(({ kind }) => isSectionKind(kind))) return undefined
  const [main = ''] = textParts({ files: Object.fromEntries(parts) })
  return inlineNotes(
    parts,
    main,
    tags.filter(({ part }) => part === main),
  )
}

/** Relationships that a render has made for a note or a part while it stood in the text. */
export function moveRelations(draft: DocumentDraft, from: string, to: string, body: string): void {
  const [source, target] = [from, to].map((part) => partText(draft, relationsPath(part)) ?? '')
  const wanted = new Set(body.match(/\brIdRich\d+\b/g))
  const relations = [...(source ?? '').matchAll(/<Relationship\s[^>]*>/g)]
    .map(([element]) => element)
    .filter((element) => wanted.has(attribute(element, 'Id') ?? ''))
    .filter((element) => !(target ?? '').includes(`"${attribute(element, 'Id') ?? ''}"`))
  if (relations.length > 0) addRelations(draft, to, relations.join(''))
}

/** Moves the notes in the text of a rendered document back to their parts, each with a number of its own. */
export function settleNotes(draft: DocumentDraft, { main, parts }: InlineNotes): void {
  for (const name of parts.keys()) {
    const kind = /^word\/(footnote|endnote)s/.exec(name)?.[1]
    if (kind === 'footnote' || kind === 'endnote') settleKind(draft, main, name, kind)
  }
}

function settleKind(draft: DocumentDraft, main: string, name: string, kind: Kind): void {
  const [xml, notes] = [partText(draft, main) ?? '', partText(draft, name) ?? '']
  const ids = [...notes.matchAll(/\sw:id="(-?\d+)"/g)].map(([, id]) => Number(id))
  let next = Math.max(0, ...ids)
  const edits: Edit[] = []
  const added: string[] = []
  for (const { 0: chunk, 1: found, 2: body = '', index } of xml.matchAll(CHUNK)) {
    if (found !== kind) continue
    next++
    const at = xml.lastIndexOf(`<w:${kind}Reference`, index)
    const reference = xml.slice(at, xml.indexOf('>', at) + 1)
    const numbered = reference.replace(/\sw:id="[^"]*"/, ` w:id="${next}"`)
    edits.push({ start: at, end: at + reference.length, text: numbered })
    edits.push({ start: index, end: index + chunk.length })
    added.push(`<w:${kind} w:id="${next}">${body}</w:${kind}>`)
  }
  if (added.length === 0) return
  moveRelations(draft, main, name, added.join(''))
  draft.file(main, edited(xml, edits))
  draft.file(
    name,
    notes.replace(new RegExp(`</w:${kind}s>\\s*$`), (end) => added.join('') + end),
  )
}
