/**
 * What one, two and four instances do, and what one did before ADR 36. The instances that are compared by their number have a
 * quarter of a core each, and PostgreSQL, the bucket and the client another core: so two cores show whether instances wait for
 * each other. Nothing is converted: what is rendered stays DOCX. Calls go to the instances in turn, without a balancer.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { layCable } from '../../../test/support/cable.ts'
import { ClusterLoad } from '../../../test/support/cluster-load.ts'
import { GENEROUS_PLANS } from '../../../test/support/generous-plans.ts'
import { freePort } from '../../../test/support/server-process.ts'
import { describeMachine, type Machine } from '../machine.ts'
import { seededRandom } from '../statistics.ts'
import { burst, type Forms, makeForms, send } from './calls.ts'
import { settled } from './race.ts'
import type { Spent } from './results.ts'
import { spentOn } from './spent.ts'
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
const FIGURES = join(ROOT, 'docs/measurements/benchmarks-scaling.json')
/** The last commit whose writers waited for each other. */
const BEFORE = '32497034'
/** Short, so that nobody who is stopped holds a row for long. */
const QUOTA_US = { period: 10_000, quarter: 2_500 }
/** Instances of a quarter of a core share the first one; what they all use has the other. */
const CORES = { instances: '0', others: '1' }
const ALL_CORES = `0-${availableParallelism() - 1}`
/** How long at most; half of it in the mean. */
export const FAR_MS = 10
const GROUPS = '/sys/fs/cgroup/cpu'

/** Stages by name: how many instances, of which build, on what, and whether their processor time is limited. */
const STAGES = {
  one: { count: 1, limited: true },
  two: { count: 2, limited: true },
  four: { count: 4, limited: true },
  after: { count: 1 },
  before: { count: 1, isBefore: true },
  ecdsa: { count: 1, isCurve: true },
  rsa: { count: 1, makesKeys: true },
  'far-after': { count: 1, isFar: true },
  'far-before': { count: 1, isFar: true, isBefore: true },
  'sqlite-after': { count: 1, isSqlite: true },
  'sqlite-before': { count: 1, isSqlite: true, isBefore: true },
} as const satisfies Record<string, StageKind>
interface StageKind {
  readonly count: number
  readonly limited?: true
  readonly isBefore?: true
  readonly isSqlite?: true
  readonly isCurve?: true
  /** What goes to PostgreSQL is under way for a while: {@link FAR_MS}. */
  readonly isFar?: true
  /** RSA keys are made as they are needed, and do not come from the cache of the tests. */
  readonly makesKeys?: true
}
/** Name of a stage. */
export type ScalingStage = keyof typeof STAGES
/** What is counted: how many a second. */
export const SCALING_CALLS = ['create', 'sign', 'render', 'read'] as const
type ScalingCall = (typeof SCALING_CALLS)[number]

const PLANS = {
  quick: { rounds: 1, forMs: 3_000, signMs: 5_000 },
  full: { rounds: 3, forMs: 4_000, signMs: 20_000 },
} as const
const LIMITED: readonly ScalingStage[] = ['one', 'two', 'four']
interface Race {
  readonly call: ScalingCall
  readonly atOnce: number
}
/** What is compared, each by itself (`--part=NAME`): which stages do what, so many calls at once. */
const PARTS = {
  calls: {
    stages: LIMITED,
    races: [
      { call: 'create', atOnce: 16 },
      { call: 'render', atOnce: 16 },
      { call: 'read', atOnce: 32 },
    ],
  },
  signatures: { stages: LIMITED, races: [{ call: 'sign', atOnce: 3 }] },
  keys: { stages: ['ecdsa', 'rsa'], races: [{ call: 'sign', atOnce: 8 }] },
  before: {
    stages: ['after', 'before'],
    races: [
      { call: 'create', atOnce: 64 },
      { call: 'read', atOnce: 32 },
    ],
  },
  far: {
    stages: ['far-after', 'far-before'],
    // With 64, calls were refused: they waited too long for the database.
    races: [{ call: 'create', atOnce: 16 }],
  },
  sqlite: {
    stages: ['sqlite-after', 'sqlite-before'],
    races: [
      { call: 'create', atOnce: 8 },
      { call: 'read', atOnce: 16 },
    ],
  },
} as const satisfies Record<string, { stages: readonly ScalingStage[]; races: readonly Race[] }>
type PartName = keyof typeof PARTS

