import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrationsOf } from '../../../src/database/migrate.ts'
import { type JobContext, Jobs } from '../../../src/jobs/jobs.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { emptyFolder, TestClock } from '../accounts/fixture.ts'

test('a job whose end could not be recorded is done again as soon as the database is back', async () => {
  const folder = emptyFolder()
  const clock = new TestClock('2026-11-21T10:00:00Z')
  const database = await openTestDatabase({ folder, migrations: [migrationsOf('jobs')], clock })
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(database.db)
  let runs = 0
  const errors: string[] = []
  const run = async () => {
    runs += 1
    if (runs === 1) await rename('jobs', 'jobs_away')
  }
  const error = (_facts: unknown, text: string) => void errors.push(text)
  const log = { warn: () => undefined, error }
  const jobs = new Jobs({ db: database.db, clock, log })
  jobs.handle('work', { retryDelaysMs: [60_000], run })
  await database.db.transaction().execute((db) => jobs.add(db, 'work', {}))
  await jobs.start()
  await expect.poll(() => errors).toContain('could not return a job to the queue')
  await rename('jobs_away', 'jobs')
  jobs.wake()
  await expect.poll(() => runs).toBe(2)
  await jobs.close()
  expect(await database.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  await database.close()
  rmSync(folder, { recursive: true })
})

test('while storage is away a job loses no attempt, and is done soon after its return', async () => {
  const folder = emptyFolder()
  const clock = new TestClock('2026-11-21T10:00:00Z')
  const { db, close } = await openTestDatabase({
    folder,
    migrations: [migrationsOf('jobs')],
    clock,
  })
  const jobs = new Jobs({ db, clock, log: { warn: () => undefined, error: () => undefined } })
  const tries: number[] = []
  const run = async (_payload: unknown, { attempt }: JobContext) => {
    tries.push(attempt)
    if (tries.length < 20) throw new AppError('storage_unavailable', 'The bucket is away.')
  }
  jobs.handle('work', { retryDelaysMs: [60_000], run })
  await db.transaction().execute((trx) => jobs.add(trx, 'work', {}))
  while ((await jobs.count()).waiting > 0) {
    expect(await jobs.runDue()).toBe(1)
    clock.advance(11)
  }
  expect(tries).toEqual(Array(20).fill(1))
  await close()
  rmSync(folder, { recursive: true })
})
