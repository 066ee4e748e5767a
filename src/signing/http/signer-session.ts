/** The session that a right code gives a signer's browser. */
import type { FastifyRequest } from 'fastify'
import { SESSION_HEADER } from '../model/embedded.ts'
import type { SignerContext } from '../signers/access.ts'

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
  const wanted = `${cookieName(signerId)}=`
  const pair = (request.headers.cookie ?? '').split(/; */).find((each) => each.startsWith(wanted))
  return pair?.slice(wanted.length)
}
