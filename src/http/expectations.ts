/**
 * `Expect` (RFC 9110, 10.1.1): an announced body is requested only once it will be accepted, and a refusal then
 * closes the connection at once instead of waiting for a body that may never come.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { App } from './app.ts'

/** Requests whose client waits for `100 Continue`. */
const waiting = new WeakSet<IncomingMessage>()

/** Takes over both kinds of expectation from Node, which would respond by itself. */
export function answerExpectations(app: App): void {
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit('request', request, response)
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request)
    handle(request, response)
  })
  app.server.on('checkExpectation', handle)
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.expect === undefined || /^100-continue$/i.test(headers.expect)) return
    waiting.add(raw)
    throw new AppError(
      'request_invalid',
      'The only supported expectation is 100-continue; omit the header Expect.',
    )
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (waiting.has(raw)) void reply.header('Connection', 'close')
  })
}

/** Sends `100 Continue` if the client waits for it. */
export function inviteBody(request: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(request.raw)) reply.raw.writeContinue()
}
