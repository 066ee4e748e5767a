/** Several server processes on one database: who is alive, whose work is whose, and one clock for all. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAccounts } from '../../../src/accounts/open.ts'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { SOLE_INSTANCE } from '../../../src/database/instance.ts'
import { connectDatabase, type OpenDatabase } from '../../../src/database/open.ts'
import { ClockSync } from '../../../src/database/postgres/clock-sync.ts'
import type { PostgresOptions } from '../../../src/database/postgres/options.ts'
import {
  type Serving,
  SessionConnection,
} from '../../../src/database/postgres/session-connection.ts'
import { SharedInstance } from '../../../src/database/postgres/shared-instance.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { AdjustedClock, systemClock } from '../../../src/kernel/clock.ts'
import { openPki } from '../../../src/pki/open.ts'
import { listKeys } from '../../../src/pki/store.ts'
import { Idempotency } from '../../../src/signing/requests/idempotency.ts'
import { layCable } from '../../support/cable.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'

const RHYTHM = { beatMs: 50, unlockedMs: 200, deadMs: 600 }
const LEFT_MS = 5_000
const AUTHORITY = {
  country: 'FR',
  organization: 'Paraph',
  organizationId: '',
  policyOid: '1.3.6.1.4.1.32473.1',
  keyPool: 0,
}
const PASSPHRASE = 'a passphrase of the tests'
const quiet = { warn: () => undefined, error: () => undefined }
const lost = () => undefined

let server: PostgresServer
let options: PostgresOptions
let schemas = 0
const root = mkdtempSync(join(tmpdir(), 'paraph-instances-'))

/** What was opened, to be closed after each test. */
const opened: Array<() => Promise<unknown>> = []
const folder = (): string => mkdtempSync(join(root, 'data-'))

async function database(): Promise<OpenDatabase> {
  const parts = { folder: root, postgres: options, migrations: MIGRATIONS, clock: systemClock }
  const made = await connectDatabase(parts)
  opened.push(() => made.close())
  return made
}

/** A server process, as far as the database sees it. */
async function process(at = folder(), rhythm = RHYTHM, url = options.url) {
  const { db } = await database()
  const connection = await SessionConnection.open({ ...options, url }, 'shared', lost)
  const parts = {
    db,
    connection,
    folder: at,
    version: '1',
    roles: ['render'],
    log: quiet,
    rhythm,
  }
  const instance = await SharedInstance.enter(parts)
  opened.push(() => instance.close().then(() => connection.close()))
  return {
    db,
    instance,
    connection,
    folder: at,
    jobs: new Jobs({ db, clock: systemClock, log: quiet, instance }),
    idempotency: new Idempotency({ db, clock: systemClock, instance }),
    /** Ends it without a word, as a kill or a cut network does. */
    vanish: () => connection.close(),
  }
}

beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => {
  schemas += 1
  options = { url: server.url, schema: `i_${schemas}`, connections: 4, statementMs: 30_000 }
})
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const serve = (serving: Serving) => SessionConnection.open(options, serving, lost, 1_000)

test('several serve where their files are in one place, and else one alone', async () => {
  await database()
  const [one, other] = [await serve('shared'), await serve('shared')]
  await expect(serve('alone')).rejects.toThrow(
    /another server is using the schema .*PARAPH_STORAGE_URL/,
  )
  await one.close()
  const waiting = serve('alone')
  await other.close()
  const alone = await waiting
  await expect(serve('shared')).rejects.toThrow(/whose files are in its data folder/)
  await alone.close()
}, 60_000)

