/** Tells work that its caller has gone. */
import type { FastifyReply } from 'fastify'

/** A signal that aborts when the connection closes before the answer was sent. */
export function clientAbortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  })
  return controller.signal
}
