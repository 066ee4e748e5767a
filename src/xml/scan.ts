/**
 * A small, strict XML tokenizer for checking untrusted parts: no DTD, no entities beyond the predefined, no tree. It
 * reads a `latin1` view of UTF-8 bytes, so offsets are byte offsets.
 */

import { unescapeXml } from './escape.ts'

/** One start tag, written as `xml.slice(start, end)`. The object is reused for the next tag. */
export interface XmlTag {
  name: string
  /** The name without its prefix. */
  local: string
  start: number
  /** Index just after the `>`. */
  end: number
  selfClosing: boolean
  /** 1 for the root element. */
  depth: number
  attributes: number
}

/** Called by the tokenizer. Returning `false` from `open` stops the scan. */
export interface XmlHandler {
  open(tag: XmlTag): boolean
  /** After an end tag, or after a self-closing start tag; `end` is just after the `>`. */
  close(local: string, depth: number, end: number): void
  /** Character data, entities not yet replaced; only called while `textWanted`. */
  text(raw: string, isCdata: boolean): void
  textWanted: boolean
  /** A comment; `end` is just after the `-->`. */
  comment?(start: number, end: number): void
}

/** Why a scan ended early: a DTD, or XML that is not well-formed. */
export interface XmlFinding {
  kind: 'dtd' | 'malformed'
  detail: string
}

const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f
const QUOTE = 0x22
const APOSTROPHE = 0x27
const EQUALS = 0x3d
const BANG = 0x21
const QUESTION = 0x3f

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

