/** Request-specific values of a sender's call. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../accounts/guard.ts'
import { fileBytesMax } from '../../accounts/plans.ts'
import { membersOf } from '../../kernel/type-guards.ts'
import type { Actor } from '../model/people.ts'
import { SESSION_HEADER } from '../model/signer-page.ts'
import type { KeptAnswer } from '../requests/idempotency.ts'
import type { SignerContext } from '../signers/access.ts'

// The session that a right code gives a signer's browser.

/** Name of the cookie set after a correct code; one per signer, so that two links do not interfere. */
export const cookieName = (signerId: string): string => `paraph-${signerId}`

/** The secret of the session, if there is one: in a frame of the header, else of the cookie. */
export function sessionOf(
  request: FastifyRequest,
  { signer: { id: signerId }, embedOrigin }: SignerContext,
): string | undefined {
  if (embedOrigin !== undefined) {
    const held = request.headers[SESSION_HEADER]
    return typeof held === 'string' ? held : undefined
  }
  return cookieOf(request, cookieName(signerId))
}

/** Name of the cookie of a browser in which a code has opened the document. */
export const openingCookie = (signerId: string): string => `paraph-open-${signerId}`

/** What such a code gave this browser. */
export const openingOf = (request: FastifyRequest, { signer }: SignerContext): string | undefined =>
  cookieOf(request, openingCookie(signer.id))

/** Attributes of a cookie behind a link. @param secure whether the service is reached by https */
export const linkCookie = (
  { protocol }: FastifyRequest,
  { path, sameSite, secure }: { path: string; sameSite: 'Lax' | 'Strict'; secure: boolean },
): string =>
  `Path=${path}; HttpOnly; SameSite=${sameSite}${secure || protocol === 'https' ? '; Secure' : ''}`

/** A cookie of a call. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const wanted = `${name}=`
  const pair = (request.headers.cookie ?? '').split(/; */).find((each) => each.startsWith(wanted))
  return pair?.slice(wanted.length)
}

/** Of all routes behind a link: it is a secret, and nothing behind it may be cached. */
export async function keepPrivate(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.headers({
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  })
}

const TEXT_BYTES_MAX = 256 * 1024

/** Who calls, for the trail. */
export const actorOf = (request: FastifyRequest): Actor => ({
  actor: `key:${callerOf(request).key.id}`,
  ip: request.ip,
  ua: request.headers['user-agent'],
})

/** Size limits of a signature form by the caller's plan, in bytes. */
export function signatureFormLimits(request: FastifyRequest) {
  const bytes = fileBytesMax(callerOf(request).plan, 'signature')
  return {
    fileBytesMax: bytes,
    textBytesMax: TEXT_BYTES_MAX,
    formBytesMax: bytes + 4 * TEXT_BYTES_MAX,
  }
}

/** Sends the request created by this call, or by an earlier one with the same Idempotency-Key. */
export const sendCreated = (reply: FastifyReply, { body, replayed }: KeptAnswer): FastifyReply =>
  (replayed ? reply.header('Idempotent-Replayed', 'true') : reply)
    .code(201)
    .header('Location', `/api/v1/documents/${String(membersOf(body).id)}`)
    .send(body)
