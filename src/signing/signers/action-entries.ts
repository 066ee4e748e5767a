/** What all signer actions share: who acted from where, and the trail entry. */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Trails } from '../../audit/trail.ts'
import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import type { JsonValue } from '../../kernel/canonical-json.ts'
import { type Clock, toIso } from '../../kernel/clock.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import type { Actor } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'
import { isTexted } from '../model/states.ts'
import { markOpened } from '../notifications/text-store.ts'
import * as store from '../store/requests.ts'
import type { SignerAccess, SignerContext } from './access.ts'

/** Origin of a call. */
export interface Origin {
  ip: string
  ua: string | undefined
}

/** Hash under which a session secret is stored, in hexadecimal. */
export const sessionHash = (secret: string) => createHash('sha256').update(secret).digest('hex')

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

/** Who acts: behind which link, from where and, where that counts, in which session. */
export interface Visitor {
  token: string
  origin: Origin
  session?: string | undefined
}

/** What a signer does now: in whose transaction, behind which link, and from where. */
export interface Act extends SignerContext {
  trx: Db
  origin: Origin
}

/** Does what a person who can act now asks for, in a transaction. @throws AppError as `SignerAccess.activeContext` */
export const act = <Result>(
  { db, access }: { db: Db; access: SignerAccess },
  { token, origin }: Visitor,
  work: (act: Act) => Promise<Result>,
): Promise<Result> =>
  concurrently(db, 'request', async (trx) =>
    work({ ...(await access.activeContext(trx, token)), trx, origin }),
  )

/** Appends what a signer did to the trail. */
export async function appendTrailEntry(
  { trails }: { trails: Trails },
  { trx, request, signer, embedOrigin, host, origin }: Act,
  type: string,
  data: { readonly [member: string]: JsonValue } = {},
): Promise<void> {
  const place = omitUndefined({ embed_origin: embedOrigin, in_person_host: host })
  const whole = { signer_id: signer.id, ...place, ...data }
  await trails.record(trx, request.id, type, actorOf(signer, origin), whole)
}

/** Records the first time that a person opens the document. */
export async function noteOpened(parts: { trails: Trails; clock: Clock }, act: Act): Promise<void> {
  const { trx, signer, next } = act
  if (next !== 'open') return
  const at = toIso(parts.clock.now())
  await store.moveSigner(trx, signer.id, 'opened', { opened_at: at })
  if (isTexted(signer.delivery)) await markOpened(trx, signer.id)
  await appendTrailEntry(parts, act, 'signer.opened')
}
