/** Four instances of the services on one PostgreSQL database, each with connections, counters and a clock of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILED_KEYS, PUBLIC_CALLS } from '../../../src/accounts/address-limits.ts'
import { callerOf, installGuard } from '../../../src/accounts/guard.ts'
import type { KeyMode } from '../../../src/accounts/key-format.ts'
import { type Accounts, openAccounts } from '../../../src/accounts/open.ts'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { connectDatabase, type OpenDatabase } from '../../../src/database/open.ts'
import type { App } from '../../../src/http/app.ts'
import { createLog } from '../../../src/http/log.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { type Clock, systemClock } from '../../../src/kernel/clock.ts'
import { OTP, OtpCodes } from '../../../src/signing/authentication/otp.ts'
import { PostgresServer } from '../../support/postgres.ts'

const INSTANCES = 4
/** Of the one whose clock is wrong. */
const FIVE_MINUTES_MS = 300_000

interface Instance {
  database: OpenDatabase
  accounts: Accounts
  app: App
}

let server: PostgresServer
let folder: string
const instances: Instance[] = []
let working = 0
let most = 0

async function serve(accounts: Accounts, clock: Clock): Promise<App> {
  const app = createHttpServer({
    clock,
    log: createLog('silent'),
    bodyBytesMax: 1_000_000,
    requestTimeoutMs: 10_000,
    trustedProxies: 0,
  })
  installGuard(app, accounts)
  app.post(
    '/render',
    { config: { access: { interface: 'documents', metered: 'documents' } } },
    (request) =>
      accounts.quota.spend(callerOf(request), 'documents', async () => {
        working += 1
        most = Math.max(most, working)
        await new Promise((resolve) => setTimeout(resolve, 20))
        working -= 1
        return { ok: true }
      }),
  )
  app.get('/page', { config: { access: 'public' } }, async () => ({ ok: true }))
  app.get('/alive', { config: { access: 'public', answersAlone: true } }, async () => ({
    ok: true,
  }))
  await app.ready()
  return app
}

async function serveOver(
  database: OpenDatabase,
  clock: Clock,
): Promise<Omit<Instance, 'database'>> {
  const rates = { changesPerMinute: 60, checksPerMinute: 60, readsPerMinute: 600 }
  const config = { plansFile: '', keyPrefix: 'pk', keyPepper: '', rates }
  const accounts = await openAccounts({ ...database, clock, dataFolder: folder, config })
  return { accounts, app: await serve(accounts, clock) }
}

