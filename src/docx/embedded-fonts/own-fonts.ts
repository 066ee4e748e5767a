/**
 * Fonts of an account in the documents that name them: put into the package as Word embeds fonts, so that LibreOffice
 * has them for that one document. Nothing is installed.
 */
import { readFileSync } from 'node:fs'
import { codeOf } from '../../kernel/unknown.ts'
import { escapeAttribute, unescapeXml } from '../../xml/escape.ts'
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText, textParts } from '../engine/zip-parts.ts'
import { EMBEDDED_FONT_ENDING, FONT_FOLDER, withFontType } from './embedded-fonts.ts'
import { asLoadedForPrinting } from './font-check.ts'
import type { FontStyle } from './uploaded-font.ts'

/** A face that an account has, and where its file is. */
export interface OwnFont {
  /** Names of its family, each of which a document may use. */
  names: readonly string[]
  style: FontStyle
  /** Characters that it has, see `coverageOf`. */
  coverage: string
  /** Path of the file, which has been checked. */
  file: string
}

/** A face for one document. */
interface Face {
  /** As the document writes the family. */
  family: string
  element: string
  bytes: Uint8Array
}

const ELEMENTS: Readonly<Record<FontStyle, string>> = {
  regular: 'embedRegular',
  bold: 'embedBold',
  italic: 'embedItalic',
  bold_italic: 'embedBoldItalic',
}
const TABLE = 'word/fontTable.xml'
const RELATIONS = 'word/_rels/fontTable.xml.rels'
const TYPES = '[Content_Types].xml'
const TABLE_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
/** Combined with zeros, a file stays as it is. */
const KEY = '{00000000-0000-0000-0000-000000000000}'
const FAMILY = /<(\w+:)?font\s(?:[^>"]|"[^"]*")*?(?:\/>|>[\s\S]*?<\/(?:\w+:)?font>)/g
const RELATIONSHIPS_END = /<\/((?:\w+:)?Relationships)>/

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The fonts that a document asks for. @param asked families that it names and does not bring itself */
export const fontsAskedFor = (own: readonly OwnFont[], asked: readonly string[]): OwnFont[] =>
  own.filter(({ names }) => names.some((name) => asked.some((family) => sameName(family, name))))

/** Undefined for a font that was deleted meanwhile. */
function fileOf({ file }: OwnFont): Uint8Array | undefined {
  try {
    return asLoadedForPrinting(readFileSync(file))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Puts the fonts that the document asks for into its package.
 * @returns the families that it now brings
 */
export function bringOwnFonts(
  draft: DocumentDraft,
  own: readonly OwnFont[],
  asked: readonly string[],
): Set<string> {
  const faces = fontsAskedFor(own, asked).flatMap((font): Face[] => {
    const bytes = fileOf(font)
    if (bytes === undefined) return []
    return asked
      .filter((family) => font.names.some((name) => sameName(family, name)))
      .map((family) => ({ family, element: ELEMENTS[font.style], bytes }))
  })
  if (faces.length > 0) putFaces(draft, faces)
  return new Set(faces.map(({ family }) => family))
}

function putFaces(draft: DocumentDraft, faces: readonly Face[]): void {
  ensureTable(draft)
  const named = faces.map((face, index) => ({ ...face, id: `own${index + 1}` }))
  draft.file(TABLE, withFaces(partText(draft, TABLE) ?? '', named))
  const entries = named.map(({ id, bytes }) => {
    draft.file(`${FONT_FOLDER}${id}${EMBEDDED_FONT_ENDING}`, bytes)
    return `<Relationship xmlns="${PACKAGE}" Id="${id}" Type="${OFFICE}/font" Target="fonts/${id}${EMBEDDED_FONT_ENDING}"/>`
  })
  const before = partText(draft, RELATIONS) ?? `<Relationships xmlns="${PACKAGE}"></Relationships>`
  const whole = before.replace(/<((?:\w+:)?Relationships)((?:\s[^>]*)?)\/>\s*$/, '<$1$2></$1>')
  draft.file(RELATIONS, whole.replace(RELATIONSHIPS_END, `${entries.join('')}</$1>`))
  draft.file(TYPES, withFontType(partText(draft, TYPES) ?? ''))
}

/** The font table with the faces at the end of what it says of their families. */
function withFaces(table: string, faces: readonly (Face & { id: string })[]): string {
  const prefix = /<(\w+:)?fonts[\s>/]/.exec(table)?.[1] ?? ''
  const elementsOf = (family: string): string =>
    faces
      .filter((face) => face.family === family)
      .map(
        ({ element, id }) =>
          `<${prefix}${element} xmlns:r="${OFFICE}" r:id="${id}" ${prefix}fontKey="${KEY}"/>`,
      )
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

/** A package without a font table gets an empty one. */
function ensureTable(draft: DocumentDraft): void {
  if (draft.files[TABLE] !== undefined) return
  const [main = ''] = textParts(draft)
  const relations = main.replace(/([^/]*)$/, '_rels/$1.rels')
  const types = partText(draft, TYPES) ?? ''
  draft.file(TABLE, `<w:fonts xmlns:w="${WORD}"></w:fonts>`)
  const override = `<Override PartName="/${TABLE}" ContentType="${TABLE_TYPE}"/>`
  draft.file(TYPES, types.replace(/<\/((?:\w+:)?Types)>\s*$/, `${override}</$1>`))
  const before = partText(draft, relations) ?? `<Relationships xmlns="${PACKAGE}"></Relationships>`
  const entry = `<Relationship xmlns="${PACKAGE}" Id="ownFonts" Type="${OFFICE}/fontTable" Target="/${TABLE}"/>`
  const whole = before.replace(/<((?:\w+:)?Relationships)((?:\s[^>]*)?)\/>\s*$/, '<$1$2></$1>')
  draft.file(relations, whole.replace(RELATIONSHIPS_END, `${entry}</$1>`))
}
