/** Fields of Word, as Word writes them. */

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A run with one piece of a complex field: its marks, or a piece of its command. */
export const fieldPart = (kind: 'begin' | 'separate' | 'end' | 'text', text = ''): string =>
  kind === 'text'
    ? `<w:r><w:instrText xml:space="preserve">${quoted(text)}</w:instrText></w:r>`
    : `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`

/** A paragraph with a complex field and its stored result. */
export const complexField = (command: string, stored: string): string =>
  `<w:p>${fieldPart('begin')}${fieldPart('text', ` ${command} `)}${fieldPart('separate')}${stored === '' ? '' : `<w:r><w:t>${quoted(stored)}</w:t></w:r>`}${fieldPart('end')}</w:p>`

/** A paragraph with a simple field and its stored result. */
export const simpleField = (command: string, stored: string): string =>
  `<w:p><w:fldSimple w:instr="${quoted(` ${command} `)}"><w:r><w:t>${quoted(stored)}</w:t></w:r></w:fldSimple></w:p>`
