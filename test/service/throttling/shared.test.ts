/** What several instances on one PostgreSQL database count together: each is a pool of connections of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { connectDatabase, type OpenDatabase } from '../../../src/database/open.ts'
import type { Clock } from '../../../src/kernel/clock.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import type { Admitted, AttemptLimit, Call } from '../../../src/throttling/ports.ts'
import { type SharedThrottling, sharedThrottling } from '../../../src/throttling/shared.ts'
import { sweep } from '../../../src/throttling/shared-store.ts'
import { PostgresServer } from '../../support/postgres.ts'

const INSTANCES = 4
const FIVE_MINUTES_MS = 300_000

interface Instance {
  database: OpenDatabase
  throttling: SharedThrottling
}

let server: PostgresServer
let folder: string
let schemas = 0
let instances: Instance[] = []

/** Their clocks differ by minutes, which must change nothing. */
const clockOf = (index: number): Clock => ({
  now: () => Date.now() + ((index % 3) - 1) * FIVE_MINUTES_MS,
})

async function open(index: number, schema: string): Promise<Instance> {
  const postgres = { url: server.url, schema, connections: 5, statementMs: 20_000 }
  const clock = clockOf(index)
  const database = await connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock })
  return { database, throttling: sharedThrottling(database.counting, clock) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-throttling-test-'))
  server = await PostgresServer.start()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  schemas += 1
  instances = await Promise.all(
    Array.from({ length: INSTANCES }, (_, index) => open(index, `throttling_${schemas}`)),
  )
})
afterEach(async () => {
  for (const { throttling, database } of instances) {
    await throttling.close()
    await database.close()
  }
})

const at = (index: number): Instance => instances[index % INSTANCES] as Instance
const enter = (index: number, call: Call) => at(index).throttling.calls.enter(call)
const manyAtOnce = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const admitted = (verdicts: ReadonlyArray<Awaited<ReturnType<typeof enter>>>): Admitted[] =>
  verdicts.filter((one): one is Admitted => one.refused === undefined)
const db = () => at(0).database.db

/** What the tables hold, as if so much time had passed. */
async function pass(ms: number): Promise<void> {
  await sql`UPDATE throttle_tries SET begun_at = begun_at - ${ms}, ends_at = ends_at - ${ms}`.execute(
    db(),
  )
  await sql`UPDATE throttle_rates SET ends_at = ends_at - ${ms},
    times = (SELECT array_agg(one - ${ms} ORDER BY one) FROM unnest(times) AS one)`.execute(db())
  await sql`UPDATE throttle_leases SET ends_at = ends_at - ${ms}`.execute(db())
}

