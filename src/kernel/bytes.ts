/** Bytes in memory: buffers over the same bytes, and buffers that grow. */
import { invariant } from './invariant.ts'

/** The same bytes, not a copy, with the methods of a buffer. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

// Files that only grow, in buffers with spare capacity: a signature appends some 100 kB to a document of 10 MB, and
// copying all of it each time costs more than signing. The type guarantees exclusive use of the buffer: Node pools
// several small buffers in one, where appending would overwrite the neighbours.

declare const growable: unique symbol

/** Bytes at the start of a buffer that they own up to its end, including the spare capacity. */
export type GrowableBuffer = Uint8Array<ArrayBuffer> & { readonly [growable]: true }

/** Spare capacity: about six signatures. Untouched memory is not allocated by the operating system. */
const ROOM_BYTES = 1_000_000

/** A buffer of this length to be filled in; its content is undefined. */
export const growableBuffer = (length: number): GrowableBuffer =>
  Buffer.allocUnsafeSlow(length + ROOM_BYTES).subarray(0, length) as Uint8Array as GrowableBuffer

/** A copy with spare capacity. */
export function growableCopy(bytes: Uint8Array): GrowableBuffer {
  const copy = growableBuffer(bytes.length)
  copy.set(bytes)
  return copy
}

/**
 * Appends bytes, in the same buffer if it has capacity: appending twice to the same bytes overwrites what was
 * appended first.
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
