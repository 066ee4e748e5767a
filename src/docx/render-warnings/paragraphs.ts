/** The text of a paragraph around a place in the bytes of a part. */
import { asBuffer } from '../../kernel/as-buffer.ts'
import { unescapeXml } from '../../xml/escape.ts'

const READ_MAX = 20_000
const TEXT = /<(?:w|a|m):t(?:\s[^>]*)?>([^<]*)</g

/** The visible text of XML. */
export const textIn = (xml: string): string =>
  unescapeXml([...xml.matchAll(TEXT)].map(([, text = '']) => text).join(''))

/** Empty when there is none. */
export function paragraphAround(bytes: Uint8Array, at: number): string {
  const buffer = asBuffer(bytes)
  const from = Math.max(buffer.lastIndexOf('<w:p ', at), buffer.lastIndexOf('<w:p>', at), 0)
  const end = buffer.indexOf('</w:p>', at)
  const to = Math.min(end < 0 ? buffer.length : end, from + READ_MAX)
  return textIn(buffer.subarray(from, to).toString('utf8')).trim()
}
