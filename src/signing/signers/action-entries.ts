/** What all signer actions share: who acted from where, and the trail entry. */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import type { Actor } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'
import { isTexted } from '../model/states.ts'
import { markOpened } from '../notifications/text-store.ts'
import * as store from '../store/requests.ts'
import type { SignerContext } from './access.ts'

/** Origin of a call. */
export interface Origin {
  ip: string
  ua: string | undefined
}

/** Hash under which a session secret is stored, in hexadecimal. */
export const sessionHash = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex')

/** Whether a browser holds the session that a right code gave, in constant time. */
export function holdsSession(signer: SignerRow, session: string | undefined): boolean {
  if (signer.session_hash === null || session === undefined) return false
  const known = Buffer.from(signer.session_hash, 'hex')
  const given = Buffer.from(sessionHash(session), 'hex')
  return known.length === given.length && timingSafeEqual(known, given)
}

/** The signer who acts. */
export const actorOf = (signer: SignerRow, { ip, ua }: Origin): Actor => ({
  actor: `signer:${signer.id}`,
  ip,
  ua,
})

/** Appends what a signer did to the trail. */
export async function appendTrailEntry(
  { trails }: { trails: Trails },
  trx: Db,
  { request, signer, embedOrigin, host }: SignerContext,
  origin: Origin,
  type: string,
  data: { readonly [member: string]: JsonValue } = {},
): Promise<void> {
  const place = {
    ...(embedOrigin !== undefined && { embed_origin: embedOrigin }),
    ...(host !== undefined && { in_person_host: host }),
  }
  const whole = { signer_id: signer.id, ...place, ...data }
  const event = { type, ...actorOf(signer, origin), data: whole }
  await trails.append(trx, request.id, event)
}

/** Records the first time that a person opens the document. */
export async function noteOpened(
  parts: { trails: Trails; clock: Clock },
  trx: Db,
  context: SignerContext,
  origin: Origin,
): Promise<void> {
  if (context.next !== 'open') return
  const at = toIso(parts.clock.now())
  await store.moveSigner(trx, context.signer.id, 'opened', { opened_at: at })
  if (isTexted(context.signer.delivery)) await markOpened(trx, context.signer.id)
  await appendTrailEntry(parts, trx, context, origin, 'signer.opened')
}
