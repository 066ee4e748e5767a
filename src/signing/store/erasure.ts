/** What remains of erased requests, and the SQL that erases them. */
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { blobsOf } from '../model/files.ts'
import type { RequestWithSigners } from '../model/rows.ts'
import type { RequestState } from '../model/states.ts'
import type { RequestsTable } from '../model/tables.ts'
import { removeOrdersOf } from './certificate-orders.ts'
import { eraseAdditionalFiles } from './files.ts'
import { removeFilesOfRequest } from './uploads.ts'

/** What remains of a request. */
export interface ErasedRow extends Pick<RequestsTable, 'id' | 'account_id' | 'mode' | 'status'> {
  signed_sha256: string | null
  ended_at: string
  erased_at: string
  trail_erased_at: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    erased_requests: ErasedRow
  }
}

/** An erased request of an account. */
export const findErased = (db: Db, id: string, accountId: string): Promise<ErasedRow | undefined> =>
  rowsOf(db, 'erased_requests', { id, account_id: accountId }).first()

/** The kind of key that created a request, even an erased one; undefined for an unknown id. */
export async function modeOf(db: Db, id: string): Promise<'live' | 'test' | undefined> {
  const expired = await rowsOf(db, 'signature_requests', { id }).first({ columns: ['mode'] })
  if (expired !== undefined) return expired.mode
  const erased = await rowsOf(db, 'erased_requests', { id }).first({ columns: ['mode'] })
  return erased?.mode
}

/** The erased request that had this finished file. */
export const findErasedFile = (db: Db, sha256: string) =>
  rowsOf(db, 'erased_requests', { signed_sha256: sha256 }).first({
    columns: ['id', 'status', 'ended_at', 'signed_sha256'],
  })

/** The erased request that had this finished file after its first one. */
export const findErasedAdditionalFile = (db: Db, sha256: string) =>
  db
    .selectFrom('erased_requests')
    .innerJoin('erased_files', 'erased_files.request_id', 'erased_requests.id')
    .select(['id', 'status', 'ended_at', 'erased_files.sha256 as signed_sha256'])
    .where('erased_files.sha256', '=', sha256)
    .executeTakeFirst()

/** Selects ended requests. */
export interface EndFilter {
  states: readonly RequestState[]
  /** Only those that were never sent. */
  unsent: boolean
  /** Only those of this account; absent: of all. */
  accountId?: string | undefined
}

const ended = (db: Db, { states, unsent, accountId }: EndFilter, before: string) => {
  let query = db
    .selectFrom('signature_requests')
    .where('status', 'in', [...states])
    .where('ended_at', '<', before)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  return unsent ? query.where('sent_at', 'is', null) : query
}

/** The oldest of them in one state: an index has them in their order, but not those of several states. */
export const endedIn = (db: Db, state: RequestState, filter: EndFilter, before: string) =>
  ended(db, { ...filter, states: [state] }, before)
    .select(['id', 'ended_at'])
    .orderBy('ended_at')

/** Matching requests that ended before a time, those of each state oldest first. */
export async function listEnded(db: Db, filter: EndFilter, before: string, limit: number) {
  const ids: string[] = []
  for (const state of filter.states) {
    const left = limit - ids.length
    if (left === 0) break
    const rows = await endedIn(db, state, filter, before).limit(left).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Number of matching requests that ended before a time. */
export async function countEnded(db: Db, filter: EndFilter, before: string): Promise<number> {
  const { count } = await ended(db, filter, before)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Every file that the rows of a request and its signers name. */
function namedIn({ request, signers }: RequestWithSigners): string[] {
  const pictures = signers.map(({ intent }) => intent?.image_sha256)
  const hashes = [...blobsOf(request.files), request.proof_sha256, ...pictures]
  return hashes.filter((hash) => typeof hash === 'string')
}

/**
 * Deletes a request with its signers and their codes, and leaves a row recording that it existed. Returns its files, which
 * the caller removes afterwards.
 */
export async function eraseRequest(
  db: Db,
  whole: RequestWithSigners,
  times: { ended_at: string; erased_at: string },
): Promise<string[]> {
  const { id, account_id, mode, status, files } = whole.request
  const [{ signed_sha256 }] = files
  const given = [...(await removeFilesOfRequest(db, id)), ...(await removeOrdersOf(db, id))]
  await sql`DELETE FROM otp_codes WHERE signer_id IN
    (SELECT id FROM signers WHERE request_id = ${id})`.execute(db)
  await rowsOf(db, 'signers', { request_id: id }).delete()
  await eraseAdditionalFiles(db, id, files)
  await rowsOf(db, 'renewed_files', { request_id: id }).delete()
  await rowsOf(db, 'signature_requests', { id }).delete()
  const row = { id, account_id, mode, status, signed_sha256, ...times, trail_erased_at: null }
  await db.insertInto('erased_requests').values(row).execute()
  return [...namedIn(whole), ...given]
}

/** Erased requests that still have their trail and ended before a time, oldest first. */
export const listTrailsLeft = (db: Db, before: string, limit: number): Promise<string[]> =>
  rowsOf(db, 'erased_requests', { trail_erased_at: null, ended_at: is('<', before) }).list('id', {
    order: { ended_at: 'asc' },
    limit,
  })

/** Records when the trail of an erased request was erased too. */
export const markTrailErased = (db: Db, id: string, at: string) =>
  rowsOf(db, 'erased_requests', { id }).change({ trail_erased_at: at })

/** Requests whose trail should be there and is not, those too that are erased but for their trail. */
export async function requestsWithoutTrail(db: Db): Promise<string[]> {
  const present = db
    .selectFrom('signature_requests as row')
    .leftJoin('audit_trails as trail', 'trail.id', 'row.id')
    .select('row.id')
    .where('trail.id', 'is', null)
  const erased = db
    .selectFrom('erased_requests as row')
    .leftJoin('audit_trails as trail', 'trail.id', 'row.id')
    .select('row.id')
    .where('trail.id', 'is', null)
    .where('row.trail_erased_at', 'is', null)
  return (await present.union(erased).execute()).map(({ id }) => id)
}
