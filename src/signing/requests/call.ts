/** What a sender's call brings along. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../accounts/guard.ts'
import { fileBytesMax } from '../../accounts/plans.ts'
import { membersOf } from '../../kernel/unknown.ts'
import type { Actor } from '../parts.ts'
import type { KeptAnswer } from './idempotency.ts'

const TEXT_BYTES_MAX = 256 * 1024

/** Who calls, for the trail. */
export const actorOf = (request: FastifyRequest): Actor => ({
  actor: `key:${callerOf(request).key.id}`,
  ip: request.ip,
  ua: request.headers['user-agent'],
})

/** How much of a form for signatures is read for a caller's plan, in bytes. */
export function signatureFormLimits(request: FastifyRequest) {
  const bytes = fileBytesMax(callerOf(request).plan, 'signature')
  return {
    fileBytesMax: bytes,
    textBytesMax: TEXT_BYTES_MAX,
    formBytesMax: bytes + 4 * TEXT_BYTES_MAX,
  }
}

/** Answers with a request that was created now, or by an earlier call with the same Idempotency-Key. */
export const sendCreated = (reply: FastifyReply, { body, replayed }: KeptAnswer): FastifyReply =>
  (replayed ? reply.header('Idempotent-Replayed', 'true') : reply)
    .code(201)
    .header('Location', `/api/v1/documents/${String(membersOf(body).id)}`)
    .send(body)
