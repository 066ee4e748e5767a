/**
 * What one, two and four instances do, and what one did before ADR 36. The instances that are compared by their number have a
 * quarter of a core each, PostgreSQL and the client what they like: so two cores show whether instances wait for each other.
 * Nothing is converted: what is rendered stays DOCX. Calls go to the instances in turn, without a balancer.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ClusterLoad } from '../../../test/support/cluster-load.ts'
import { GENEROUS_PLANS } from '../../../test/support/generous-plans.ts'
import { freePort } from '../../../test/support/server-process.ts'
import { describeMachine, type Machine } from '../machine.ts'
import { seededRandom } from '../statistics.ts'
import { burst, type Forms, makeForms, send } from './calls.ts'
import {
  type Build,
  backEnd,
  type Carriers,
  type Closers,
  Instance,
  makeKeys,
  openCarriers,
  sharedSettings,
} from './stages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** The last commit whose writers waited for each other. */
const BEFORE = '32497034'
const QUOTA_US = { period: 100_000, quarter: 25_000 }
const GROUPS = '/sys/fs/cgroup/cpu'

/** Stages by name: how many instances, of which build, on what, and whether their processor time is limited. */
const STAGES = {
  one: { count: 1, limited: true },
  two: { count: 2, limited: true },
  four: { count: 4, limited: true },
  after: { count: 1 },
  before: { count: 1, isBefore: true },
  'sqlite-after': { count: 1, isSqlite: true },
  'sqlite-before': { count: 1, isSqlite: true, isBefore: true },
} as const satisfies Record<string, StageKind>
interface StageKind {
  readonly count: number
  readonly limited?: true
  readonly isBefore?: true
  readonly isSqlite?: true
}
/** Name of a stage. */
export type ScalingStage = keyof typeof STAGES
/** What is counted: how many a second. */
export const SCALING_CALLS = ['create', 'sign', 'render', 'read'] as const
type ScalingCall = (typeof SCALING_CALLS)[number]

const PLANS = {
  quick: { rounds: 1, forMs: 3_000, documents: 2 },
  full: { rounds: 4, forMs: 10_000, documents: 6 },
} as const
const LIMITED: readonly ScalingStage[] = ['one', 'two', 'four']
/** Which stages do what, so many calls at once. */
const RACES: ReadonlyArray<{ call: ScalingCall; atOnce: number; stages: readonly ScalingStage[] }> =
  [
    { call: 'create', atOnce: 16, stages: LIMITED },
    { call: 'render', atOnce: 16, stages: LIMITED },
    { call: 'read', atOnce: 32, stages: LIMITED },
    { call: 'sign', atOnce: 0, stages: LIMITED },
    { call: 'create', atOnce: 64, stages: ['after', 'before'] },
    { call: 'read', atOnce: 32, stages: ['after', 'before'] },
    { call: 'create', atOnce: 8, stages: ['sqlite-after', 'sqlite-before'] },
    { call: 'read', atOnce: 16, stages: ['sqlite-after', 'sqlite-before'] },
  ]

/** One turn of one stage. */
export interface ScalingTurn {
  readonly round: number
  readonly stage: ScalingStage
  readonly call: ScalingCall
  readonly atOnce: number
  readonly perSecond: number
}

/** What this part leaves behind: docs/measurements/benchmarks-scaling.json. */
export interface ScalingResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly turns: readonly ScalingTurn[]
}

/** The build of before, in a work tree of its own that is kept for the next time. */
function buildOfBefore(say: (text: string) => void): string {
  const folder = join(tmpdir(), `paraph-before-${BEFORE}`)
  if (existsSync(join(folder, 'dist/main.js'))) return folder
  say('scaling: building what was before')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' })
  git('worktree', 'prune')
  if (!existsSync(folder)) git('worktree', 'add', '--detach', folder, BEFORE)
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' })
  return folder
}

/** A group of processes whose processor time is limited once `limit` is called. */
function quarterCore(
  name: string,
  closers: Closers,
): { through: readonly string[]; limit(): void } {
  const folder = join(GROUPS, `paraph-${process.pid}-${name}`)
  mkdirSync(folder)
  closers.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))
  const enter = `echo $$ > ${folder}/cgroup.procs; exec "$@"`
  return {
    through: ['sh', '-c', enter, 'sh'],
    limit() {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(QUOTA_US.period))
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(QUOTA_US.quarter))
    },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

interface Stage {
  readonly urls: readonly string[]
  readonly keys: readonly string[]
  readonly limit: () => void
}

async function openSite(closers: Closers, say: (text: string) => void) {
  const { folder, carriers, receiver } = await openCarriers('scaling', closers)
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const before = buildOfBefore(say)
  const stages = {} as Record<ScalingStage, Stage>
  for (const [name, kind] of Object.entries(STAGES) as Array<[ScalingStage, StageKind]>) {
    say(`scaling: starting ${name}`)
    stages[name] = await openStage(name, kind, { folder, plans, before, carriers, closers })
  }
  return { ...carriers, receiver, stages }
}

interface Ground {
  readonly folder: string
  readonly plans: string
  /** Root of the build of before. */
  readonly before: string
  readonly carriers: Carriers
  readonly closers: Closers
}

