/** Decides whether a render is a mail merge: whether its data have any of the names that merge fields print. */
import { asBuffer } from '../../kernel/bytes.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { looseName } from '../language/values.ts'
import type { DocxPart } from '../package/docx-part.ts'
import { withMergeTags } from './merge-fields.ts'

/** The parts of a template whose merge fields are tags, and the names of these. */
export interface MailMerge {
  parts: ReadonlyMap<string, string>
  names: ReadonlySet<string>
}

/** Word may cut the name of a field into two runs. */
const MARK = Buffer.from('FIELD')

/** The merge fields of a template as tags; undefined where it has none. @param texts names of its parts with text */
export function mailMergeOf(
  parts: ReadonlyMap<string, DocxPart>,
  texts: readonly string[],
): MailMerge | undefined {
  const found = new Map<string, string>()
  const names = new Set<string>()
  for (const name of texts) {
    const part = parts.get(name)
    if (part === undefined || !asBuffer(part.bytes).includes(MARK)) continue
    const merged = withMergeTags(part.asText())
    if (merged === undefined) continue
    found.set(name, merged.xml)
    for (const one of merged.names) names.add(one)
  }
  return found.size === 0 ? undefined : { parts: found, names }
}

/** Whether the data fill any of the merge fields; without that they stay as Word stored them. */
export const fills = ({ names }: MailMerge, data: JsonObject): boolean =>
  [...names].some((name) => looseName(data, name.split('.')[0] ?? '') !== undefined)
