/**
 * SmartArt: its data, and the drawing of it that Word stores beside them ([MS-ODRAWXML] 2.1.1). The data name the
 * drawing (`dsp:dataModelExt`, 2.7.1.2); where they do not, it is found by its number, or because it is the only one.
 */
import type { DocxPart } from '../package/docx-part.ts'
import { relationsPath } from '../package/registrations.ts'
import { type Relationship, readRelationships, resolveTarget } from '../package/relationships.ts'

const NAMED = /<dsp:dataModelExt\s[^<>]*\brelId="([^"]*)"/
const number = (part: string): string => /\d*(?=\.\w+$)/.exec(part)?.[0] ?? ''

/**
 * The stored drawing of one SmartArt.
 * @param data id of the relationship to the data
 * @returns the part with the data, the relationship of this part to the drawing, and whether the data name it
 */
export function smartArtDrawing(parts: Parts, part: string, data: string) {
  const rels = relatedParts(parts, part)
  const model = rels.find(({ id }) => id === data)
  const text = model === undefined ? undefined : parts.get(model.at)?.asText()
  if (model === undefined || text === undefined) return undefined
  const drawings = rels.filter(({ type, at }) => type === 'diagramdrawing' && parts.has(at))
  const name = NAMED.exec(text)?.[1]
  const found =
    name === undefined
      ? (drawings.find(({ at }) => number(at) === number(model.at)) ??
        (drawings.length === 1 ? drawings[0] : undefined))
      : drawings.find(({ id }) => id === name)
  return found && { data: model.at, relationship: found.id, isNamed: name !== undefined }
}

// What a part refers to.

/** The parts of a package, by name. */
type Parts = ReadonlyMap<string, Pick<DocxPart, 'asText'>>

/** The relationships of a part with the names of the parts they lead to; none where they cannot be read. */
export function relatedParts(parts: Parts, part: string): (Relationship & { at: string })[] {
  const read = readRelationships(parts.get(relationsPath(part))?.asText() ?? '<none/>')
  return 'kind' in read ? [] : read.map((rel) => ({ ...rel, at: resolveTarget(part, rel.target) }))
}
