/** The files of requests are rows of one table, which the database writes whichever build is at work. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import type { Db, OpenDatabase } from '../../../src/database/open.ts'
import { FILES_MAX } from '../../../src/signing/model/files.ts'
import { BLOB_SOURCES, fillGaps, hasGaps } from '../../../src/signing/store/blob-refs.ts'
import { findByFile, findRequest } from '../../../src/signing/store/requests.ts'
import { fileFaults, refFaults } from '../../support/blob-refs.ts'
import { TestClock } from '../../support/clock.ts'
import { openTestDatabase } from '../../support/postgres.ts'

const AT = '2026-11-27T12:00:00.000Z'
const hash = (n: number): string => n.toString(16).padStart(64, '0')
/** Of the migrations of signing, those that the build before has. */
const BEFORE = 40

let folder: string
let opened: OpenDatabase
const clock = new TestClock()
const open = (count?: number) =>
  openTestDatabase({
    folder,
    clock,
    migrations: MIGRATIONS.map(({ domain, migrations }) => ({
      domain,
      migrations: domain === 'signing' ? migrations.slice(0, count) : migrations,
    })),
  })

/** A file after the first one, as the build before writes it. */
const further = (n: number, number: number) => ({
  filename: `${number} d’été.pdf`,
  original_sha256: hash(n + 10_000 * number),
  original_bytes: 2 ** 32 + number,
  pages: number,
  upload_notices: number === 2 ? ['repaired', 'xfa_removed'] : [],
  laid_out_sha256: hash(n + 10_000 * number + 1_000),
  current_sha256: hash(n + 10_000 * number + 2_000),
  signed_sha256: null,
  proof_pages: number % 2,
})

/** As the build before inserts a request. */
async function insert(db: Db, n: number, files = 1): Promise<void> {
  const others = Array.from({ length: files - 1 }, (_, index) => further(n, index + 2))
  await sql`INSERT INTO signature_requests (id, account_id, key_id, mode, status, name, sender, metadata,
    filename, original_sha256, original_bytes, pages, upload_notices, laid_out_sha256, current_sha256,
    created_at, expires_at, further_files)
    VALUES (${`doc_${n}`}, 'acc', 'key', 'live', 'pending', '', '', '{}', ${`${n}.pdf`}, ${hash(n)}, 1, 3,
    '["decrypted"]', ${hash(n + 1_000)}, ${hash(n + 2_000)}, ${AT}, ${AT}, ${JSON.stringify(others)})`.execute(
    db,
  )
  for (const { current_sha256 } of others)
    await sql`INSERT INTO further_blobs (request_id, sha256, handed_out)
      VALUES (${`doc_${n}`}, ${current_sha256}, 1)`.execute(db)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-files-'))
  const before = await open(BEFORE)
  await sql`INSERT INTO accounts (id, email, created_at) VALUES ('acc', 'a@example.com', ${AT})`.execute(
    before.db,
  )
  await before.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 250; n += 1) await insert(trx, n, n % 50 === 0 ? FILES_MAX : 1)
  })
  await before.close()
  opened = await open()
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})

const recorded = async (): Promise<number> => {
  const rows = await opened.db.selectFrom('request_files').select('request_id').distinct().execute()
  return rows.length
}
const numbersOf = async (id: string) =>
  (await findRequest(opened.db, id))?.files.map(({ number, filename }) => [number, filename])

test('a request of the build before has the same files before it is recorded and afterwards', async () => {
  const { db } = opened
  expect([await hasGaps(db), await recorded()]).toEqual([true, 0])
  const ids = ['doc_7', 'doc_50']
  const read = () => Promise.all(ids.map((id) => findRequest(db, id)))
  const found = () => Promise.all([2_007, 22_050, 99_999].map((n) => findByFile(db, hash(n))))
  const before = [await read(), await found()]
  expect(await numbersOf('doc_7')).toEqual([[1, '7.pdf']])
  expect(await numbersOf('doc_50')).toHaveLength(FILES_MAX)
  expect((await findRequest(db, 'doc_50'))?.files[1]).toEqual({ number: 2, ...further(50, 2) })
  expect((await found()).map((each) => each?.id)).toEqual(['doc_7', 'doc_50', undefined])
  await fillGaps(db)
  expect([await hasGaps(db), await recorded()]).toEqual([false, 250])
  expect([await read(), await found()]).toEqual(before)
  expect([await fileFaults(db), await refFaults(db)]).toEqual([[], []])
})

test('what that build writes meanwhile is recorded at once, and what it removes is gone', async () => {
  const { db } = opened
  await insert(db, 900, 3)
  await sql`UPDATE signature_requests SET current_sha256 = ${hash(5_000)}, signed_sha256 = ${hash(5_000)}
    WHERE id IN ('doc_7', 'doc_900')`.execute(db)
  const others = [further(900, 2), { ...further(900, 3), signed_sha256: hash(6_000) }]
  await sql`UPDATE signature_requests SET further_files = ${JSON.stringify(others)}
    WHERE id = 'doc_900'`.execute(db)
  expect(await recorded()).toBe(2)
  expect(await findByFile(db, hash(6_000))).toMatchObject({ id: 'doc_900' })
  await sql`DELETE FROM signature_requests WHERE id = 'doc_7'`.execute(db)
  expect(await recorded()).toBe(1)
  await fillGaps(db)
  expect([await fileFaults(db), await refFaults(db)]).toEqual([[], []])
  expect(await recorded()).toBe(250)
})

test('they are recorded a hundred requests at a time, and an interrupted run is continued', async () => {
  const { db } = opened
  /** Lets one slice of requests through, after the columns that are recorded already. */
  const oneSlice = () => {
    let left = BLOB_SOURCES.length + 1
    return Object.assign(new AbortController().signal, {
      throwIfAborted() {
        left -= 1
        if (left < 0) throw new Error('the service stops')
      },
    })
  }
  const seen: number[] = []
  for (const _ of [1, 2]) {
    await expect(fillGaps(db, oneSlice())).rejects.toThrow('the service stops')
    seen.push(await recorded())
  }
  await fillGaps(db, oneSlice())
  expect([...seen, await recorded(), await hasGaps(db)]).toEqual([100, 200, 250, false])
  expect([await fileFaults(db), await refFaults(db)]).toEqual([[], []])
})

test('two files with the same content keep each other’s content', async () => {
  const { db } = opened
  const twin = { ...further(800, 2), current_sha256: hash(2_800) }
  await insert(db, 800, 1)
  await sql`UPDATE signature_requests SET further_files = ${JSON.stringify([twin])}
    WHERE id = 'doc_800'`.execute(db)
  await sql`UPDATE signature_requests SET current_sha256 = ${hash(7_000)} WHERE id = 'doc_800'`.execute(
    db,
  )
  const rows = await db
    .selectFrom('blob_refs')
    .select(['kind', 'owner'])
    .where('sha256', '=', hash(2_800))
    .execute()
  expect(rows).toEqual([{ kind: 'request_files.current_sha256', owner: 'doc_800/2' }])
})
