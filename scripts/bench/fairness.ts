/**
 * What one account's flood costs another, over HTTP against the built service: an account that makes one call at a
 * time, alone and while another account keeps eight under way, in turns of one run. The client of the flood is a process
 * of the lowest priority: clients have machines of their own, here they share the service's.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENEROUS_PLANS } from '../../test/support/generous-plans.ts'
import { KEYS_PRELOAD, keysSettings } from '../../test/support/rsa-keys.ts'
import {
  admin,
  adminKey,
  dataFolder,
  freePort,
  ServerProcess,
} from '../../test/support/server-process.ts'
import { fairnessCalls, type Made } from './fairness-calls.ts'
import type { FloodOrder } from './fairness-flood.ts'
import { send } from './instances/calls.ts'
import { describeMachine, type Machine } from './machine.ts'
import { type Goal, goalTable, measuredOn, ms, ratio, row, table, verdict } from './report-parts.ts'
import { median, quantile, type Ratio, summarise } from './statistics.ts'

/** Calls that the account that floods has under way at any time. */
const AT_ONCE = 8
const TURNS = { quick: 2, full: 4 }
/** Calls of the other account in each half of a turn. */
const TIMES = 6
const WARM_UPS = 12
/** A flood has begun when so many of its calls are answered. */
const BEGUN = 2
const GOAL = 2
/** Names of calls of the first account; the pairs of others are kept as they were measured last. */
const CALLS = process.argv
  .find((text) => text.startsWith('--calls='))
  ?.slice('--calls='.length)
  .split(',')
const KEPT = join(import.meta.dirname, '../../docs/measurements/benchmarks-fairness.json')

/** A call of one account beside a flood of another. */
interface Pair {
  readonly own: string
  readonly flood: string
  /** Milliseconds, by turn. */
  readonly quiet: readonly (readonly number[])[]
  readonly flooded: readonly (readonly number[])[]
  /** Calls of the flood answered per second, and those turned away (429, 503). */
  readonly perSecond: number
  readonly turnedAway: number
}

/** What this part leaves behind: docs/measurements/benchmarks-fairness.json. */
export interface FairnessResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  readonly pairs: readonly Pair[]
}

/** The process that floods. */
class Flood {
  readonly #process: ChildProcess

  constructor() {
    this.#process = fork(join(import.meta.dirname, 'fairness-flood.ts'), {
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
    })
  }

  async #ask(order: FloodOrder): Promise<{ done: number; away: number }> {
    const answer = once(this.#process, 'message')
    this.#process.send(order)
    return (await answer)[0] as { done: number; away: number }
  }

  async begin(url: string, key: string, { path, form }: Made): Promise<void> {
    await this.#ask({ url: `${url}${path}`, key, form, atOnce: AT_ONCE, begun: BEGUN })
  }

  /** Ends when every call that was under way is answered; how many were answered while it lasted. */
  end(): Promise<{ done: number; away: number }> {
    return this.#ask('end')
  }

  close(): void {
    this.#process.kill()
  }
}

interface Stage {
  readonly url: string
  readonly own: string
  readonly other: string
  readonly flood: Flood
}

async function one({ url, own }: Stage, { path, form, status }: Made): Promise<number> {
  const startMs = performance.now()
  const answer = await send(`${url}${path}`, own, form)
  if (answer.status !== status)
    throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  return performance.now() - startMs
}

async function inTurn(stage: Stage, call: Made, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n += 1) taken.push(await one(stage, call))
  return taken
}

async function measure(stage: Stage, own: Made, other: Made, turns: number): Promise<Pair> {
  const [quiet, flooded]: [number[][], number[][]] = [[], []]
  let [seconds, done, turnedAway] = [0, 0, 0]
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(await inTurn(stage, own, TIMES))
    await stage.flood.begin(stage.url, stage.other, other)
    const startMs = performance.now()
    flooded.push(await inTurn(stage, own, TIMES))
    seconds += (performance.now() - startMs) / 1000
    const ended = await stage.flood.end()
    done += ended.done
    turnedAway += ended.away
  }
  const perSecond = done / seconds
  return { own: own.name, flood: other.name, quiet, flooded, perSecond, turnedAway }
}

async function openStage(folder: string) {
  const plans = join(folder, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const settings = {
    PARAPH_DATA_DIR: folder,
    PARAPH_PLANS_FILE: plans,
    PARAPH_CA_AUTOMATIC: 'on',
    PARAPH_CHECKS_PER_MINUTE: '1000000',
    PARAPH_DRAFTS_MAX: '1000000',
    PARAPH_DRAFT_BYTES_MAX: '1000000000000',
    ...keysSettings(),
  }
  const server = await new ServerProcess(await freePort(), settings, KEYS_PRELOAD).ready()
  const own = await adminKey(settings, 'abused')
  const account = await admin(settings, 'account', 'create', '--email', 'flood@example.com')
  const other = await admin(settings, 'key', 'create', '--account', account, '--plan', 'abused')
  return { server, own, other }
}

const isChosen = (own: string): boolean => CALLS === undefined || CALLS.includes(own)

/** The pairs of the last run that are not measured now. */
function earlierPairs(): readonly Pair[] {
  if (CALLS === undefined || !existsSync(KEPT)) return []
  const { pairs } = JSON.parse(readFileSync(KEPT, 'utf8')) as FairnessResults
  return pairs.filter(({ own }) => !isChosen(own))
}

/** Runs this part; `--calls=NAMES` of the command line chooses the calls of the first account. */
export async function benchFairness(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<FairnessResults> {
  const calls = await fairnessCalls()
  const folder = await dataFolder()
  const { server, own, other } = await openStage(folder.path)
  const flood = new Flood()
  const stage = { url: server.url, own, other, flood }
  try {
    const pairs: Pair[] = [...earlierPairs()]
    for (const { call, floods } of calls) {
      if (!isChosen(call.name)) continue
      await inTurn(stage, call, WARM_UPS)
      for (const each of floods) {
        const pair = await measure(stage, call, each, TURNS[mode])
        say(pairRow(pair))
        pairs.push(pair)
      }
    }
    return { mode, date: new Date().toISOString(), machine: describeMachine(), pairs }
  } finally {
    flood.close()
    await server.stop()
    await folder.remove()
  }
}

const ratioOf = ({ quiet, flooded }: Pair): Ratio =>
  summarise(flooded.map((taken, turn) => median(taken) / median(quiet[turn] ?? [])))

const pairRow = (pair: Pair): string =>
  row(
    pair.own,
    pair.flood,
    ms(median(pair.quiet.flat())),
    ms(median(pair.flooded.flat())),
    ms(quantile(pair.flooded.flat(), 0.95)),
    ratio(ratioOf(pair)),
    pair.perSecond.toFixed(1),
    pair.turnedAway,
  )

/** This part as Markdown. */
export function fairnessReport(results: FairnessResults): string {
  const { pairs } = results
  const goals = pairs.map((pair): Goal => {
    const seen = ratioOf(pair)
    return {
      text: `${pair.own} beside ${pair.flood}: p50 ≤ ${GOAL} × quiet`,
      met: verdict(seen, (value) => value <= GOAL),
      seen: ratio(seen),
    }
  })
  const head = ['one account', 'flood of another', 'p50 quiet', 'p50', 'p95', 'ratio']
  return `${measuredOn(results, 'fairness')}

${goalTable(goals)}

${table([...head, 'calls of the flood per second', 'of it turned away'], pairs.map(pairRow))}
`
}
