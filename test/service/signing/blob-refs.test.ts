/** Which files rows name is recorded by the database, whichever build writes the rows; the sweep removes no other file. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { isSqlite } from '../../../src/database/conditions.ts'
import type { Db, OpenDatabase } from '../../../src/database/open.ts'
import { SLICES, slicesOf } from '../../../src/files/blob-store.ts'
import { FolderBlobStore } from '../../../src/files/folder-store.ts'
import { PendingBlobs } from '../../../src/signing/requests/pending-blobs.ts'
import {
  BLOB_SOURCES,
  blobsInUse,
  fillGaps,
  hasGaps,
  isBlobNamed,
} from '../../../src/signing/store/blob-refs.ts'
import { replaceOrder } from '../../../src/signing/store/certificate-orders.ts'
import { putFile } from '../../../src/signing/store/uploads.ts'
import { insertFiles } from '../../../src/signing/templates/store.ts'
import { namedBlobs, refFaults } from '../../support/blob-refs.ts'
import { TestClock } from '../../support/clock.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { strokePng } from '../../support/proof-facts.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

const AT = '2026-11-26T12:00:00.000Z'
const DAY_MS = 86_400_000
const hash = (n: number): string => n.toString(16).padStart(64, '0')

describe('the daily sweep', () => {
  let signing: SigningApp
  beforeAll(async () => {
    signing = await startSigningApp()
  })
  afterAll(() => signing.close())

  test('keeps a file as long as any kind of row names it, and removes it afterwards', async () => {
    const { db, signing: services } = signing.services
    const { blobs } = services.parts
    const who = somebody()
    const annex = { filename: 'annexe.pdf', bytes: await smallPdf() }
    const { id, signers } = await signing.create([who], { files: [annex] })
    const image = `data:image/png;base64,${strokePng().toString('base64')}`
    await (await signing.person(who)).signWhole({ kind: 'drawn', image })
    await signing.work()
    const signer = signers[0]?.id ?? ''
    const request = await db
      .selectFrom('signature_requests')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const put = () => blobs.put(randomBytes(40))
    const [upload, begun, picture, pdf, list, terms] = [
      await put(),
      await put(),
      await put(),
      await put(),
      await put(),
      await put(),
    ]
    const file = { request_id: id, signer_id: signer, field: 'a', name: 'a', size: 40 } as const
    const uploads = { ...file, media_type: 'application/pdf', uploaded_at: AT } as const
    await putFile(db, { ...uploads, id: 'one', sha256: upload })
    // The same again under another id, as a repeated upload writes it.
    await putFile(db, { ...uploads, id: 'two', sha256: upload })
    const order = {
      ...{
        signer_id: signer,
        request_id: id,
        step: 'service' as const,
        session_hash: '',
        state_hash: null,
      },
      ...{ secrets: Buffer.alloc(1), file_sha256: begun, picture_sha256: picture },
      ...{
        expires_at: '2099-01-01T00:00:00.000Z',
        data: { intent: {} as never, redirect_uri: '' },
      },
    } as const
    await replaceOrder(db, { ...order, id: 'first' })
    await replaceOrder(db, { ...order, id: 'second' })
    const { account_id, mode } = request
    const template = { account_id, mode, name: '', definition: '{}', template_id: null }
    const many = { ...template, template_version: null, filename: 'a.pdf', created_at: AT }
    await db
      .insertInto('request_templates')
      .values({ ...many, id: 'rt', file_sha256: pdf, size_bytes: 1, pages: 1, updated_at: AT })
      .execute()
    const sending = { key_id: '', by_owner: 0, actor: '{}', request_template_id: 'rt' }
    const state = { status: 'completed', paused: null, separator: ',', warnings: '[]' } as const
    await db
      .insertInto('bulk_sends')
      .values({
        ...{ ...many, ...sending, ...state, id: 'bulk', file_sha256: list },
        ...{ started_at: null, ended_at: AT },
      })
      .execute()
    const further = { number: 2, filename: 'b.pdf', pages: 1 }
    await insertFiles(db, 'bulk_send_id', 'bulk', [
      { ...further, original_sha256: terms, original_bytes: 1 },
    ])
    expect(await refFaults(db)).toEqual([])
    const kinds = await db.selectFrom('blob_refs').select('kind').distinct().execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(
      BLOB_SOURCES.map(({ kind }) => kind).sort(),
    )

    const named = await hashesIn(blobs)
    const left = await put()
    const sweep = () => services.pendingBlobs.sweep(signing.app.clock.now() + 2 * DAY_MS)
    expect(await sweep()).toBe(1)
    expect((await hashesIn(blobs)).sort()).toEqual(named.sort())
    expect(named).not.toContain(left)

    for (const table of ['signer_files', 'certificate_orders', 'request_templates', 'bulk_sends'])
      await sql`DELETE FROM ${sql.table(table)}`.execute(db)
    expect(await sweep()).toBe(6)
    expect(await refFaults(db)).toEqual([])
  })
})

describe('an upgrade of a database of the build before', () => {
  let folder: string
  let opened: OpenDatabase
  let blobs: FolderBlobStore
  const clock = new TestClock()
  const open = (isBefore = false) =>
    openTestDatabase({
      folder,
      clock,
      migrations: MIGRATIONS.map((set) => {
        const { domain, migrations } = set
        if (!isBefore || domain !== 'signing') return set
        return { domain, migrations: migrations.slice(0, 38) }
      }),
    })

  /** As that build inserts a request; its signer has drawn a signature. */
  async function insert(db: Db, n: number, further = 0): Promise<void> {
    await sql`INSERT INTO signature_requests (id, account_id, key_id, mode, status, name, sender, metadata,
      filename, original_sha256, original_bytes, pages, laid_out_sha256, current_sha256, created_at, expires_at)
      VALUES (${`doc_${n}`}, 'acc', 'key', 'live', 'pending', '', '', '{}', 'a.pdf', ${hash(n)}, 1, 1,
      ${hash(n + 1000)}, ${hash(n + 2000)}, ${AT}, ${AT})`.execute(db)
    const intent = JSON.stringify({ kind: 'drawn', at: AT, image_sha256: hash(n + 3000) })
    await sql`INSERT INTO signers (id, request_id, position, step, status, email, fields, redirect_urls, intent)
      VALUES (${`sgr_${n}`}, ${`doc_${n}`}, 0, 1, 'verified', 'a@example.com', '[]', '{}', ${intent})`.execute(
      db,
    )
    for (let file = 0; file < further; file += 1)
      await sql`INSERT INTO further_blobs (request_id, sha256, handed_out)
        VALUES (${`doc_${n}`}, ${hash(10_000 * (file + 1) + n)}, 0)`.execute(db)
  }

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'paraph-refs-'))
    blobs = new FolderBlobStore(join(folder, 'documents'))
    await blobs.open()
    const before = await open(true)
    await sql`INSERT INTO accounts (id, email, created_at) VALUES ('acc', 'a@example.com', ${AT})`.execute(
      before.db,
    )
    await before.db.transaction().execute(async (trx) => {
      for (let n = 0; n < 250; n += 1) await insert(trx, n, n % 50 === 0 ? 36 : 0)
    })
    await before.close()
    opened = await open()
  })
  afterEach(async () => {
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('removes no file until the rows of that build are recorded, and then knows them all', async () => {
    const { db } = opened
    const unnamed = await blobs.put(randomBytes(10))
    const files = new PendingBlobs({ db, blobs })
    await files.discard([unnamed])
    expect([await hasGaps(db), await files.sweep(Date.now() + DAY_MS)]).toEqual([true, 0])
    expect(await hashesIn(blobs)).toEqual([unnamed])
    // An instance of that build goes on writing meanwhile.
    await insert(db, 900, 2)
    await sql`UPDATE signature_requests SET current_sha256 = ${hash(5000)}, signed_sha256 = ${hash(5000)}
      WHERE id = 'doc_7'`.execute(db)
    await sql`DELETE FROM signers WHERE id = 'sgr_8'`.execute(db)
    await sql`UPDATE signers SET intent = NULL WHERE id = 'sgr_9'`.execute(db)
    await fillGaps(db)
    expect([await hasGaps(db), await refFaults(db)]).toEqual([false, []])
    expect(await isBlobNamed(db, hash(5000))).toBe(true)
    expect(await isBlobNamed(db, hash(2007))).toBe(false)
    expect(await files.sweep(Date.now() + DAY_MS)).toBe(1)
  })

  test('goes on where it was interrupted', async () => {
    const { db } = opened
    let slices = 0
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted() {
        slices += 1
        if (slices > 5) throw new Error('the service stops')
      },
    })
    await expect(fillGaps(db, signal)).rejects.toThrow('the service stops')
    const left = await refFaults(db)
    expect([left.length > 0, left.length < 1180]).toEqual([true, true])
    expect(await hasGaps(db)).toBe(true)
    await fillGaps(db)
    expect([await hasGaps(db), await refFaults(db)]).toEqual([false, []])
  })

  test('of a bucket with more than 100,000 files a day looks through a 32nd, and 32 days through all', async () => {
    const { db } = opened
    const slicesDue = (isShared: boolean, nowMs: number) =>
      slicesOf({ isShared }, blobsInUse(db), nowMs)
    expect(await slicesDue(true, 0)).toBeUndefined()
    await sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n <= 100000)
      INSERT INTO blob_refs (sha256, kind, owner)
      SELECT CAST(n AS TEXT), 'many', 'many' FROM numbers`.execute(db)
    const days = await Promise.all(
      Array.from({ length: 32 }, (_, day) => slicesDue(true, day * DAY_MS)),
    )
    expect(await slicesDue(false, 0)).toBeUndefined()
    const counted = await blobsInUse(db).count()
    expect((await namedBlobs(db)).size).toBe(counted)
    await sql`DELETE FROM blob_refs WHERE kind = 'many'`.execute(db)
    expect(days.map((slices) => slices?.length)).toEqual(days.map(() => 8))
    expect(days.flat().sort()).toEqual(SLICES)
  })

  test('records a row that an instance of that build is changing as it will be', async ({
    skip,
  }) => {
    const { db } = opened
    if (isSqlite(db)) skip('SQLite has one writer: no other transaction is under way')
    let filling: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`UPDATE signature_requests SET laid_out_sha256 = ${hash(6000)} WHERE id = 'doc_7'`.execute(
        trx,
      )
      filling = fillGaps(db)
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(trx)
          return rows.length
        })
        .toBe(1)
    })
    await filling
    expect(await refFaults(db)).toEqual([])
  })
})
