/** The shortest way from one list of texts to another. */
import { diffArrays } from 'diff'

/** One step: a text that stays, goes or comes. */
export interface Edit {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Steps beyond which no shortest way is looked for: two such lists have little in common. */
export const DISTANCE_MAX = 1_000

const edits = (kind: Edit['kind'], texts: readonly string[]): Edit[] =>
  texts.map((text) => ({ kind, text }))

/**
 * How `before` becomes `after`, in order; what goes stands before what comes in its place. Lists that differ
 * by more than {@link DISTANCE_MAX} steps are told as one whole replaced by another.
 */
export function editScript(before: readonly string[], after: readonly string[]): Edit[] {
  const options = { maxEditLength: DISTANCE_MAX }
  const changes = diffArrays([...before], [...after], options)
  if (changes === undefined) return [...edits('removed', before), ...edits('added', after)]
  return changes.flatMap(({ added, removed, value }) =>
    edits(added ? 'added' : removed ? 'removed' : 'same', value),
  )
}
