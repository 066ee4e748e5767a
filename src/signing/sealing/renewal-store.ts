/** SQL of the renewal of archive time-stamps. */
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Files } from '../model/files.ts'
import type { RequestsTable } from '../model/tables.ts'
import { columnsOf, nameAdditionalFiles } from '../store/files.ts'

/** A finished document whose archive time-stamp is due, or was not looked at yet. */
export type DueStamp = Pick<RequestsTable, 'id' | 'account_id' | 'ended_at' | 'stamp_ends_at'>

const finished = (db: Db) =>
  db
    .selectFrom('signature_requests')
    .select(['id', 'account_id', 'ended_at', 'stamp_ends_at'])
    .where('status', '=', 'completed')

/**
 * Finished documents whose stamp ends before a time, those that end first before those not looked at yet. Two statements:
 * in one, every document of an archive would be sorted.
 */
export async function listDue(db: Db, before: string, limit: number): Promise<DueStamp[]> {
  const ending = await finished(db)
    .where('stamp_ends_at', '<', before)
    .orderBy('stamp_ends_at')
    .limit(limit)
    .execute()
  if (ending.length === limit) return ending
  const unknown = finished(db)
    .where('stamp_ends_at', 'is', null)
    .limit(limit - ending.length)
  return [...ending, ...(await unknown.execute())]
}

/** How many finished documents have a stamp that ends before a time. */
export const countEnding = (db: Db, before: string): Promise<number> =>
  rowsOf(db, 'signature_requests', { status: 'completed', stamp_ends_at: is('<', before) }).count()

/** Records when the stamps of a document end. */
export const noteEnd = (db: Db, id: string, stamp_ends_at: string) =>
  rowsOf(db, 'signature_requests', { id }).change({ stamp_ends_at })

/** SHA-256 of the finished files of a document: the first, the proof certificate, those after the first. */
export interface FinishedHashes {
  signed: string
  proof: string
  additional: readonly string[]
}

/** All of them in one list. */
export const hashesOf = ({ signed, proof, additional }: FinishedHashes): string[] => [
  signed,
  proof,
  ...additional,
]

/** What {@link hashesOf} takes apart. */
export function finishedHashes([signed, proof, ...additional]: readonly string[]): FinishedHashes {
  invariant(signed !== undefined && proof !== undefined, 'a document and its proof')
  return { signed, proof, additional }
}

/** The files of a document before a renewal, and after it. */
export interface RenewedFiles extends Files {
  before: FinishedHashes
  after: FinishedHashes
  stampEndsAt: string
}

/** Replaces the files of a finished document; false when they are no longer those the new ones were made from. */
export async function replaceFiles(
  db: Db,
  id: string,
  { before, after, stampEndsAt, files }: RenewedFiles,
): Promise<boolean> {
  const isReplaced = await rowsOf(db, 'signature_requests', {
    id,
    status: 'completed',
    signed_sha256: before.signed,
    proof_sha256: before.proof,
  }).change({
    ...columnsOf(files),
    proof_sha256: after.proof,
    stamp_ends_at: stampEndsAt,
  })
  if (!isReplaced) return false
  await nameAdditionalFiles(db, id, files)
  const rows = hashesOf(before).map((sha256) => ({ sha256, request_id: id }))
  await db.insertInto('renewed_files').values(rows).execute()
  return true
}
