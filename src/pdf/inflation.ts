/**
 * Bounds what a stranger's PDF can grow to, before a library opens it: a few kilobytes of object
 * stream may hold gigabytes, and libraries inflate without a limit.
 */
import { inflateSync } from 'node:zlib'
import { asBuffer } from '../kernel/as-buffer.ts'
import { AppError } from '../kernel/errors.ts'

/** One stream of a PDF may inflate to this: more than a page-sized scan, less than hurts. */
export const STREAM_BYTES_MAX = 128_000_000
/** Filters may be stacked: what comes out of one is inflated again. */
const STACKED_MAX = 4

const KEYWORD = Buffer.from('stream')
const LF = 0x0a
const CR = 0x0d
const LETTER_D = 0x64

/** RFC 1950, 2.2: method 8, and a check over the first two bytes. */
const isZlib = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0] = bytes
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
}

const tooLarge = () =>
  new AppError(
    'data_invalid',
    `The PDF holds a stream that inflates to more than ${STREAM_BYTES_MAX} bytes.`,
  )

function inflated(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: STREAM_BYTES_MAX })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge()
    return undefined // no deflate data, or cut short: a library will say so itself
  }
}

/** @throws AppError `data_invalid` when a stream of the PDF inflates beyond {@link STREAM_BYTES_MAX} */
export function checkInflation(pdf: Uint8Array): void {
  const bytes = asBuffer(pdf)
  for (
    let at = bytes.indexOf(KEYWORD);
    at !== -1;
    at = bytes.indexOf(KEYWORD, at + KEYWORD.length)
  ) {
    if (bytes[at - 1] === LETTER_D) continue // endstream
    let start = at + KEYWORD.length
    if (bytes[start] === CR) start += 1
    if (bytes[start] === LF) start += 1
    let data: Uint8Array | undefined = bytes.subarray(start)
    for (let depth = 0; data !== undefined && isZlib(data) && depth < STACKED_MAX; depth += 1) {
      data = inflated(data)
    }
  }
}