class XmlScanner {
  readonly #xml: string
  readonly #handler: XmlHandler
  readonly #open: string[] = []
  readonly #tag: XmlTag = {
    name: '',
    local: '',
    start: 0,
    end: 0,
    selfClosing: false,
    depth: 0,
    attributes: 0,
  }
  #at = 0
  #rootDone = false
  #stopped = false

  constructor(xml: string, handler: XmlHandler) {
    this.#xml = xml
    this.#handler = handler
  }

  run(): XmlFinding | null {
    let finding: XmlFinding | null = null
    while (finding === null && !this.#stopped && this.#at < this.#xml.length) finding = this.#step()
    if (finding !== null || this.#stopped) return finding
    if (this.#open.length > 0) return this.#finding(`<${this.#open.at(-1)}> is never closed`)
    return this.#rootDone ? null : this.#finding('there is no element')
  }

  /** Consumes the text up to the next markup, then that markup. */
  #step(): XmlFinding | null {
    const lt = this.#xml.indexOf('<', this.#at)
    const textEnd = lt === -1 ? this.#xml.length : lt
    const isOutside = this.#open.length === 0
    if (isOutside && this.#xml.slice(this.#at, textEnd).trim() !== '')
      return this.#finding('text outside the root element')
    if (this.#handler.textWanted && textEnd > this.#at)
      this.#handler.text(this.#xml.slice(this.#at, textEnd), false)
    this.#at = textEnd
    return lt === -1 ? null : this.#markup(lt)
  }

  #finding(detail: string): XmlFinding {
    return { kind: 'malformed', detail: `${detail} (at byte ${this.#at})` }
  }

  #markup(lt: number): XmlFinding | null {
    const next = this.#xml.charCodeAt(lt + 1)
    this.#at = lt
    if (next === SLASH) return this.#endTag(lt)
    if (next === QUESTION) return this.#skip(lt + 2, '?>', 'a processing instruction')
    if (next !== BANG) return this.#startTag(lt)
    if (this.#xml.startsWith('--', lt + 2)) return this.#comment(lt)
    if (this.#xml.startsWith('[CDATA[', lt + 2)) return this.#cdata(lt + 9)
    return { kind: 'dtd', detail: this.#xml.slice(lt, lt + 60) }
  }

  #comment(lt: number): XmlFinding | null {
    const finding = this.#skip(lt + 4, '-->', 'a comment')
    if (finding === null) this.#handler.comment?.(lt, this.#at)
    return finding
  }

  #skip(from: number, closing: string, what: string): XmlFinding | null {
    const end = this.#xml.indexOf(closing, from)
    if (end === -1) return this.#finding(`${what} is never closed`)
    this.#at = end + closing.length
    return null
  }

  #cdata(from: number): XmlFinding | null {
    const finding = this.#skip(from, ']]>', 'a CDATA section')
    if (finding === null && this.#handler.textWanted)
      this.#handler.text(this.#xml.slice(from, this.#at - 3), true)
    return finding
  }

  #endTag(lt: number): XmlFinding | null {
    const gt = this.#xml.indexOf('>', lt)
    const name = this.#open.at(-1)
    const nameEnd = lt + 2 + (name?.length ?? 0)
    const fits =
      name !== undefined &&
      gt !== -1 &&
      this.#xml.startsWith(name, lt + 2) &&
      (nameEnd === gt || this.#xml.slice(nameEnd, gt).trim() === '')
    if (!fits)
      return this.#finding(`</${this.#xml.slice(lt + 2, lt + 40).split('>')[0]}> closes nothing`)
    this.#at = gt + 1
    this.#close(name)
    return null
  }

  #close(name: string): void {
    const depth = this.#open.length
    this.#open.pop()
    if (this.#open.length === 0) this.#rootDone = true
    this.#handler.close(localName(name), depth, this.#at)
  }

  #startTag(lt: number): XmlFinding | null {
    if (this.#rootDone && this.#open.length === 0) return this.#finding('a second root element')
    const nameEnd = this.#nameEnd(lt + 1)
    if (nameEnd === lt + 1) return this.#finding('a "<" that starts no element')
    const name = this.#xml.slice(lt + 1, nameEnd)
    const tag = this.#tag
    if (!this.#readTagEnd(nameEnd))
      return this.#finding(`<${name}> is never closed by ">" or contains "<"`)
    this.#at = tag.end
    this.#open.push(name)
    tag.name = name
    tag.local = localName(name)
    tag.start = lt
    tag.selfClosing = this.#xml.charCodeAt(tag.end - 2) === SLASH
    tag.depth = this.#open.length
    if (!this.#handler.open(tag)) this.#stopped = true
    else if (tag.selfClosing) this.#close(name)
    return null
  }

  #nameEnd(from: number): number {
    const xml = this.#xml
    let at = from
    for (; at < xml.length; at++) {
      const code = xml.charCodeAt(at)
      if (code === GT || code === SLASH || code === LT || code === EQUALS || isSpace(code)) break
    }
    return at
  }

  /** Scans to the closing `>`, allowing for one inside attribute values; `false` if there is none. */
  #readTagEnd(from: number): boolean {
    const xml = this.#xml
    let attributes = 0
    for (let at = from; at < xml.length; at++) {
      const code = xml.charCodeAt(at)
      if (code === GT) {
        this.#tag.end = at + 1
        this.#tag.attributes = attributes
        return true
      }
      if (code === LT) return false
      if (code !== QUOTE && code !== APOSTROPHE) continue
      attributes++
      at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1)
      if (at === -1) return false
    }
    return false
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Tokenizes a whole document. Returns the fault, or `null`. */
export const scanXml = (xml: string, handler: XmlHandler): XmlFinding | null =>
  new XmlScanner(xml, handler).run()

/** Decodes the `latin1` view of UTF-8. */
export const utf8Of = (view: string): string =>
  /[\u0080-\u00ff]/.test(view) ? Buffer.from(view, 'latin1').toString('utf8') : view

/** An attribute by its full name, between double quotation marks and as it is written there. */
export const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** The attributes of a start tag, by full and by local name. */
export function xmlAttributes(raw: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const { name, value } of asXmlAttributes(raw)) {
    found.set(name, value)
    found.set(localName(name), value)
  }
  return found
}

/**
 * The attributes of a start tag in their order, each written as `raw.slice(start, end)`; values are decoded from the
 * `latin1` view of UTF-8. Runs in linear time, since the length of a tag is untrusted.
 */
export function* asXmlAttributes(raw: string) {
  let at = 1
  while (at < raw.length && !isSpace(raw.charCodeAt(at))) at++
  for (;;) {
    const equals = raw.indexOf('=', at)
    if (equals === -1) return
    let open = equals + 1
    while (isSpace(raw.charCodeAt(open))) open++
    const close = raw.indexOf(raw.charAt(open), open + 1)
    if (close === -1 || !/["']/.test(raw.charAt(open))) return
    const before = raw.slice(at, equals)
    const start = at + before.length - before.trimStart().length
    const value = unescapeXml(utf8Of(raw.slice(open + 1, close)))
    yield { name: before.trim(), value, start, end: close + 1 }
    at = close + 1
  }
}
