/** An HTTP proxy that spoils what passes: the network and the server at their worst. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request; `pass`: nothing. */
export type Fault =
  | 'pass'
  | 'cut'
  | 'truncated'
  | 'flipped'
  | 'silent'
  | 'stalled'
  | 'slow'
  | 500
  | 403

const SLOW_MS = 300

/** The running proxy. */
export interface FaultyProxy {
  endpoint: string
  /** Decides about each request. */
  fault: (request: { method: string; path: string }) => Fault
  /** Requests that arrived. */
  seen: string[]
  close(): Promise<void>
}

const collected = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 1
  return copy
}

/** Sends a request on as it came: its signature covers the host it was sent to. */
const forwarded = (target: string, from: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
  new Promise((done, failed) => {
    const to = request(`${target}${from.url}`, { method: from.method, headers: from.headers })
    to.once('response', done).once('error', failed)
    to.end(body)
  })

function refuse(answer: ServerResponse, status: number): void {
  const code = status === 403 ? 'AccessDenied' : 'InternalError'
  answer.writeHead(status, { 'content-type': 'application/xml' })
  answer.end(`<Error><Code>${code}</Code><Message>as the test wishes</Message></Error>`)
}

async function spoil(
  target: string,
  fault: Fault,
  from: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const got = await forwarded(target, from, await collected(from))
  const bytes = await collected(got)
  if (fault === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS))
  answer.writeHead(got.statusCode ?? 502, got.headers)
  const isHalf = fault === 'truncated' || fault === 'stalled'
  if (!isHalf) return void answer.end(fault === 'flipped' ? flipped(bytes) : bytes)
  answer.write(bytes.subarray(0, bytes.length / 2))
  if (fault === 'truncated') setTimeout(() => from.socket.destroy(), 20)
}

/** Starts it before a server. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const proxy: Omit<FaultyProxy, 'endpoint' | 'close'> = { fault: () => 'pass', seen: [] }
  const server = createServer((from, answer) => {
    const { method = '', url = '' } = from
    proxy.seen.push(`${method} ${url}`)
    const fault = proxy.fault({ method, path: url })
    if (fault === 'cut') from.socket.destroy()
    else if (fault === 'silent') from.resume()
    else if (typeof fault === 'number') from.resume().once('end', () => refuse(answer, fault))
    else spoil(target, fault, from, answer).catch(() => from.socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return Object.assign(proxy, {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}