test('a job of an instance that ended is done by another, and only then', async () => {
  const [one, other] = [await process(), await process()]
  const done: string[] = []
  let finish = (): void => undefined
  const kept = new Promise<void>((resolve) => {
    finish = resolve
  })
  one.jobs.handle('work', {
    retryDelaysMs: [0],
    async run() {
      done.push('begun by one')
      await kept
    },
  })
  other.jobs.handle('work', { retryDelaysMs: [0], run: async () => void done.push('other') })
  await one.jobs.add(one.db, 'work', {})
  await one.jobs.start()
  await expect.poll(() => done).toEqual(['begun by one'])
  await other.jobs.start()
  expect(await other.jobs.runDue()).toBe(0)
  await one.vanish()
  await expect.poll(() => done, { timeout: LEFT_MS }).toEqual(['begun by one', 'other'])
  finish()
  await one.jobs.close()
  await other.jobs.close()
  // What the first one did in the end changes nothing.
  expect(await one.db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('an instance that starts again in its folder has what it held back at once', async () => {
  const one = await process()
  await one.db
    .insertInto('jobs')
    .values({
      kind: 'x',
      payload: '{}',
      run_at: 0,
      created_at: '',
      owner: one.instance.id,
    } as never)
    .execute()
  await one.db
    .updateTable('jobs')
    .set({ leased_until: Date.now() + 60_000 })
    .execute()
  // The process is gone; its row stays.
  await one.vanish()
  const again = await process(one.folder)
  expect(again.instance.id).not.toBe(one.instance.id)
  const ran: number[] = []
  again.jobs.handle('x', { retryDelaysMs: [], run: async () => void ran.push(1) })
  await again.jobs.start()
  await expect.poll(() => ran).toEqual([1])
  await again.jobs.close()
})

test('a call whose key others freed has no effect', async () => {
  const [one, other] = [await process(), await process()]
  await other.idempotency.recover()
  const call = { accountId: 'acc', mode: 'live', key: 'k', hash: 'h' }
  const effects: string[] = []
  const late = one.idempotency.once(call, async (save) => {
    await one.vanish()
    await expect
      .poll(() => one.db.selectFrom('idempotency_keys').selectAll().execute(), { timeout: LEFT_MS })
      .toEqual([])
    const again = await other.idempotency.once(call, async (keep) => {
      await other.db.transaction().execute(async (trx) => keep?.(trx, { from: 'other' }))
      effects.push('other')
      return { from: 'other' }
    })
    expect(again).toEqual({ body: { from: 'other' }, replayed: false })
    await one.db.transaction().execute(async (trx) => save?.(trx, { from: 'one' }))
    effects.push('one')
    return { from: 'one' }
  })
  await expect(late).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(effects).toEqual(['other'])
  expect(await other.idempotency.once(call, async () => ({}))).toEqual({
    body: { from: 'other' },
    replayed: true,
  })
})

test('a key whose call failed because the database was away is free again afterwards', async () => {
  const one = await process()
  const call = { accountId: 'acc', mode: 'live', key: 'k', hash: 'h' }
  const failed = one.idempotency.once(call, async () => {
    await server.kill()
    await one.db.selectFrom('jobs').selectAll().execute()
  })
  await expect(failed).rejects.toMatchObject({ code: 'storage_unavailable' })
  await server.restart()
  const again = () =>
    one.idempotency
      .once(call, async () => 'done')
      .then(
        ({ body }) => body,
        ({ code }: { code: string }) => code,
      )
  expect(await again()).toBe('idempotency_key_in_use')
  await expect.poll(again, { timeout: 2 * LEFT_MS, interval: 500 }).toBe('done')
})

test('one leads a task; when it ends another does, and whoever was taken for dead claims nothing', async () => {
  const [one, other] = [await process(), await process()]
  const leading = await Promise.all([one.instance.leads('t'), other.instance.leads('t')])
  expect(leading.filter(Boolean)).toHaveLength(1)
  const [leader, follower] = leading[0] ? [one, other] : [other, one]
  expect([await leader.instance.leads('t'), await follower.instance.leads('t')]).toEqual([
    true,
    false,
  ])
  await leader.vanish()
  await expect.poll(() => follower.instance.leads('t'), { timeout: LEFT_MS }).toBe(true)
  expect(await leader.instance.leads('t')).toBe(false)
  leader.jobs.handle('x', { retryDelaysMs: [], run: async () => undefined })
  await follower.jobs.add(follower.db, 'x', {})
  expect(await leader.jobs.runDue()).toBe(0)
})

test('a process that ended is dead at once, one that is only silent or of an earlier build later', async () => {
  const cable = await layCable(server.port)
  opened.push(() => cable.close())
  const rhythm = { beatMs: 50, unlockedMs: 200, deadMs: 3_000 }
  const watching = await process(folder(), rhythm)
  const killed = await process(folder(), rhythm)
  const url = `postgres://paraph@127.0.0.1:${cable.port}/postgres`
  const frozen = await process(folder(), rhythm, url)
  const ids = [watching.instance.id, killed.instance.id, frozen.instance.id]
  const alive = async () => {
    const rows = await watching.db.selectFrom('instances').select('id').execute()
    return rows.map(({ id }) => id).filter((id) => id === 'earlier' || ids.includes(id))
  }
  // Only who has itself been seen for so long buries others.
  await new Promise((resolve) => setTimeout(resolve, rhythm.deadMs))
  const { rows } = await watching.connection.query<{ seen_at: number }>(
    'SELECT max(seen_at) AS seen_at FROM instances',
  )
  const earlier = { id: 'earlier', version: '0', started_at: 0, seen_at: rows[0]?.seen_at ?? 0 }
  await watching.db
    .insertInto('instances')
    .values({ ...earlier, roles: 'jobs', life_lock: null })
    .execute()
  cable.freeze()
  await killed.vanish()
  const left = [ids[0], ids[2], 'earlier'].sort()
  await expect
    .poll(async () => (await alive()).sort(), { interval: 50, timeout: LEFT_MS })
    .toEqual(left)
  await expect.poll(alive, { timeout: 2 * LEFT_MS }).toEqual([ids[0]])
}, 60_000)

test('a connection that was lost and is back makes nobody dead', async () => {
  const [one, other] = [await process(), await process()]
  const ids = [one.instance.id, other.instance.id]
  for (let times = 0; times < 20; times += 1) {
    await one.db.transaction().execute((db) =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND pid <> pg_backend_pid()`.execute(db),
    )
    await new Promise((resolve) => setTimeout(resolve, RHYTHM.beatMs * 3))
  }
  await new Promise((resolve) => setTimeout(resolve, 2 * RHYTHM.deadMs))
  expect([one.instance.id, other.instance.id]).toEqual(ids)
})

test('a database that was away makes nobody dead', async () => {
  const [one, other] = [await process(), await process()]
  const ids = [one.instance.id, other.instance.id]
  await server.kill()
  await new Promise((resolve) => setTimeout(resolve, 2 * RHYTHM.deadMs))
  await server.restart()
  await expect
    .poll(
      () =>
        one.connection.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      { timeout: LEFT_MS },
    )
    .toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 2 * RHYTHM.deadMs))
  expect([one.instance.id, other.instance.id]).toEqual(ids)
})

test('recurring work is one job, however many start', async () => {
  const [one, other] = [await process(), await process()]
  await one.jobs.add(one.db, 'daily', {}, { uniqueKey: 'daily', delayMs: 60_000 })
  const [row] = await one.db.selectFrom('jobs').select('run_at').execute()
  await other.jobs.addAtStart(other.db, 'daily', { uniqueKey: 'daily' })
  expect(await one.db.selectFrom('jobs').select('run_at').execute()).toEqual([row])
  await new Jobs({ ...other, clock: systemClock, log: quiet, instance: SOLE_INSTANCE }).addAtStart(
    other.db,
    'daily',
    { uniqueKey: 'daily' },
  )
  expect((await one.db.selectFrom('jobs').select('run_at').execute())[0]?.run_at).toBeLessThan(
    row?.run_at ?? 0,
  )
})

test.each([300_000, -300_000])('a clock %i ms off is set by the database', async (aheadMs) => {
  await database()
  const connection = await serve('shared')
  const own = { now: () => Date.now() + aheadMs }
  const clock = new AdjustedClock(own)
  const told: object[] = []
  const log = { warn: (facts: object) => void told.push(facts) }
  await new ClockSync({ connection, clock, log }, own).measure()
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(500)
  expect(told).toHaveLength(1)
  await new ClockSync({ connection, clock, log }, own).measure()
  expect(told).toHaveLength(1)
  await connection.close()
})

test('two that start on an empty database make one authority and one pepper', async () => {
  const starts = [0, 4].map(async (first) => {
    const { db } = await database()
    const pki = openPki({
      db,
      clock: systemClock,
      dataFolder: folder(),
      baseUrl: 'http://127.0.0.1',
      makeKey: cachedKeys(first),
      config: { ...AUTHORITY, passphrase: PASSPHRASE },
    })
    await pki.authority.start({ make: true })
    const accounts = await openAccounts({
      db,
      clock: systemClock,
      dataFolder: folder(),
      config: {
        plansFile: '',
        keyPrefix: 'pk',
        keyPepper: '',
        rates: { changesPerMinute: 1, checksPerMinute: 1, readsPerMinute: 1 },
        pepperVault: { passphrase: PASSPHRASE, seals: true },
      },
    })
    return { db, pki, secret: accounts.deriveKey('tests').toString('hex') }
  })
  const [one, other] = await Promise.all(starts)
  expect(one?.secret).toBe(other?.secret)
  const labels = async (of: typeof one) => of && [...(await of.pki.authority.keys()).keys()].sort()
  expect(await labels(one)).toEqual(['issuing-1', 'ocsp-1', 'root-1', 'seal-1', 'timestamp-1'])
  expect(await labels(other)).toEqual(await labels(one))
  const rows = one && (await listKeys(one.db))
  expect(rows?.every(({ retired_at }) => retired_at === null)).toBe(true)
})

test('lists of revoked certificates that are made at once have numbers of their own', async () => {
  const { db } = await database()
  const pki = openPki({
    db,
    clock: systemClock,
    dataFolder: folder(),
    baseUrl: 'http://127.0.0.1',
    makeKey: cachedKeys(),
    config: { ...AUTHORITY, passphrase: PASSPHRASE },
  })
  await pki.authority.start({ make: true })
  const signer = (await pki.authority.key('seal')).facts.certificate
  const lists = await Promise.all(
    Array.from({ length: 6 }, () => pki.revocation.validationData([signer])),
  )
  const issuing = new Set(lists.flatMap(({ crls }) => crls.map((crl) => crl.toString('hex'))))
  expect(issuing.size).toBe(12)
})
