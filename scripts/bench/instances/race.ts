/** Every kind of call on every stage, in turns: as many as go, and what one costs each part. */
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile, seededRandom } from '../statistics.ts'
import { burst, CALLS, type CallName, type Calls } from './calls.ts'
import type { Turn } from './results.ts'
import { spentOn } from './spent.ts'
import { type Site, STAGES, type StageName } from './stages.ts'

const AT_ONCE: Record<CallName, number> = { render: 4, merge: 8, create: 8, read: 16, list: 16 }
const WARM_UPS: Record<CallName, number> = {
  render: 8,
  merge: 24,
  create: 24,
  read: 100,
  list: 100,
}
const SETTLED_MS = 120_000

/** Waits until every invitation has been sent; a document here has one signer. */
export async function settled({ sink }: Pick<Site, 'sink'>, mails: number): Promise<void> {
  const endMs = performance.now() + SETTLED_MS
  while (sink.taken.length < mails) {
    if (performance.now() > endMs) throw new Error(`${sink.taken.length} mails, not ${mails}`)
    await sleep(5)
  }
}

/** Calls of one kind, and everything that follows from them. */
export async function turnOf(
  site: Site,
  stage: StageName,
  calls: Calls,
  { call, forMs, atOnce = AT_ONCE[call] }: { call: CallName; forMs: number; atOnce?: number },
) {
  return await spentOn(site, site.stages[stage], async () => {
    const [startMs, mails] = [performance.now(), site.sink.taken.length]
    const { latenciesMs } = await burst(calls[call], atOnce, forMs)
    const count = latenciesMs.length
    if (call === 'create') await settled(site, mails + count)
    return { count, latenciesMs, perSecond: (count * 1000) / (performance.now() - startMs) }
  })
}

/** JavaScript is compiled by its use, and pools are filled. */
export async function warmUp(site: Site, all: Record<StageName, Calls>): Promise<void> {
  for (const stage of STAGES) {
    const { length } = site.stages[stage].instances
    for (const call of CALLS) {
      const mails = site.sink.taken.length
      const times = Math.ceil(WARM_UPS[call] / AT_ONCE[call]) * length
      const lane = async () => {
        for (let n = 0; n < times; n += 1) await all[stage][call]()
      }
      await Promise.all(Array.from({ length: AT_ONCE[call] }, lane))
      if (call === 'create') await settled(site, mails + times * AT_ONCE[call])
    }
  }
}

/** The race; the order is drawn anew for each kind of call and round. */
export async function race(
  site: Site,
  all: Record<StageName, Calls>,
  { rounds, forMs }: { rounds: number; forMs: number },
  say: (text: string) => void,
): Promise<Turn[]> {
  const random = seededRandom(17)
  const turns: Turn[] = []
  for (let round = 0; round < rounds; round += 1) {
    say(`instances: round ${round + 1} of ${rounds}`)
    for (const call of CALLS) {
      const order = STAGES.map((stage) => ({ stage, at: random() }))
      for (const { stage } of order.sort((a, b) => a.at - b.at)) {
        const done = await turnOf(site, stage, all[stage], { call, forMs })
        turns.push({
          round,
          stage,
          call,
          perSecond: done.perSecond,
          p50Ms: median(done.latenciesMs),
          p99Ms: quantile(done.latenciesMs, 0.99),
          spent: done.spent,
        })
      }
    }
  }
  return turns
}