/** One turn of one stage. */
export interface ScalingTurn {
  readonly round: number
  readonly stage: ScalingStage
  readonly call: ScalingCall
  readonly atOnce: number
  readonly perSecond: number
  /** Processor milliseconds of each call. */
  readonly spent: Pick<Spent, 'instances' | 'database' | 'storage' | 'client'>
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
  closers.push(async () => {
    // What an instance has started ends after it.
    for (let left = 100; existsSync(folder); left -= 1)
      try {
        rmdirSync(folder)
      } catch (error) {
        if (left === 0) throw error
        await sleep(50)
      }
  })
  const enter = `echo $$ > ${folder}/cgroup.procs; exec "$@"`
  return {
    through: ['taskset', '-c', CORES.instances, 'sh', '-c', enter, 'sh'],
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
  readonly instances: readonly Instance[]
  readonly limit: () => void
}

async function openSite(
  names: readonly ScalingStage[],
  closers: Closers,
  say: (text: string) => void,
) {
  const { folder, carriers, receiver } = await openCarriers('scaling', closers)
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const before = buildOfBefore(say)
  const stages = new Map<ScalingStage, Stage>()
  for (const name of names) {
    say(`scaling: starting ${name}`)
    const ground = { folder, plans, before, carriers, closers }
    stages.set(name, await openStage(name, STAGES[name], ground))
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

/** The same, with PostgreSQL at the end of a long line. */
async function farFrom({ carriers, closers }: Ground): Promise<Carriers> {
  const { postgres } = carriers
  const line = await layCable(postgres.port, { lagMs: FAR_MS })
  closers.push(() => line.close())
  const url = postgres.url.replace(`:${postgres.port}/`, `:${line.port}/`)
  return { ...carriers, postgres: { url, port: line.port } }
}

async function openStage(name: ScalingStage, kind: StageKind, ground: Ground): Promise<Stage> {
  const { folder, plans, before, closers } = ground
  const carriers = kind.isFar ? await farFrom(ground) : ground.carriers
  const [ports, instances]: [number[], Instance[]] = [[], []]
  const groups: Array<ReturnType<typeof quarterCore>> = []
  let settings: Record<string, string> = {}
  for (let number = 1; number <= kind.count; number += 1) {
    const port = await freePort()
    settings = {
      ...sharedSettings(`http://127.0.0.1:${port}`, plans, carriers),
      ...(kind.isSqlite ? {} : backEnd(`scaling_${name.replaceAll('-', '_')}`, carriers)),
      ...((kind.limited || kind.isCurve) && { PARAPH_SIGNER_KEYS: 'ecdsa-p256' }),
      PARAPH_CA_KEY_POOL: kind.makesKeys ? '4' : '0',
      PARAPH_OFFICE_WORKERS: '1',
      PARAPH_DATA_DIR: join(folder, `${name}-${number}`),
    }
    const group = kind.limited && quarterCore(`${name}-${number}`, closers)
    if (group) groups.push(group)
    const build: Build = {
      ...(kind.isBefore && { root: before }),
      ...(kind.makesKeys && { makesKeys: true }),
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
    instances,
    // By the commands of the same build: those of another one would migrate its database.
    keys: await makeKeys(settings, { root: kind.isBefore && before, accounts: 4 }),
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
  // One of each account: those of others are not there for a key.
  const ids = new Map<number, string>()
  for (let n = 0; n < keys.length; n += 1) {
    const made = JSON.parse((await create()).toString()) as { id: string }
    ids.set(turn % keys.length, made.id)
  }
  return {
    create,
    render: () => call(200, '/render-document', forms.merge),
    read: () => call(200, `/api/v1/documents/${ids.get((turn + 1) % keys.length)}`),
  }
}

let stageNumbers = 0

/** Documents of two signers, so many of each instance at a time, for so long, and until the last one is signed. */
async function signed(site: Site, { urls, keys }: Stage, atOnce: number, forMs: number) {
  const { sink, twilio, receiver } = site
  const [key = ''] = keys
  const { body } = await send(`${urls[0]}/api/v1/webhooks/default-secret`, key)
  receiver.secrets.push((JSON.parse(body.toString()) as { secret: string }).secret)
  const startMs = performance.now()
  let count = 0
  await Promise.all(
    urls.map(async (url) => {
      stageNumbers += 1
      const load = new ClusterLoad(
        { url, parts: { key, sink, twilio, receiver } },
        { first: stageNumbers * 200 },
      )
      const lane = async () => {
        while (performance.now() - startMs < forMs) await load.document()
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      if (load.wrong.length > 0) throw new Error(load.wrong.join('; '))
      count += load.documents.length
    }),
  )
  return { count, perSecond: (count * 1000) / (performance.now() - startMs) }
}

/** Every race once, the order of the stages drawn anew. */
async function raceOnce(
  site: Site,
  calls: ReadonlyMap<ScalingStage, Awaited<ReturnType<typeof callsOf>>>,
  { races, forMs, signMs }: { races: readonly Race[]; forMs: number; signMs: number },
  random: () => number,
): Promise<Array<Omit<ScalingTurn, 'round'>>> {
  const turns: Array<Omit<ScalingTurn, 'round'>> = []
  for (const { call, atOnce } of races) {
    const order = [...calls.keys()].map((stage) => ({ stage, at: random() }))
    for (const { stage } of order.sort((a, b) => a.at - b.at)) {
      const [of, own] = [site.stages.get(stage), calls.get(stage)]
      if (of === undefined || own === undefined) continue
      const { perSecond, spent } = await spentOn(site, of, async () => {
        if (call === 'sign') return await signed(site, of, atOnce, signMs)
        const mails = site.sink.taken.length
        const done = await burst(own[call], atOnce, forMs)
        const count = done.latenciesMs.length
        // What follows from a call is part of what it costs, and not of the next turn.
        if (call === 'create') await settled(site, mails + count)
        return { perSecond: done.perSecond, count }
      })
      turns.push({ stage, call, atOnce, perSecond, spent })
    }
  }
  return turns
}

/** This process, and what it starts from now on, on these cores. */
const pinTo = (cores: string) =>
  execFileSync('taskset', ['-acp', cores, String(process.pid)], { stdio: 'ignore' })

/** One part, on instances of its own. */
async function measure(
  { stages, races }: { stages: readonly ScalingStage[]; races: readonly Race[] },
  plan: (typeof PLANS)['quick' | 'full'],
  say: (text: string) => void,
): Promise<ScalingTurn[]> {
  const closers: Closers = []
  const turns: ScalingTurn[] = []
  try {
    pinTo(stages.some((name) => LIMITED.includes(name)) ? CORES.others : ALL_CORES)
    const site = await openSite(stages, closers, say)
    const forms = await makeForms()
    const calls = new Map<ScalingStage, Awaited<ReturnType<typeof callsOf>>>()
    for (const [name, stage] of site.stages) {
      say(`scaling: warming up ${name}`)
      const own = await callsOf(stage, forms)
      calls.set(name, own)
      for (const { call } of races)
        if (call === 'sign') await signed(site, stage, 1, 1)
        else await burst(own[call], 8, 2_000 * stage.urls.length)
      stage.limit()
    }
    const random = seededRandom(23)
    for (let round = 0; round < plan.rounds; round += 1) {
      say(`scaling: round ${round + 1} of ${plan.rounds}`)
      const made = await raceOnce(site, calls, { races, ...plan }, random)
      turns.push(...made.map((turn) => ({ round, ...turn })))
      for (const turn of made) say(JSON.stringify(turn))
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
  return turns
}

/** Runs this part. @param only one of its parts: what the others measured stays */
export async function benchScaling(
  mode: 'quick' | 'full',
  say: (text: string) => void,
  only?: string,
): Promise<ScalingResults> {
  const [date, machine] = [new Date().toISOString(), describeMachine()]
  const names = (Object.keys(PARTS) as PartName[]).filter((name) => (only ?? name) === name)
  const turns: ScalingTurn[] = []
  for (const name of names) turns.push(...(await measure(PARTS[name], PLANS[mode], say)))
  const isNew = new Set(
    names.flatMap((name) =>
      PARTS[name].races.flatMap(({ call }) =>
        [...PARTS[name].stages].map((stage) => `${stage} ${call}`),
      ),
    ),
  )
  const kept =
    only === undefined || !existsSync(FIGURES)
      ? []
      : (JSON.parse(readFileSync(FIGURES, 'utf8')) as ScalingResults).turns
  return {
    mode,
    date,
    machine,
    turns: [...kept.filter(({ stage, call }) => !isNew.has(`${stage} ${call}`)), ...turns],
  }
}
