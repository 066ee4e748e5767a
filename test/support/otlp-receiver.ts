/** A receiver of traces by OTLP over HTTP (JSON encoding, opentelemetry-proto 1.x), which also takes webhooks. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean }

/** A span as it came. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  status: { code?: number }
}

interface Export {
  resourceSpans: Array<{
    resource: { attributes: Array<{ key: string; value: Value }> }
    scopeSpans: Array<{
      spans: Array<
        Omit<ReceivedSpan, 'attributes'> & { attributes: Array<{ key: string; value: Value }> }
      >
    }>
  }>
}

const plain = (list: ReadonlyArray<{ key: string; value: Value }>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Starts one on a free port. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const resources: Array<Record<string, unknown>> = []
  const texts: string[] = []
  const headers: IncomingMessage['headers'][] = []
  let refusals = 0
  const server = createServer(async (request, reply) => {
    const text = await bodyOf(request)
    if (request.url === '/hook') return reply.writeHead(204).end()
    if (request.method !== 'POST' || request.url !== '/v1/traces') return reply.writeHead(404).end()
    if (request.headers['content-type'] !== 'application/json') return reply.writeHead(415).end()
    if (refusals > 0) {
      refusals -= 1
      return reply.writeHead(503, { 'retry-after': '1' }).end()
    }
    headers.push(request.headers)
    texts.push(text)
    for (const { resource, scopeSpans } of (JSON.parse(text) as Export).resourceSpans) {
      resources.push(plain(resource.attributes))
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: plain(span.attributes) })
    }
    return reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    /** Every body, as it came. */
    texts,
    headers,
    /** Answers 503 to so many calls from now on. */
    refuse(calls: number) {
      refusals = calls
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}