async function start(index: number): Promise<Instance> {
  const clock = { now: () => Date.now() + (index === 1 ? FIVE_MINUTES_MS : 0) }
  const postgres = { url: server.url, schema: 'instances', connections: 5, statementMs: 20_000 }
  const database = await connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock })
  return { database, ...(await serveOver(database, clock)) }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-instances-test-'))
  server = await PostgresServer.start()
  for (let index = 0; index < INSTANCES; index += 1) instances.push(await start(index))
})
afterAll(async () => {
  for (const { app, accounts, database } of instances) {
    await app.close()
    await accounts.throttling.close()
    await database.close()
  }
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (index: number): Instance => instances[index % INSTANCES] as Instance
const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** Not all at once: on a busy machine some would wait longer for a connection than calls may. */
async function inWaves<Result>(count: number, work: (index: number) => Promise<Result>) {
  const results: Result[] = []
  for (let begun = 0; begun < count; begun += 50)
    results.push(...(await atOnce(Math.min(50, count - begun), (index) => work(begun + index))))
  return results
}

let addresses = 0
/** One that has sent nothing yet, also where a test is run a second time. */
const freshAddress = (): string => {
  addresses += 1
  return `198.51.100.${addresses}`
}

let made = 0
async function newKey(plan: string, mode: KeyMode = 'live') {
  const { accounts, keys } = at(0).accounts
  made += 1
  const { id: accountId } = await accounts.createAccount(`person${made}@example.com`)
  return await keys.createKey({ accountId, plan, name: 'test', mode })
}

const render = (index: number, secret: string, remoteAddress = '192.0.2.1') =>
  at(index).app.inject({
    method: 'POST',
    url: '/render',
    remoteAddress,
    headers: { 'x-api-key': secret },
  })
const get = (index: number, url: string, remoteAddress: string) =>
  at(index).app.inject({ method: 'GET', url, remoteAddress })

const statuses = (answers: ReadonlyArray<{ statusCode: number }>) =>
  answers.reduce<Record<number, number>>((counts, { statusCode }) => {
    counts[statusCode] = (counts[statusCode] ?? 0) + 1
    return counts
  }, {})

describe('calls with a key', () => {
  test('run no more at once than the plan allows, on all instances together', async () => {
    most = 0
    const { secret } = await newKey('documents_starter')
    const answers = await atOnce(40, (index) => render(index, secret))
    const codes = new Set(answers.map((one) => one.json().code ?? 'ok'))
    expect([...codes].sort()).toEqual(['concurrency_limited', 'ok'])
    expect(most).toBeLessThanOrEqual(2)
    for (const one of answers)
      if (one.statusCode === 429) expect(one.headers['retry-after']).toBe('1')
  })

  test('one after the other are admitted up to the rate, and say what is left of it', async () => {
    const { secret } = await newKey('free')
    const left: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const answer = await render(index, secret)
      expect(answer.statusCode).toBe(200)
      left.push(/"requests-minute";r=(\d+);t=\d+/.exec(String(answer.headers.ratelimit))?.[1] ?? '')
    }
    expect(left).toEqual(['4', '3', '2', '1', '0'])
    for (let index = 0; index < 8; index += 1) {
      const refused = await render(index, secret)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
      expect(refused.headers.ratelimit).toMatch(/"requests-minute";r=0;t=[56]\d/)
    }
  })

  test('on the last unit of the quota: exactly one of 60 gets it', async () => {
    const { secret } = await newKey('documents_starter')
    const callers = await atOnce(INSTANCES, (index) =>
      at(index).accounts.authenticator.authenticate(secret),
    )
    const spend = (index: number) => {
      const caller = callers[index % INSTANCES]!
      return at(index).accounts.quota.spend(caller, 'documents', async () => 'done')
    }
    await inWaves(499, spend)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => spend(index)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'quota_exceeded' })
    expect(await at(3).accounts.quota.state(callers[3]!, 'documents')).toMatchObject({
      used: 500,
      reserved: 0,
    })
  })

  test('of a key that was revoked elsewhere are refused at once', async () => {
    const { secret, id } = await newKey('documents_starter')
    expect((await render(2, secret)).statusCode).toBe(200)
    await at(0).accounts.keys.revokeKey(id)
    for (let index = 0; index < INSTANCES; index += 1)
      expect((await render(index, secret)).json().code).toBe('api_key_invalid')
  })
})

