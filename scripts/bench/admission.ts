/**
 * What admitting a call costs: a route that does nothing behind the guard, on SQLite, on PostgreSQL, and on PostgreSQL
 * with the counters in memory, so that the difference is what sharing them adds. In each round every way takes a turn.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { installGuard } from '../../src/accounts/guard.ts'
import { openAccounts } from '../../src/accounts/open.ts'
import { RateLimiter } from '../../src/accounts/rate-limiter.ts'
import { MIGRATIONS } from '../../src/app/databases.ts'
import { connectDatabase } from '../../src/database/open.ts'
import type { PostgresOptions } from '../../src/database/postgres/options.ts'
import type { App } from '../../src/http/app.ts'
import { createLog } from '../../src/http/log.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { systemClock as clock } from '../../src/kernel/clock.ts'
import { memoryThrottling } from '../../src/throttling/memory.ts'
import { GENEROUS_PLANS } from '../../test/support/generous-plans.ts'
import { PostgresServer } from '../../test/support/postgres.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Goal, goalTable, measuredOn, row, table } from './report-parts.ts'
import { median, quantile } from './statistics.ts'

const WAYS = ['SQLite', 'PostgreSQL', 'PostgreSQL, counted in memory'] as const
type Way = (typeof WAYS)[number]

/** Calls of one way. */
interface Measured {
  readonly way: Way
  /** Statements before the response of one call. */
  readonly statements: number
  /** Milliseconds of one call at a time, of each round the median. */
  readonly rounds: readonly number[]
  readonly p95Ms: number
  /** Calls per second, sixteen at once, of each round. */
  readonly perSecond: readonly number[]
}

/** What this part leaves behind: docs/measurements/benchmarks-admission.json. */
export interface AdmissionResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly ways: readonly Measured[]
  /** Milliseconds of `SELECT 1`, of each round the median. */
  readonly roundTrips: readonly number[]
}

const ROUNDS = { quick: 4, full: 12 }
const CALLS = 200
const AT_ONCE = 16
/** A key's calls of the last minute are a list in memory: with one key it would be the list that is measured. */
const KEYS = 20
const RATES = { changesPerMinute: 60, checksPerMinute: 60, readsPerMinute: 600 }

interface Desk {
  readonly way: Way
  call(): Promise<void>
  statements(): number
  roundTrip(): Promise<void>
  close(): Promise<void>
}

/** A server over its own database, with keys to call it. */
async function openDesk(way: Way, folder: string, postgres?: PostgresOptions): Promise<Desk> {
  const database = await connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock })
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const db = database.db.withPlugin(counting)
  const plansFile = join(folder, 'plans.json')
  writeFileSync(plansFile, JSON.stringify(GENEROUS_PLANS))
  const config = { plansFile, keyPrefix: 'pk', keyPepper: '', rates: RATES }
  const accounts = await openAccounts({ db, counting: db, clock, dataFolder: folder, config })
  const { calls } = memoryThrottling(clock)
  const inMemory = new RateLimiter({ clock, quota: accounts.quota, calls, rates: RATES })
  const isInMemory = way === 'PostgreSQL, counted in memory'
  const app = await serve({ ...accounts, ...(isInMemory && { rateLimiter: inMemory }) })
  const { id: accountId } = await accounts.accounts.createAccount('bench@example.com')
  const secrets: string[] = []
  for (let n = 0; n < KEYS; n += 1) {
    const made = await accounts.keys.createKey({
      accountId,
      plan: 'abused',
      name: 'b',
      mode: 'live',
    })
    secrets.push(made.secret)
  }
  let made = 0
  return {
    way,
    async call() {
      made += 1
      const headers = { 'x-api-key': secrets[made % KEYS] ?? '' }
      const answer = await app.inject({ method: 'POST', url: '/nothing', headers })
      if (answer.statusCode !== 200) throw new Error(answer.body)
    },
    statements: () => asked,
    roundTrip: async () => void (await sql`SELECT 1`.execute(database.db)),
    async close() {
      await app.close()
      await accounts.throttling.close()
      await database.close()
    },
  }
}

