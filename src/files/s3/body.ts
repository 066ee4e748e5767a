/** The body of an answer, as bytes. */
import type { Readable } from 'node:stream'
import { asBuffer } from '../../kernel/as-buffer.ts'

/** An answer that ended early or late. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

/**
 * Reads exactly `length` bytes.
 * @throws BrokenBody when there are fewer or more; the stream's error when the connection breaks
 */
export async function readBody<Bytes extends Uint8Array>(
  body: Readable,
  length: number,
  allocate: (length: number) => Bytes,
): Promise<Bytes> {
  // An abort may come between two reads, when nobody else listens.
  body.on('error', () => undefined)
  const bytes = allocate(length)
  let at = 0
  for await (const chunk of body) {
    const part = asBuffer(chunk as Uint8Array)
    if (at + part.length > length) throw new BrokenBody(`more than ${length} bytes`)
    bytes.set(part, at)
    at += part.length
  }
  if (at !== length) throw new BrokenBody(`${at} bytes of ${length}`)
  return bytes
}