async function rowsOf(table: 'tries' | 'rates' | 'leases'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ${sql.table(`throttle_${table}`)}`.execute(db())
  return rows[0]?.count ?? -1
}

describe('a rate per minute', () => {
  const rate = { name: 'requests-minute', limit: 50 }

  test('lets exactly its limit of 400 calls through that come to four instances at once', async () => {
    const verdicts = await manyAtOnce(400, (index) => enter(index, { owner: 'key_a', rate }))
    expect(admitted(verdicts)).toHaveLength(50)
    const refused = verdicts.flatMap((one) => (one.refused === 'rate' ? [one.rate] : []))
    expect(refused).toHaveLength(350)
    for (const { limit, remaining, waitMs } of refused) {
      expect([limit, remaining]).toEqual([50, 0])
      expect(waitMs).toBeGreaterThan(30_000)
      expect(waitMs).toBeLessThanOrEqual(60_000)
    }
    expect(await at(1).throttling.calls.rate('key_a', rate)).toMatchObject({ remaining: 0 })
    expect(admitted([await enter(0, { owner: 'key_b', rate })])).toHaveLength(1)
  })

  test('slides: what is a minute old makes room, for as many and no more', async () => {
    await manyAtOnce(20, (index) => enter(index, { owner: 'key_a', rate }))
    await pass(31_000)
    await manyAtOnce(30, (index) => enter(index, { owner: 'key_a', rate }))
    await pass(30_000)
    const verdicts = await manyAtOnce(100, (index) => enter(index, { owner: 'key_a', rate }))
    expect(admitted(verdicts)).toHaveLength(20)
  })

  test('refuses from memory until a call fits, and asks again once the plan has changed', async () => {
    const one = { name: 'requests-minute', limit: 1 }
    await enter(0, { owner: 'key_a', rate: one })
    expect((await enter(0, { owner: 'key_a', rate: one })).refused).toBe('rate')
    await sql`DELETE FROM throttle_rates`.execute(db())
    expect((await enter(0, { owner: 'key_a', rate: one })).refused).toBe('rate')
    expect((await enter(0, { owner: 'key_a', rate: { ...one, limit: 2 } })).refused).toBeUndefined()
  })
})

describe('simultaneous calls', () => {
  const call: Call = { owner: 'key_a', slots: 3 }

  test('are never more than allowed, on four instances together, again and again', async () => {
    let running = 0
    let most = 0
    let done = 0
    const work = async (index: number) => {
      const verdict = await enter(index, call)
      if (verdict.refused !== undefined) return
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      done += 1
      verdict.leave()
    }
    for (let round = 0; round < 5; round += 1) await manyAtOnce(40, work)
    expect(most).toBeLessThanOrEqual(3)
    expect(done).toBeGreaterThanOrEqual(15)
    await expect.poll(() => at(3).throttling.calls.running('key_a')).toBe(0)
  })

  test('one after the other are never refused, whichever instance takes the next', async () => {
    for (let index = 0; index < 60; index += 1) {
      const verdict = await enter(index, { owner: 'key_a', slots: 1 })
      expect(verdict.refused).toBeUndefined()
      if (verdict.refused === undefined) verdict.leave()
    }
  })

  test('of an instance that was killed come free, those of one that lives do not', async () => {
    const dead = await open(0, `throttling_${schemas}`)
    expect(
      admitted(await Promise.all([1, 2].map(() => dead.throttling.calls.enter(call)))),
    ).toHaveLength(2)
    // Without a word: nothing of it is ended, nothing renewed.
    await dead.database.close()
    const [living] = admitted([await enter(1, call)])
    expect((await enter(2, call)).refused).toBe('slots')
    await pass(29_000)
    expect((await enter(2, call)).refused).toBe('slots')
    await at(1).throttling.keep()
    await pass(2_000)
    expect(await at(2).throttling.calls.running('key_a')).toBe(1)
    expect(admitted(await manyAtOnce(5, (index) => enter(index, call)))).toHaveLength(2)
    living?.leave()
  })

  test('that the server has lost in a crash are entered again by their instance', async () => {
    await manyAtOnce(3, (index) => enter(index, call))
    await sql`DELETE FROM throttle_leases`.execute(db())
    for (const { throttling } of instances) await throttling.keep()
    expect((await enter(0, call)).refused).toBe('slots')
  })

  test('that are refused count against no rate', async () => {
    const rate = { name: 'requests-minute', limit: 10 }
    const verdicts = await manyAtOnce(30, (index) => enter(index, { ...call, rate }))
    expect(admitted(verdicts)).toHaveLength(3)
    expect(await at(0).throttling.calls.rate('key_a', rate)).toMatchObject({ remaining: 7 })
  })
})

describe('attempts', () => {
  const limit: AttemptLimit = { name: 'wrong-keys-minute', max: 30, windowMs: 60_000 }
  const consume = (index: number, key: string) =>
    at(index).throttling.attemptLimiter(limit).consume(key)

  test('are exactly as many as allowed when 200 come to four instances at once', async () => {
    const states = await manyAtOnce(200, (index) => consume(index, '192.0.2.1'))
    expect(states.filter(({ waitMs }) => waitMs === 0)).toHaveLength(30)
    expect(Math.max(...states.map(({ used }) => used))).toBe(30)
    expect((await consume(0, '192.0.2.2')).waitMs).toBe(0)
    await pass(60_001)
    expect(await consume(0, '192.0.2.1')).toMatchObject({ waitMs: 0, used: 1 })
  })

  test('that were refunded or cleared on one instance may be made on another', async () => {
    await manyAtOnce(31, (index) => consume(index, 'a'))
    await at(1).throttling.attemptLimiter(limit).refund('a')
    expect((await consume(2, 'a')).waitMs).toBe(0)
    expect((await consume(2, 'a')).waitMs).toBeGreaterThan(0)
    await at(3).throttling.attemptLimiter(limit).clear('a')
    expect((await consume(2, 'a')).used).toBe(1)
  })

  test('bar calls of the same address on every instance', async () => {
    const barred: Call = { owner: 'key_a', slots: 1, check: { limit, key: '192.0.2.1' } }
    await manyAtOnce(30, (index) => consume(index, '192.0.2.1'))
    for (let index = 0; index < INSTANCES; index += 1)
      expect(await enter(index, barred)).toMatchObject({ refused: 'bar' })
    expect(await at(0).throttling.calls.running('key_a')).toBe(0)
    await pass(60_001)
    expect((await enter(0, barred)).refused).toBeUndefined()
  })

  test('leave no address in the database', async () => {
    await consume(0, '192.0.2.1')
    const { rows } = await sql<{ name: string }>`SELECT name FROM throttle_tries`.execute(db())
    expect(rows[0]?.name).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  })
})

test('what has ended is removed, what holds stays', async () => {
  const limit: AttemptLimit = { name: 'wrong-keys-minute', max: 3, windowMs: 60_000 }
  const call: Call = { owner: 'key_a', slots: 9, rate: { name: 'requests-minute', limit: 99 } }
  const fill = async (times: number) => {
    await manyAtOnce(times, (index) =>
      at(index).throttling.attemptLimiter(limit).consume(`${index} ${times}`),
    )
    await manyAtOnce(times, (index) => enter(index, { ...call, owner: `key ${index} ${times}` }))
  }
  await fill(50)
  await pass(61_000)
  await fill(7)
  await Promise.all(instances.map(({ database }) => sweep(database.db)))
  expect([await rowsOf('tries'), await rowsOf('rates'), await rowsOf('leases')]).toEqual([7, 7, 7])
})

test('nothing waits for whoever writes', async () => {
  const limit: AttemptLimit = { name: 'wrong-keys-minute', max: 3, windowMs: 60_000 }
  let waiting: Promise<unknown> | undefined
  await db()
    .transaction()
    .execute(async () => {
      // The transaction holds the lock of writers until it ends: these wait, on every connection that there is.
      const writers = Array.from({ length: 20 }, () =>
        at(1).database.db.deleteFrom('quota_reservations').execute(),
      )
      waiting = Promise.all(writers)
      const verdict = await enter(1, { owner: 'key_a', slots: 1 })
      expect(verdict.refused).toBeUndefined()
      expect((await at(2).throttling.attemptLimiter(limit).consume('a')).waitMs).toBe(0)
      if (verdict.refused === undefined) verdict.leave()
      await expect.poll(() => at(3).throttling.calls.running('key_a')).toBe(0)
    })
  await waiting
})

test('a refused call leaves the rows as they were', async () => {
  const call: Call = { owner: 'key_a', slots: 1, rate: { name: 'requests-minute', limit: 9 } }
  await enter(0, call)
  const before = await sql`SELECT xmin::text, ctid::text FROM throttle_rates`.execute(db())
  expect((await enter(1, call)).refused).toBe('slots')
  const after = await sql`SELECT xmin::text, ctid::text FROM throttle_rates`.execute(db())
  expect(after.rows).toEqual(before.rows)
})

test('while the server is away everything is refused with 503 and Retry-After, and nothing is let through', async () => {
  const limit: AttemptLimit = { name: 'wrong-keys-minute', max: 3, windowMs: 60_000 }
  await server.kill()
  try {
    const outcomes = await Promise.allSettled([
      enter(0, { owner: 'key_a', slots: 1 }),
      enter(1, { owner: 'key_a', rate: { name: 'requests-minute', limit: 9 } }),
      at(2).throttling.attemptLimiter(limit).consume('a'),
    ])
    for (const one of outcomes) {
      expect(one.status).toBe('rejected')
      const { reason } = one as PromiseRejectedResult
      expect(reason).toBeInstanceOf(AppError)
      expect(reason).toMatchObject({ code: 'storage_unavailable', retryAfterSeconds: 5 })
    }
    // Health is asked of this process alone.
    expect((await at(0).throttling.ownAttemptLimiter(limit).consume('a')).waitMs).toBe(0)
  } finally {
    await server.restart()
  }
  // Tables without a log are empty after a crash, as memory is after a restart.
  await expect
    .poll(async () => (await enter(0, { owner: 'key_a', slots: 1 })).refused)
    .toBeUndefined()
})