test('an admission is one statement, its headers none, and its slot is given back by one more', async () => {
  let asked = 0
  const counting = at(0).database.counting.withPlugin({
    transformQuery: ({ node }) => node,
    // Counted when answered: a slot that is still being given back makes the next call ask again.
    async transformResult({ result }) {
      asked += 1
      return result
    },
  })
  const { app, accounts } = await serveOver({ ...at(0).database, counting }, systemClock)
  const { secret } = await newKey('documents_starter')
  const post = { method: 'POST', url: '/render', headers: { 'x-api-key': secret } } as const
  const answer = await app.inject(post)
  expect(answer.headers.ratelimit).toContain('"requests-minute";r=9')
  await expect.poll(() => asked).toBe(2)
  expect((await app.inject({ method: 'GET', url: '/page' })).statusCode).toBe(200)
  expect(asked).toBe(3)
  const { secret: slow } = await newKey('free')
  const again = { ...post, headers: { 'x-api-key': slow } }
  for (let made = 0; made < 5; made += 1) {
    expect((await app.inject(again)).statusCode).toBe(200)
    // Its slot is free again.
    await expect.poll(() => asked).toBe(5 + 2 * made)
  }
  const codes = await Promise.all(Array.from({ length: 30 }, () => app.inject(again)))
  expect(new Set(codes.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
  const before = asked
  expect((await app.inject(again)).headers.ratelimit).toMatch(/"requests-minute";r=0;t=[56]\d/)
  expect(asked).toBe(before)
  await app.close()
  await accounts.throttling.close()
})

describe('calls of one address', () => {
  test('without a key: 600 a minute on all instances together', async () => {
    const address = freshAddress()
    const answers = await inWaves(800, (index) => get(index, '/page', address))
    expect(statuses(answers)).toEqual({ 200: PUBLIC_CALLS.max, 429: 800 - PUBLIC_CALLS.max })
    expect((await get(0, '/page', freshAddress())).statusCode).toBe(200)
  })

  test('with wrong keys: 1,000 a minute on all instances together, then not even the right one', async () => {
    const { secret } = await newKey('documents_starter')
    const wrong = `pk_live_${'a'.repeat(38)}`
    const address = freshAddress()
    const answers = await inWaves(1_200, (index) => render(index, wrong, address))
    expect(statuses(answers)).toEqual({ 401: FAILED_KEYS.max, 429: 1_200 - FAILED_KEYS.max })
    const late = await start(3)
    // It has never seen the address: the database tells it with the admission.
    const refused = await late.app.inject({
      method: 'POST',
      url: '/render',
      remoteAddress: address,
      headers: { 'x-api-key': secret },
    })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect((await render(0, secret, freshAddress())).statusCode).toBe(200)
    await late.app.close()
    await late.accounts.throttling.close()
    await late.database.close()
  })
})

test('three tries of a code stay three under 100 guesses at four instances at once', async () => {
  const clock = { now: () => Date.now() }
  const codes = instances.map(() => new OtpCodes({ clock, secret: Buffer.alloc(32, 7) }))
  const { db } = at(0).database
  // Only the codes decide; the signer's row would need a whole request.
  await sql`ALTER TABLE otp_codes DROP CONSTRAINT otp_codes_signer_id_fkey`.execute(db)
  const binding = { signerId: 'sig_a', documentSha256: 'f'.repeat(64), forgivenMs: 0 }
  const issued = await db
    .transaction()
    .execute((trx) => codes[0]!.issue(trx, binding, { channel: 'sms', to: '+33612345678' }, false))
  const wrong = issued.code === '000000' ? '000001' : '000000'
  const guess = (index: number, code: string) =>
    at(index)
      .database.db.transaction()
      .execute((trx) => codes[index % INSTANCES]!.attempt(trx, binding, code))
  const outcomes = await atOnce(100, (index) => guess(index, wrong))
  expect(outcomes.filter((one) => one.kind !== 'right' && one.counted)).toHaveLength(OTP.attempts)
  expect(outcomes.filter(({ kind }) => kind === 'right')).toHaveLength(0)
  expect((await guess(1, issued.code)).kind).toBe('locked')
})

test('while the database is away: 503 with Retry-After, never more, and health is answered', async () => {
  const { secret } = await newKey('documents_starter')
  await server.kill()
  try {
    const answers = await Promise.all([
      render(0, secret, freshAddress()),
      render(1, `pk_live_${'a'.repeat(38)}`, freshAddress()),
      get(2, '/page', freshAddress()),
    ])
    for (const one of answers) {
      expect([one.statusCode, one.json().code]).toEqual([503, 'storage_unavailable'])
      expect(one.headers['retry-after']).toBe('5')
    }
    expect((await get(0, '/alive', freshAddress())).statusCode).toBe(200)
  } finally {
    await server.restart()
  }
  await expect.poll(async () => (await render(0, secret, freshAddress())).statusCode).toBe(200)
})
