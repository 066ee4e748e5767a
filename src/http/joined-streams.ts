/**
 * One stream into another where the first must outlive the second: `stream.pipeline` would destroy the connection of
 * a refused body, and with it the answer that says why.
 */
import type { Writable } from 'node:stream'

/**
 * Pipes a source into a target and listens to the errors of both. An error of the source ends the target; one of the
 * target is for whoever reads it. Without a listener of its own Node would end the process when nobody reads, as when
 * a request is refused before its body and the caller hangs up.
 */
export function joinStreams<Target extends Writable>(
  source: NodeJS.ReadableStream,
  target: Target,
): Target {
  source.on('error', (error) => target.destroy(error))
  target.on('error', () => undefined)
  return source.pipe(target)
}
