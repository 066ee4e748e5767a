/** Where a package holds the fonts that it brings, and how it names them (ISO/IEC 29500-1, 17.8). */

/** The font table, the only part with embedded fonts. */
export const FONT_TABLE = 'word/fontTable.xml'
/** The part that lists the content type of every part (ECMA-376-2, 7.2.3). */
export const CONTENT_TYPES = '[Content_Types].xml'
/** Namespace of relationship ids; the types of relationships begin with it. */
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const FONT_TYPE = 'application/vnd.openxmlformats-officedocument.obfuscatedFont'
const FOLDER = 'word/fonts/'
const ENDING = '.odttf'

/** One face in the font table. */
export interface Embedding {
  /** Of the relationship; names the file too. */
  id: string
  /** `embedRegular`, `embedBold`, `embedItalic`, `embedBoldItalic`. */
  element: string
  /** A GUID in braces; the first bytes are combined with it. */
  key: string
}

/** Path of a face's file. */
export const fontPath = (id: string): string => `${FOLDER}${id}${ENDING}`

/** The element that embeds a face. @param prefix of the font table's namespace, with its colon */
export const embedding = ({ element, id, key }: Embedding, prefix: string): string =>
  `<${prefix}${element} xmlns:r="${OFFICE}" r:id="${id}" ${prefix}fontKey="${key}"/>`

/** The relationship of the font table to a face's file. */
export const fontRelationship = ({ id }: { id: string }): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/font" Target="fonts/${id}${ENDING}"/>`

/** The content types with that of embedded fonts. */
export function withFontType(types: string): string {
  if (/Extension="odttf"/i.test(types)) return types
  const entry = `<Default Extension="odttf" ContentType="${FONT_TYPE}"/>`
  return types.replace(/(<(?:\w+:)?Types\b[^>]*>)/, `$1${entry}`)
}

/** Whether a package brings fonts of its own; one that the check has cleaned. */
export const embedsFonts = (names: Iterable<string>): boolean =>
  [...names].some((name) => name.startsWith(FOLDER) && name.endsWith(ENDING))
