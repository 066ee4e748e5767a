/**
 * Content controls that are bound to custom XML (ISO/IEC 29500-1, 17.5.2.6): Word shows what the XML holds, so what a
 * tag in such a control becomes is written there too. The binding stays.
 */

import { posix } from 'node:path'
import { type Edit, edited } from '../../xml/edits.ts'
import { unescapeXml } from '../../xml/escape.ts'
import { attribute } from '../../xml/scan.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { textAtPath } from './custom-xml.ts'

/** A bound control: the XML that holds its value, and what it shows. */
interface Control {
  store: string
  path: string
  text: string
  /** The `w:dataBinding` element in the XML of the part. */
  binding: Edit
}

/** Controls whose content has tags, by part. */
export type BoundControls = ReadonlyMap<string, ReadonlySet<string>>

const TOKENS =
  /<w:sdt(?=[\s>])[^>]*>|<\/w:sdt>|<w:dataBinding\b[^>]*?(\/?)>|<w:sdtContent>|<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(?:br|cr)\/>|<w:tab\/>|<\/w:p>/g

const attributeOf = (element: string, name: string): string =>
  unescapeXml(attribute(element, name) ?? '')

const keyOf = ({ store, path }: Control): string => `${store} ${path}`

class ControlWalk {
  readonly found: Control[] = []
  readonly open: { control: Control | undefined; inContent: boolean; text: string }[] = []

  say(text: string): void {
    for (const control of this.open) if (control.inContent) control.text += text
  }

  bind(element: string, at: number): void {
    const top = this.open.at(-1)
    const path = attributeOf(element, 'w:xpath')
    // Properties of the file have a binding of their own.
    if (top === undefined || top.inContent || /:?(?:coreProperties|Properties)\b/.test(path)) return
    const store = attributeOf(element, 'w:storeItemID').toLowerCase()
    top.control = { store, path, text: '', binding: { start: at, end: at + element.length } }
  }

  close(): void {
    const { control, text = '' } = this.open.pop() ?? {}
    if (control !== undefined) this.found.push({ ...control, text: text.replace(/\n$/, '') })
  }

  take(token: string, at: number, text: string | undefined): void {
    if (text !== undefined) this.say(unescapeXml(text))
    else if (token.startsWith('<w:sdtContent')) {
      const top = this.open.at(-1)
      if (top !== undefined) top.inContent = true
    } else if (token.startsWith('<w:sdt')) {
      this.open.push({ control: undefined, inContent: false, text: '' })
    } else if (token === '</w:sdt>') this.close()
    else if (token.startsWith('<w:dataBinding')) this.bind(token, at)
    else this.say(token === '<w:tab/>' ? '\t' : '\n')
  }
}

function controlsOf(xml: string): Control[] {
  const walk = new ControlWalk()
  for (const { 0: token, 2: text, index } of xml.matchAll(TOKENS)) walk.take(token, index, text)
  return walk.found
}

/** The bound controls of a template that have tags; undefined where there are none. */
export function boundControls(parts: ReadonlyMap<string, DocxPart>, tagged: ReadonlySet<string>) {
  const found = new Map<string, ReadonlySet<string>>()
  for (const name of tagged) {
    const xml = parts.get(name)?.asText() ?? ''
    if (!xml.includes('<w:dataBinding')) continue
    const keys = controlsOf(xml)
      .filter(({ text }) => text.includes('{'))
      .map(keyOf)
    if (keys.length > 0) found.set(name, new Set(keys))
  }
  return found.size === 0 ? undefined : found
}

/** Names of the custom XML parts with a store's id; all of them where the binding names none. */
function storesOf(draft: DocumentDraft, id: string): string[] {
  const items = Object.keys(draft.files).filter((name) => /^customXml\/item\d+\.xml$/i.test(name))
  if (id === '') return items
  return items.filter((name) => {
    const number = /(\d+)\.xml$/.exec(name)?.[1] ?? ''
    const properties = draft.files[posix.join(posix.dirname(name), `itemProps${number}.xml`)]
    return attributeOf(properties?.asText() ?? '', 'ds:itemID').toLowerCase() === id
  })
}

function write(draft: DocumentDraft, { store, path, text }: Control): void {
  for (const name of storesOf(draft, store)) {
    const xml = draft.files[name]?.asText() ?? ''
    const edit = textAtPath(xml, path, text)
    if (edit === undefined) continue
    draft.file(name, edited(xml, [edit]))
    return
  }
}

/** Controls of a part by what they are bound to, of those that the template filled by tags. */
function groupsOf(xml: string, keys: ReadonlySet<string>): Control[][] {
  const groups = new Map<string, Control[]>()
  for (const control of controlsOf(xml)) {
    const key = keyOf(control)
    if (keys.has(key)) groups.set(key, [...(groups.get(key) ?? []), control])
  }
  return [...groups.values()]
}

/**
 * Writes what bound controls show after a render into the XML that they are bound to. Copies of one control that show
 * different texts lose their binding: Word would show the same text in all of them.
 */
export function settleControls(draft: DocumentDraft, controls: BoundControls): void {
  for (const [part, keys] of controls) {
    const xml = draft.files[part]?.asText() ?? ''
    const edits: Edit[] = []
    for (const group of groupsOf(xml, keys)) {
      const [first] = group
      const isOne = group.every(({ text }) => text === first?.text)
      if (first !== undefined && isOne) write(draft, first)
      else edits.push(...group.map(({ binding }) => binding))
    }
    if (edits.length > 0) draft.file(part, edited(xml, edits))
  }
}
