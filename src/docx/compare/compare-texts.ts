/** What changed between two texts of a document, paragraph by paragraph and inside paragraphs word by word. */
import { diffArrays } from 'diff'

// The shortest edit script from one list of texts to another.

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

/** A changed paragraph, or a run of unchanged ones. */
export type ComparedLine =
  | { kind: 'same' | 'added' | 'removed'; text: string }
  | { kind: 'changed'; words: Edit[] }
  | { kind: 'skipped'; count: number }

/** Paragraphs shown around each change. */
const AROUND = 1
/** Characters shown of a paragraph. */
const TEXT_MAX = 2_000
/** Share of a paragraph that must be unchanged for it to count as the same paragraph, edited. */
const LIKE = 0.4

const shortened = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)} …`

/** Tags, words, and the text between them: joining them gives the original text. */
const wordsOf = (text: string): string[] =>
  text.match(/\{[^{}]*\}|[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

/** Merges neighbouring edits of the same kind. */
function joined(edits: readonly Edit[]): Edit[] {
  const found: Edit[] = []
  for (const edit of edits) {
    const last = found.at(-1)
    if (last?.kind === edit.kind) last.text += edit.text
    else found.push({ ...edit })
  }
  return found
}

/** A replaced paragraph: one changed paragraph, or one removed and one added where too little is left unchanged. */
function replaced(gone: string, come: string): ComparedLine[] {
  const apart: ComparedLine[] = [
    { kind: 'removed', text: shortened(gone) },
    { kind: 'added', text: shortened(come) },
  ]
  if (Math.max(gone.length, come.length) > TEXT_MAX) return apart
  const edits = editScript(wordsOf(gone), wordsOf(come))
  const stayed = edits
    .filter(({ kind, text }) => kind === 'same' && text.trim() !== '')
    .reduce((sum, { text }) => sum + text.length, 0)
  const like = (2 * stayed) / Math.max(1, gone.length + come.length)
  return like < LIKE ? apart : [{ kind: 'changed', words: joined(edits) }]
}

/** Removed paragraphs and those added in their place, paired in order. */
function changedRun(gone: readonly string[], come: readonly string[]): ComparedLine[] {
  const pairs = Math.min(gone.length, come.length)
  return [
    ...gone.slice(0, pairs).flatMap((text, index) => replaced(text, come[index] ?? '')),
    ...gone.slice(pairs).map((text) => ({ kind: 'removed' as const, text: shortened(text) })),
    ...come.slice(pairs).map((text) => ({ kind: 'added' as const, text: shortened(text) })),
  ]
}

/** Unchanged paragraphs: only those next to a change. */
function around(texts: readonly string[], first: boolean, last: boolean): ComparedLine[] {
  const before = first ? 0 : AROUND
  const after = last ? 0 : AROUND
  const same = (text: string): ComparedLine => ({ kind: 'same', text: shortened(text) })
  const count = texts.length - before - after
  if (count <= 1) return texts.map(same)
  return [
    ...texts.slice(0, before).map(same),
    { kind: 'skipped', count },
    ...texts.slice(texts.length - after).map(same),
  ]
}

/** The differences between two lists of paragraphs, each with its surroundings; empty when there are none. */
export function compareTexts(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const runs: { same: boolean; gone: string[]; come: string[] }[] = []
  for (const { kind, text } of editScript(before, after)) {
    const same = kind === 'same'
    if (runs.at(-1)?.same !== same) runs.push({ same, gone: [], come: [] })
    const run = runs.at(-1)
    if (kind === 'added') run?.come.push(text)
    else run?.gone.push(text)
  }
  if (runs.every(({ same }) => same)) return []
  return runs.flatMap(({ same, gone, come }, index) =>
    same ? around(gone, index === 0, index === runs.length - 1) : changedRun(gone, come),
  )
}
