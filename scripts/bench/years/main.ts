/**
 * What the service is like after years: starts, lists, backup under writes, restore, verification of all trails and
 * retention, of the built service on a data folder that `fill.ts` has filled. `--folder=PATH` keeps what is filled, or takes
 * what was.
 */
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { GENEROUS_PLANS } from '../../../test/support/generous-plans.ts'
import { ProbedServer } from '../../../test/support/loop-probe.ts'
import { freePort } from '../../../test/support/server-process.ts'
import { smallPdf } from '../../../test/support/signing-app.ts'
import { multipart } from '../contender.ts'
import { send } from '../instances/calls.ts'
import { describeMachine, type Machine } from '../machine.ts'
import { type Filled, fill } from './fill.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const KEPT = join(ROOT, 'docs/measurements/benchmarks-years.json')
const COUNT = { quick: 5_000, full: 50_000 }
const STARTS = 3
const LISTS = 30
/** Of those over three years, about a sixth is older. */
const KEPT_DAYS = 900
/** After the port is open. */
const SETTLING_MS = 10_000
const WRITE_EVERY_MS = 100
const LOOK_EVERY_MS = 50
/** Longest ones that are kept. */
const STRETCHES = 20

/** One start. Milliseconds; stretches of the event loop are processor time, the longest first. */
export interface Start {
  readonly portMs: number
  readonly readyMs: number
  readonly stretches: readonly number[]
}

/** A copy while the service writes. */
export interface Copied {
  readonly name: string
  readonly seconds: number
  /** Milliseconds of each draft that was made meanwhile. */
  readonly writesMs: readonly number[]
}

/** What the steps measure. */
interface Measured {
  readonly starts: readonly Start[]
  readonly lists: readonly { readonly name: string; readonly ms: readonly number[] }[]
  readonly verifyAuditSeconds: number
  readonly copies: readonly Copied[]
  readonly restoreSeconds: number
  readonly restoredStart: Start
  readonly retention: {
    readonly erased: number
    readonly seconds: number
    readonly stretches: readonly number[]
    /** Milliseconds of /health/live meanwhile. */
    readonly liveMs: readonly number[]
  }
}

/** What this part leaves behind: docs/measurements/benchmarks-years.json. */
export interface YearsResults extends Partial<Measured> {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly documents: number
  readonly databaseMb: number
  /** Load average of the last minute at the end: what others asked of the machine. */
  readonly load: number
}

interface Place {
  readonly folder: string
  readonly backup: string
  readonly restored: string
  readonly filled: Filled
}

const settingsOf = (folder: string, more: Record<string, string> = {}) => ({
  PARAPH_DATA_DIR: folder,
  PARAPH_PLANS_FILE: join(folder, '..', 'plans.json'),
  PARAPH_OFFICE_WORKERS: '1',
  PARAPH_READS_PER_MINUTE: '1000000',
  PARAPH_DRAFTS_MAX: '1000000',
  ...more,
})

/** Runs a command of the operator; seconds. `verify-audit` ends with 1 because it finds faults. */
async function command(folder: string, ...args: string[]): Promise<number> {
  const startMs = performance.now()
  const env = { ...process.env, ...settingsOf(folder) }
  const options = { cwd: ROOT, env, maxBuffer: 1e9 }
  await promisify(execFile)('node', ['dist/cli/main.js', ...args], options).catch(
    (error: { code?: unknown }) => {
      if (error.code !== 1 || args[0] !== 'verify-audit') throw error
    },
  )
  return (performance.now() - startMs) / 1000
}

