/** How long documents take while RSA keys are made beside them, as the pool makes those that nobody waits for: one after the other. */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeRsaKeyQuietly } from '../../../src/pki/keys.ts'
import { GENEROUS_PLANS } from '../../../test/support/generous-plans.ts'
import { freePort } from '../../../test/support/server-process.ts'
import { describeMachine, type Machine } from '../machine.ts'
import {
  type Goal,
  goalTable,
  measuredOn,
  ms,
  ratio,
  row,
  table,
  verdict,
} from '../report-parts.ts'
import { median, quantile, summarise } from '../statistics.ts'
import { burst, callsOf, makeForms } from './calls.ts'
import { type Closers, Instance, makeKeys, openCarriers, sharedSettings } from './stages.ts'

const PLANS = { quick: { rounds: 2, forMs: 2_000 }, full: { rounds: 6, forMs: 3_000 } } as const
const AT_ONCE = [1, 2] as const
const GOAL = 1.1

interface KeyTurn {
  readonly round: number
  readonly atOnce: number
  readonly beside: boolean
  readonly p50Ms: number
  readonly p95Ms: number
  /** Made meanwhile. */
  readonly keys: number
}

/** What this part leaves behind: docs/measurements/benchmarks-key-making.json. */
export interface KeyMakingResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  /** Load average before and after. */
  readonly load: readonly [number, number]
  readonly turns: readonly KeyTurn[]
}

/** Does something while keys are made. */
async function besideKeys<Result>(work: () => Promise<Result>) {
  let [keys, over] = [0, false]
  const making = (async () => {
    while (!over) {
      await makeRsaKeyQuietly()
      keys += 1
    }
  })()
  // The first one is on its way.
  await sleep(100)
  const result = await work()
  over = true
  await making
  return { result, keys }
}

/** With keys and without in turn. */
async function raced(
  render: () => Promise<unknown>,
  { rounds, forMs }: (typeof PLANS)['quick' | 'full'],
  say: (text: string) => void,
): Promise<KeyTurn[]> {
  const turns: KeyTurn[] = []
  const turn = async (round: number, atOnce: number, beside: boolean) => {
    const work = () => burst(render, atOnce, forMs)
    const { result, keys } = beside ? await besideKeys(work) : { result: await work(), keys: 0 }
    const { latenciesMs } = result
    const [p50Ms, p95Ms] = [median(latenciesMs), quantile(latenciesMs, 0.95)]
    turns.push({ round, atOnce, beside, p50Ms, p95Ms, keys })
    say(JSON.stringify(turns.at(-1)))
  }
  for (let round = 0; round < rounds; round += 1)
    for (const atOnce of AT_ONCE) {
      await turn(round, atOnce, round % 2 === 0)
      await turn(round, atOnce, round % 2 !== 0)
    }
  return turns
}

/** Runs this part. */
export async function benchKeyMaking(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<KeyMakingResults> {
  const closers: Closers = []
  const [load, turns] = [loadavg()[0] ?? 0, [] as KeyTurn[]]
  try {
    const { folder, carriers } = await openCarriers('keys', closers)
    const plans = join(folder, 'plans.json')
    writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const settings = {
      ...sharedSettings(url, plans, carriers),
      PARAPH_CA_KEY_POOL: '0',
      PARAPH_OFFICE_WORKERS: '2',
      PARAPH_DATA_DIR: join(folder, 'data'),
    }
    const instance = new Instance(settings, port)
    closers.push(() => instance.process.stop('SIGKILL'))
    await instance.ready()
    const stage = { name: 'sqlite', url, instances: [instance], schema: '' } as const
    const { render } = await callsOf(
      { ...stage, keys: await makeKeys(settings) },
      await makeForms(),
    )
    await burst(render, 2, 5_000)
    turns.push(...(await raced(render, PLANS[mode], say)))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
  const [date, machine] = [new Date().toISOString(), describeMachine()]
  return { mode, date, machine, load: [load, loadavg()[0] ?? 0], turns }
}

/** The section. */
export function keyMakingReport(results: KeyMakingResults): string {
  const of = (atOnce: number, beside: boolean, name: 'p50Ms' | 'p95Ms' | 'keys') =>
    results.turns
      .filter((turn) => turn.atOnce === atOnce && turn.beside === beside)
      .map((turn) => turn[name])
  const compared = (atOnce: number, name: 'p50Ms' | 'p95Ms') => {
    const alone = of(atOnce, false, name)
    return summarise(of(atOnce, true, name).map((value, n) => value / (alone[n] ?? value)))
  }
  const goals: Goal[] = AT_ONCE.map((atOnce) => {
    const seen = compared(atOnce, 'p95Ms')
    return {
      text: `letters, ${atOnce} at once, while RSA keys are made: p95 ≤ ${GOAL} × without`,
      met: verdict(seen, (value) => value <= GOAL),
      seen: ratio(seen),
    }
  })
  const rows = AT_ONCE.map((atOnce) =>
    row(
      `${atOnce} at once`,
      ...(['p50Ms', 'p95Ms'] as const).flatMap((name) => [
        ms(median(of(atOnce, false, name))),
        ms(median(of(atOnce, true, name))),
        ratio(compared(atOnce, name)),
      ]),
      of(atOnce, true, 'keys').reduce((sum, keys) => sum + keys, 0),
    ),
  )
  const [before, after] = results.load.map((value) => value.toFixed(0))
  return [
    `${measuredOn(results, 'key-making')} Load average before and after: ${before} and ${after}.`,
    '',
    goalTable(goals),
    '',
    table(['', 'p50', 'with keys', 'ratio', 'p95', 'with keys', 'ratio', 'keys made'], rows),
    '',
  ].join('\n')
}
