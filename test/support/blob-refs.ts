/** Whether `blob_refs` and `request_files` say exactly what the columns say. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../src/database/open.ts'
import { BLOB_SOURCES, blobsInUse } from '../../src/signing/store/blob-refs.ts'
import { filesColumn, takeFiles } from '../../src/signing/store/files.ts'

/** Every file that a row of signatures names. */
export async function namedBlobs(db: Db): Promise<Set<string>> {
  const named = new Set<string>()
  for await (const hash of blobsInUse(db).all()) named.add(hash)
  return named
}

/** What is in only one of the two, as `+` for a reference without a column and `-` for a column without a reference. */
export async function refFaults(db: Db): Promise<string[]> {
  const named = new Set<string>()
  for (const { kind, table, owner, hash } of BLOB_SOURCES) {
    const { rows } = await sql<{ sha256: string; owner: string }>`
      SELECT ${hash} AS sha256, ${sql.ref(owner)} AS owner FROM ${sql.table(table)}
      WHERE ${hash} IS NOT NULL`.execute(db)
    for (const row of rows) named.add(`${kind} ${row.owner} ${row.sha256}`)
  }
  const rows = await db.selectFrom('blob_refs').selectAll().execute()
  const refs = new Set(rows.map(({ kind, owner, sha256 }) => `${kind} ${owner} ${sha256}`))
  return [
    ...[...named].filter((each) => !refs.has(each)).map((each) => `- ${each}`),
    ...[...refs].filter((each) => !named.has(each)).map((each) => `+ ${each}`),
  ].sort()
}

/** Requests whose rows in `request_files` are others than their columns say. */
export async function fileFaults(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('signature_requests')
    .selectAll()
    .select(filesColumn(db))
    .execute()
  const faults = rows.filter((row) => {
    const [recorded, inColumns] = [takeFiles(row), takeFiles({ ...row, files: null })]
    return row.files === null || !isDeepStrictEqual(recorded.files, inColumns.files)
  })
  return faults.map(({ id }) => id)
}
