/** SQL of requests with several files. */
import type { Db } from '../../database/open.ts'
import { furtherBlobs, isHandedOut, type RequestFile } from '../model/files.ts'

interface FurtherBlobsTable {
  request_id: string
  sha256: string
  /** 1: a finished file, or a revision that somebody has signed. */
  handed_out: number
}

interface ErasedFilesTable {
  sha256: string
  request_id: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    further_blobs: FurtherBlobsTable
    erased_files: ErasedFilesTable
  }
}

/** Records which blobs the further files of a request name now, in the transaction that changes them. */
export async function nameFurther(
  db: Db,
  requestId: string,
  files: readonly RequestFile[],
): Promise<void> {
  await db.deleteFrom('further_blobs').where('request_id', '=', requestId).execute()
  const rows = [...furtherBlobs(files)].map((sha256) => ({
    request_id: requestId,
    sha256,
    handed_out: Number(files.some((file) => isHandedOut(file, sha256))),
  }))
  if (rows.length > 0) await db.insertInto('further_blobs').values(rows).execute()
}

/** What remains of the further files of an erased request: the hashes of the finished ones. */
export async function eraseFurther(
  db: Db,
  requestId: string,
  files: readonly RequestFile[],
): Promise<void> {
  await db.deleteFrom('further_blobs').where('request_id', '=', requestId).execute()
  const rows = files.flatMap(({ signed_sha256: sha256 }) =>
    sha256 === null ? [] : [{ sha256, request_id: requestId }],
  )
  if (rows.length > 0) await db.insertInto('erased_files').values(rows).execute()
}
