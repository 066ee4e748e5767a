/**
 * Limits on request bodies: how many may be uploaded at the same time, by whom and how slowly, the maximum size, and
 * the handling of a body that is not read to its end.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { App } from './app.ts'
import { bodyTooLarge, limitBody } from './body-limit.ts'
import { isGone } from './client-abort.ts'
import type { Body, Sender, Uploads } from './upload-slots.ts'

// `Expect` (RFC 9110, 10.1.1): an announced body is requested only once it will be accepted, and a refusal then
// closes the connection at once instead of waiting for a body that may never come.

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
    throw new AppError('request_invalid', say('http.expectation'))
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (waiting.has(raw)) void reply.header('Connection', 'close')
  })
}

/** Sends `100 Continue` if the client waits for it. */
function inviteBody(request: FastifyRequest, reply: FastifyReply): void {
  if (waiting.delete(request.raw)) reply.raw.writeContinue()
}

/** Body limits of a caller. */
export interface BodyLimits {
  /** Maximum form size in bytes, with all its parts. */
  form: number
  /** Maximum size of any other body. */
  other: number
  sender: Sender
}

/** A refused body is read and discarded for this long, so that the caller sees the response. */
const LINGER_MS = 2_000

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** `undefined` for a body that is sent in chunks. */
function declaredLength({ headers }: FastifyRequest): number | undefined {
  const text = headers['content-length']
  return text === undefined ? undefined : Number(text)
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/**
 * Installs the limits on every route. Call once, on the root, after the guard: the limits depend on the caller.
 */
export function installBodyLimits(
  app: App,
  uploads: Uploads,
  limitsOf: (request: FastifyRequest) => BodyLimits,
): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    if (!hasBody(request)) return payload
    refuseEncodings(request, reply)
    const limits = limitsOf(request)
    const declared = declaredLength(request)
    // A form is read directly from the connection; its parts are counted while they are read.
    if (isForm(request)) {
      if (declared !== undefined && declared > limits.form) throw bodyTooLarge(limits.form)
      holdSlot(uploads, limits.sender, request, reply)
      inviteBody(request, reply)
      return payload
    }
    const limited = limitBody(payload, limits.other, declared)
    holdSlot(uploads, limits.sender, request, reply)
    inviteBody(request, reply)
    return limited
  })
  app.addHook('onResponse', async (request) => dropRest(request))
}

/** A body holds its slot from here until it is complete or its connection is closed. */
function holdSlot(uploads: Uploads, sender: Sender, request: FastifyRequest, reply: FastifyReply) {
  // A client that hung up during a query of the database emits no further event: nothing else would free the slot.
  if (isGone(reply)) throw new AppError('request_invalid', say('http.hungUp'))
  const leave = uploads.enter(sender, bodyOf(request, reply))
  for (const event of ['end', 'close', 'error']) request.raw.once(event, leave)
  reply.raw.once('close', leave)
}

/** A body as seen on its connection. In-process requests have none, and are never slow. */
function bodyOf({ raw, server }: FastifyRequest, reply: FastifyReply): Body {
  const socket = raw.socket as Partial<typeof raw.socket>
  return {
    received: () => socket.bytesRead,
    // Bytes received but not read yet wait for us, also if the connection was paused for that.
    awaited: () => raw.readableLength === 0 && !raw.isPaused(),
    cut() {
      if (reply.raw.headersSent) raw.destroy()
      else server.server.emit('clientError', new SlowBody(), raw.socket)
    },
  }
}

/** Has the code that Node uses for a request timeout. */
class SlowBody extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/**
 * The response has been sent and the body is incomplete. Closing now would reset the connection, and the caller,
 * still sending, would lose the response; reading on forever is what an attacker wants.
 */
function dropRest({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const late = setTimeout(() => raw.destroy(), LINGER_MS)
  late.unref()
  raw.once('close', () => clearTimeout(late))
  raw.once('end', () => clearTimeout(late))
  raw.unpipe()
  raw.resume()
}

/** Compressed bodies are rejected: the decompressed size would have to be limited as well. */
function refuseEncodings({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  // RFC 9110, 12.5.3: states what is accepted.
  void reply.header('Accept-Encoding', 'identity')
  throw new AppError(
    'unsupported_media_type',
    say('http.encoding', { encoding: JSON.stringify(encoding) }),
  )
}
