/**
 * Whether the names of files are found by their index, however many there are: rows of `blob_refs` for 10 thousand, 1 million
 * and 10 million files on PostgreSQL. There are no files: neither verification nor a sweep asks a bucket what it holds before
 * it has asked these rows.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../src/app/databases.ts'
import { connectDatabase, type Db } from '../../src/database/open.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { blobsInUse, isBlobNamed, unnamedOf } from '../../src/signing/store/blob-refs.ts'
import { PostgresServer } from '../../test/support/postgres.ts'
import { describeMachine, type Machine } from './machine.ts'
import { measuredOn, row, table } from './report-parts.ts'

const SIZES = { quick: [10_000, 1_000_000], full: [10_000, 1_000_000, 10_000_000] } as const
const CALLS = 40
const ASKED = 100
const PAGES = 10
const PAGE = 1_000

/** What this part leaves behind: docs/measurements/benchmarks-files.json. */
export interface FilesResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly load: number
  readonly sizes: ReadonlyArray<{ files: number; bytes: number }>
  /** Milliseconds of the fastest of all calls, one for each size. */
  readonly calls: ReadonlyArray<{ name: string; ms: number[] }>
}

/** Rows for so many files, as distinct requests name them. */
const fill = (db: Db, from: number, to: number) =>
  sql`INSERT INTO blob_refs (sha256, kind, owner)
    SELECT encode(sha256(n::text::bytea), 'hex'), 'further_blobs.sha256', 'doc_' || lpad(n::text, 26, '0')
    FROM generate_series(${from}::int8, ${to - 1}::int8) AS n`.execute(db)

/** @param hashes of files that are there */
function callsOf(db: Db, hashes: readonly string[]): Record<string, () => Promise<unknown>> {
  const named = blobsInUse(db)
  const [some = ''] = hashes
  return {
    'whether a row names a file': () => isBlobNamed(db, some),
    [`which of ${ASKED} files no row names`]: () => unnamedOf(db, hashes),
    'a file at random, to verify it': () => named.random(),
    'whether there are too many to list all at once': () => named.areMany(),
    [`the first ${PAGES} pages of ${PAGE} names, as verification and migration read them`]:
      async () => {
        let read = 0
        for await (const _ of named.all()) {
          read += 1
          if (read === PAGES * PAGE - 1) break
        }
      },
  }
}

/** Runs this part. */
export async function benchFiles(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<FilesResults> {
  const server = await PostgresServer.start()
  const folder = mkdtempSync(join(tmpdir(), 'paraph-files-'))
  const postgres = { url: server.url, schema: 'files', connections: 4, statementMs: 1_800_000 }
  const { db, close } = await connectDatabase({
    folder,
    postgres,
    migrations: MIGRATIONS,
    clock: systemClock,
  })
  try {
    const all = new Map<string, number[]>()
    const sizes: FilesResults['sizes'][number][] = []
    let from = 0
    for (const files of SIZES[mode]) {
      say(`files: ${files}`)
      await fill(db, from, files)
      from = files
      await sql`VACUUM ANALYZE blob_refs`.execute(db)
      const { rows } = await sql<{ bytes: string }>`
        SELECT pg_total_relation_size('blob_refs') AS bytes`.execute(db)
      sizes.push({ files, bytes: Number(rows[0]?.bytes) })
      const drawn = await sql<{ sha256: string }>`
        SELECT sha256 FROM blob_refs ORDER BY sha256 LIMIT ${ASKED}`.execute(db)
      const calls = callsOf(
        db,
        drawn.rows.map(({ sha256 }) => sha256),
      )
      for (const [name, call] of Object.entries(calls)) {
        let fastest = Number.POSITIVE_INFINITY
        for (let n = 0; n < CALLS; n += 1) {
          const startMs = performance.now()
          await call()
          fastest = Math.min(fastest, performance.now() - startMs)
        }
        all.set(name, [...(all.get(name) ?? []), fastest])
        say(`files: ${name} ${fastest.toFixed(2)} ms`)
      }
    }
    return {
      mode,
      date: new Date().toISOString(),
      machine: describeMachine(),
      load: loadavg()[0] ?? 0,
      sizes,
      calls: [...all].map(([name, took]) => ({ name, ms: took })),
    }
  } finally {
    await close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What docs/benchmarks.md says of it. */
export function filesReport(results: FilesResults): string {
  const { sizes, calls, load } = results
  const gb = sizes.map(({ bytes }) => `${(bytes / 1e9).toFixed(2)} GB`)
  return [
    measuredOn(results, 'files'),
    '',
    `Rows of ${sizes.map(({ files }) => files.toLocaleString('en')).join(', ')} files (${gb.join(', ')} with their indexes). Milliseconds of the fastest of ${CALLS} calls; load average at the end: ${load.toFixed(0)}.`,
    '',
    table(
      ['', ...sizes.map(({ files }) => files.toLocaleString('en')), 'last / first'],
      calls.map(({ name, ms: took }) =>
        row(
          name,
          ...took.map((value) => value.toFixed(2)),
          ((took.at(-1) ?? 0) / (took[0] ?? 1)).toFixed(2),
        ),
      ),
    ),
    '',
  ].join('\n')
}
