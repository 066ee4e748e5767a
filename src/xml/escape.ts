/** The single place where text is escaped for XML, and unescaped. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Anything that may need escaping: most texts contain none of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const SUSPECT = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/
/** Characters that XML 1.0 does not allow, even escaped (section 2.2); lone surrogates too. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text for an element or for an attribute in double quotes; characters that XML 1.0 does not allow are dropped. */
export const escapeXml = (text: string): string =>
  SUSPECT.test(text)
    ? text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    : text

/** Text for an attribute in double quotes that stays on one line: white space becomes one blank. */
export const escapeAttribute = (text: string): string => escapeXml(text.replace(/\s+/g, ' '))

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces the predefined entities and character references, with any number of leading zeros. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-fA-F]+)|(lt|gt|quot|apos|amp));/g,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
