/**
 * Capacity on paper: what a call costs each part, measured on one instance with PostgreSQL and S3, and from it how many
 * calls a machine bears, and what a number of documents a month needs. Averages only: no queue, no outage, no network.
 */
import { mean, median } from '../statistics.ts'
import { CALLS, type CallName } from './calls.ts'
import type { InstancesResults, Spent, Turn, Written } from './results.ts'
import type { StageName } from './stages.ts'

/** Of one call: processor time of each part and how long it holds the turn that is held longest of those that all instances take, in milliseconds. */
export interface Cost extends Spent {
  readonly turn: number
}

const INPUTS = ['instances', 'main', 'database', 'storage', 'balancer', 'client'] as const
const WRITES = { render: 'render', merge: 'render', create: 'create' } as const
const writesOf = (results: InstancesResults, call: CallName): Written | undefined =>
  call === 'read' || call === 'list' ? undefined : results.written[WRITES[call]]

const turnsOf = ({ turns }: InstancesResults, stage: StageName, call: CallName): Turn[] =>
  turns.filter((turn) => turn.stage === stage && turn.call === call)

/**
 * Share of their time that cores are busy at most, under a fixed number of callers: now and then all wait for a disk, or for
 * each other. Fitted to the stages of this bench.
 */
const BUSY_AT_MOST = 0.9

/** Mean cost of a call on a stage. */
export function costOf(results: InstancesResults, stage: StageName, call: CallName): Cost {
  const turns = turnsOf(results, stage, call)
  const part = (name: keyof Spent): number => mean(turns.map(({ spent }) => spent[name]))
  const [instances, main, database, storage, balancer, client] = INPUTS.map(part) as [
    ...[number, number, number, number, number, number],
  ]
  const turn = writesOf(results, call)?.heldMs ?? 0
  return { instances, main, database, storage, balancer, client, turn }
}

/**
 * Calls per second that a machine bears which has all parts on it: until its cores, the event loops of its instances
 * or a turn that all take have no time left.
 */
export function throughput(
  cost: Cost,
  { instances, cores }: { instances: number; cores: number },
): number {
  const { database, storage, balancer, client, main, turn } = cost
  const all = cost.instances + database + storage + balancer + client
  return Math.min((cores * 1000 * BUSY_AT_MOST) / all, (instances * 1000) / main, 1000 / turn)
}

/** What the model says of a stage, and what was measured there. */
export interface Checked {
  readonly stage: 'one' | 'three'
  readonly call: CallName
  readonly model: number
  readonly measured: number
}

/** The model may differ from what was measured by this share. */
export const TOLERANCE = 0.25

/**
 * The model against one and against three, each with what a call costs there: beside others an instance spends more on
 * the same call, which with the costs of one alone would make the model promise up to twice of what was measured.
 */
export function checkModel(results: InstancesResults): Checked[] {
  const { cores } = results.machine
  return (['one', 'three'] as const).flatMap((stage) =>
    CALLS.map((call) => ({
      stage,
      call,
      model: throughput(costOf(results, stage, call), {
        instances: stage === 'one' ? 1 : 3,
        cores,
      }),
      measured: median(turnsOf(results, stage, call).map(({ perSecond }) => perSecond)),
    })),
  )
}

/** What is assumed, not measured. Prices are those of no particular hoster: put in your own. */
export const ASSUMED = {
  /** Share of documents that are signed, by two people each; the others are rendered and not stored. */
  signedShare: 0.1,
  readsPerDocument: 2,
  /** The busiest minute against the mean of the month. */
  peak: 10,
  /** Share of its time that a part may be busy in that minute. */
  busy: 0.6,
  vcpuPerInstance: 4,
  instancesMin: 3,
  /** Two, so that one can fail; the second serves nobody. */
  databases: 2,
  /** The largest server that is considered, and the most connections it takes. */
  databaseVcpuMax: 64,
  connectionsMax: 1_000,
  /** As shipped: the pool, what counts limits, and the sign of life. */
  connectionsPerInstance: 15,
  /** EUR. */
  vcpuHour: 0.04,
  databaseGbMonth: 0.12,
  filesGbMonth: 0.02,
} as const

const [HOURS_PER_MONTH, MONTHS] = [730, 12]
const GB = 1e9

