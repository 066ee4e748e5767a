/** Word's fields by name (ISO/IEC 29500-1, 17.16.5): which are not computed here, and the properties that they print. */
import { unescapeXml } from '../../xml/escape.ts'
import { OUTSIDE_FIELDS } from '../lint/lint-fields.ts'
import type { PartFiles } from '../package/zip-parts.ts'

/**
 * Fields about the file, its properties and its user. Word computes them where the file was written; anywhere else they
 * would show the name of a temporary file, of the upload, or nothing.
 */
const ABOUT_THE_FILE: ReadonlySet<string> = new Set(
  [
    'FILENAME FILESIZE TEMPLATE TITLE AUTHOR SUBJECT KEYWORDS COMMENTS DOCPROPERTY DOCVARIABLE INFO',
    'CREATEDATE SAVEDATE PRINTDATE LASTSAVEDBY EDITTIME REVNUM NUMWORDS NUMCHARS',
    'USERNAME USERINITIALS USERADDRESS',
  ].flatMap((names) => names.split(' ')),
)

/**
 * Fields whose result Word stores and that LibreOffice makes nothing of, or prints as nothing: what the data of a mail
 * merge decide (IF), the number of its record, and the pages of a section.
 */
const UNKNOWN_TO_LIBREOFFICE: ReadonlySet<string> = new Set(['IF', 'MERGEREC', 'SECTIONPAGES'])

/** The name of a field and its first argument, from its command, e.g. `DOCPROPERTY "Client" \* Upper`. */
export function parsedCommand(command: string): { name: string; argument: string } {
  const [, name = '', quoted, plain] =
    /^\s*([^\s"\\]+)(?:\s+(?:"([^"]*)"|([^\s\\"]\S*)))?/.exec(command) ?? []
  return { name: name.toUpperCase(), argument: quoted ?? plain ?? '' }
}

/**
 * Whether a field keeps what Word stored. Fields that read outside the document are refused by the check; data can
 * complete the name of one later, through a field nested in its command, and then it is not computed either.
 */
export function isFrozen(command: string): boolean {
  const { name } = parsedCommand(command)
  return ABOUT_THE_FILE.has(name) || OUTSIDE_FIELDS.has(name) || UNKNOWN_TO_LIBREOFFICE.has(name)
}

/** Names of the properties that fields of their own print, by the field. */
const PROPERTY_FIELDS: ReadonlySet<string> = new Set(
  'TITLE AUTHOR SUBJECT KEYWORDS COMMENTS LASTSAVEDBY'.split(' '),
)

/** The document property that a field prints, in lower case; undefined when it prints something else. */
export function propertyOf(command: string): string | undefined {
  const { name, argument } = parsedCommand(command)
  if (PROPERTY_FIELDS.has(name)) return name.toLowerCase()
  return name === 'DOCPROPERTY' || name === 'INFO' ? argument.toLowerCase() : undefined
}

/** The text in the letter case that the command asks for (17.16.4.3.1). */
export function inLetterCase(text: string, command: string): string {
  const wanted = /\\\*\s*(upper|lower|firstcap|caps)\b/i.exec(command)?.[1]?.toLowerCase()
  if (wanted === 'upper') return text.toUpperCase()
  if (wanted === 'lower') return text.toLowerCase()
  if (wanted === 'caps') return text.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
  return wanted === 'firstcap' ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Elements of the core and extended properties whose names differ from those in fields. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  creator: 'author',
  description: 'comments',
  lastmodifiedby: 'lastsavedby',
}

const CORE = /<(?:dc|cp):(\w+)(?:\s[^>]*)?>([^<]*)(?=<)/g
const EXTENDED = /<(Company|Manager|Template|HyperlinkBase)(?:\s[^>]*)?>([^<]*)(?=<)/g
const CUSTOM = /<(?:\w+:)?property\s[^>]*?\bname="([^"]*)"[^>]*>\s*<vt:\w+>([^<]*)(?=<)/g

/** The name that fields use for an element of the properties, in lower case. */
export const fieldNameOf = (element: string): string => {
  const name = element.toLowerCase()
  return FIELD_NAMES[name] ?? name
}

/** Values by name, in lower case; empty ones too. */
export function documentProperties(zip: PartFiles): Map<string, string> {
  const found = new Map<string, string>()
  const read = (part: string, pattern: RegExp): void => {
    const xml = zip.files[part]?.asText() ?? ''
    for (const [, name = '', value = ''] of xml.matchAll(pattern))
      found.set(fieldNameOf(unescapeXml(name)), unescapeXml(value))
  }
  read('docProps/core.xml', CORE)
  read('docProps/app.xml', EXTENDED)
  read('docProps/custom.xml', CUSTOM)
  return found
}
