/** The shortest edit script from one list of texts to another. */
import { diffArrays } from 'diff'

/** One step: a text that is kept, removed or added. */
export interface Edit {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Most steps a shortest script is searched for: lists further apart have little in common. */
export const DISTANCE_MAX = 1_000

const edits = (kind: Edit['kind'], texts: readonly string[]): Edit[] =>
  texts.map((text) => ({ kind, text }))

/**
 * The steps that turn `before` into `after`, in order; removals come before what replaces them. Lists that differ by
 * more than {@link DISTANCE_MAX} steps are reported as one replacement of the whole.
 */
export function editScript(before: readonly string[], after: readonly string[]): Edit[] {
  const options = { maxEditLength: DISTANCE_MAX }
  const changes = diffArrays([...before], [...after], options)
  if (changes === undefined) return [...edits('removed', before), ...edits('added', after)]
  return changes.flatMap(({ added, removed, value }) =>
    edits(added ? 'added' : removed ? 'removed' : 'same', value),
  )
}
