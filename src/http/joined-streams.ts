/**
 * One stream into another where the first must outlive the second: `stream.pipeline` would destroy the connection of
 * a refused body, and with it the response with the reason.
 */
import type { Writable } from 'node:stream'

/**
 * Pipes a source into a target and listens to the errors of both. An error of the source destroys the target; an
 * error of the target is left to its reader. Without its own listener Node would end the process if nobody reads, as
 * when a request is refused before its body and the caller disconnects.
 */
export function joinStreams<Target extends Writable>(
  source: NodeJS.ReadableStream,
  target: Target,
): Target {
  source.on('error', (error) => target.destroy(error))
  target.on('error', () => undefined)
  return source.pipe(target)
}
