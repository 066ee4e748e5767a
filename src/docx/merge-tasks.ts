/** What the merge threads do. */
import type { TemplateFields } from './fields/inspect.ts'
import type { MergeInput, MergeResult } from './merge.ts'

/** Work for a thread. */
export type MergeTask =
  | { kind: 'merge'; input: MergeInput }
  | { kind: 'inspect'; template: Uint8Array }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface TaskResults {
  merge: MergeResult
  inspect: TemplateFields
  warm: null
}
