/** Writes title, author, subject and keywords into the core properties (ECMA-376 part 2, clause 11). */

import { keysOf } from '../../kernel/type-guards.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { addPartType, addRelations } from '../package/registrations.ts'
import { lineText } from '../package/text-runs.ts'
import { partText } from '../package/zip-parts.ts'

/** Document properties; each replaces the template's. */
export interface DocumentMetadata {
  title?: string
  author?: string
  subject?: string
  keywords?: string
  /** The title of a document that has none: PDF/UA requires one, and viewers show it. */
  untitled?: string
}

type Element = Exclude<keyof DocumentMetadata, 'untitled'>

const ELEMENTS: Readonly<Record<Element, string>> = {
  title: 'dc:title',
  author: 'dc:creator',
  subject: 'dc:subject',
  keywords: 'cp:keywords',
}
const CORE_TYPE = 'application/vnd.openxmlformats-package.core-properties+xml'
const CORE_RELATION =
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties'
const CP = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties'
const DC = 'http://purl.org/dc/elements/1.1/'
const CORE_PATH = 'docProps/core.xml'
const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties xmlns:cp="${CP}" xmlns:dc="${DC}"></cp:coreProperties>`

/** Where the template stores its core properties, if it has any. */
function corePath(zip: DocumentDraft): string | undefined {
  const types = partText(zip, '[Content_Types].xml') ?? ''
  const tag = [...types.matchAll(/<Override\s[^>]*>/g)].find(([text]) => text.includes(CORE_TYPE))
  const path = /PartName="\/([^"]+)"/.exec(tag?.[0] ?? '')?.[1]
  return path !== undefined && zip.files[path] !== undefined ? path : undefined
}

function register(zip: DocumentDraft): void {
  const types = partText(zip, '[Content_Types].xml') ?? ''
  const relations = partText(zip, '_rels/.rels') ?? ''
  const relation = `<Relationship Id="rIdParaphCore" Type="${CORE_RELATION}" Target="${CORE_PATH}"/>`
  if (!types.includes(`"/${CORE_PATH}"`)) addPartType(zip, CORE_PATH, CORE_TYPE)
  if (!relations.includes(CORE_RELATION)) addRelations(zip, '', relation)
}

function withElement(xml: string, name: string, text: string): string {
  const element = `<${name}>${lineText(text)}</${name}>`
  const present = new RegExp(`<${name}(?:\\s[^>]*)?(?:/>|>[^<]*</${name}>)`)
  if (present.test(xml)) return xml.replace(present, () => element)
  return xml.replace(/<\/([\w-]+:)?coreProperties>\s*$/, (end) => element + end)
}

const hasTitle = (xml: string): boolean => /<dc:title(?:\s[^>]*)?>[^<]*[^<\s][^<]*</.test(xml)

function withNamespaces(xml: string): string {
  return xml.replace(/<((?:[\w-]+:)?coreProperties)((?:\s[^>]*)?)>/, (_tag, name, attributes) => {
    const cp = attributes.includes('xmlns:cp=') ? '' : ` xmlns:cp="${CP}"`
    const dc = attributes.includes('xmlns:dc=') ? '' : ` xmlns:dc="${DC}"`
    return `<${name}${attributes.replace(/\/$/, '')}${cp}${dc}>${attributes.endsWith('/') ? `</${name}>` : ''}`
  })
}

/** Sets the given properties in a package; LibreOffice carries them into the PDF. */
export function writeMetadata(zip: DocumentDraft, { untitled, ...metadata }: DocumentMetadata) {
  const path = corePath(zip)
  const before = (path === undefined ? undefined : partText(zip, path)) ?? EMPTY
  const title = metadata.title ?? (hasTitle(before) ? undefined : untitled)
  const wanted = { ...metadata, ...(title !== undefined && { title }) }
  const given = keysOf(ELEMENTS).filter((key) => wanted[key] !== undefined)
  if (given.length === 0) return
  let xml = withNamespaces(before)
  for (const key of given) xml = withElement(xml, ELEMENTS[key], wanted[key] ?? '')
  zip.file(path ?? CORE_PATH, xml)
  if (path === undefined) register(zip)
}
