/** Fastify with our limits, timeouts, validation and error responses; domain-independent. */
import { fastifyMultipart } from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  type HTTPMethods,
  type RawServerDefault,
} from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LOCALES } from '../kernel/languages.ts'
import { say } from '../translations/texts.ts'
import type { App } from './app.ts'
import { nameBasePath, type PublicUrls, withoutBasePath } from './base-path.ts'
import { sendEarlyProblem, sendProblem, toAppError, toProblem } from './problem.ts'
import { ProblemSchema } from './schemas.ts'
import { answerExpectations } from './uploads.ts'
import { buildSerializer, buildValidator, refuseOtherBodies } from './validation.ts'

/** Operator settings for HTTP. */
interface HttpOptions {
  clock: Clock
  log: FastifyBaseLogger
  /** Largest request body in bytes, whatever the plan. */
  bodyBytesMax: number
  /** The whole request must arrive within this time. */
  requestTimeoutMs: number
  /** Number of reverse proxies in front whose X-Forwarded-For is trusted. */
  trustedProxies: number
  /** If absent, the service is at the root of its host. */
  publicUrls?: PublicUrls
  /** Adds to an error of a call what this service has to say about it. */
  advise?: (error: AppError) => AppError
  /** Answers a browser that asked for a page which does not exist; false: a problem document answers. */
  showNotFound?: (request: FastifyRequest, reply: FastifyReply) => boolean
}

const HEADER_BYTES_MAX = 16 * 1024
const HEADERS_TIMEOUT_MS = 10_000
const CLIENT_ERROR_LINGER_MS = 1_000

const METHODS: readonly HTTPMethods[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
]

function serverOptions(options: HttpOptions): FastifyHttpOptions<RawServerDefault> {
  const { clock } = options
  return {
    loggerInstance: options.log,
    genReqId: (raw) => {
      const given = raw.headers['x-request-id']
      return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)
        ? given
        : newId('req', clock.now())
    },
    ...(options.publicUrls !== undefined && { rewriteUrl: withoutBasePath(options.publicUrls) }),
    bodyLimit: options.bodyBytesMax,
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      // Node's own response is not a problem document; see onRequest below.
      requireHostHeader: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      // Node takes the larger of the two for the whole request, whichever that is.
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, options.requestTimeoutMs),
      // Interval at which Node checks for late requests; its default of 30 s would turn 10 s into 40.
      connectionsCheckingInterval: 1_000,
    },
    trustProxy: options.trustedProxies === 0 ? false : trustHops(options.trustedProxies),
    schemaController: {
      compilersFactory: { buildValidator: buildValidator as never, buildSerializer },
    },
    return503OnClosing: false,
    // Longer than any URL that fits into the headers, so that the route's own pattern decides.
    routerOptions: { maxParamLength: HEADER_BYTES_MAX },
    frameworkErrors: (error, request, reply) => sendEarlyProblem(request, reply, error),
    clientErrorHandler: (error, socket) => {
      const code = 'code' in error ? error.code : ''
      const problem = toProblem(clientError(String(code)), newId('req', clock.now()), LOCALES[0])
      const body = JSON.stringify(problem)
      if (socket.writable) {
        // The peer may never close its side; do not keep this one open for it.
        setTimeout(() => socket.destroy(), CLIENT_ERROR_LINGER_MS).unref()
        socket.end(
          `HTTP/1.1 ${problem.status} ${problem.title}\r\nContent-Type: application/problem+json\r\n` +
            `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        )
      } else socket.destroy()
    },
  }
}

/** Trusts as many proxies as the operator has configured. */
const trustHops = (hops: number) => (_address: string, hop: number) => hop < hops

function clientError(code: string): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers_too_large', say('http.headersLarge', { max: HEADER_BYTES_MAX }))
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', say('http.timeout'))
  }
  return new AppError('request_invalid', say('http.malformed'))
}

/**
 * Responds 405 with `Allow` if the path exists under another method (RFC 9110, 15.5.6).
 * Call it before any route; register the returned plugin after the last route.
 */
export function methodGuard(app: App): () => Promise<void> {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide === true) return
    const list = known.get(route.url) ?? new Set<string>()
    for (const method of [route.method].flat()) list.add(method)
    known.set(route.url, list)
  })
  return async () => {
    for (const [url, allowed] of [...known]) {
      const others = METHODS.filter((method) => !allowed.has(method))
      if (url.includes('*') || others.length === 0) continue
      const allow = [...allowed].join(', ')
      app.route({
        url,
        method: others,
        schema: { hide: true },
        // Before the body is read: its content does not matter here.
        onRequest: async (_request, reply) => {
          void reply.header('Allow', allow)
          throw new AppError('method_not_allowed', say('http.methods', { allow }))
        },
        handler: async () => undefined,
      })
    }
  }
}

/**
 * While the service is stopping, every response closes its connection: one that was busy when the server closed would
 * otherwise stay open for the whole keep-alive time, and the process with it.
 */
export function hangUpWhile(app: App, stopping: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (stopping()) void reply.header('Connection', 'close')
  })
}

/** Callers may store problem documents; a signer's link must not be in them. */
const shown = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/^\/(sign|start)\/[^/]+/, '/$1/…')

const notFound = ({ method, url }: { method: string; url: string }) =>
  new AppError('not_found', say('http.noSuchCall', { method, url: shown(url) }))

/** RFC 9112, 3.2: an HTTP/1.1 request has exactly one Host header. */
function refuseUnclearHosts({ raw }: FastifyRequest, reply: FastifyReply): void {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return
  void reply.header('Connection', 'close')
  throw new AppError(
    'request_invalid',
    hosts === 0 ? say('http.hostMissing') : say('http.hostTwice'),
  )
}

/** Creates the server without any routes. */
export function createHttpServer(options: HttpOptions): App {
  const app = fastify(
    serverOptions(options),
  ).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  if (options.publicUrls !== undefined) nameBasePath(app, options.publicUrls)
  app.addSchema(ProblemSchema)
  app.setErrorHandler(async (error, request, reply) => {
    const isMissing = error instanceof AppError && error.code === 'not_found'
    if (isMissing && options.showNotFound?.(request, reply) === true) return reply
    const known = toAppError(error)
    const advised = options.advise?.(known) ?? known
    // What was thrown is logged as it is.
    return await sendProblem(request, reply, advised === known ? error : advised)
  })
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound(request)))
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.is404) throw notFound(request)
    return payload
  })
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id)
    void reply.header('X-Content-Type-Options', 'nosniff')
    refuseUnclearHosts(request, reply)
  })
  answerExpectations(app)
  app.addHook('preValidation', async (request) => refuseOtherBodies(request))
  void app.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    isPartAFile: (
      _name: string | undefined,
      type: string | undefined,
      filename: string | undefined,
    ) =>
      filename !== undefined || type === 'application/octet-stream' || type === 'application/json',
  })
  return app
}
