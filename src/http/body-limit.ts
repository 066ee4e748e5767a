/** Stops reading a body that exceeds the caller's limit, even without Content-Length. */
import { Transform, type Writable } from 'node:stream'
import { AppError } from '../kernel/errors.ts'
import { formatBytes } from '../kernel/languages.ts'
import { say } from '../translations/texts.ts'

/** The error for a body that is too large. */
export const bodyTooLarge = (bytesMax: number) =>
  new AppError(
    'file_too_large',
    say('http.bodyTooLarge', (locale) => ({ size: formatBytes(bytesMax, locale) })),
  )

/**
 * Wraps the payload of a preParsing hook.
 * @throws file_too_large at once if Content-Length exceeds the limit, else when the limit is passed.
 */
export function limitBody(
  payload: NodeJS.ReadableStream,
  bytesMax: number,
  declared: number | undefined,
) {
  if (declared !== undefined && declared > bytesMax) throw bodyTooLarge(bytesMax)
  let received = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > bytesMax) done(bodyTooLarge(bytesMax))
      else done(null, chunk)
    },
  })
  // Fastify compares this with Content-Length.
  Object.defineProperty(limited, 'receivedEncodedLength', { get: () => received })
  // A connection that breaks off must end the wrapped stream too, or the request never ends.
  return joinStreams(payload, limited)
}

/**
 * Pipes a source into a target and listens to the errors of both. An error of the source destroys the target; an
 * error of the target is left to its reader. Without its own listener Node would end the process if nobody reads, as
 * when a request is refused before its body and the caller disconnects.
 */
function joinStreams<Target extends Writable>(source: NodeJS.ReadableStream, target: Target) {
  source.on('error', (error) => target.destroy(error))
  target.on('error', () => undefined)
  return source.pipe(target)
}
