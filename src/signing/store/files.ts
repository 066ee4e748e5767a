/** SQL of the files of requests. */
import { type RawBuilder, sql } from 'kysely'
import { isSqlite } from '../../database/conditions.ts'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import { blobsOf, type Files, isHandedOut, type RequestFile } from '../model/files.ts'
import type { FileColumns } from '../model/tables.ts'

interface RequestFilesTable extends Omit<RequestFile, 'upload_notices'> {
  /** Request and number. */
  id: string
  request_id: string
  /** JSON. */
  upload_notices: string
}

/** Of the files after the first one, as builds before `request_files` look for them. */
interface FurtherBlobsTable {
  request_id: string
  sha256: string
  /** 1: a finished file, or a signed revision. */
  handed_out: number
}

declare module '../../database/tables.ts' {
  interface Tables {
    request_files: RequestFilesTable
    further_blobs: FurtherBlobsTable
    erased_files: { sha256: string; request_id: string }
  }
}

type StoredFile = Omit<RequestFile, 'upload_notices'> & { upload_notices: string }

const COLUMNS: ReadonlyArray<keyof StoredFile> = [
  'number',
  'filename',
  'original_sha256',
  'original_bytes',
  'pages',
  'upload_notices',
  'laid_out_sha256',
  'current_sha256',
  'signed_sha256',
  'proof_pages',
]

/** The files of a request as one more column, `files`: another statement would be another round trip to PostgreSQL. */
export function filesColumn(db: Db) {
  const pairs = sql.join(COLUMNS.flatMap((name) => [sql.lit(name), sql.ref(name)]))
  const files: RawBuilder<string | null> = isSqlite(db)
    ? sql`json_group_array(json_object(${pairs}) ORDER BY number)`
    : sql`json_agg(json_build_object(${pairs}) ORDER BY number)::text`
  return sql<string | null>`(SELECT ${files} FROM request_files
    WHERE request_id = signature_requests.id)`.as('files')
}

/** The files of a row that was read with {@link filesColumn}, apart from everything else. */
export function takeFiles<Row extends FileColumns & { files: string | null }>(row: Row) {
  const { files: listed, ...columns } = row
  const { further_files, further_bytes: _, ...others } = columns
  const {
    filename,
    original_sha256,
    original_bytes,
    pages,
    upload_notices,
    laid_out_sha256,
    current_sha256,
    signed_sha256,
    proof_pages,
    ...rest
  } = others
  const [first, ...more]: StoredFile[] = JSON.parse(listed ?? '[]')
  if (first !== undefined) return { files: [decoded(first), ...more.map(decoded)] as const, rest }
  // A row of an earlier build that has not been recorded yet.
  const own = {
    number: 1,
    filename,
    original_sha256,
    original_bytes,
    pages,
    upload_notices,
    laid_out_sha256,
    current_sha256,
    signed_sha256,
    proof_pages,
  }
  const additional: Omit<RequestFile, 'number'>[] = JSON.parse(further_files)
  const numbered = additional.map((file, index) => ({ ...file, number: index + 2 }))
  return { files: [decoded(own), ...numbered] as const, rest }
}

const decoded = (file: StoredFile): RequestFile => ({
  ...file,
  upload_notices: JSON.parse(file.upload_notices),
})

/** Files as they are written; triggers record them in `request_files`, as they do those that earlier builds write. */
export function columnsOf([first, ...others]: Files['files']): FileColumns {
  const { number: _, upload_notices, ...columns } = first
  return {
    ...columns,
    upload_notices: JSON.stringify(upload_notices),
    further_files: JSON.stringify(others.map(({ number: _, ...file }) => file)),
    further_bytes: others.reduce((sum, each) => sum + each.original_bytes, 0),
  }
}

/** Records which blobs the further files of a request name now, in the transaction that changes them. */
export async function nameAdditionalFiles(db: Db, requestId: string, [, ...files]: Files['files']) {
  if (files.length === 0) return
  await rowsOf(db, 'further_blobs', { request_id: requestId }).delete()
  const rows = [...blobsOf(files)].map((sha256) => ({
    request_id: requestId,
    sha256,
    handed_out: Number(files.some((file) => isHandedOut(file, sha256))),
  }))
  await db.insertInto('further_blobs').values(rows).execute()
}

/** Requests that name a file as a newest revision or a finished file. */
export async function requestsNaming(db: Db, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT request_id AS id FROM request_files WHERE current_sha256 = ${sha256}
    UNION SELECT request_id FROM request_files WHERE signed_sha256 = ${sha256}
    -- Those of earlier builds that have not been recorded yet.
    UNION SELECT id FROM signature_requests WHERE current_sha256 = ${sha256}
    UNION SELECT id FROM signature_requests WHERE signed_sha256 = ${sha256}
    UNION SELECT request_id FROM further_blobs WHERE sha256 = ${sha256}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What remains of the files of an erased request after its first one: the hashes of the finished ones. */
export async function eraseAdditionalFiles(
  db: Db,
  requestId: string,
  [, ...files]: Files['files'],
): Promise<void> {
  await rowsOf(db, 'further_blobs', { request_id: requestId }).delete()
  const rows = files.flatMap(({ signed_sha256: sha256 }) =>
    sha256 === null ? [] : [{ sha256, request_id: requestId }],
  )
  if (rows.length > 0) await db.insertInto('erased_files').values(rows).execute()
}
