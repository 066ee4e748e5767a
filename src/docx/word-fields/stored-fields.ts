/**
 * Makes plain text of the fields that are not computed here: each prints what Word stored, or what the data have put
 * into the document property that it prints.
 */
import { asBuffer } from '../../kernel/bytes.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { type Edit, edited } from '../../xml/edits.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { wordText } from '../package/text-runs.ts'
import { textParts } from '../package/zip-parts.ts'
import {
  documentProperties,
  inLetterCase,
  isFrozen,
  parsedCommand,
  propertyOf,
} from './field-names.ts'
import { fieldsOf, type PartFields, type StoredField } from './field-walk.ts'

const REFERENCES = new Set(['REF', 'PAGEREF'])
const REFERENCE = /\b(?:PAGE)?REF\s+(?:"|&quot;)?([^\s"\\<&]+)/g
const BOOKMARK = /bookmarkStart\s[^<>]*\bname="([^"]*)"/g
/** SET and ASK give a bookmark its text. */
const VARIABLE = /\b(?:SET|ASK)\s+(?:"|&quot;)?([^\s"\\<&]+)/g

const named = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))

/** Whether a part has cross-references. @param xml the `latin1` view of its bytes */
const hasReferences = (xml: string): boolean => xml.search(REFERENCE) !== -1

/**
 * Tells the commands of cross-references that lead nowhere; undefined where there is none.
 * @param texts the parts with text, `latin1`
 */
function lostReferences(texts: readonly string[]): ((command: string) => boolean) | undefined {
  const known = new Set([...named(texts, BOOKMARK), ...named(texts, VARIABLE)])
  if (named(texts, REFERENCE).every((name) => known.has(name))) return undefined
  return (command) => {
    const { name, argument } = parsedCommand(command)
    return (
      REFERENCES.has(name) && argument !== '' && !known.has(nameAsLatin1(argument.toLowerCase()))
    )
  }
}

/** Commands are read as UTF-8, the names of bookmarks are not. */
const nameAsLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** What a property has been set to by the data of a render; a value of the template is not in it. */
type FilledProperties = ReadonlyMap<string, string>

const latin1 = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1')
const MARKS = ['fldChar', 'fldSimple', 'dataBinding'].map((mark) => Buffer.from(mark))

/** Whether a part may have fields at all; takes microseconds. */
const mayHaveFields = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x3c && MARKS.some((mark) => asBuffer(bytes).includes(mark))

const isNeeded = ({ fields, controls, hasTags }: PartFields): boolean =>
  fields.length > 0 || controls.length > 0 || hasTags

/**
 * Names of the parts that have fields to freeze, or that may have some once they are merged; and of those with
 * cross-references, whose bookmarks a merge may leave out.
 */
export type FieldParts = ReturnType<typeof partsWithStoredFields>

/** See {@link FieldParts}. */
export function partsWithStoredFields(parts: ReadonlyMap<string, DocxPart>) {
  const found = [...parts]
    .filter(([name, { bytes }]) => /\.xml$/i.test(name) && mayHaveFields(bytes))
    .map(([name, { bytes }]) => ({ name, xml: latin1(bytes) }))
  const namesOf = (which: (xml: string) => boolean) =>
    found.filter(({ xml }) => which(xml)).map(({ name }) => name)
  return { stored: namesOf((xml) => isNeeded(fieldsOf(xml))), references: namesOf(hasReferences) }
}

/**
 * The properties that a render has changed.
 * @param given by the caller, over all others
 */
export function filledProperties(
  before: Parameters<typeof documentProperties>[0],
  after: Parameters<typeof documentProperties>[0],
  given: Readonly<Record<string, string | undefined>>,
): FilledProperties {
  const known = documentProperties(before)
  const filled = new Map(
    [...documentProperties(after)].filter(([name, value]) => known.get(name) !== value),
  )
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) filled.set(name, value)
  return filled
}

const prefixOf = (xml: string): string =>
  /<(\w+:)?(?:fldChar|fldSimple|sdtContent)\b/.exec(xml)?.[1] ?? ''

/** `<w:t>` with the text, or a run with it, as the place requires. */
function inserted({ kind }: StoredField['place'], text: string, prefix: string): string {
  const element = `<w:t xml:space="preserve">${wordText(text)}</w:t>`
  const whole = kind === 'between-runs' ? `<w:r>${element}</w:r>` : element
  const named = prefix === 'w:' ? whole : whole.replaceAll(/<(\/?)w:/g, `<$1${prefix}`)
  return Buffer.from(named, 'utf8').toString('latin1')
}

