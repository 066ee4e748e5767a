/** What a part refers to. */
import type { DocxPart } from '../package/docx-part.ts'
import {
  type Relationship,
  readRelationships,
  relationshipsPartOf,
  resolveTarget,
} from '../package/relationships.ts'

/** The parts of a package, by name. */
export type Parts = ReadonlyMap<string, Pick<DocxPart, 'asText'>>

/** The relationships of a part with the names of the parts they lead to; none where they cannot be read. */
export function relatedParts(parts: Parts, part: string): (Relationship & { at: string })[] {
  const read = readRelationships(parts.get(relationshipsPartOf(part))?.asText() ?? '<none/>')
  return 'kind' in read ? [] : read.map((rel) => ({ ...rel, at: resolveTarget(part, rel.target) }))
}
