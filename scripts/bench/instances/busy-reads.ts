/** Reads at growing rates while every LibreOffice process has a document, and others wait. */
import { median, quantile } from '../statistics.ts'
import { atRate, type Calls } from './calls.ts'
import type { BusyReads } from './results.ts'
import { STAGES, type StageName } from './stages.ts'

/** Stages whose reads have a goal. */
const RACED = STAGES.filter((stage) => stage !== 'one')
const RATES = [100, 200, 300, 400, 600, 800]
/** More renders than LibreOffice processes, so that none is idle between two. */
const RENDERS = 6
/** Beyond this the next rate would say nothing new. */
const HOPELESS_MS = 1_000

async function atEachRate(
  stage: StageName,
  calls: Calls,
  { round, forMs }: { round: number; forMs: number },
): Promise<BusyReads[]> {
  let [rendered, over] = [0, false]
  const renders = Array.from({ length: RENDERS }, async () => {
    while (!over) {
      await calls.render()
      rendered += 1
    }
  })
  let turn = 0
  const read = () => {
    turn += 1
    return turn % 2 === 0 ? calls.read() : calls.list()
  }
  const found: BusyReads[] = []
  for (const rate of RATES) {
    const [before, startMs] = [rendered, performance.now()]
    const { latenciesMs, failed } = await atRate(read, rate, forMs)
    const rendersPerSecond = ((rendered - before) * 1000) / (performance.now() - startMs)
    const [p50Ms, p99Ms] = [median(latenciesMs), quantile(latenciesMs, 0.99)]
    found.push({ round, stage, rate, p50Ms, p99Ms, failed, rendersPerSecond })
    if (p99Ms > HOPELESS_MS) break
  }
  over = true
  await Promise.all(renders)
  return found
}

/** All rates on both stages, in turns. */
export async function busyReads(
  all: Record<StageName, Calls>,
  { rounds, forMs }: { rounds: number; forMs: number },
  say: (text: string) => void,
): Promise<BusyReads[]> {
  const found: BusyReads[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const stage of round % 2 === 0 ? RACED : RACED.toReversed()) {
      say(`instances: reads while ${stage} renders, ${round + 1} of ${rounds}`)
      found.push(...(await atEachRate(stage, all[stage], { round, forMs })))
    }
  return found
}