async function start(folder: string, more?: Record<string, string>) {
  const startMs = performance.now()
  const server = new ProbedServer(await freePort(), settingsOf(folder, more))
  const isLive = () =>
    fetch(`${server.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isLive())) {
    if (server.process.exitCode !== null) throw new Error(server.said)
    await sleep(10)
  }
  const portMs = performance.now() - startMs
  await server.ready(120_000)
  return { server, portMs, readyMs: performance.now() - startMs }
}

/** Works with a server, which is stopped then. */
async function served<T>(
  server: ProbedServer,
  work: (server: ProbedServer) => Promise<T>,
): Promise<T> {
  return await work(server).finally(() => server.stop())
}

async function startedOnce(folder: string): Promise<Start> {
  const { server, portMs, readyMs } = await start(folder)
  return await served(server, async () => {
    await sleep(SETTLING_MS)
    return { portMs, readyMs, stretches: (await server.stretches()).slice(0, STRETCHES) }
  })
}

async function listed({ url }: ProbedServer, filled: Filled) {
  const kinds = {
    'the newest ten': 'limit=10',
    'of one address': `email=${encodeURIComponent(filled.email)}`,
    'by reference': 'external_id=contract-25',
  }
  const lists = []
  for (const [name, query] of Object.entries(kinds)) {
    const ms: number[] = []
    for (let n = 0; n < LISTS; n += 1) {
      const startMs = performance.now()
      const { status } = await send(`${url}/api/v1/documents?${query}`, filled.key)
      if (status !== 200) throw new Error(`${query}: ${status}`)
      ms.push(performance.now() - startMs)
    }
    lists.push({ name, ms })
  }
  return lists
}

/** Makes drafts, ten a second, until it is told to stop; how long each took. */
function drafting(url: string, key: string) {
  let over = false
  const writesMs: number[] = []
  const work = async (): Promise<number[]> => {
    const signers = [{ email: 'zoe@example.com', phone: '+33611000000', last_name: 'Łukasz' }]
    const form = multipart([
      ['file', await smallPdf(), 'contract.pdf'],
      ['signers', JSON.stringify(signers)],
      ['send', 'false'],
    ])
    while (!over) {
      const startMs = performance.now()
      const { status, body } = await send(`${url}/api/v1/documents`, key, form)
      if (status !== 201) throw new Error(`${status} ${body}`)
      const tookMs = performance.now() - startMs
      writesMs.push(tookMs)
      await sleep(Math.max(0, WRITE_EVERY_MS - tookMs))
    }
    return writesMs
  }
  const done = work()
  return {
    async stop(): Promise<number[]> {
      over = true
      return await done
    },
  }
}

async function copied({ url }: ProbedServer, { folder, backup, filled }: Place): Promise<Copied[]> {
  const copies: Copied[] = []
  for (const name of ['first copy', 'update of it']) {
    const writes = drafting(url, filled.key)
    const seconds = await command(folder, 'backup', '--to', backup)
    copies.push({ name, seconds, writesMs: await writes.stop() })
  }
  return copies
}

/** After a start with a retention period, until everything older is gone. */
async function erased(server: ProbedServer): Promise<Measured['retention']> {
  await server.stretches() // those of the start
  const startMs = performance.now()
  const liveMs: number[] = []
  let count = 0
  while (count === 0) {
    const askedMs = performance.now()
    await (await fetch(`${server.url}/health/live`)).arrayBuffer()
    liveMs.push(performance.now() - askedMs)
    await sleep(LOOK_EVERY_MS)
    if (liveMs.length % 20 !== 0) continue
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    count = Number(
      /paraph_retention_erased_total\{what="completed"\} (\d+)/.exec(metrics)?.[1] ?? 0,
    )
  }
  const seconds = (performance.now() - startMs) / 1000
  const stretches = (await server.stretches()).slice(0, STRETCHES)
  return { erased: count, seconds, stretches, liveMs }
}

/** The plan of the account that has the documents, without rates. */
function writePlans(top: string): void {
  const shipped = JSON.parse(readFileSync(join(ROOT, 'src/accounts/plans.json'), 'utf8')) as object
  const plans = { ...shipped, signature_business: GENEROUS_PLANS.abused }
  writeFileSync(join(top, 'plans.json'), JSON.stringify(plans))
}

async function placeOf(
  top: string,
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<Place> {
  const [folder, facts] = [join(top, 'data'), join(top, 'filled.json')]
  writePlans(top)
  if (!existsSync(facts)) writeFileSync(facts, JSON.stringify(await fill(folder, COUNT[mode], say)))
  const filled = JSON.parse(readFileSync(facts, 'utf8')) as Filled
  return { folder, backup: join(top, 'backup'), restored: join(top, 'restored'), filled }
}

/** What is measured, each on what the steps before it have left in the folder. */
const STEPS: Readonly<Record<string, (place: Place) => Promise<Partial<Measured>>>> = {
  async starts({ folder }) {
    const starts: Start[] = []
    for (let n = 0; n < STARTS; n += 1) starts.push(await startedOnce(folder))
    return { starts }
  },
  async lists({ folder, filled }) {
    const { server } = await start(folder)
    return { lists: await served(server, () => listed(server, filled)) }
  },
  async audit({ folder }) {
    return { verifyAuditSeconds: await command(folder, 'verify-audit', '--skip-files') }
  },
  async backup(place) {
    rmSync(place.backup, { recursive: true, force: true })
    const { server } = await start(place.folder)
    return { copies: await served(server, () => copied(server, place)) }
  },
  async restore({ backup, restored }) {
    rmSync(restored, { recursive: true, force: true })
    const restoreSeconds = await command(restored, 'restore', '--from', backup)
    return { restoreSeconds, restoredStart: await startedOnce(restored) }
  },
  async retention({ restored }) {
    const { server } = await start(restored, { PARAPH_KEEP_COMPLETED_DAYS: String(KEPT_DAYS) })
    return { retention: await served(server, erased) }
  },
}

const given = (name: string): string | undefined =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3)

/** Runs this part; `--steps=NAMES` some of it, beside what the last run has of the others. */
export async function benchYears(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<YearsResults> {
  const own = given('folder') === undefined
  const top = given('folder') ?? mkdtempSync(join(tmpdir(), 'paraph-years-'))
  try {
    mkdirSync(top, { recursive: true })
    const place = await placeOf(top, mode, say)
    const chosen = given('steps')?.split(',')
    const isKept = chosen !== undefined && existsSync(KEPT)
    let measured = isKept ? (JSON.parse(readFileSync(KEPT, 'utf8')) as Partial<Measured>) : {}
    for (const [name, step] of Object.entries(STEPS)) {
      if (chosen !== undefined && !chosen.includes(name)) continue
      measured = { ...measured, ...(await step(place)) }
      say(`${name} measured`)
    }
    const date = new Date().toISOString()
    const [load = 0] = loadavg()
    const databaseMb = statSync(join(place.folder, 'paraph.sqlite')).size / 1e6
    const counts = { documents: COUNT[mode], databaseMb, load }
    return { ...measured, mode, date, machine: describeMachine(), ...counts }
  } finally {
    if (own) rmSync(top, { recursive: true, force: true })
  }
}
