/** Building blocks of a thread's module: its tasks by name, and the buffers it transfers. */
import { readlinkSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { lowerPriority } from './processors.ts'
import { answered } from './thread-answer.ts'
import type { ThreadPool } from './thread-pool.ts'

/** Handler of each kind of task. */
export type TaskHandlers<Tasks, Results extends Record<keyof Tasks, unknown>> = {
  readonly [Kind in keyof Tasks]: (task: Tasks[Kind]) => Results[Kind] | Promise<Results[Kind]>
}

/** Input of each kind of task, by its handlers. */
export type TasksOf<Handlers> = {
  [Kind in keyof Handlers]: Handlers[Kind] extends (task: infer Task) => unknown ? Task : never
}

/** Result of each kind of task, by its handlers. */
export type ResultsOf<Handlers> = {
  [Kind in keyof Handlers]: Handlers[Kind] extends (task: never) => infer Result
    ? Awaited<Result>
    : never
}

/** The pool whose threads run these handlers. */
export type PoolOf<Handlers> = ThreadPool<TasksOf<Handlers>, ResultsOf<Handlers>>

/** Further options of a thread. */
interface ThreadParts<Results> {
  /** Runs the code once, before anybody waits for it. */
  warm: () => unknown
  /** The bytes in a result that are transferred instead of copied; the thread's are detached. */
  transferList?: {
    readonly [Kind in keyof Results]?: (result: Results[Kind]) => Uint8Array | undefined
  }
}

/** Message to a thread. */
interface Message<Tasks, Kind extends keyof Tasks> {
  /** In a thread: where it writes its id, as Linux names it. */
  thread?: Int32Array
  /** Instead of a task. */
  warm?: true
  kind: Kind
  task: Tasks[Kind]
}

/** The id of this thread as Linux names it; 0: this is not Linux. */
function threadHere(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return 0
  }
}

/** Creates the function of a thread or process that runs one task at a time. */
export function serving<Tasks, Results extends Record<keyof Tasks, unknown>>(
  handlers: TaskHandlers<Tasks, Results>,
  { warm, transferList = {} }: ThreadParts<Results>,
) {
  // A process has done so when it loads this.
  if (!isMainThread) lowerPriority()
  const id = threadHere()
  return async <Kind extends keyof Tasks>(given: Message<Tasks, Kind>): Promise<unknown> => {
    given.thread?.fill(id)
    if (given.warm) return await answered(async () => void (await warm()))
    const answer = await answered<Results[Kind]>(() => handlers[given.kind](given.task))
    const bytes = answer.ok ? transferList[given.kind]?.(answer.value) : undefined
    if (bytes === undefined) return answer
    // The symbols' types are too general.
    return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: answer } as never)
  }
}

/** The bytes, if they fill their buffer: a pooled buffer must not be transferred. */
export const whole = (bytes: Uint8Array): Uint8Array | undefined =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : undefined

/** The bytes in a buffer of their own: the same object if they have one, else a copy. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    return new Uint8Array(buffer)
  return new Uint8Array(bytes)
}
