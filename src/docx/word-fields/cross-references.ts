/**
 * Cross-references (REF, PAGEREF: ISO/IEC 29500-1, 17.16.5.45 and 17.16.5.52) to bookmarks that the document does not
 * have: Word prints what it stored, LibreOffice an error.
 */
import { parsedCommand } from './field-names.ts'

const REFERENCES = new Set(['REF', 'PAGEREF'])
const REFERENCE = /\b(?:PAGE)?REF\s+(?:"|&quot;)?([^\s"\\<&]+)/g
const BOOKMARK = /bookmarkStart\s[^<>]*\bname="([^"]*)"/g
/** SET and ASK give a bookmark its text. */
const VARIABLE = /\b(?:SET|ASK)\s+(?:"|&quot;)?([^\s"\\<&]+)/g

const named = (texts: readonly string[], pattern: RegExp): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))

/** Whether a part has cross-references. @param xml the `latin1` view of its bytes */
export const hasReferences = (xml: string): boolean => xml.search(REFERENCE) !== -1

/**
 * Tells the commands of cross-references that lead nowhere; undefined where there is none.
 * @param texts the parts with text, `latin1`
 */
export function lostReferences(
  texts: readonly string[],
): ((command: string) => boolean) | undefined {
  const known = new Set([...named(texts, BOOKMARK), ...named(texts, VARIABLE)])
  if (named(texts, REFERENCE).every((name) => known.has(name))) return undefined
  return (command) => {
    const { name, argument } = parsedCommand(command)
    return REFERENCES.has(name) && argument !== '' && !known.has(latin1(argument.toLowerCase()))
  }
}

/** Commands are read as UTF-8, the names of bookmarks are not. */
const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
