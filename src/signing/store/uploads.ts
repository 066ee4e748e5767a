/** All SQL about files of signers. */

import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import { pick } from '../../kernel/type-guards.ts'
import type { SignerFile, SignerFiles } from '../model/uploads.ts'

/** A file, and whose it is. */
export interface SignerFileRow extends SignerFile {
  request_id: string
  signer_id: string
  field: string
  /** RFC 3339. */
  uploaded_at: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    signer_files: SignerFileRow
  }
}

/**
 * Takes the signer's row, so that no file changes while the order to sign is taken; false once it is taken. Two
 * transactions wait for each other here.
 */
export const holdUnsigned = (db: Db, signerId: string): Promise<boolean> =>
  rowsOf(db, 'signers', { id: signerId, intent: null }).change({ position: sql.ref('position') })

const fileOf = (row: SignerFileRow): SignerFile =>
  pick(row, 'id', 'name', 'media_type', 'size', 'sha256')

/** What a signer has uploaded, by field. */
export async function filesOfSigner(db: Db, signerId: string): Promise<SignerFiles> {
  const rows = await rowsOf(db, 'signer_files', { signer_id: signerId }).all({
    order: { field: 'asc' },
  })
  return Object.fromEntries(rows.map((row) => [row.field, fileOf(row)]))
}

/** Stores a file in the place of the one that its field had. */
export async function putFile(db: Db, row: SignerFileRow): Promise<void> {
  const { signer_id, field, ...file } = row
  await db
    .insertInto('signer_files')
    .values(row)
    .onConflict((conflict) => conflict.columns(['signer_id', 'field']).doUpdateSet(file))
    .execute()
}

/** One file of a request. */
export const findFile = (db: Db, requestId: string, id: string) =>
  rowsOf(db, 'signer_files', { id, request_id: requestId }).first()

/** Removes one file of a signer; returns its hash. */
export const removeFile = async (db: Db, signerId: string, id: string) =>
  (await rowsOf(db, 'signer_files', { id, signer_id: signerId }).take())[0]?.sha256

const hashes = (rows: ReadonlyArray<{ sha256: string }>) => rows.map(({ sha256 }) => sha256)

/** Removes everything that a signer has uploaded; returns the hashes. */
export const removeFilesOfSigner = async (db: Db, signerId: string): Promise<string[]> =>
  hashes(await rowsOf(db, 'signer_files', { signer_id: signerId }).take())

/** Removes all files of a request; returns the hashes. */
export const removeFilesOfRequest = async (db: Db, requestId: string): Promise<string[]> =>
  hashes(await rowsOf(db, 'signer_files', { request_id: requestId }).take())

/** Removes what was uploaded for a request that nobody will sign any more; returns the hashes. */
export const removeUnsigned = async (db: Db, requestId: string): Promise<string[]> =>
  hashes(
    await db
      .deleteFrom('signer_files')
      .where('request_id', '=', requestId)
      .where('signer_id', 'in', (select) =>
        select
          .selectFrom('signers')
          .select('id')
          .where('request_id', '=', requestId)
          .where('intent', 'is', null),
      )
      .returning('sha256')
      .execute(),
  )

/** Removes rows whose request was erased by a build that did not know them; a sweep removes the files. */
export const removeStray = (db: Db) =>
  sql`DELETE FROM signer_files WHERE NOT EXISTS
    (SELECT 1 FROM signature_requests WHERE id = signer_files.request_id)`.execute(db)
