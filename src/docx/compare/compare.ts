/** What changed between two templates: the fields they read, and the texts of their parts. */
import { openTemplate } from '../engine/template-cache.ts'
import { type FieldTag, inspectTemplate } from '../fields/inspect.ts'
import { kindsByPath } from '../fields/kinds-by-path.ts'
import { compareTexts } from './compare-texts.ts'

/** Most lines reported, over all parts. */
const LINES_MAX = 600

/** Fields that were added, removed, or are used differently, with what templates do with them (`value`, `loop` …). */
function compareFields(before: readonly FieldTag[], after: readonly FieldTag[]) {
  const [old, fresh] = [kindsByPath(before), kindsByPath(after)]
  const listed = (fields: ReadonlyMap<string, string[]>, without: ReadonlyMap<string, string[]>) =>
    [...fields].flatMap(([path, kinds]) => (without.has(path) ? [] : [{ path, kinds }]))
  return {
    added: listed(fresh, old),
    removed: listed(old, fresh),
    changed: [...old].flatMap(([path, kinds]) => {
      const now = fresh.get(path)
      if (now === undefined || [...now].sort().join() === [...kinds].sort().join()) return []
      return [{ path, before: kinds, after: now }]
    }),
  }
}

/**
 * Compares two templates.
 * @throws DocxError template_not_docx, template_unsafe, template_too_complex
 */
export function compareTemplates(before: Uint8Array, after: Uint8Array) {
  const fields = compareFields(inspectTemplate(before).tags, inspectTemplate(after).tags)
  const [old, fresh] = [openTemplate(before).texts(), openTemplate(after).texts()]
  let room = LINES_MAX
  /** Whether differences were left out because there are too many. */
  let cut = false
  /** Those whose text differs. */
  const parts = [...new Set([...fresh.keys(), ...old.keys()])].flatMap((part) => {
    const lines = compareTexts(old.get(part) ?? [], fresh.get(part) ?? [])
    if (lines.length > room) cut = true
    const listed = lines.slice(0, room)
    room -= listed.length
    return listed.length === 0 ? [] : [{ part, lines: listed }]
  })
  return { fields, parts, cut }
}

/** Everything that differs. */
export type TemplateComparison = ReturnType<typeof compareTemplates>
/** A value that templates read, and what they do with it. */
export type ComparedField = TemplateComparison['fields']['added'][number]
