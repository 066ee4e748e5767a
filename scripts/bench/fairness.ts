/**
 * `npx tsx scripts/bench/fairness.ts [KIND ...]`: what one account's flood costs another, for each kind of work that
 * accounts share. Ratios of turns taken in one run, so that a busy machine slows both sides.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openWorkers } from '../../src/app/workers.ts'
import { loadConfig } from '../../src/config/config.ts'
import { accountTenant, forTenant } from '../../src/kernel/tenant.ts'
import { WORKS, type Work } from './fairness-works.ts'
import { median } from './statistics.ts'

const TURNS = 8
const TIMES = 6
/** Before the first turn: so many at a time, so that each worker of a pool has compiled what it runs often. */
const [WARM_UPS, WARM_UP_MS] = [2, 4_000]
/** How much the account that floods has under way at any time. */
const FLOOD = 6
const TURNED_AWAY_MS = 100

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One after the other, alone; milliseconds of each. */
async function inTurn({ own, times = TIMES, pauseMs = 0 }: Work): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) {
    if (pauseMs > 0) await pause(pauseMs)
    const began = performance.now()
    await forTenant(accountTenant('b'), own)
    taken.push(performance.now() - began)
  }
  return taken
}

/** The same while another account always has so many under way. */
async function flooded(work: Work, flood: () => Promise<unknown>) {
  let over = false
  let done = 0
  const caller = async (): Promise<void> => {
    // Who floods may be turned away: that is no concern of this measurement.
    const one = () =>
      flood().then(
        () => done++,
        () => pause(TURNED_AWAY_MS),
      )
    while (!over) await forTenant(accountTenant('a'), one)
  }
  const callers = Array.from({ length: FLOOD }, caller)
  const taken = await inTurn(work)
  over = true
  const doneMeanwhile = done
  await Promise.all(callers)
  return { taken, done: doneMeanwhile }
}

async function warmedUp({ own }: Work): Promise<void> {
  const until = performance.now() + WARM_UP_MS
  const caller = async (): Promise<void> => {
    do await forTenant(accountTenant('b'), own)
    while (performance.now() < until)
  }
  await Promise.all(Array.from({ length: WARM_UPS }, caller))
}

async function measure(work: Work): Promise<void> {
  await warmedUp(work)
  for (const [name, flood] of Object.entries(work.floods)) {
    const [quiet, during]: [number[], number[]] = [[], []]
    let done = 0
    for (let turn = 0; turn < TURNS; turn++) {
      quiet.push(...(await inTurn(work)))
      const other = await flooded(work, flood)
      during.push(...other.taken)
      done += other.done
    }
    const [before, meanwhile] = [median(quiet), median(during)]
    const cells = [
      work.name,
      name,
      `${before.toFixed(1)} ms`,
      `${meanwhile.toFixed(1)} ms`,
      (meanwhile / before).toFixed(2),
      String(done),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'paraph-fairness-'))
chmodSync(scratch, 0o755)
const config = loadConfig({ PARAPH_DATA_DIR: scratch, PARAPH_LOG_LEVEL: 'silent' })
const workers = openWorkers(config, pino({ level: 'silent' }))
try {
  await workers.warm()
  console.log(
    '| work of one account | flood of another | p50 quiet | p50 | ratio | done of the flood |',
  )
  console.log('| --- | --- | ---: | ---: | ---: | ---: |')
  const chosen = process.argv.slice(2)
  for (const [name, works] of Object.entries(WORKS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    for (const work of await works(workers)) await measure(work)
  }
} finally {
  await workers.close()
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(0)
