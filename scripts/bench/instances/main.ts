/** One instance on either engine, and three instances: throughput, cost, reads beside renders, restarts, kills. */
import { loadavg } from 'node:os'
import { describeMachine } from '../machine.ts'
import { busyReads } from './busy-reads.ts'
import { callsOf, makeForms } from './calls.ts'
import { kill, rollingRestart } from './interruptions.ts'
import { race, warmUp } from './race.ts'
import type { InstancesResults, Kill } from './results.ts'
import { openSite } from './stages.ts'
import { measureWritten } from './written.ts'

const PLANS = {
  quick: {
    race: { rounds: 1, forMs: 1_000 },
    written: { forMs: 1_500, documents: 2, keys: 2 },
    reads: { rounds: 1, forMs: 1_500 },
    kills: [false, true],
  },
  full: {
    race: { rounds: 4, forMs: 2_500 },
    written: { forMs: 3_000, documents: 8, keys: 8 },
    reads: { rounds: 2, forMs: 3_000 },
    kills: [false, false, true, true],
  },
} as const

/** Runs this part. */
export async function benchInstances(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<InstancesResults> {
  const [startMs, load] = [performance.now(), loadavg()[0] ?? 0]
  const plan = PLANS[mode]
  const forms = await makeForms()
  const site = await openSite(say)
  try {
    const { sqlite, one, three } = site.stages
    const all = {
      sqlite: await callsOf(sqlite, forms),
      one: await callsOf(one, forms),
      three: await callsOf(three, forms),
    }
    say('instances: warming up')
    await warmUp(site, all)
    const turns = await race(site, all, plan.race, say)
    say('instances: what is written')
    const written = await measureWritten(site, all.one, plan.written)
    const reads = await busyReads(all, plan.reads, say)
    say('instances: a rolling restart')
    const restarts = await rollingRestart(site, all.three)
    const kills: Kill[] = []
    for (const restarted of plan.kills) {
      say(`instances: kill ${kills.length + 1} of ${plan.kills.length}`)
      kills.push(await kill(site, all.three, restarted))
    }
    return {
      mode,
      date: new Date().toISOString(),
      minutes: (performance.now() - startMs) / 60_000,
      machine: describeMachine(),
      load: [load, loadavg()[0] ?? 0],
      pdfBytes: forms.pdfBytes,
      turns,
      ...written,
      busyReads: reads,
      restarts,
      kills,
    }
  } finally {
    await site.close()
  }
}
