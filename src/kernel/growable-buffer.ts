/**
 * Files that only grow, in buffers with room behind them: a signature appends some 100 kB to a document of 10 MB, and
 * copying all of it each time costs more than signing. That nobody else sees the buffer is in the type: Node keeps
 * several small buffers in one, whose neighbours would be overwritten.
 */
import { invariant } from './invariant.ts'

declare const growable: unique symbol

/** Bytes at the beginning of a buffer that is theirs to its end, also behind them. */
export type GrowableBuffer = Uint8Array<ArrayBuffer> & { readonly [growable]: true }

/** Behind a file; six signatures of usual size. Memory that nobody touches is not taken from the machine. */
const ROOM_BYTES = 1_000_000

/** So many bytes to be filled in, whatever stands in them now. */
export const growableBuffer = (length: number): GrowableBuffer =>
  Buffer.allocUnsafeSlow(length + ROOM_BYTES).subarray(0, length) as Uint8Array as GrowableBuffer

/** A copy of bytes, with room. */
export function growableCopy(bytes: Uint8Array): GrowableBuffer {
  const copy = growableBuffer(bytes.length)
  copy.set(bytes)
  return copy
}

/**
 * Bytes and more behind them, in the same buffer where there is room: whoever appends twice to the same bytes
 * overwrites what was appended first.
 */
export function appendedTo(bytes: GrowableBuffer, more: Uint8Array): GrowableBuffer {
  invariant(bytes.byteOffset === 0, 'the bytes begin their buffer')
  const length = bytes.length + more.length
  const fits = length <= bytes.buffer.byteLength
  const whole = fits ? new Uint8Array(bytes.buffer, 0, length) : growableBuffer(length)
  if (!fits) whole.set(bytes)
  whole.set(more, bytes.length)
  return whole as GrowableBuffer
}