/** What a number of documents a month needs. */
export interface Need {
  readonly documents: number
  /** In the busiest minute. */
  readonly perSecond: number
  readonly instances: number
  readonly connections: number
  /** Virtual processors that PostgreSQL needs. */
  readonly databaseVcpu: number
  /** Share of the busiest minute in which somebody holds that turn; above 1 impossible. */
  readonly turnShare: number
  readonly rowsPerYear: number
  readonly rowGbPerYear: number
  readonly fileGbPerYear: number
  /** EUR a month, with one year's rows and files. */
  readonly money: { readonly instances: number; readonly database: number; readonly files: number }
}

/** How many times as much a part spends on a call that writes, where it is one of three. */
export const besideOthers = (results: InstancesResults, name: keyof Spent): number =>
  costOf(results, 'three', 'create')[name] / costOf(results, 'one', 'create')[name]

/**
 * Mean cost of one document of the assumed mix, its reads included, and what it leaves behind; on one of several
 * instances. A whole signature is measured on one alone: it is taken for as much dearer as the call that begins it.
 */
function document(results: InstancesResults) {
  const { signedShare, readsPerDocument } = ASSUMED
  const [render, read] = [costOf(results, 'three', 'render'), costOf(results, 'three', 'read')]
  const { signed, keyMs, written } = results
  const mixed = (name: keyof Spent, extra = 0): number =>
    render[name] * (1 - signedShare) +
    (signed.spent[name] * besideOthers(results, name) + extra) * signedShare +
    read[name] * readsPerDocument
  const left = (name: keyof Written): number =>
    (written.render[name] ?? 0) * (1 - signedShare) + (written.signed[name] ?? 0) * signedShare
  return {
    instances: mixed('instances', 2 * keyMs),
    main: mixed('main'),
    database: mixed('database'),
    turn: left('heldMs'),
    rows: left('rows'),
    // Of few signed documents the pages of many tables are a poor measure: those of many created ones are a good one.
    rowBytes: left('rows') * (written.create.rowBytes / written.create.rows),
    fileBytes: left('fileBytes'),
  }
}

/** @param documents a month, of the assumed mix */
export function need(results: InstancesResults, documents: number): Need {
  const one = document(results)
  const { peak, busy, vcpuPerInstance, instancesMin, databases, vcpuHour } = ASSUMED
  const perSecond = (documents / (HOURS_PER_MONTH * 3600)) * peak
  const instances = Math.max(
    instancesMin,
    Math.ceil((perSecond * one.instances) / 1000 / busy / vcpuPerInstance),
    Math.ceil((perSecond * one.main) / 1000 / busy),
  )
  const databaseVcpu = (perSecond * one.database) / 1000 / busy
  const perYear = documents * MONTHS
  const [rowGbPerYear, fileGbPerYear] = [one.rowBytes, one.fileBytes].map(
    (bytes) => (bytes * perYear) / GB,
  ) as [number, number]
  const vcpuMonth = vcpuHour * HOURS_PER_MONTH
  return {
    documents,
    perSecond,
    instances,
    connections: instances * ASSUMED.connectionsPerInstance,
    databaseVcpu,
    turnShare: (perSecond * one.turn) / 1000,
    rowsPerYear: one.rows * perYear,
    rowGbPerYear,
    fileGbPerYear,
    money: {
      instances: instances * vcpuPerInstance * vcpuMonth,
      database:
        databases *
        (Math.max(2, Math.ceil(databaseVcpu)) * vcpuMonth + rowGbPerYear * ASSUMED.databaseGbMonth),
      files: fileGbPerYear * ASSUMED.filesGbMonth,
    },
  }
}

/** The part that is nearest to its end with so many documents, and the share of it that is used; above 1 it has given way. */
export function tightest(results: InstancesResults, documents: number) {
  return limits(results)
    .map(({ part, documents: most }) => ({ part, share: documents / most }))
    .reduce((one, other) => (other.share > one.share ? other : one))
}

/** A part that cannot be had twice, and how many documents a month it bears; the first gives way first. */
export function limits(results: InstancesResults): Array<{ part: string; documents: number }> {
  const many = 1e9
  const at = need(results, many)
  const until = (used: number, most: number): number => (many * most) / used
  return [
    ...(at.turnShare > 0
      ? [{ part: 'a turn of ours', documents: until(at.turnShare, ASSUMED.busy) }]
      : []),
    {
      part: `processors of PostgreSQL (${ASSUMED.databaseVcpuMax})`,
      documents: until(at.databaseVcpu, ASSUMED.databaseVcpuMax),
    },
    {
      part: `connections of PostgreSQL (${ASSUMED.connectionsMax})`,
      documents: until(at.connections, ASSUMED.connectionsMax),
    },
  ].sort((a, b) => a.documents - b.documents)
}
