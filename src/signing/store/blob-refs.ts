/** Which files rows name: `blob_refs`, kept by triggers (see the migration), so no statement here can forget one. */
import { type RawBuilder, sql } from 'kysely'
import { concurrently, lockRows } from '../../database/concurrent.ts'
import { isSqlite } from '../../database/conditions.ts'
import { NamedFiles } from '../../database/named-files.ts'
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'
import type { Tables } from '../../database/tables.ts'
import { inBatches } from '../../kernel/batches.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    blob_refs: { sha256: string; kind: string; owner: string }
    blob_ref_gaps: { kind: string; after: string }
  }
}

/** Every column of any table whose name says that it contains the hash of a file. */
type HashColumn = {
  [Table in keyof Tables]: `${Table}.${keyof Tables[Table] & `${string}sha256`}`
}[keyof Tables]

/**
 * What each of them means: the column that tells its rows apart if a file of this domain must stay as long as the row
 * names it, else null. A column that is missing here does not compile; one that names files needs triggers too, in a
 * migration of its own.
 */
const OWNERS = {
  'signature_requests.original_sha256': 'id',
  'signature_requests.laid_out_sha256': 'id',
  'signature_requests.current_sha256': 'id',
  'signature_requests.signed_sha256': 'id',
  'signature_requests.proof_sha256': 'id',
  'request_files.original_sha256': 'id',
  'request_files.laid_out_sha256': 'id',
  'request_files.current_sha256': 'id',
  'request_files.signed_sha256': 'id',
  'further_blobs.sha256': 'request_id',
  'request_templates.file_sha256': 'id',
  'bulk_sends.file_sha256': 'id',
  'template_files.original_sha256': 'id',
  'signer_files.sha256': 'id',
  'certificate_orders.file_sha256': 'id',
  'certificate_orders.picture_sha256': 'id',
  // The index itself.
  'blob_refs.sha256': null,
  // Files of other stores, each asked about by its own domain.
  'template_versions.sha256': null,
  'fonts.sha256': null,
  'deferred_parts.sha256': null,
  // Of a certificate.
  'outer_seal_anchors.sha256': null,
  // Files that are gone, which people may still hold and ask about.
  'renewed_files.sha256': null,
  'erased_files.sha256': null,
  'erased_requests.signed_sha256': null,
  // What a code or an order was for.
  'otp_codes.document_sha256': null,
} as const satisfies Record<HashColumn, string | null>

/** A column with hashes of files. */
export interface BlobSource {
  /** Table and column, as `blob_refs` has it. */
  kind: string
  table: string
  owner: string
  /** The hash in a row; null: none. */
  hash: RawBuilder<string | null>
}

const inColumns = Object.entries(OWNERS).flatMap(([kind, owner]): BlobSource[] => {
  const [table, column] = kind.split('.')
  if (owner === null || table === undefined || column === undefined) return []
  return [{ kind, table, owner, hash: sql.ref(column) }]
})

/** Everything that names files. */
export const BLOB_SOURCES: readonly BlobSource[] = [
  ...inColumns,
  {
    kind: 'signers.intent',
    table: 'signers',
    owner: 'id',
    hash: sql`json_extract(intent, '$.image_sha256')`,
  },
]

/** Whether a row names a file; while rows of earlier builds are being recorded, any file may be named. */
export async function isBlobNamed(db: Db, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM blob_refs WHERE sha256 = ${sha256}
    UNION ALL SELECT 1 FROM blob_ref_gaps
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Those of the files that no row names. */
export async function unnamedOf(db: Db, hashes: readonly string[]): Promise<string[]> {
  // One look each: a file that a list was sent with is named by as many rows as the list has.
  const asked = sql.join(hashes.map((hash) => sql`(${hash})`))
  const { rows } = await sql<{ sha256: string }>`
    WITH asked (sha256) AS (VALUES ${asked})
    SELECT sha256 FROM asked WHERE NOT EXISTS
      (SELECT 1 FROM blob_refs WHERE blob_refs.sha256 = asked.sha256)`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

/** Every file that a row names; all of them once there are no gaps. */
export const blobsInUse = (db: Db): NamedFiles => new NamedFiles(db, 'blob_refs')

/** Whether rows of earlier builds are not recorded yet: then nothing may be removed. */
export const hasGaps = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('blob_ref_gaps').select('kind').limit(1).execute()).length > 0

/** Rows of earlier builds that triggers did not see, and how some of them are recorded. */
interface Gap {
  kind: string
  table: string
  owner: string
  /** Records those whose `owner` is after one and up to another. */
  record(trx: Db, after: string, last: string): Promise<unknown>
}

const gapOf = (source: BlobSource): Gap => {
  const { kind, table, owner: column, hash } = source
  const owner = sql.ref(column)
  return {
    kind,
    table,
    owner: column,
    record(trx, after, last) {
      // A row that another instance is changing is recorded as it will be: else what it named would stay for ever.
      const lock = isSqlite(trx) ? sql`` : sql`FOR SHARE`
      return sql`
        INSERT INTO blob_refs (sha256, kind, owner)
        SELECT ${hash}, ${kind}, ${owner} FROM ${sql.table(table)}
        WHERE ${owner} > ${after} AND ${owner} <= ${last} AND ${hash} IS NOT NULL ${lock}
        ON CONFLICT DO NOTHING`.execute(trx)
    },
  }
}

const GAPS: readonly Gap[] = [
  ...BLOB_SOURCES.map(gapOf),
  {
    kind: 'request_files',
    table: 'signature_requests',
    owner: 'id',
    // Changes nothing but what the trigger of a change records.
    record: (trx, after, last) =>
      sql`
      UPDATE signature_requests SET further_files = further_files
      WHERE id > ${after} AND id <= ${last}`.execute(trx),
  },
]

/** Records the rows of earlier builds, a few at a time; an interrupted run is continued by the next. */
export async function fillGaps(db: Db, signal?: AbortSignal): Promise<void> {
  for (const gap of GAPS)
    await inBatches(async (limit) => {
      signal?.throwIfAborted()
      return await concurrently(db, 'rows', (trx) => fillSome(trx, gap, limit))
    })
}

/** The next rows of one kind; returns how many. */
async function fillSome(trx: Db, { kind, ...gap }: Gap, limit: number): Promise<number> {
  const [table, owner] = [sql.table(gap.table), sql.ref(gap.owner)]
  await lockRows(trx, sql`blob_ref_gaps WHERE kind = ${kind}`)
  const filled = await rowsOf(trx, 'blob_ref_gaps', { kind }).first({ columns: ['after'] })
  if (filled === undefined) return 0
  const { rows } = await sql<{ owner: string }>`
    SELECT ${owner} AS owner FROM ${table} WHERE ${owner} > ${filled.after}
    ORDER BY ${owner} LIMIT ${limit}`.execute(trx)
  const last = rows.at(-1)?.owner
  if (last !== undefined) await gap.record(trx, filled.after, last)
  const isLast = last === undefined || rows.length < limit
  if (isLast) await rowsOf(trx, 'blob_ref_gaps', { kind }).delete()
  else await rowsOf(trx, 'blob_ref_gaps', { kind }).change({ after: last })
  return rows.length
}
