/** One span per request, named by the route's pattern: the URL may contain a signer's token. */
import type { FastifyRequest } from 'fastify'
import type { RunningSpan, Tracer } from '../kernel/trace.ts'
import type { App } from './app.ts'

const SERVER_ERROR = 500

/** Wraps every request in a span. Call before any other hook, so that other spans are nested in it. */
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
  // The body is read by connection events, which lack the span's context.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.run(done)
  })
}

/** How a response ended: complete, or with the connection closed early. */
export interface Over {
  status: number
  complete: boolean
}

/** Calls back once, when the response has been sent or its connection is closed. */
export function onceOver(
  raw: {
    statusCode: number
    once(event: 'finish' | 'close', listener: () => void): unknown
  },
  report: (over: Over) => void,
): void {
  let over = false
  const end = (complete: boolean) => () => {
    if (over) return
    over = true
    report({ status: raw.statusCode, complete })
  }
  raw.once('finish', end(true))
  raw.once('close', end(false))
}
