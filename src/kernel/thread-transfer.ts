/** Files that change hands between threads instead of being copied. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { TaskAnswer } from './thread-answer.ts'

/** The bytes in a buffer that holds nothing else: these same ones where that is so, else a copy. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
    return bytes as Uint8Array<ArrayBuffer>
  return new Uint8Array(bytes)
}

/** For the thread: an answer that gives these buffers, which are in it, away. */
export const handingOver = <T>(given: TaskAnswer<T>, bytes: Uint8Array<ArrayBuffer>): unknown =>
  move({ [transferableSymbol]: [bytes.buffer], [valueSymbol]: given } as never)
