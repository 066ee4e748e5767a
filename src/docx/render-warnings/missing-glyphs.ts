/**
 * Finds the characters of a document that no font has a glyph for, before the document is converted. The bytes are
 * read once; everything up to U+00FF is passed over, since every text font has it.
 */

import { asBuffer } from '../../kernel/bytes.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { unescapeXml } from '../../xml/escape.ts'

const READ_MAX = 20_000
const TEXT = /<(?:w|a|m):t(?:\s[^>]*)?>([^<]*)</g

/** The visible text of XML. */
const textIn = (xml: string): string =>
  unescapeXml([...xml.matchAll(TEXT)].map(([, text = '']) => text).join(''))

/** Empty when there is none. */
function paragraphAround(bytes: Uint8Array, at: number): string {
  const buffer = asBuffer(bytes)
  const from = Math.max(buffer.lastIndexOf('<w:p ', at), buffer.lastIndexOf('<w:p>', at), 0)
  const end = buffer.indexOf('</w:p>', at)
  const to = Math.min(end < 0 ? buffer.length : end, from + READ_MAX)
  return textIn(buffer.subarray(from, to).toString('utf8')).trim()
}

/** First byte of the UTF-8 form of U+0100. */
const BEYOND_LATIN = 0xc4
const LISTED_MAX = 24
const TAG = 0x3c

/** Characters that are not drawn, are drawn otherwise when a font lacks them, or mean something else in each font. */
const NOT_DRAWN = /[\p{DI}\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{White_Space}\u2010\u2011]/u
/** Elements whose text is drawn. */
const TEXT_ELEMENT = /^<(?:w|a|m):t[\s>]/

/** Number of the code point at a byte, whose first byte is beyond Latin. */
function codePoint(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const second = (bytes[at + 1] ?? 0) & 0x3f
  if (first < 0xe0) return ((first & 0x1f) << 6) | second
  const third = (bytes[at + 2] ?? 0) & 0x3f
  if (first < 0xf0) return ((first & 0x0f) << 12) | (second << 6) | third
  return ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] ?? 0) & 0x3f)
}

/** What one part lacks. */
class Missing {
  readonly found = new Map<number, number>()
  first = -1

  add(code: number, at: number): void {
    if (this.first < 0) this.first = at
    this.found.set(code, (this.found.get(code) ?? 0) + 1)
  }
}

/** Tells which bytes are text that is drawn; asked from the first byte to the last. */
class DrawnText {
  readonly #bytes: Uint8Array
  #until = -1
  #isDrawn = false

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  has(at: number): boolean {
    if (at < this.#until) return this.#isDrawn
    const open = Math.max(0, this.#bytes.lastIndexOf(TAG, at))
    const next = this.#bytes.indexOf(TAG, at)
    const head = asBuffer(this.#bytes.subarray(open, open + 8)).toString('latin1')
    this.#until = next < 0 ? this.#bytes.length : next
    this.#isDrawn = TEXT_ELEMENT.test(head)
    return this.#isDrawn
  }
}

function missingIn(bytes: Uint8Array, has: Uint8Array): Missing {
  const missing = new Missing()
  const drawn = new DrawnText(bytes)
  const skipped = new Set<number>()
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < BEYOND_LATIN) continue
    const code = codePoint(bytes, at)
    if (((has[code >> 3] ?? 0) >> (code & 7)) & 1 || skipped.has(code)) continue
    const isNew = !missing.found.has(code)
    if (isNew && NOT_DRAWN.test(String.fromCodePoint(Math.min(code, 0x10ffff)))) skipped.add(code)
    else if (drawn.has(at)) missing.add(code, at)
  }
  return missing
}

function warningOf(part: string, bytes: Uint8Array, { found, first }: Missing): DocumentWarning {
  const characters = [...found.keys()].map((code) => String.fromCodePoint(code))
  const shown = characters.slice(0, LISTED_MAX).join('')
  const paragraph = paragraphAround(bytes, first)
  return {
    code: 'glyph_missing',
    text: characters.length > LISTED_MAX ? `${shown}…` : shown,
    count: [...found.values()].reduce((sum, count) => sum + count, 0),
    part,
    ...(paragraph !== '' && { paragraph }),
  }
}

/**
 * One warning for each part with such characters: the characters, how many there are, and the first paragraph.
 * @param has see `InstalledFonts.glyphs`
 */
export function missingGlyphs(
  parts: Iterable<readonly [string, Uint8Array]>,
  has: SharedArrayBuffer,
): DocumentWarning[] {
  const bits = new Uint8Array(has)
  return [...parts].flatMap(([name, bytes]) => {
    const missing = missingIn(bytes, bits)
    return missing.first < 0 ? [] : [warningOf(name, bytes, missing)]
  })
}
