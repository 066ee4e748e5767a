import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { chainFindings } from '../../../src/audit/chain.ts'
import { type StreamEntry, Trails } from '../../../src/audit/trail.ts'
import { trailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { unguard } from '../../support/rows.ts'
import { emptyFolder, TestClock } from '../accounts/fixture.ts'

let folder = ''
let database: OpenDatabase
let clock: TestClock
let trails: Trails

beforeEach(async () => {
  folder = emptyFolder()
  clock = new TestClock('2026-11-21T10:00:00Z')
  database = await openTestDatabase({ folder, migrations: MIGRATIONS, clock })
  trails = new Trails(database.db, clock)
  await open('doc_a')
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = (id: string) =>
  database.db
    .transaction()
    .execute((db) => trails.open(db, { id, accountId: 'acc_1', header: { sha256: 'ab' } }))
const append = (id: string, type: string, more = {}) =>
  database.db
    .transaction()
    .execute((db) => trails.append(db, id, { type, actor: 'service', ...more }))
const faults = async (id = 'doc_a') => {
  const trail = await trails.read(id)
  return verifyTrail(trailJson(trail!), []).findings
}
/** As whoever holds the database may write. */
const byHand = (statement: string) => sql.raw(statement).execute(database.db)

test('entries are numbered, chained and read back as they were written', async () => {
  await append('doc_a', 'document.created', {
    ip: '192.0.2.1',
    ua: 'test',
    data: { n: 1.5, é: ['x'] },
  })
  clock.advance(1)
  await append('doc_a', 'document.sent')
  const trail = await trails.read('doc_a')
  expect(trail?.header).toEqual({ sha256: 'ab', document_id: 'doc_a' })
  expect(trail?.entries).toMatchObject([
    { seq: 1, at: '2026-11-21T10:00:00.000Z', ip: '192.0.2.1', data: { n: 1.5, é: ['x'] } },
    { seq: 2, at: '2026-11-21T10:00:01.000Z', prev_hash: trail?.entries[0]?.hash },
  ])
  expect(await faults()).toEqual([])
})

test('an entry of a change that rolled back is in no trail', async () => {
  await expect(
    database.db.transaction().execute(async (db) => {
      await trails.append(db, 'doc_a', { type: 'document.sent', actor: 'service' })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect((await trails.read('doc_a'))?.entries).toEqual([])
})

test('an entry outside of a transaction, or of a trail that is not there, is a bug', async () => {
  const event = { type: 'document.sent', actor: 'service' }
  await expect(trails.append(database.db, 'doc_a', event)).rejects.toThrow('invariant')
  await expect(append('doc_z', 'document.sent')).rejects.toThrow('there is no trail doc_z')
})

test('parallel appends make one chain without gaps', async () => {
  await open('doc_b')
  const names = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? 'doc_b' : 'doc_a'))
  await Promise.all(names.map((id, index) => append(id, 'signer.opened', { data: { index } })))
  expect((await trails.read('doc_a'))?.entries).toHaveLength(40)
  expect((await trails.read('doc_b'))?.entries).toHaveLength(20)
  expect([await faults('doc_a'), await faults('doc_b')]).toEqual([[], []])
})

test('a clock that jumps back does not make the trail run backwards', async () => {
  await append('doc_a', 'document.created')
  clock.advance(-3_600)
  await append('doc_a', 'document.sent')
  clock.advance(3_601)
  await append('doc_a', 'signer.invited')
  const times = (await trails.read('doc_a'))?.entries.map(({ at }) => at.slice(11, 19))
  expect(times).toEqual(['10:00:00', '10:00:00', '10:00:01'])
  expect(await faults()).toEqual([])
})

test('text that no database can hold, such as half a character, breaks no hash', async () => {
  const ua = `${'x'.repeat(511)}😀`
  await append('doc_a', 'signer.opened', {
    ua,
    data: { 'a\ud800': 'b\udc00', list: [{ c: '\ud83d' }] },
  })
  const entry = (await trails.read('doc_a'))?.entries[0]
  expect(entry?.ua).toBe(`${'x'.repeat(511)}\ufffd`)
  expect(entry?.data).toEqual({ 'a\ufffd': 'b\ufffd', list: [{ c: '\ufffd' }] })
  expect(await faults()).toEqual([])
})

const ON_POSTGRES = process.env.TEST_POSTGRES_URL !== undefined
const SAME_ENTRY = "trail_id, seq, 'x', at, actor, ip, ua, data, prev_hash, hash FROM audit_entries"
const SQLITE_ONLY = [
  `INSERT OR REPLACE INTO audit_entries SELECT position, ${SAME_ENTRY} WHERE seq = 2`,
  `INSERT OR REPLACE INTO audit_entries SELECT NULL, ${SAME_ENTRY} WHERE seq = 2`,
  "INSERT OR REPLACE INTO audit_entries SELECT 1, trail_id, 3, 'x', at, actor, ip, ua, data, prev_hash, hash FROM audit_entries WHERE seq = 2",
  'INSERT INTO audit_entries SELECT NULL, trail_id, 4, type, at, actor, ip, ua, data, prev_hash, hash FROM audit_entries WHERE seq = 2',
  "INSERT OR REPLACE INTO audit_trails VALUES ('doc_a', 'acc_1', '{}', 'x')",
  "INSERT OR REPLACE INTO audit_stamps VALUES ('doc_a', 1, x'02', 'x')",
]
const POSTGRES_ONLY = [
  `INSERT INTO audit_entries SELECT position, ${SAME_ENTRY} WHERE seq = 2 ON CONFLICT (position) DO UPDATE SET type = 'x'`,
  `INSERT INTO audit_entries SELECT 70, ${SAME_ENTRY} WHERE seq = 2 ON CONFLICT (trail_id, seq) DO UPDATE SET type = 'x'`,
  'INSERT INTO audit_entries SELECT 70, trail_id, 4, type, at, actor, ip, ua, data, prev_hash, hash FROM audit_entries WHERE seq = 2',
  "INSERT INTO audit_trails VALUES ('doc_a', 'acc_1', '{}', 'x') ON CONFLICT (id) DO UPDATE SET header = '{}'",
  "INSERT INTO audit_stamps VALUES ('doc_a', 1, '\\x02', 'x') ON CONFLICT (trail_id, seq) DO UPDATE SET stamped_at = 'x'",
  'TRUNCATE audit_entries CASCADE',
  'TRUNCATE audit_stamps',
  'TRUNCATE audit_trails CASCADE',
  "MERGE INTO audit_stamps AS s USING audit_entries AS e ON s.trail_id = e.trail_id WHEN MATCHED THEN UPDATE SET stamped_at = 'x'",
]

describe('whoever writes SQL', () => {
  const REFUSED = 'the audit trail is only ever added to'

  beforeEach(async () => {
    await append('doc_a', 'document.created')
    await append('doc_a', 'document.sent')
    await database.db.transaction().execute((db) => trails.storeStamp(db, 'doc_a', 1, Buffer.of(1)))
  })

  test.each([
    "UPDATE audit_entries SET type = 'x' WHERE seq = 1",
    'DELETE FROM audit_entries WHERE seq = 2',
    "UPDATE audit_trails SET header = '{}'",
    'DELETE FROM audit_trails',
    'UPDATE audit_stamps SET seq = 2',
    'DELETE FROM audit_stamps',
    ...(ON_POSTGRES ? POSTGRES_ONLY : SQLITE_ONLY),
  ])('is refused: %s', async (statement) => {
    await expect(byHand(statement)).rejects.toThrow(REFUSED)
    const trail = await trails.read('doc_a')
    expect(trail?.entries).toHaveLength(2)
    expect(chainFindings(trail!.header, trail!.entries)).toEqual([])
  })

  test('and takes the triggers away first is found out by the chain', async () => {
    await unguard(database.db, 'audit_entries')
    await byHand("UPDATE audit_entries SET actor = 'key:x' WHERE seq = 1")
    const trail = await trails.read('doc_a')
    expect(chainFindings(trail!.header, trail!.entries)).toEqual(['entry 1 was changed'])
  })
})

test('a time-stamp is stored once: the first one stays', async () => {
  await append('doc_a', 'document.created')
  for (const byte of [1, 2])
    await database.db
      .transaction()
      .execute((db) => trails.storeStamp(db, 'doc_a', 1, Buffer.of(byte)))
  expect((await trails.read('doc_a'))?.stamps).toMatchObject([{ seq: 1, token: Buffer.of(1) }])
})

describe('a reader', () => {
  const collect = async (limit: number, fail = false) => {
    const seen: string[] = []
    const take = async (_db: unknown, entries: readonly StreamEntry[]) => {
      if (fail) throw new Error('the reader failed')
      seen.push(...entries.map(({ trailId, seq }) => `${trailId} ${seq}`))
    }
    const count = await trails.readOn('tester', limit, take)
    return { count, seen }
  }

  test('gets every entry once, in order, and again only what it did not commit', async () => {
    await open('doc_b')
    await append('doc_a', 'x')
    await append('doc_b', 'x')
    await append('doc_a', 'x')
    expect(await collect(2)).toEqual({ count: 2, seen: ['doc_a 1', 'doc_b 1'] })
    await expect(collect(2, true)).rejects.toThrow('the reader failed')
    expect(await collect(2)).toEqual({ count: 1, seen: ['doc_a 2'] })
    expect(await collect(2)).toEqual({ count: 0, seen: [] })
  })

  test('is notified soon after an entry was committed', async () => {
    let notified = 0
    trails.onAppend(() => {
      notified += 1
    })
    await append('doc_a', 'x')
    await expect.poll(() => notified).toBe(1)
  })
})
