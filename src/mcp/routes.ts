/**
 * The Model Context Protocol at /mcp by streamable HTTP, without sessions: each request carries its key and is
 * handled by its own server instance, whose tools call the API with that key. Rates and quota apply to the calls that
 * the tools make.
 */
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { clientAbortSignal } from '../http/client-abort.ts'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import { type Api, pack } from './api.ts'
import type { OpenApi } from './description.ts'
import type { McpServers } from './server.ts'

/** Dependencies of the route. */
interface McpRouteOptions {
  version: string
  /** Public origins of this service; a page of any other must not reach it (DNS rebinding). */
  origins: readonly string[]
}

const METHODS = ['GET', 'POST', 'DELETE']
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** Loaded with the first request: many installations never use it, and startup should not wait for it. */
const protocol = () => import('@modelcontextprotocol/server')

/** The API, called in-process on behalf of a request's caller. */
const ownApi =
  (app: FastifyInstance, request: FastifyRequest): Api =>
  async (call, signal) => {
    const { url, headers, body } = await pack(call)
    const answer = await app.inject({
      method: call.method as 'GET',
      url,
      signal,
      remoteAddress: request.ip,
      headers: {
        ...headers,
        'x-api-key': request.headers['x-api-key'],
        'x-request-id': request.id,
        'user-agent': request.headers['user-agent'] ?? 'mcp',
      },
      ...(body !== undefined && { payload: body }),
    })
    const kept = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return { status: answer.statusCode, headers: new Headers(kept), bytes: answer.rawPayload }
  }

async function refuseForeignPages(request: FastifyRequest, hosts: string[]): Promise<void> {
  const { origin } = request.headers
  const { validateOriginHeader } = await protocol()
  if (validateOriginHeader(origin, hosts).ok) return
  throw new AppError('origin_refused', say('service.otherOrigin'))
}

async function serversOf(description: OpenApi, version: string): Promise<McpServers> {
  const { McpServers: Servers } = await import('./server.ts')
  return new Servers(description, { version, local: false })
}

/** The request as a web standard Request; its body has already been read. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const url = new URL(request.url, 'http://localhost')
  return new Request(url, { method: request.method, headers, signal })
}

async function sendWeb(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  const allow = answer.headers.get('allow')
  if (type !== null) void reply.type(type)
  if (allow !== null) void reply.header('Allow', allow)
  const { body } = answer
  void reply.code(answer.status).header('Cache-Control', 'no-store')
  return reply.send(body === null ? null : Readable.fromWeb(body as ReadableStream))
}

/** /mcp. Not in openapi.yaml: the protocol is self-describing. */
export const mcpRoutes: FastifyPluginAsync<McpRouteOptions> = async (app, { version, origins }) => {
  const hosts = [...LOCAL, ...origins.map((origin) => new URL(origin).hostname)]
  let servers: McpServers | undefined
  app.route({
    method: METHODS,
    url: '/mcp',
    // Any key; its plan applies to each call that a tool makes.
    config: { access: { carries: 'agents' }, scope: 'any', carriesFiles: true },
    schema: { hide: true },
    onRequest: async (request) => refuseForeignPages(request, hosts),
    handler: async (request, reply) => {
      servers ??= await serversOf(app.swagger() as unknown as OpenApi, version)
      const signal = clientAbortSignal(reply)
      const report = (error: unknown) => request.log.error({ err: error }, 'an MCP tool failed')
      const factory = servers.factory({ api: ownApi(app, request), report })
      const { createMcpHandler } = await protocol()
      // Lists never change, so there is nothing to subscribe to.
      const handler = createMcpHandler(factory, { maxSubscriptions: 0 })
      const parsedBody = request.body ?? undefined
      return sendWeb(reply, await handler.fetch(webRequest(request, signal), { parsedBody }))
    },
  })
}
