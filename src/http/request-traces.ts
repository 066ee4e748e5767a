/** One span per request, named by the route's pattern: the address itself may hold a signer's token. */
import type { FastifyRequest } from 'fastify'
import type { RunningSpan, Tracer } from '../kernel/trace.ts'
import type { App } from './app.ts'

const SERVER_ERROR = 500

/** Puts a span around every request. Call before any other hook, so that theirs is inside. */
export function traceRequests(app: App, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, RunningSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url
    const span = tracer.begin(route === undefined ? request.method : `${request.method} ${route}`, {
      kind: 'server',
      parent: request.headers,
      facts: {
        'http.request.method': request.method,
        ...(route !== undefined && { 'http.route': route }),
        'paraph.request_id': request.id,
      },
    })
    spans.set(request, span)
    onceOver(reply.raw, ({ status, complete }) => {
      span.set({ 'http.response.status_code': status })
      if (!complete) span.end('aborted')
      else span.end(status >= SERVER_ERROR ? String(status) : undefined)
    })
    span.run(done)
  })
  // A body is read by events of the connection, which know nothing of the span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
}

/** How an answer ended: with its last byte, or with the connection before that. */
export interface Over {
  status: number
  complete: boolean
}

/** Calls once when an answer is out or its connection is gone. */
export function onceOver(
  raw: {
    statusCode: number
    once(event: 'finish' | 'close', listener: () => void): unknown
  },
  tell: (over: Over) => void,
): void {
  let over = false
  const end = (complete: boolean) => () => {
    if (over) return
    over = true
    tell({ status: raw.statusCode, complete })
  }
  raw.once('finish', end(true))
  raw.once('close', end(false))
}
