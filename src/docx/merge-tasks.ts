/** What the threads do, and how errors cross between them and the main thread. */
import { AppError, type ErrorCode, type Finding } from '../kernel/errors.ts'
import type { TemplateFields } from './inspect.ts'
import type { MergeInput, MergeResult } from './merge.ts'

/** Work for a thread. */
export type MergeTask =
  | { kind: 'merge'; input: MergeInput }
  | { kind: 'inspect'; template: Uint8Array }
  | { kind: 'warm' }

/** An {@link AppError} as plain data: the structured clone drops a class's own members. */
export interface Refusal {
  code: ErrorCode
  detail: string
  errors: readonly Finding[]
}

/** What a thread answers. */
export type TaskAnswer<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Answer by kind of task. */
export interface TaskResults {
  merge: MergeResult
  inspect: TemplateFields
  warm: null
}

/** For the thread: an expected refusal becomes an answer, anything else stays an exception. */
export function answer<T>(work: () => T): TaskAnswer<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ok: false, refusal: { code: error.code, detail: error.message, errors: error.errors } }
  }
}

/** For the main thread: the value, or the refusal thrown again. */
export function unwrap<T>(given: TaskAnswer<T>): T {
  if (given.ok) return given.value
  const { code, detail, errors } = given.refusal
  throw new AppError(code, detail, { errors })
}
