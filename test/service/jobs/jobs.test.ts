import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SOLE_INSTANCE } from '../../../src/database/instance.ts'
import { migrationsOf } from '../../../src/database/migrate.ts'
import type { OpenDatabase } from '../../../src/database/open.ts'
import { GiveUp, type JobKind, Jobs, RetryLater } from '../../../src/jobs/jobs.ts'
import { claimJob } from '../../../src/jobs/runs.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { emptyFolder, TestClock } from '../accounts/fixture.ts'

const quiet = { warn: () => undefined, error: () => undefined }
let folder = ''
let database: OpenDatabase
let clock: TestClock

beforeEach(async () => {
  folder = emptyFolder()
  clock = new TestClock('2026-11-21T10:00:00Z')
  database = await openTestDatabase({ folder, migrations: [migrationsOf('jobs')], clock })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const makeJobs = (how: Partial<JobKind<string>>, log = quiet): Jobs => {
  const jobs = new Jobs({ db: database.db, clock, log })
  jobs.handle('work', { retryDelaysMs: [1_000, 10_000], run: async () => undefined, ...how })
  return jobs
}
const add = (jobs: Jobs, payload: string, options = {}) =>
  database.db.transaction().execute((db) => jobs.add(db, 'work', payload, options))
/** Takes a job as a process does that then dies. */
const claim = () =>
  claimJob(database.db, {
    nowMs: clock.now(),
    leaseMs: 120_000,
    kinds: ['work'],
    running: [],
    instance: SOLE_INSTANCE,
  })
const rows = () => database.db.selectFrom('jobs').selectAll().execute()
/** A promise and what ends it. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('a job is done once, and one of a transaction that rolled back never', async () => {
  const done: string[] = []
  const jobs = makeJobs({ run: async (payload) => void done.push(payload) })
  await add(jobs, 'kept')
  await expect(
    database.db.transaction().execute(async (db) => {
      await jobs.add(db, 'work', 'lost')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await jobs.runDue()).toBe(1)
  expect(await jobs.runDue()).toBe(0)
  expect(done).toEqual(['kept'])
  expect(await rows()).toEqual([])
})

test('a failure is tried again after each delay and given up after the last, in one transaction', async () => {
  const attempts: number[] = []
  const given: string[] = []
  const jobs = makeJobs({
    run: async (_payload, { attempt }) => {
      attempts.push(attempt)
      throw new Error('no luck')
    },
    givenUp: async (_db, payload, error) => void given.push(`${payload}: ${error.message}`),
  })
  await add(jobs, 'a')
  await jobs.runDue()
  clock.advance(0.9)
  expect(await jobs.runDue()).toBe(0)
  // The wait is a tenth longer at most.
  clock.advance(0.3)
  expect(await jobs.runDue()).toBe(1)
  clock.advance(12)
  expect(await jobs.runDue()).toBe(1)
  expect([attempts, given]).toEqual([[1, 2, 3], ['a: no luck']])
  clock.advance(1e6)
  expect(await jobs.runDue()).toBe(0)
  expect(await jobs.count()).toEqual({ waiting: 0, failed: 1 })
})

test('an error can say when to come back, or that coming back is no use', async () => {
  const errors = [new RetryLater('busy', 60_000), new GiveUp('never')]
  const jobs = makeJobs({
    run: async () => {
      throw errors.shift()
    },
  })
  await add(jobs, 'a')
  await jobs.runDue()
  clock.advance(59)
  expect(await jobs.runDue()).toBe(0)
  clock.advance(8)
  expect(await jobs.runDue()).toBe(1)
  expect(await jobs.count()).toEqual({ waiting: 0, failed: 1 })
})

test('jobs of one lane go in their order, and one that waits holds up its lane only', async () => {
  const done: string[] = []
  let broken = true
  const jobs = makeJobs({
    run: async (payload) => {
      if (payload === 'a1' && broken) throw new Error('not yet')
      done.push(payload)
    },
  })
  for (const [payload, lane] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
    ['free', undefined],
  ] as const)
    await add(jobs, payload, lane === undefined ? {} : { lane })
  await jobs.runDue()
  expect(done).toEqual(['b1', 'free'])
  broken = false
  clock.advance(2)
  await jobs.runDue()
  expect(done).toEqual(['b1', 'free', 'a1', 'a2'])
})

test('a lane continues after a job that was given up', async () => {
  const done: string[] = []
  const jobs = makeJobs({
    run: async (payload) => {
      if (payload === 'bad') throw new GiveUp('bad')
      done.push(payload)
    },
  })
  await add(jobs, 'bad', { lane: 'a' })
  await add(jobs, 'good', { lane: 'a' })
  await jobs.runDue()
  expect(done).toEqual(['good'])
})

test('a second job of a key only moves the first one forward, with what it says', async () => {
  const done: string[] = []
  const jobs = makeJobs({ run: async (payload) => void done.push(payload) })
  await add(jobs, 'first', { uniqueKey: 'k', runAtMs: clock.now() + 60_000 })
  await add(jobs, 'second', { uniqueKey: 'k' })
  await add(jobs, 'other', { uniqueKey: 'l' })
  expect(await jobs.runDue()).toBe(2)
  expect(done.sort()).toEqual(['other', 'second'])
})

test('a key asked for while its job runs is done once more afterwards', async () => {
  const done: string[] = []
  const jobs: Jobs = makeJobs({
    run: async (payload) => {
      done.push(payload)
      // What is added now may be about something that this run has already looked past.
      if (payload === 'first') await add(jobs, 'again', { uniqueKey: 'k' })
    },
  })
  await add(jobs, 'first', { uniqueKey: 'k' })
  expect(await jobs.runDue()).toBe(2)
  expect(done).toEqual(['first', 'again'])
  expect(await rows()).toEqual([])
})

test('a job can order its own next time', async () => {
  let runs = 0
  const jobs: Jobs = makeJobs({
    run: async () => {
      runs += 1
      await add(jobs, 'tick', { uniqueKey: 'daily', runAtMs: clock.now() + 86_400_000 })
    },
  })
  await add(jobs, 'tick', { uniqueKey: 'daily' })
  expect(await jobs.runDue()).toBe(1)
  clock.advance(86_400)
  expect(await jobs.runDue()).toBe(1)
  expect(runs).toBe(2)
})

test('a key whose job was given up begins anew when it is asked for again', async () => {
  let works = false
  const attempts: number[] = []
  const jobs = makeJobs({
    run: async (_payload, { attempt }) => {
      attempts.push(attempt)
      if (!works) throw new GiveUp('no')
    },
  })
  await add(jobs, 'a', { uniqueKey: 'k' })
  await jobs.runDue()
  works = true
  await add(jobs, 'a', { uniqueKey: 'k' })
  await jobs.runDue()
  expect(attempts).toEqual([1, 1])
  expect(await rows()).toEqual([])
})

test('what a dead process had begun is done at the next start', async () => {
  await add(makeJobs({}), 'left')
  await claim()
  const done: string[] = []
  const jobs = makeJobs({ run: async (payload) => void done.push(payload) })
  expect(await jobs.runDue()).toBe(0)
  await jobs.start()
  await expect.poll(() => done).toEqual(['left'])
  await jobs.close()
})

test('a lease that is not renewed runs out by itself', async () => {
  const jobs = makeJobs({})
  await add(jobs, 'left')
  await claim()
  clock.advance(119)
  expect(await jobs.runDue()).toBe(0)
  clock.advance(2)
  expect(await jobs.runDue()).toBe(1)
})

test('two processes that claim at the same time never run one job twice', async () => {
  const done: string[] = []
  const run = async (payload: string) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
    done.push(payload)
  }
  const several = Array.from({ length: 4 }, () => makeJobs({ run }))
  const names = Array.from({ length: 60 }, (_, index) => `job ${index}`)
  for (const name of names) await add(several[0] as Jobs, name)
  await Promise.all(several.map((jobs) => jobs.runDue()))
  expect(done.sort()).toEqual(names.sort())
})

describe('a clock that is set back an hour', () => {
  const HOUR = 3_600

  test('has no job wait for that hour, whether it is asked for before or by the next process', async () => {
    const done: string[] = []
    const how = { run: async (payload: string) => void done.push(payload) }
    const jobs = makeJobs(how)
    await jobs.runDue()
    await add(jobs, 'now')
    await add(jobs, 'in a minute', { delayMs: 60_000 })
    await add(jobs, 'at a date', { runAtMs: clock.now() + 60_000 })
    clock.advance(-HOUR)
    await jobs.runDue()
    expect(done).toEqual(['now'])
    clock.advance(-HOUR)
    const next = makeJobs(how)
    expect(await next.runDue()).toBe(0)
    clock.advance(61)
    await next.runDue()
    expect(done).toEqual(['now', 'in a minute'])
    clock.advance(2 * HOUR)
    await next.runDue()
    expect(done).toEqual(['now', 'in a minute', 'at a date'])
  })

  test('has the wait of a job that failed begin anew', async () => {
    const jobs = makeJobs({
      run: async (_payload, { attempt }) => {
        if (attempt < 2) throw new Error('no luck')
      },
    })
    await add(jobs, 'a')
    await jobs.runDue()
    clock.advance(-HOUR)
    expect(await jobs.runDue()).toBe(0)
    clock.advance(1.2)
    expect(await jobs.runDue()).toBe(1)
    expect(await rows()).toEqual([])
  })

  test('has a job that is asked for again while it runs follow at once', async () => {
    const { opened, open } = gate()
    const done: string[] = []
    const jobs = makeJobs({
      run: async (payload) => {
        if (done.push(payload) === 1) await opened
      },
    })
    await add(jobs, 'first', { uniqueKey: 'k' })
    const running = jobs.runDue()
    await expect.poll(() => done).toEqual(['first'])
    await add(jobs, 'again', { uniqueKey: 'k' })
    clock.advance(-HOUR)
    open()
    await running
    expect(done).toEqual(['first', 'again'])
  })
})

test('a clock that jumps past the lease does not begin a job that still runs here', async () => {
  const { opened, open } = gate()
  let begun = 0
  const jobs = makeJobs({
    run: async () => {
      begun += 1
      await opened
    },
  })
  await add(jobs, 'long')
  const running = jobs.runDue()
  await expect.poll(() => begun).toBe(1)
  clock.advance(3_600)
  expect(await jobs.runDue()).toBe(0)
  open()
  expect(await running).toBe(1)
  expect(begun).toBe(1)
})

test.each(['ends well', 'fails'])(
  'a run whose lease went to another changes nothing any more when it %s',
  async (how) => {
    const { opened, open } = gate()
    let begun = false
    const slow = makeJobs({
      run: async () => {
        begun = true
        await opened
        if (how === 'fails') throw new Error('no luck')
      },
    })
    await add(slow, 'long')
    const running = slow.runDue()
    await expect.poll(() => begun).toBe(true)
    clock.advance(121)
    expect(await claim()).toMatchObject({ attempts: 2 })
    const theirs = { attempts: 2, leased_until: clock.now() + 120_000, last_error: null }
    open()
    await running
    expect(await rows()).toMatchObject([theirs])
  },
)

test('closing ends what runs, and that is not counted as an attempt', async () => {
  let begun = false
  const jobs = makeJobs({
    run: async (_payload, { signal }) => {
      begun = true
      await new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      )
    },
  })
  await add(jobs, 'long')
  await jobs.start()
  await expect.poll(() => begun).toBe(true)
  await jobs.close()
  expect(await rows()).toMatchObject([{ attempts: 0, leased_until: null, failed_at: null }])
})

test('no more than four jobs run at once, and all get their turn', async () => {
  let running = 0
  let most = 0
  let done = 0
  const jobs = makeJobs({
    run: async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 50))
      running -= 1
      done += 1
    },
  })
  for (let index = 0; index < 30; index++) await add(jobs, String(index))
  await jobs.start()
  await expect.poll(() => done).toBe(30)
  await jobs.close()
  expect(most).toBe(4)
})

test('a kind that may run so often at once leaves the other places to others', async () => {
  const { opened, open } = gate()
  let hanging = 0
  const jobs = makeJobs({
    atOnce: 2,
    run: async () => {
      hanging += 1
      await opened
    },
  })
  const { opened: done, open: finish } = gate()
  jobs.handle('other', { retryDelaysMs: [], run: async () => finish() })
  for (let index = 0; index < 6; index++) await add(jobs, String(index))
  await jobs.start()
  await expect.poll(() => hanging).toBe(2)
  await database.db.transaction().execute((db) => jobs.add(db, 'other', 'behind them'))
  await done
  expect(hanging).toBe(2)
  open()
  await expect.poll(() => hanging).toBe(6)
  await jobs.close()
})
