/** A job that takes longer than its lease keeps it for as long as it runs. */
import { rmSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrationsOf } from '../../../src/database/migrate.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { emptyFolder, TestClock } from '../accounts/fixture.ts'

const log = { warn: () => undefined, error: () => undefined }

test('a job that takes much longer than its lease is not begun by another process', async () => {
  // What keeps the lease is a timer: it goes with the clock here.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const folder = emptyFolder()
  const clock = new TestClock('2026-11-21T10:00:00Z')
  const database = await openTestDatabase({ folder, migrations: [migrationsOf('jobs')], clock })
  onTestFinished(async () => {
    vi.useRealTimers()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { db } = database
  const process = (run: () => Promise<void>): Jobs => {
    const jobs = new Jobs({ db, clock, log })
    jobs.handle('work', { retryDelaysMs: [1_000], run })
    return jobs
  }
  let end: () => void = () => undefined
  const ends = new Promise<void>((resolve) => {
    end = resolve
  })
  const begun: string[] = []
  const first = process(() => {
    begun.push('first')
    return ends
  })
  const second = process(async () => void begun.push('second'))
  await db.transaction().execute((trx) => first.add(trx, 'work', 'long'))
  const ended = first.runDue()
  await expect.poll(() => begun).toEqual(['first'])
  for (let minute = 0; minute < 20; minute += 1) {
    clock.move(60_000)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await second.runDue()).toBe(0)
  }
  end()
  await ended
  expect(begun).toEqual(['first'])
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})
