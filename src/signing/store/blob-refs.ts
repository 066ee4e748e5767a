/** Which files rows name: `blob_refs`, kept by triggers (see the migration), so no statement here can forget one. */
import { type RawBuilder, sql } from 'kysely'
import { type Db, isSqlite } from '../../database/open.ts'
import type { Tables } from '../../database/tables.ts'
import { inBatches } from '../../kernel/batches.ts'

interface BlobRefsTable {
  sha256: string
  kind: string
  owner: string
}

interface BlobRefGapsTable {
  kind: string
  after: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    blob_refs: BlobRefsTable
    blob_ref_gaps: BlobRefGapsTable
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
  'further_blobs.sha256': 'request_id',
  'request_templates.file_sha256': 'id',
  'bulk_sends.file_sha256': 'id',
  'signer_files.sha256': 'id',
  'certificate_orders.file_sha256': 'id',
  'certificate_orders.picture_sha256': 'id',
  // The index itself.
  'blob_refs.sha256': null,
  // Files of other stores, each asked about by its own domain.
  'template_versions.sha256': null,
  'fonts.sha256': null,
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

/** Every file that a row names; all of them once there are no gaps. */
export async function blobsInUse(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('blob_refs').select('sha256').distinct().execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** Whether rows of earlier builds are not recorded yet: then nothing may be removed. */
export const hasGaps = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('blob_ref_gaps').select('kind').limit(1).execute()).length > 0

/** Records the rows of earlier builds, a few at a time; an interrupted run is continued by the next. */
export async function fillGaps(db: Db, signal?: AbortSignal): Promise<void> {
  for (const source of BLOB_SOURCES)
    await inBatches(async (limit) => {
      signal?.throwIfAborted()
      return await db.transaction().execute((trx) => fillSome(trx, source, limit))
    })
}

/** The next rows of one column; returns how many. */
async function fillSome(trx: Db, source: BlobSource, limit: number): Promise<number> {
  const { kind } = source
  const [table, owner] = [sql.table(source.table), sql.ref(source.owner)]
  const gap = await trx
    .selectFrom('blob_ref_gaps')
    .select('after')
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (gap === undefined) return 0
  const { rows } = await sql<{ owner: string }>`
    SELECT ${owner} AS owner FROM ${table} WHERE ${owner} > ${gap.after}
    ORDER BY ${owner} LIMIT ${limit}`.execute(trx)
  const last = rows.at(-1)?.owner
  if (last !== undefined) {
    // A row that another instance is changing is recorded as it will be: else what it named would stay for ever.
    const lock = isSqlite(trx) ? sql`` : sql`FOR SHARE`
    await sql`
      INSERT INTO blob_refs (sha256, kind, owner)
      SELECT ${source.hash}, ${kind}, ${owner} FROM ${table}
      WHERE ${owner} > ${gap.after} AND ${owner} <= ${last} AND ${source.hash} IS NOT NULL ${lock}
      ON CONFLICT DO NOTHING`.execute(trx)
  }
  const isLast = last === undefined || rows.length < limit
  if (isLast) await trx.deleteFrom('blob_ref_gaps').where('kind', '=', kind).execute()
  else
    await trx.updateTable('blob_ref_gaps').set({ after: last }).where('kind', '=', kind).execute()
  return rows.length
}
