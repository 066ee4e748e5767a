/** Whose turn it is, where several accounts have jobs. */
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrationsOf } from '../../../src/database/migrate.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { emptyFolder, TestClock } from '../accounts/fixture.ts'

const quiet = { warn: () => undefined, error: () => undefined }
let folder = ''
let database: OpenDatabase
let clock: TestClock
const done: string[] = []

beforeEach(async () => {
  done.splice(0)
  folder = emptyFolder()
  clock = new TestClock('2026-11-21T10:00:00Z')
  database = await openTestDatabase({ folder, migrations: [migrationsOf('jobs')], clock })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (payload: string) => void done.push(payload)
const makeJobs = (runs = run): Jobs => {
  const jobs = new Jobs({ db: database.db, clock, log: quiet })
  jobs.handle<string>('work', { retryDelaysMs: [], run: runs })
  return jobs
}
const addFor = (jobs: Jobs, accountId: string, count: number, options = {}) =>
  database.db.transaction().execute(async (db) => {
    for (let n = 0; n < count; n++) await jobs.add(db, 'work', accountId, { accountId, ...options })
  })

/** So many of those that are due, one after the other. */
async function runSome(jobs: Jobs, count: number): Promise<void> {
  for (let n = 0; n < count; n++) expect(await jobs.runNext()).toBe(true)
}

test('accounts take turns, however many jobs one of them has and whenever they came', async () => {
  const jobs = makeJobs()
  await addFor(jobs, 'flood', 400)
  await runSome(jobs, 100)
  await addFor(jobs, 'flood', 20)
  await addFor(jobs, 'other', 3)
  await addFor(jobs, 'third', 3)
  await jobs.runDue()
  const places = (account: string) =>
    done.slice(100).flatMap((one, place) => (one === account ? [place] : []))
  for (const account of ['other', 'third'])
    expect(places(account).every((place, n) => place <= 3 * n + 2)).toBe(true)
  expect(places('flood')).toHaveLength(320)
})

test('a job that a person waits for goes before all others', async () => {
  const jobs = makeJobs()
  await addFor(jobs, 'flood', 50)
  await runSome(jobs, 10)
  await addFor(jobs, 'waits', 2, { urgent: true })
  await jobs.runDue()
  expect(done.slice(10, 12)).toEqual(['waits', 'waits'])
})

test('a job of another kind takes turns with a flood', async () => {
  const jobs = makeJobs()
  jobs.handle<string>('seal', { retryDelaysMs: [], run })
  await addFor(jobs, 'flood', 50)
  await runSome(jobs, 10)
  await database.db.transaction().execute((db) => jobs.add(db, 'seal', 'sealed'))
  await jobs.runDue()
  expect(done.indexOf('sealed')).toBeLessThanOrEqual(11)
})

test('a job that is added by another is of the same account', async () => {
  const jobs: Jobs = makeJobs(async () => {
    await database.db.transaction().execute((db) => jobs.add(db, 'work', 'b', { uniqueKey: 'b' }))
  })
  await addFor(jobs, 'own', 1)
  await runSome(jobs, 1)
  const rows = await database.db.selectFrom('jobs').selectAll().execute()
  expect(rows).toMatchObject([{ party: 'account own', payload: '"b"' }])
})
