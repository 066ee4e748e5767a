/**
 * Fonts of an account, and of the machine, in the documents that name them: put into the package as Word embeds fonts,
 * so that LibreOffice has them for that one document. Nothing is installed.
 */
import { readFileSync } from 'node:fs'
import { codeOf } from '../../kernel/type-guards.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { addPartType, addRelations } from '../package/registrations.ts'
import { partText, textParts } from '../package/zip-parts.ts'
import { asLoadedForPrinting } from './font-check.ts'
import {
  CONTENT_TYPES,
  FONT_TABLE,
  fontPath,
  fontRelationship,
  OFFICE,
  withFaces,
  withFontType,
} from './font-parts.ts'
import { type FontStyle, readUploadedFont } from './uploaded-font.ts'

/** A face that an account or the machine has, and where its file is. */
export interface OwnFont {
  /** Names of its family, each of which a document may use. */
  names: readonly string[]
  /** Absent for a font of the machine: its file is checked and read once a document names it. */
  style?: FontStyle
  /** Characters that it has, see `coverageOf`; absent like the style. */
  coverage?: string
  /** Path of the file. */
  file: string
}

/** The fonts that documents are going to be drawn with. */
export interface ConversionFonts {
  /** See `InstalledFonts`; absent: glyphs are not checked. */
  glyphs?: SharedArrayBuffer | undefined
  /** See `InstalledFonts`; absent: nothing is drawn instead of another family. */
  families?: string | undefined
  /** Fonts of the account. */
  own?: readonly OwnFont[] | undefined
}
/** The same once it was read. */
type ReadFont = Required<OwnFont>

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
const TABLE_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
/** Combined with zeros, a file stays as it is. */
const KEY = '{00000000-0000-0000-0000-000000000000}'

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const has = ({ names }: OwnFont, families: readonly string[]): boolean =>
  names.some((name) => families.some((family) => sameName(family, name)))

/** What the machine's fonts are, by their files; undefined for one that cannot be used. */
const machineFonts = new Map<string, ReadFont | undefined>()

function readMachineFont(file: string): ReadFont | undefined {
  if (!machineFonts.has(file)) {
    const bytes = bytesOf(file)
    const facts = bytes === undefined ? 'not_a_font' : readUploadedFont(bytes)
    machineFonts.set(file, typeof facts === 'string' ? undefined : { ...facts, file })
  }
  return machineFonts.get(file)
}

/**
 * The fonts that a document asks for, one for each face; those of the account before the machine's.
 * @param asked families that it names and does not bring itself
 */
export function fontsAskedFor(own: readonly OwnFont[], asked: readonly string[]): ReadFont[] {
  const found: ReadFont[] = []
  for (const font of own.filter((one) => has(one, asked))) {
    const { style, coverage } = font
    if (style !== undefined && coverage !== undefined) {
      found.push({ ...font, style, coverage })
      continue
    }
    const read = readMachineFont(font.file)
    const isFirst = !found.some((one) => one.style === read?.style && has(one, read.names))
    if (read !== undefined && isFirst && has(read, asked)) found.push(read)
  }
  return found
}

/** Undefined for a font that was deleted meanwhile. */
function bytesOf(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
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
    const file = bytesOf(font.file)
    if (file === undefined) return []
    const bytes = asLoadedForPrinting(file)
    return asked
      .filter((family) => font.names.some((name) => sameName(family, name)))
      .map((family) => ({ family, element: ELEMENTS[font.style], bytes }))
  })
  if (faces.length > 0) putFaces(draft, faces)
  return new Set(faces.map(({ family }) => family))
}

function putFaces(draft: DocumentDraft, faces: readonly Face[]): void {
  ensureTable(draft)
  const named = faces.map((face, index) => ({ ...face, id: `own${index + 1}`, key: KEY }))
  draft.file(FONT_TABLE, withFaces(partText(draft, FONT_TABLE) ?? '', named))
  for (const { id, bytes } of named) draft.file(fontPath(id), bytes)
  addRelations(draft, FONT_TABLE, named.map(fontRelationship).join(''))
  draft.file(CONTENT_TYPES, withFontType(partText(draft, CONTENT_TYPES) ?? ''))
}

/** A package without a font table gets an empty one. */
function ensureTable(draft: DocumentDraft): void {
  if (draft.files[FONT_TABLE] !== undefined) return
  const [main = ''] = textParts(draft)
  draft.file(FONT_TABLE, `<w:fonts xmlns:w="${WORD}"></w:fonts>`)
  addPartType(draft, FONT_TABLE, TABLE_TYPE)
  addRelations(
    draft,
    main,
    `<Relationship Id="ownFonts" Type="${OFFICE}/fontTable" Target="/${FONT_TABLE}"/>`,
  )
}
