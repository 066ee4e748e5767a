/** What the module of a thread is made of: its tasks by their names, and the files that it gives away. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { answered } from './thread-answer.ts'

/** How each kind of task is done. */
export type TaskHandlers<Tasks, Results extends Record<keyof Tasks, unknown>> = {
  readonly [Kind in keyof Tasks]: (task: Tasks[Kind]) => Results[Kind] | Promise<Results[Kind]>
}

/** What a thread does besides. */
export interface ThreadParts<Results> {
  /** Runs the code once, before anybody waits for it. */
  warm: () => unknown
  /** The bytes in a result that change hands instead of being copied; the thread has them no more. */
  handedOver?: {
    readonly [Kind in keyof Results]?: (result: Results[Kind]) => Uint8Array | undefined
  }
}

/** What a thread is sent. */
interface Message<Tasks, Kind extends keyof Tasks> {
  /** In the place of a task. */
  warm?: true
  kind: Kind
  task: Tasks[Kind]
}

/** Makes the function of a thread or process that does one task after the other. */
export const serving =
  <Tasks, Results extends Record<keyof Tasks, unknown>>(
    handlers: TaskHandlers<Tasks, Results>,
    { warm, handedOver = {} }: ThreadParts<Results>,
  ) =>
  async <Kind extends keyof Tasks>(given: Message<Tasks, Kind>): Promise<unknown> => {
    if (given.warm) return await answered(async () => void (await warm()))
    const answer = await answered<Results[Kind]>(() => handlers[given.kind](given.task))
    const bytes = answer.ok ? handedOver[given.kind]?.(answer.value) : undefined
    if (bytes === undefined) return answer
    // The types of these symbols do not say which ones they are.
    return move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: answer } as never)
  }

/** The bytes, unless their buffer holds more than them: one out of a pool is not to be given away. */
export const whole = (bytes: Uint8Array): Uint8Array | undefined =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : undefined

/** The bytes in a buffer that holds nothing else: these same ones where that is so, else a copy. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    return new Uint8Array(buffer)
  return new Uint8Array(bytes)
}
