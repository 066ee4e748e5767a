/** Aborts work when its caller disconnects. */
import type { FastifyReply } from 'fastify'

/** A signal that aborts when the connection closes before the response was sent. */
export function clientAbortSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the caller hung up'))
  })
  return controller.signal
}
