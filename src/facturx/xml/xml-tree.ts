/**
 * A small, safe reader of XML: elements, attributes and texts; no document type, no custom entities, limited in size.
 */

import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { Wording } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'
import { FacturxError } from '../facturx-error.ts'

/**
 * The copy of a name that the engine keeps: two of them are compared as addresses instead of letter by letter, and comparing names
 * is most of what a sheet does.
 */
export const interned = (name: string): string => Object.keys({ [name]: 0 })[0] ?? name

/** Limits of an invoice file; 10,000 lines are about 15 MB and 500,000 elements. */
export const XML_LIMITS = { bytes: 50_000_000, elements: 2_000_000, depth: 40 }

/** The namespaces of CII and of UBL start like this; elements of other namespaces are never found by their local name. */
const INVOICE_NAMESPACES =
  /^urn:(un:unece:uncefact:data:|oasis:names:specification:ubl:schema:xsd:)/

/** The namespace of the attributes that declare namespaces. */
const XMLNS = 'http://www.w3.org/2000/xmlns/'
/** The usual prefix of each namespace. */
export const PREFIXES = new Map([
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'rsm'],
  ['urn:un:unece:uncefact:data:standard:QualifiedDataType:100', 'qdt'],
  ['urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100', 'ram'],
  ['urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100', 'udt'],
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', 'ubl'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', 'cn'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2', 'cac'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2', 'cbc'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2', 'ext'],
])

/**
 * One element, its name local in CII and UBL, else `{namespace}name`; it records what is read, so that unread content can be
 * reported.
 */
export class XmlElement {
  readonly name: string
  /** The name with the usual prefix of its namespace, as `ram:ID` or `cbc:ID`; else as `name`. */
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly parent: XmlElement | undefined
  readonly children: XmlElement[] = []
  #text = ''
  #read = false

  constructor(
    name: string,
    attributes: Record<string, string>,
    { tag = name, parent }: { tag?: string; parent?: XmlElement | undefined } = {},
  ) {
    this.name = name
    this.tag = tag
    this.attributes = attributes
    this.parent = parent
  }

  addText(text: string): void {
    this.#text += text
  }

  /** The trimmed text; marks the element as read. */
  get text(): string {
    this.#read = true
    return this.#text.trim()
  }

  /** All text in this element, as written; nothing is marked as read. */
  get value(): string {
    if (this.children.length === 0) return this.#text
    return this.#text + this.children.map((child) => child.value).join('')
  }

  /** Whether the element itself has a text, besides its children. */
  get hasOwnText(): boolean {
    return this.#text.trim() !== ''
  }

  /** All elements at a path of local names, e.g. `Price/Amount`. */
  all(path: string): XmlElement[] {
    let found: XmlElement[] = [this]
    for (const name of path.split('/')) found = childrenNamed(found, name)
    return found
  }

  /** The first element at a path. */
  first(path: string): XmlElement | undefined {
    return this.all(path)[0]
  }

  /** The text of the first element at a path; `''` when the element is empty, undefined when there is none. */
  textOf(path: string): string | undefined {
    return this.first(path)?.text
  }

  /** This element and all its descendants, in document order. */
  *walk(): Generator<XmlElement> {
    yield this
    for (const child of this.children) yield* child.walk()
  }

  /** Paths of the elements with a text that was never read, each once, in document order. */
  unread(): string[] {
    const paths = new Set<string>()
    const visit = (element: XmlElement, path: string): void => {
      if (element.children.length === 0 && !element.#read && element.#text.trim() !== '')
        paths.add(path)
      for (const child of element.children) visit(child, `${path}/${child.name}`)
    }
    visit(this, this.name)
    return [...paths]
  }
}

/** The children of some elements that have a local name. */
export function childrenNamed(elements: readonly XmlElement[], name: string): XmlElement[] {
  const found: XmlElement[] = []
  for (const { children } of elements)
    for (const child of children) if (child.name === name) found.push(child)
  return found
}

const refuse = (detail: Wording): FacturxError => new FacturxError('data_invalid', detail)

/** Decodes an XML file in the encoding of its byte order mark or its declaration; UTF-8 otherwise. */
export function decodeXml(bytes: Uint8Array): string {
  const [a, b] = bytes
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const marked =
    a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : undefined
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1]
  const encoding = marked ?? declared ?? 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw refuse(say('invoices.xmlEncoding', { encoding }))
  }
}

/** The attributes of a tag; those of a namespace as `{namespace}name`, declarations of namespaces left out. */
function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const { local, uri, value } of Object.values(tag.attributes))
    if (uri !== XMLNS) attributes[uri === '' ? local : `{${uri}}${local}`] = value
  return attributes
}

interface Names {
  name: string
  tag: string
}

/** Names by namespace and local name, kept from file to file: invoices have the same few hundred. */
const known = new Map<string, Map<string, Names>>()
/** A stranger's file may have any number of names. */
const NAMES_KEPT_MAX = 2000
let kept = 0

/** Names as {@link XmlElement} has them: one text for each, which makes comparing them cheap. */
function namesOf({ uri, local }: SaxesTagNS): Names {
  const found = known.get(uri)?.get(local)
  if (found !== undefined) return found
  const full = `{${uri}}${local}`
  const prefix = PREFIXES.get(uri)
  const names = {
    name: interned(INVOICE_NAMESPACES.test(uri) ? local : full),
    tag: interned(prefix === undefined ? full : `${prefix}:${local}`),
  }
  if (kept >= NAMES_KEPT_MAX) {
    known.clear()
    kept = 0
  }
  kept += 1
  const ofSpace = known.get(uri) ?? new Map<string, Names>()
  known.set(uri, ofSpace.set(local, names))
  return names
}

/**
 * Reads XML into a tree.
 * @throws FacturxError `data_invalid` when it is not well-formed, declares a document type or is larger than {@link XML_LIMITS}.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  if (bytes.length > XML_LIMITS.bytes)
    throw refuse(say('invoices.xmlBytes', { max: XML_LIMITS.bytes }))
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  parser.on('doctype', () => {
    throw refuse(say('invoices.xmlDtd'))
  })
  parser.on('error', (error) => {
    throw refuse(say('invoices.xmlUnreadable', { why: error.message.replace(/\.$/, '') }))
  })
  parser.on('opentag', (tag) => {
    count += 1
    if (count > XML_LIMITS.elements)
      throw refuse(say('invoices.xmlElements', { max: XML_LIMITS.elements }))
    if (open.length >= XML_LIMITS.depth)
      throw refuse(say('invoices.xmlDepth', { max: XML_LIMITS.depth }))
    const { name, tag: full } = namesOf(tag)
    const attributes = attributesOf(tag)
    const parent = open.at(-1)
    const element = new XmlElement(name, attributes, { tag: full, parent })
    parent?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', (text) => open.at(-1)?.addText(text))
  parser.on('cdata', (text) => open.at(-1)?.addText(text))
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(decodeXml(bytes)).close()
  if (root === undefined) throw refuse(say('invoices.xmlEmpty'))
  return root
}
