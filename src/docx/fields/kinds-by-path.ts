/** Apart from what inspects templates: the service reads no engine of theirs when it starts. */
import type { FieldTag } from './inspect.ts'

/** Fields by path, each with all its uses, in order of first occurrence. */
export function kindsByPath(tags: readonly FieldTag[]): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const { path, kind } of tags) {
    if (path === undefined) continue
    const kinds = fields.get(path) ?? []
    if (!kinds.includes(kind)) kinds.push(kind)
    fields.set(path, kinds)
  }
  return fields
}
