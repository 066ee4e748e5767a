/** Tracked changes, as Word writes them. */
const WHO = 'w:id="7" w:author="Ada" w:date="2026-01-02T03:04:05Z"'

const textRun = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

/** Inserted text. */
export const inserted = (text: string): string => `<w:ins ${WHO}>${textRun(text)}</w:ins>`
/** Deleted text. */
export const deleted = (text: string): string =>
  `<w:del ${WHO}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`
/** Text where it was before a move, and where it is after. */
export const movedFrom = (text: string): string =>
  `<w:moveFromRangeStart ${WHO} w:name="move1"/><w:moveFrom ${WHO}>${textRun(text)}</w:moveFrom><w:moveFromRangeEnd w:id="7"/>`
export const movedTo = (text: string): string =>
  `<w:moveToRangeStart ${WHO} w:name="move1"/><w:moveTo ${WHO}>${textRun(text)}</w:moveTo><w:moveToRangeEnd w:id="7"/>`

/** A mark of a change without content, in properties. */
export const mark = (kind: string): string => `<w:${kind} ${WHO}/>`
/** The former state of properties. */
export const former = (properties: string, content: string): string =>
  `<w:${properties}Change ${WHO}><w:${properties}>${content}</w:${properties}></w:${properties}Change>`

/** A paragraph whose mark was inserted or deleted. */
export const paragraphWithMark = (
  kind: 'ins' | 'del' | 'moveFrom',
  content: string,
  style = '',
): string =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}<w:rPr>${mark(kind)}</w:rPr></w:pPr>${content}</w:p>`

/** A table row, with row properties, of cells with cell properties. */
export const row = (properties: string, ...cells: (readonly [string, string])[]): string =>
  `<w:tr><w:trPr>${properties}</w:trPr>${cells.map(([text, own]) => `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/>${own}</w:tcPr><w:p>${textRun(text)}</w:p></w:tc>`).join('')}</w:tr>`

/** A table of such rows. */
export const tableOf = (...rows: string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2400"/><w:gridCol w:w="2400"/></w:tblGrid>${rows.join('')}</w:tbl>`
