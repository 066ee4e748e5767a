/** Notices that a caller has hung up, and aborts work that nobody waits for. */
import type { FastifyReply } from 'fastify'

/** Whether the connection was closed already: then its `close` event is not to be waited for. */
export const isGone = ({ raw }: FastifyReply): boolean => raw.destroyed || raw.closed

/** A signal that aborts when the connection closes before the response was sent. */
export function clientAbortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  }
  if (isGone(reply)) abort()
  else reply.raw.once('close', abort)
  return controller.signal
}
