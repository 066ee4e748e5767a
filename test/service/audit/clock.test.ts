/** Time-stamps of trails, and what is said of a clock that was set back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { clockHealth } from '../../../src/audit/clock-health.ts'
import { HeadStamps } from '../../../src/audit/stamping.ts'
import { Trails } from '../../../src/audit/trail.ts'
import { trailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { type Clock, systemClock } from '../../../src/kernel/clock.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { startAuthority, type TestAuthority } from '../../support/signing.ts'

const quiet = { warn: () => undefined, error: () => undefined }
let authority: TestAuthority
let database: OpenDatabase
let trails: Trails
let jobs: Jobs
let stamps: HeadStamps
let offsetMs = 0
const clock: Clock = { now: () => systemClock.now() + offsetMs }

beforeAll(async () => {
  authority = await startAuthority()
  database = await openTestDatabase({ folder: authority.folder, migrations: MIGRATIONS, clock })
  const { db } = database
  trails = new Trails(db, clock)
  jobs = new Jobs({ db, clock, log: quiet })
  const stamperOf = async () => authority.pki.tsa
  stamps = new HeadStamps({ db, clock, trails, jobs, stamperOf, log: quiet })
})
afterAll(async () => {
  await stamps.close()
  await database.close()
  await authority.close()
})

const make = (id: string, types: readonly string[]) =>
  database.db.transaction().execute(async (db) => {
    await trails.open(db, { id, accountId: 'acc_1', header: {} })
    for (const type of types) await trails.append(db, id, { type, actor: 'service' })
  })
async function json(id: string) {
  const trail = await trails.read(id)
  if (trail === undefined) throw new Error(`no trail ${id}`)
  return trailJson(trail)
}

test('stamping waits for a clock that was set back, and health says so; no stamp is earlier than its entry', async () => {
  const metrics = new Metrics()
  const health = clockHealth({ trails, clock, metrics, log: quiet })
  expect(await health.check()).toEqual({ status: 'up' })
  offsetMs += 7_200_000
  await make('doc_ahead', ['document.created', 'signer.signed'])
  offsetMs -= 7_200_000
  await stamps.follow()
  await jobs.runDue()
  expect((await json('doc_ahead')).stamps).toEqual([])
  expect(await jobs.count()).toMatchObject({ failed: 0 })
  await expect(stamps.stamp('doc_ahead')).rejects.toMatchObject({ code: 'timestamp_unavailable' })
  expect(await health.check()).toMatchObject({
    status: 'degraded',
    detail: expect.stringContaining('it was set back'),
  })
  expect(await metrics.collect()).toMatch(/^paraph_clock_behind_seconds 7[12]\d\d/m)
  // The authority's clock is right, and ours is two hours ahead.
  offsetMs = 7_200_000
  await expect(stamps.stamp('doc_ahead')).rejects.toMatchObject({ code: 'timestamp_unavailable' })
  expect((await json('doc_ahead')).stamps).toEqual([])
  // As soon as the time has come.
  offsetMs = 3_000
  await make('doc_soon', ['document.created', 'signer.signed'])
  offsetMs = 0
  await stamps.follow()
  const stampsOf = async () => {
    await jobs.runDue()
    return (await json('doc_soon')).stamps.map(({ seq }) => seq)
  }
  await expect.poll(stampsOf, { timeout: 20_000 }).toEqual([2])
  const trail = await json('doc_soon')
  expect(verifyTrail(trail, []).findings).toEqual([])
  offsetMs = 0
})
