/** Counts requests and measures their duration by route; the basis for availability figures. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '../kernel/metrics.ts'
import type { App } from './app.ts'
import { type Over, onceOver } from './request-traces.ts'

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60]

/** Label for what a route is for. */
export type Audience = 'documents' | 'signature' | 'account' | 'public' | 'page' | 'operation'

/**
 * Counts every request. A response that the caller did not wait for is counted as `aborted`, whatever its status.
 * @param audienceOf pages and unknown paths: `page`
 */
export function countRequests(
  app: App,
  metrics: Metrics,
  audienceOf: (request: FastifyRequest) => Audience,
): void {
  const requests = metrics.counter(
    'paraph_http_requests_total',
    'HTTP requests, by audience, method, route and status (aborted: the client disconnected)',
  )
  const seconds = metrics.histogram(
    'paraph_http_request_seconds',
    'Seconds from the first byte of a request to the last byte of its response, by audience',
    SECONDS,
  )
  let running = 0
  metrics.gauge('paraph_http_requests_running', 'HTTP requests in progress', () => running)

  const count = (request: FastifyRequest, reply: FastifyReply, over: Over): void => {
    running -= 1
    const audience = audienceOf(request)
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const status = over.complete ? over.status : 'aborted'
    requests.add({ audience, method: request.method, route, status })
    seconds.observe({ audience }, reply.elapsedTime / 1000)
  }
  app.addHook('onRequest', (request, reply, done) => {
    running += 1
    onceOver(reply.raw, (over) => count(request, reply, over))
    done()
  })
}
