/** Stops reading a body that is larger than the caller may send, also when its length is not told. */
import { Transform } from 'node:stream'
import { AppError } from '../kernel/errors.ts'
import { formatBytes } from './form.ts'

/**
 * Wraps the payload of a preParsing hook.
 * @throws file_too_large at once when Content-Length says so, else when the limit is passed.
 */
export function limitBody(
  payload: NodeJS.ReadableStream,
  bytesMax: number,
  declared: number | undefined,
) {
  const refusal = () =>
    new AppError(
      'file_too_large',
      `The request body is larger than ${formatBytes(bytesMax)}, which is what the key's plan allows.`,
    )
  if (declared !== undefined && declared > bytesMax) throw refusal()
  let received = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > bytesMax) done(refusal())
      else done(null, chunk)
    },
  })
  Object.defineProperty(limited, 'receivedEncodedLength', { get: () => received })
  return payload.pipe(limited)
}