async function openStage(name: ScalingStage, kind: StageKind, ground: Ground): Promise<Stage> {
  const { folder, plans, before, carriers, closers } = ground
  const [ports, instances]: [number[], Instance[]] = [[], []]
  const groups: Array<ReturnType<typeof quarterCore>> = []
  let settings: Record<string, string> = {}
  for (let number = 1; number <= kind.count; number += 1) {
    const port = await freePort()
    settings = {
      ...sharedSettings(`http://127.0.0.1:${port}`, plans, carriers),
      ...(kind.isSqlite ? {} : backEnd(`scaling_${name}`, carriers)),
      ...(kind.limited && { PARAPH_SIGNER_KEYS: 'ecdsa-p256' }),
      PARAPH_CA_KEY_POOL: '0',
      PARAPH_OFFICE_WORKERS: '1',
      PARAPH_DATA_DIR: join(folder, `${name}-${number}`),
    }
    const group = kind.limited && quarterCore(`${name}-${number}`, closers)
    if (group) groups.push(group)
    const build: Build = {
      ...(kind.isBefore && { root: before }),
      ...(group && { through: group.through }),
    }
    const instance = new Instance(settings, port, build)
    closers.push(() => instance.process.stop('SIGKILL'))
    instances.push(instance)
    ports.push(port)
  }
  await Promise.all(instances.map((each) => each.ready()))
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    keys: await makeKeys(settings),
    limit: () => {
      for (const each of groups) each.limit()
    },
  }
}

let people = 1_000_000

/** The calls of a stage, to its instances in turn. */
async function callsOf({ urls, keys }: Stage, forms: Forms) {
  let turn = 0
  const call = async (status: number, path: string, form?: Parameters<typeof send>[2]) => {
    turn += 1
    const answer = await send(
      `${urls[turn % urls.length]}${path}`,
      keys[turn % keys.length] ?? '',
      form,
    )
    if (answer.status === status) return answer.body
    throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  }
  const create = () => {
    people += 1
    return call(201, '/api/v1/documents', forms.create(people % 1_000_000))
  }
  const { id } = JSON.parse((await create()).toString()) as { id: string }
  return {
    create,
    render: () => call(200, '/render-document', forms.merge),
    read: () => call(200, `/api/v1/documents/${id}`),
  }
}

let stageNumbers = 0

/** Documents of two signers, so many of each instance at once, until the last one is signed; documents a second. */
async function signed(site: Site, { urls, keys }: Stage, each: number): Promise<number> {
  const { sink, twilio, receiver } = site
  const [key = ''] = keys
  const { body } = await send(`${urls[0]}/api/v1/webhooks/default-secret`, key)
  receiver.secrets.push((JSON.parse(body.toString()) as { secret: string }).secret)
  const loads = urls.map((url) => {
    stageNumbers += 1
    return new ClusterLoad(
      { url, parts: { key, sink, twilio, receiver } },
      { first: stageNumbers * 100 },
    )
  })
  const startMs = performance.now()
  await Promise.all(
    loads.map(async (load) => {
      await Promise.all(Array.from({ length: each }, () => load.document()))
      if (load.wrong.length > 0) throw new Error(load.wrong.join('; '))
    }),
  )
  return (loads.length * each * 1000) / (performance.now() - startMs)
}

/** Every race once, the order of the stages drawn anew. */
async function raceOnce(
  site: Site,
  calls: ReadonlyMap<ScalingStage, Awaited<ReturnType<typeof callsOf>>>,
  { forMs, documents }: (typeof PLANS)['quick' | 'full'],
  random: () => number,
): Promise<Array<Omit<ScalingTurn, 'round'>>> {
  const turns: Array<Omit<ScalingTurn, 'round'>> = []
  for (const { call, atOnce, stages } of RACES) {
    const order = stages.map((stage) => ({ stage, at: random() })).sort((a, b) => a.at - b.at)
    for (const { stage } of order) {
      const own = calls.get(stage)
      if (own === undefined) continue
      const perSecond =
        call === 'sign'
          ? await signed(site, site.stages[stage], documents)
          : (await burst(own[call], atOnce, forMs)).perSecond
      turns.push({ stage, call, atOnce, perSecond })
    }
  }
  return turns
}

/** Runs this part. */
export async function benchScaling(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<ScalingResults> {
  const plan = PLANS[mode]
  const closers: Closers = []
  const turns: ScalingTurn[] = []
  try {
    const site = await openSite(closers, say)
    const forms = await makeForms()
    const calls = new Map<ScalingStage, Awaited<ReturnType<typeof callsOf>>>()
    for (const [name, stage] of Object.entries(site.stages) as Array<[ScalingStage, Stage]>) {
      say(`scaling: warming up ${name}`)
      const own = await callsOf(stage, forms)
      calls.set(name, own)
      for (const call of ['create', 'render', 'read'] as const)
        await burst(own[call], 8, plan.forMs / 2)
      stage.limit()
    }
    const random = seededRandom(23)
    for (let round = 0; round < plan.rounds; round += 1) {
      say(`scaling: round ${round + 1} of ${plan.rounds}`)
      const made = await raceOnce(site, calls, plan, random)
      turns.push(...made.map((turn) => ({ round, ...turn })))
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
  return { mode, date: new Date().toISOString(), machine: describeMachine(), turns }
}
