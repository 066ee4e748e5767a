/** What the merge threads do. */
import type { JsonObject } from '../kernel/json.ts'
import { JsonText } from '../kernel/json-text.ts'
import type { TemplateComparison } from './compare/compare.ts'
import type { ConversionCost } from './cost/conversion-cost.ts'
import type { TemplateFields } from './fields/inspect.ts'
import type { MergeInput, MergeResult } from './merge.ts'

/** What to merge; data given as text are parsed in the thread. */
export type MergeRequest = Omit<MergeInput, 'data'> & { data: JsonObject | JsonText }

/** The task of a request: a class does not survive the way into a thread, and text travels fast. */
export function mergeTask({ data, ...rest }: MergeRequest): MergeTask {
  if (!(data instanceof JsonText)) {
    return { kind: 'merge', input: { ...rest, data }, json: undefined }
  }
  const json = { text: data.text, field: data.field }
  return { kind: 'merge', input: { ...rest, data: {} }, json }
}

/** For the thread: the input with its data. @throws AppError json_invalid, data_invalid */
export function mergeInput({ input, json }: Extract<MergeTask, { kind: 'merge' }>): MergeInput {
  return json === undefined
    ? input
    : { ...input, data: new JsonText(json.text, json.field).parse() }
}

/** Work for a thread. */
export type MergeTask =
  | { kind: 'merge'; input: MergeInput; json: { text: string; field: string } | undefined }
  | { kind: 'inspect'; template: Uint8Array }
  | { kind: 'clean'; template: Uint8Array }
  | { kind: 'compare'; before: Uint8Array; after: Uint8Array }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface TaskResults {
  merge: MergeResult
  inspect: TemplateFields
  clean: { docx: Uint8Array; cost: ConversionCost }
  compare: TemplateComparison
  warm: null
}
