/** Writers on PostgreSQL that do not wait for each other, and readers of the trail who miss nothing of theirs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { Trails } from '../../../src/audit/trail.ts'
import { concurrently, inTurn, takeTurn } from '../../../src/database/concurrent.ts'
import { connectDatabase, type Db, type OpenDatabase } from '../../../src/database/open.ts'
import { lockKeyOf } from '../../../src/database/postgres/options.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { PostgresServer } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-beside-'))
let server: PostgresServer
let one: OpenDatabase
let other: OpenDatabase
let trails: Trails

beforeAll(async () => {
  server = await PostgresServer.start()
  const postgres = { url: server.url, schema: 'beside', connections: 8, statementMs: 20_000 }
  const open = () =>
    connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock: systemClock })
  one = await open()
  other = await open()
  trails = new Trails(one.db, systemClock)
  for (const id of ['doc_a', 'doc_b'])
    await concurrently(one.db, 'trail', (trx) =>
      trails.open(trx, { id, accountId: 'acc_a', header: {} }),
    )
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Something that is let happen later. */
function gate() {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

/** Runs `meanwhile` while a transaction that has done `first` is open. */
async function whileOpen(
  write: (work: (trx: Db) => Promise<void>) => Promise<void>,
  first: (trx: Db) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const [begun, mayEnd] = [gate(), gate()]
  const long = write(async (trx) => {
    await first(trx)
    begun.open()
    await mayEnd.passed
  })
  await Promise.race([begun.passed, long])
  try {
    await meanwhile()
  } finally {
    mayEnd.open()
    await long
  }
}

const event = (type: string) => ({ type, actor: 'test' })
const isWaiting = async (promise: Promise<unknown>, ms = 300): Promise<boolean> => {
  const late = Symbol()
  const timer = new Promise<symbol>((resolve) => setTimeout(() => resolve(late), ms))
  return (await Promise.race([promise, timer])) === late
}

describe('writers', () => {
  test('of different documents do not wait for each other, on two instances or one', async () => {
    await whileOpen(
      (work) => concurrently(one.db, 'trail', work),
      (trx) => trails.append(trx, 'doc_a', event('slow')),
      async () => {
        for (const { db } of [other, one])
          await concurrently(db, 'trail', (trx) => trails.append(trx, 'doc_b', event('quick')))
      },
    )
  })

  test('of one document wait, and its trail stays in one piece', async () => {
    let second: Promise<unknown> = Promise.resolve()
    await whileOpen(
      (work) => concurrently(one.db, 'trail', work),
      (trx) => trails.append(trx, 'doc_a', event('first')),
      async () => {
        second = concurrently(other.db, 'trail', (trx) =>
          trails.append(trx, 'doc_a', event('second')),
        )
        expect(await isWaiting(second)).toBe(true)
      },
    )
    await second
    const types = (await trails.read('doc_a'))?.entries.map(({ type }) => type) ?? []
    expect(types.slice(-2)).toEqual(['first', 'second'])
  })

  test('that take one turn wait for each other; another turn, or the same one of another account, is free', async () => {
    let same: Promise<unknown> = Promise.resolve()
    await whileOpen(
      (work) => inTurn(one.db, 'webhooks', work),
      async () => undefined,
      async () => {
        await concurrently(other.db, 'turn', (trx) => takeTurn(trx, 'webhooks', 'acc_b'))
        await inTurn(other.db, 'jobs', async () => undefined)
        same = inTurn(other.db, 'webhooks', async () => undefined)
        expect(await isWaiting(same)).toBe(true)
      },
    )
    await same
  })

  test('of a build before ADR 36 have the database for themselves', async () => {
    const alone = sql`SELECT pg_advisory_xact_lock(${lockKeyOf('beside', 'writes').toString()}::int8)`
    let older: Promise<unknown> = Promise.resolve()
    await whileOpen(
      (work) => concurrently(one.db, 'rows', work),
      async () => undefined,
      async () => {
        older = alone.execute(other.db)
        expect(await isWaiting(older)).toBe(true)
      },
    )
    await older
  })

  test('that lock rows in opposite order both succeed: the one that PostgreSQL gives up runs again', async () => {
    const lock = (trx: Db, id: string) =>
      sql`SELECT FROM audit_trails WHERE id = ${id} FOR UPDATE`.execute(trx)
    let runs = 0
    const both = [gate(), gate()] as const
    const crossing = (db: Db, [from, to]: [string, string], [mine, theirs]: [0 | 1, 0 | 1]) =>
      concurrently(db, 'rows', async (trx) => {
        runs += 1
        await lock(trx, from)
        both[mine].open()
        await both[theirs].passed
        await lock(trx, to)
      })
    await Promise.all([
      crossing(one.db, ['doc_a', 'doc_b'], [0, 1]),
      crossing(other.db, ['doc_b', 'doc_a'], [1, 0]),
    ])
    // On a busy machine the one that runs again may get its first row before the other is awake.
    expect(runs).toBeGreaterThanOrEqual(3)
  })
})

describe('a reader of all trails', () => {
  const seen: string[] = []
  const read = () =>
    trails.readOn('reader', 100, async (_db, entries) => {
      seen.push(...entries.map(({ type }) => type))
    })

  test('misses no entry that becomes visible after a later one, and keeps their order', async () => {
    await read()
    seen.length = 0
    await whileOpen(
      (work) => concurrently(one.db, 'trail', work),
      (trx) => trails.append(trx, 'doc_a', event('begun first')),
      async () => {
        await concurrently(other.db, 'trail', (trx) =>
          trails.append(trx, 'doc_b', event('committed first')),
        )
        expect(await read()).toBe(0)
      },
    )
    expect(await read()).toBe(2)
    expect(seen).toEqual(['begun first', 'committed first'])
  })

  test('misses no entry of a transaction that began to write later, and asked for its position sooner', async () => {
    await read()
    seen.length = 0
    const [begun, mayAsk] = [gate(), gate()]
    // It has its number among transactions, and asks for a position when the other has one.
    const first = concurrently(one.db, 'trail', async (trx) => {
      await sql`SELECT FROM audit_trails WHERE id = 'doc_a' FOR UPDATE`.execute(trx)
      begun.open()
      await mayAsk.passed
      await trails.append(trx, 'doc_a', event('begun first, position later'))
    })
    await begun.passed
    await whileOpen(
      (work) => concurrently(other.db, 'trail', work),
      (trx) => trails.append(trx, 'doc_b', event('begun later, position first')),
      async () => {
        mayAsk.open()
        await first
        expect(await read()).toBe(0)
      },
    )
    expect(await read()).toBe(2)
    expect(seen).toEqual(['begun later, position first', 'begun first, position later'])
  })

  test('that reads to the end waits for what is about to be committed', async () => {
    await read()
    seen.length = 0
    let reading: Promise<number> = Promise.resolve(0)
    await whileOpen(
      (work) => concurrently(one.db, 'trail', work),
      (trx) => trails.append(trx, 'doc_a', event('one')),
      async () => {
        await concurrently(other.db, 'trail', (trx) => trails.append(trx, 'doc_b', event('two')))
        reading = trails.readAll('reader', 100, async (_db, entries) => {
          seen.push(...entries.map(({ type }) => type))
        })
        expect(await isWaiting(reading, 100)).toBe(true)
      },
    )
    expect(await reading).toBe(2)
    expect(seen).toEqual(['one', 'two'])
  })

  test('is woken when an entry is committed, not while its transaction is open, and not for one that failed', async () => {
    let woken = 0
    const own = new Trails(one.db, systemClock)
    own.onAppend(() => {
      woken += 1
    })
    await whileOpen(
      (work) => concurrently(one.db, 'trail', work),
      (trx) => own.append(trx, 'doc_a', event('heard of')),
      async () => {
        await sleep(20)
        expect(woken).toBe(0)
      },
    )
    await expect.poll(() => woken).toBe(1)
    const failing = concurrently(one.db, 'trail', async (trx) => {
      await own.append(trx, 'doc_a', event('rolled back'))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await sleep(20)
    expect(woken).toBe(1)
  })

  test('reads every entry of 200 transactions once, in the order of each trail', async () => {
    await read()
    seen.length = 0
    let done = false
    const reading = (async () => {
      while (!done) await read()
      await read()
    })()
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        concurrently(n % 2 ? one.db : other.db, 'trail', async (trx) => {
          await trails.append(trx, n % 3 ? 'doc_a' : 'doc_b', event(`entry ${n}`))
          if (n % 5 === 0) await sql`SELECT pg_sleep(0.02)`.execute(trx)
        }),
      ),
    )
    done = true
    await reading
    expect(seen).toHaveLength(200)
    const written = ['doc_a', 'doc_b'].map(async (id) => {
      const types = (await trails.read(id))?.entries.map(({ type }) => type) ?? []
      return types.filter((type) => type.startsWith('entry'))
    })
    for (const types of await Promise.all(written))
      expect(seen.filter((type) => types.includes(type))).toEqual(types)
  })
})
