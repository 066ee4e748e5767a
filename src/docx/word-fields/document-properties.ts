/** The properties of a document by the names that Word's fields use (ISO/IEC 29500-1, 17.16.5.16). */
import { unescapeXml } from '../../xml/escape.ts'
import type { PartFiles } from '../package/zip-parts.ts'

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
