/** What becomes of tracked changes before a template is read. */
import { asBuffer } from '../../kernel/bytes.ts'
import { DocxPart } from '../package/docx-part.ts'
import { type ResolvedState, resolvedPart } from './resolve-part.ts'

const HINTS = [':ins', ':del', ':move', 'Change', ':cell'].map((hint) => Buffer.from(hint))
const REVISION =
  /<(?!a\d*:)\w+:(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|numberingChange|\w+PrChange|tblPrExChange|tblGridChange)[\s/>]/

const latin1 = (bytes: Uint8Array): string => asBuffer(bytes).toString('latin1')

function hasRevisions(name: string, bytes: Uint8Array): boolean {
  if (!/\.xml$/i.test(name) || bytes[0] !== 0x3c) return false
  return HINTS.some((hint) => asBuffer(bytes).includes(hint)) && REVISION.test(latin1(bytes))
}

/** Names of the parts with tracked changes. */
export const revisedParts = (parts: ReadonlyMap<string, DocxPart>): readonly string[] =>
  [...parts].filter(([name, { bytes }]) => hasRevisions(name, bytes)).map(([name]) => name)

/** The parts with the named ones in that state. */
export function withoutRevisions(
  parts: ReadonlyMap<string, DocxPart>,
  revised: readonly string[],
  state: ResolvedState,
): Map<string, DocxPart> {
  const resolved = new Map(parts)
  for (const name of revised) {
    const xml = latin1(parts.get(name)?.bytes ?? new Uint8Array())
    resolved.set(name, new DocxPart(Buffer.from(resolvedPart(xml, state), 'latin1')))
  }
  return resolved
}
