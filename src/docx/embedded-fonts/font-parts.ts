/** Where a package holds the fonts that it brings, and how it names them (ISO/IEC 29500-1, 17.8). */
import { escapeAttribute, unescapeXml } from '../../xml/escape.ts'

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
const embedding = ({ element, id, key }: Embedding, prefix: string): string =>
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

const FAMILY = /<(\w+:)?font\s(?:[^>"]|"[^"]*")*?(?:\/>|>[\s\S]*?<\/(?:\w+:)?font>)/g
/** The font table with the faces at the end of what it says of their families. */
export function withFaces(table: string, faces: readonly (Embedding & { family: string })[]) {
  const prefix = /<(\w+:)?fonts[\s>/]/.exec(table)?.[1] ?? ''
  const elementsOf = (family: string): string =>
    faces
      .filter((face) => face.family === family)
      .map((face) => embedding(face, prefix))
      .join('')
  const families = new Set(faces.map(({ family }) => family))
  const known = table.replaceAll(FAMILY, (whole) => {
    const name = unescapeXml(/\s\w+:name="([^"]*)"/.exec(whole)?.[1] ?? '')
    if (!families.delete(name)) return whole
    const open = whole.endsWith('/>') && !whole.includes('</') ? whole.replace(/\/>$/, '>') : whole
    const inside = open.replace(/<\/(?:\w+:)?font>$/, '')
    return `${inside}${elementsOf(name)}</${prefix}font>`
  })
  const added = [...families].map(
    (name) =>
      `<${prefix}font ${prefix || 'w:'}name="${escapeAttribute(name)}">${elementsOf(name)}</${prefix}font>`,
  )
  const closed = known.replace(/<((?:\w+:)?fonts)((?:\s[^>]*)?)\/>\s*$/, '<$1$2></$1>')
  return closed.replace(/<\/((?:\w+:)?fonts)>\s*$/, `${added.join('')}</$1>`)
}