async function serve(parts: Parameters<typeof installGuard>[1]): Promise<App> {
  const app = createHttpServer({
    clock,
    log: createLog('silent'),
    bodyBytesMax: 1_000,
    requestTimeoutMs: 10_000,
    trustedProxies: 0,
  })
  installGuard(app, parts)
  const config = { access: { interface: 'documents', metered: 'documents' } } as const
  app.post('/nothing', { config }, async () => ({ ok: true }))
  await app.ready()
  return app
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function oneByOne(work: () => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < CALLS; n += 1) times.push(await timed(work))
  return times
}

async function perSecond(work: () => Promise<void>): Promise<number> {
  const several = async () => {
    for (let n = 0; n < CALLS / AT_ONCE; n += 1) await work()
  }
  const ms = await timed(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, several))
  })
  return (Math.ceil(CALLS / AT_ONCE) * AT_ONCE * 1000) / ms
}

/** Statements of one call: those after the response (a slot given back) are not waited for, and not counted. */
async function statementsOf(desk: Desk): Promise<number> {
  const before = desk.statements()
  await desk.call()
  return desk.statements() - before - (desk.way === 'PostgreSQL' ? 1 : 0)
}

/** Runs this part. */
export async function benchAdmission(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<AdmissionResults> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-bench-'))
  const server = await PostgresServer.start()
  const at = (schema: string) => ({ url: server.url, schema, connections: 10, statementMs: 30_000 })
  const desks = [
    await openDesk('SQLite', join(folder, 'sqlite')),
    await openDesk('PostgreSQL', join(folder, 'shared'), at('shared')),
    await openDesk('PostgreSQL, counted in memory', join(folder, 'alone'), at('alone')),
  ]
  try {
    // Each key's first use is stored, and everything is compiled.
    for (const desk of desks) await oneByOne(desk.call)
    const ways: Array<{ desk: Desk; statements: number; times: number[][]; perSecond: number[] }> =
      []
    for (const desk of desks)
      ways.push({ desk, statements: await statementsOf(desk), times: [], perSecond: [] })
    const roundTrips: number[] = []
    for (let round = 0; round < ROUNDS[mode]; round += 1) {
      say(`admission, round ${round + 1} of ${ROUNDS[mode]}`)
      for (const way of ways.toSorted(() => Math.random() - 0.5)) {
        way.times.push(await oneByOne(way.desk.call))
        way.perSecond.push(await perSecond(way.desk.call))
      }
      roundTrips.push(median(await oneByOne(() => (desks[1] as Desk).roundTrip())))
    }
    const measured = ways.map(({ desk: { way }, statements, times, perSecond: rates }) => ({
      way,
      statements,
      rounds: times.map(median),
      p95Ms: quantile(times.flat(), 0.95),
      perSecond: rates,
    }))
    const date = new Date().toISOString()
    return { mode, date, machine: describeMachine(), ways: measured, roundTrips }
  } finally {
    for (const desk of desks) await desk.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const fine = (value: number): string => `${value.toFixed(2)} ms`

/** This part as Markdown. */
export function admissionReport(results: AdmissionResults): string {
  const { ways, roundTrips } = results
  const [, shared, alone] = ways
  const more = (shared?.statements ?? 0) - (alone?.statements ?? 0)
  const added = (shared?.rounds ?? []).map((ms, round) => ms - (alone?.rounds[round] ?? 0))
  const goal: Goal = {
    text: 'counting in PostgreSQL: at most one round trip more before the response',
    met: more <= 1,
    seen: `${more} statement, ${fine(median(added))}; an empty one takes ${fine(median(roundTrips))}`,
  }
  const lines = ways.map(({ way, statements, rounds, p95Ms, perSecond: rates }) =>
    row(way, statements, fine(median(rounds)), fine(p95Ms), Math.round(median(rates))),
  )
  return `${measuredOn(results, 'admission')}

${goalTable([goal])}

${table(['', 'statements', 'p50', 'p95', `calls/s, ${AT_ONCE} at once`], lines)}
`
}
