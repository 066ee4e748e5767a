/** Trails that are rewritten, cut or deleted by anyone who can write to the database, hashes and all. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { entryHash } from '../../../src/audit/chain.ts'
import { HeadStamps } from '../../../src/audit/stamping.ts'
import { OWN_TRAIL, Trails } from '../../../src/audit/trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { type Clock, DAY_MS, systemClock } from '../../../src/kernel/clock.ts'
import { settingsOf } from '../../support/place.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { unguard } from '../../support/rows.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'

const quiet = { warn: () => undefined, error: () => undefined }
/** The trails were written three days ago; the command runs today. */
const clock: Clock = { now: () => systemClock.now() - 3 * DAY_MS }
const GUARDED = ['audit_entries', 'audit_stamps', 'audit_trails']

let authority: TestAuthority
let database: OpenDatabase
let trails: Trails

const make = (id: string) =>
  database.db.transaction().execute(async (db) => {
    await trails.open(db, { id, accountId: 'acc_1', header: { sha256: 'ab'.repeat(32) } })
    for (const type of ['document.created', 'signer.signed', 'document.completed'])
      await trails.append(db, id, { type, actor: 'signer:sgr_1', ip: '192.0.2.1', data: {} })
  })

beforeAll(async () => {
  authority = await startAuthority(clock)
  database = await openTestDatabase({ folder: authority.folder, migrations: MIGRATIONS, clock })
  const { db } = database
  trails = new Trails(db, clock)
  const jobs = new Jobs({ db, clock, log: quiet })
  const stamps = new HeadStamps({
    ...{ db, clock, trails, jobs, log: quiet },
    stamperOf: async () => authority.pki.tsa,
  })
  for (const id of ['doc_whole', 'doc_rewritten', 'doc_cut', 'doc_deleted', 'doc_bare'])
    await make(id)
  await stamps.sweep()
  await jobs.runDue()
  await stamps.close()
})
afterAll(async () => {
  await database.close()
  await authority.close()
})

async function verify(...args: string[]) {
  const lines: string[] = []
  const config = loadConfig({ ...settingsOf(authority.folder), PARAPH_LOG_LEVEL: 'silent' })
  const print = (line: string) => void lines.push(line)
  const io = { out: print, note: print, config: () => config }
  return { code: await runCommandLine(['verify-audit', ...args], io), text: lines.join('\n') }
}

/** Gives every entry another address and hashes that fit; no stamp fits them, so they go. */
async function rewrite(id: string): Promise<void> {
  const { db } = database
  const entries = (await trails.read(id))?.entries ?? []
  let before = entries[0]?.prev_hash ?? ''
  for (const { hash: _, ...entry } of entries) {
    const changed = { ...entry, ip: '203.0.113.9', prev_hash: before }
    before = entryHash(changed)
    await sql`UPDATE audit_entries SET ip = ${changed.ip}, prev_hash = ${changed.prev_hash},
      hash = ${before} WHERE trail_id = ${id} AND seq = ${entry.seq}`.execute(db)
  }
  await sql`DELETE FROM audit_stamps WHERE trail_id = ${id}`.execute(db)
}

test('whole trails, and the one that names their heads, are intact', async () => {
  const { code, text } = await verify()
  expect(text).toContain('6 trails checked, 0 broken, 0 not proven.')
  expect(text).toContain(
    `intact  ${OWN_TRAIL}  (1 valid time-stamps, 0 entries after the last one)`,
  )
  expect(code).toBe(0)
})

test('what was rewritten, cut or deleted is broken, and what lost its time-stamps is not proven', async () => {
  const { db } = database
  for (const table of GUARDED) await unguard(db, table)
  await rewrite('doc_rewritten')
  await sql`DELETE FROM audit_stamps WHERE trail_id = 'doc_cut'`.execute(db)
  await sql`DELETE FROM audit_entries WHERE trail_id = 'doc_cut' AND seq > 1`.execute(db)
  for (const table of ['audit_stamps', 'audit_entries'])
    await sql`DELETE FROM ${sql.table(table)} WHERE trail_id = 'doc_deleted'`.execute(db)
  await sql`DELETE FROM audit_trails WHERE id = 'doc_deleted'`.execute(db)
  await sql`DELETE FROM audit_stamps WHERE trail_id = 'doc_bare'`.execute(db)
  const { code, text } = await verify()
  expect(code).toBe(1)
  expect(text).toMatch(/BROKEN {2}doc_rewritten.*\n {8}.*recorded another hash of entry 3\n/)
  expect(text).toMatch(/BROKEN {2}doc_cut.*\n {8}entry 3 is missing: the service's own trail/)
  expect(text).toMatch(/BROKEN {2}doc_deleted.*\n {8}the trail is missing/)
  expect(text).toMatch(/not proven {2}doc_bare.*\n {8}entry 1 is more than a day old/)
  expect(text).toContain('intact  doc_whole')
  expect(text).toContain('6 trails checked, 3 broken, 1 not proven.')
  for (const id of ['doc_rewritten', 'doc_cut', 'doc_deleted', 'doc_bare'])
    expect([id, (await verify('--document', id)).code]).toEqual([id, 1])
  expect((await verify('--document', 'doc_whole')).code).toBe(0)
})

test('a record of heads that is rewritten itself loses its time-stamp, and is not proven', async () => {
  await sql`DELETE FROM audit_stamps WHERE trail_id = ${OWN_TRAIL}`.execute(database.db)
  const { code, text } = await verify('--document', OWN_TRAIL)
  expect([code, text]).toEqual([1, expect.stringContaining(`not proven  ${OWN_TRAIL}`)])
})
