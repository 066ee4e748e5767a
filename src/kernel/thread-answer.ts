/** How results and refusals cross between worker threads and the main thread, and how much memory a thread holds. */
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { CodedError } from './coded-error.ts'

/** The result of a thread; `held` is the memory it retains afterwards. */
export type TaskAnswer<T> = (
  | { ok: true; value: T }
  | { ok: false; failure: ReturnType<typeof failureOf> }
) & {
  held?: Held
}

/** A {@link CodedError} as plain data: the structured clone drops a class's own members. */
function failureOf(error: unknown) {
  if (!(error instanceof CodedError)) throw error
  const { code, message, errors, wording } = error
  return { code, detail: wording ?? message, errors }
}

/** For the thread: an expected refusal becomes a result, anything else stays an exception. */
export async function answered<T>(work: () => T | Promise<T>): Promise<TaskAnswer<T>> {
  try {
    return { ok: true, value: await work(), held: heldHere() }
  } catch (error) {
    return { ok: false, failure: failureOf(error), held: heldHere() }
  }
}

/** For the main thread: the value, or the refusal thrown again. */
export function unwrap<T>(given: TaskAnswer<T>): T {
  if (given.ok) return given.value
  const { code, detail, ...extras } = given.failure
  throw new CodedError(code, detail, extras)
}

/** Memory that a thread holds, garbage included: its heap and the buffers beside it. */
export interface Held {
  thread: number
  bytes: number
}

/** Memory this thread holds now. */
export function heldHere(): Held {
  const { total_heap_size, external_memory } = getHeapStatistics()
  return { thread: threadId, bytes: total_heap_size + external_memory }
}