/** The edits that leave the field's result, or the given text instead of it. */
function editsOf(field: StoredField, text: string | undefined, prefix: string): Edit[] {
  const { frame, result, place, command } = field
  if (text === undefined) return frame
  const { start, end } = place
  const filled = { start, end, text: inserted(place, inLetterCase(text, command), prefix) }
  return [filled, ...frame, ...result]
}

/** Whether computing the field would print the same. */
const isCurrent = ({ computed, stored }: StoredField, value: string | undefined): boolean =>
  value !== undefined && (!computed || stored.trim().toLowerCase() === value.trim().toLowerCase())

/** In headers and footers, Word computes on opening; in the body it leaves a complex field that was never computed empty. */
const isUpdated = ({ computed, place }: StoredField, part: string): boolean =>
  !computed && (place.kind === 'between-runs' || /(?:header|footer)\d*\.xml$/i.test(part))

const shownName = (command: string): string => {
  const { name, argument } = parsedCommand(command)
  return propertyOf(command) === undefined || argument === '' ? name : `${name} ${argument}`
}

/**
 * Freezes the fields of one part.
 * @param part its name
 * @param xml the `latin1` view of its bytes
 * @param stored the document's own properties, for fields that were never computed
 * @param isLost whether a command is a cross-reference that leads nowhere
 */
function withStoredFields(
  part: string,
  xml: string,
  filled: FilledProperties,
  stored: ReadonlyMap<string, string>,
  isLost: ((command: string) => boolean) | undefined,
): { xml: string; frozen: string[] } {
  const isKept = (command: string): boolean => isFrozen(command) || isLost?.(command) === true
  const { fields, controls } = fieldsOf(xml, isKept)
  const prefix = prefixOf(xml)
  const frozen: string[] = []
  const edits: Edit[] = []
  for (const field of fields) {
    const property = propertyOf(field.command) ?? ''
    const text = filled.get(property) ?? (isUpdated(field, part) ? stored.get(property) : undefined)
    if (!filled.has(property) && !isCurrent(field, stored.get(property)))
      frozen.push(shownName(field.command))
    edits.push(...editsOf(field, text, prefix))
  }
  for (const control of controls) {
    const text = filled.get(propertyOf(control.command) ?? '')
    // an empty control is filled by the converter, through its binding
    if (text === undefined || control.computed) edits.push(...editsOf(control, text, prefix))
  }
  return { xml: edited(xml, edits), frozen }
}

const SECTION_PAGES = /(<w:instrText\b[^>]*>[^<]*|\bw:instr="[^"]*)\bSECTIONPAGES\b/g

/** In a document of one section its pages are those of the document, which LibreOffice counts. */
function countedPages(draft: DocumentDraft, xml: string): string {
  const sections = latin1(draft.files['word/document.xml']?.bytes ?? new Uint8Array())
  return sections.split('<w:sectPr').length > 2 ? xml : xml.replace(SECTION_PAGES, '$1NUMPAGES')
}

/**
 * Freezes the fields of a document before it is converted.
 * @param parts those that may have some
 * @returns a warning for each field that prints something else than the document's properties say
 */
export function freezeFields(
  draft: DocumentDraft,
  parts: FieldParts,
  filledIn: () => FilledProperties = () => new Map(),
): DocumentWarning[] {
  const text = (part: string): string => latin1(draft.files[part]?.bytes ?? new Uint8Array())
  const isLost =
    parts.references.length > 0 ? lostReferences(textParts(draft).map(text)) : undefined
  const names = isLost === undefined ? parts.stored : [...parts.stored, ...parts.references]
  if (names.length === 0) return []
  const stored = documentProperties(draft)
  const filled = filledIn()
  return [...new Set(names)].flatMap((part) => {
    const before = text(part)
    const known = before.includes('SECTIONPAGES') ? countedPages(draft, before) : before
    const { xml, frozen } = withStoredFields(part, known, filled, stored, isLost)
    if (xml !== before) draft.file(part, Buffer.from(xml, 'latin1'))
    return frozen.map((text) => ({ code: 'field_frozen', text, part }))
  })
}
