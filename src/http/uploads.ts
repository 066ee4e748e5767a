/**
 * What stands in front of every request body: how many may be on their way at the same time, from whom and how
 * slowly, how large each may be, and what becomes of one that nobody wants to read to its end.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/errors.ts'
import type { App } from './app.ts'
import { bodyTooLarge, limitBody } from './body-limit.ts'
import { inviteBody } from './expectations.ts'
import type { Body, Sender, Uploads } from './upload-slots.ts'

/** What a caller may send. */
export interface BodyLimits {
  /** Largest form in bytes, with all its parts. */
  form: number
  /** Largest body of any other kind. */
  other: number
  sender: Sender
}

/** A refused body is read (and thrown away) this long, so that the caller sees the answer. */
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
 * Puts the limits in front of every route. Call once, on the root, after the guard: the limits are
 * those of its caller.
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
    // A form is read from the connection itself; its parts are counted while they are read.
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

/** A body has its place from here until it has come whole or its connection is gone. */
function holdSlot(
  uploads: Uploads,
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const leave = uploads.enter(sender, bodyOf(request, reply))
  for (const event of ['end', 'close', 'error']) request.raw.once(event, leave)
  reply.raw.once('close', leave)
}

/** A body as its connection shows it. Within the process there is none, and nothing is slow. */
function bodyOf({ raw, server }: FastifyRequest, reply: FastifyReply): Body {
  const socket = raw.socket as Partial<typeof raw.socket>
  return {
    received: () => socket.bytesRead,
    // What has come and is not read yet waits for us, also where the connection was paused for that.
    awaited: () => raw.readableLength === 0 && !raw.isPaused(),
    cut() {
      if (reply.raw.headersSent) raw.destroy()
      else server.server.emit('clientError', new SlowBody(), raw.socket)
    },
  }
}

/** As Node names what took longer than the time for a whole request. */
class SlowBody extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

/**
 * The answer is out and the body is not whole. Closing now would reset the connection, and the
 * caller, who is still sending, would lose the answer; reading on for ever is what an attacker wants.
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

/** Nothing is inflated here: what a body unpacks to would have to be limited as well. */
function refuseEncodings({ headers }: FastifyRequest, reply: FastifyReply): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return
  // RFC 9110, 12.5.3: says what would be taken.
  void reply.header('Accept-Encoding', 'identity')
  throw new AppError(
    'unsupported_media_type',
    `Send the body as it is, without Content-Encoding: ${JSON.stringify(encoding)} is not taken.`,
  )
}
