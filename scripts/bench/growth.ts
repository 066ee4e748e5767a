/**
 * Whether calls cost the same however much there is: one document that two people signed, and as many more with the same
 * rows as make 10 thousand, 1 million and 10 million entries of trails, on PostgreSQL, all of one account. Each table gets its
 * rows by one statement.
 */
import { loadavg } from 'node:os'
import { CREATE, GrownService } from '../../test/support/grown.ts'
import { startSigningApp } from '../../test/support/signing-app.ts'
import { describeMachine, type Machine } from './machine.ts'
import { measuredOn, ms, row, table } from './report-parts.ts'

const SIZES = { quick: [10_000, 1_000_000], full: [10_000, 1_000_000, 10_000_000] } as const
const CALLS = 40
/** A key sends thirty a minute. */
const CREATES = 20
const GOAL = 1.5

/** What this part leaves behind: docs/measurements/benchmarks-growth.json. */
export interface GrowthResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly machine: Machine
  /** Load average at the end. */
  readonly load: number
  readonly sizes: ReadonlyArray<{ entries: number; rows: Record<string, number>; bytes: number }>
  /** Milliseconds of the fastest of all calls, one for each size: what a call costs, and nobody else on the machine. */
  readonly calls: ReadonlyArray<{ name: string; ms: number[] }>
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

async function fastestOf(work: () => Promise<unknown>, calls: number): Promise<number> {
  for (let n = 0; n < 5; n += 1) await work()
  const all: number[] = []
  for (let n = 0; n < calls; n += 1) all.push(await timed(work))
  return Math.min(...all)
}

/** Of three starts, background work included. */
async function fastestStart(settings: Record<string, string>): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const startMs = performance.now()
    const { app } = await startSigningApp(settings)
    await app.services.start()
    all.push(performance.now() - startMs)
    await app.close()
  }
  return Math.min(...all)
}

/** Runs this part. */
export async function benchGrowth(
  mode: 'quick' | 'full',
  say: (text: string) => void,
): Promise<GrowthResults> {
  const grown = await GrownService.start()
  try {
    const all = new Map<string, number[]>()
    const note = (name: string, took: number) => all.set(name, [...(all.get(name) ?? []), took])
    const sizes: GrowthResults['sizes'][number][] = []
    for (const entries of SIZES[mode]) {
      say(`growth: ${entries} entries`)
      await grown.grow(entries)
      sizes.push({ entries, ...(await grown.size()) })
      note('start-up', await fastestStart(grown.settings))
      say(`growth: start-up ${all.get('start-up')?.at(-1)?.toFixed(0)} ms`)
      const { calls } = await grown.open()
      for (const [name, call] of Object.entries(calls)) {
        note(name, await fastestOf(call, name === CREATE ? CREATES : CALLS))
        say(`growth: ${name} ${all.get(name)?.at(-1)?.toFixed(1)} ms`)
      }
    }
    return {
      mode,
      date: new Date().toISOString(),
      machine: describeMachine(),
      load: loadavg()[0] ?? 0,
      sizes,
      calls: [...all].map(([name, took]) => ({ name, ms: took })),
    }
  } finally {
    await grown.close()
  }
}

/** What docs/benchmarks.md says of it. */
export function growthReport(results: GrowthResults): string {
  const { sizes, calls, load } = results
  const head = ['', ...sizes.map(({ entries }) => entries.toLocaleString('en')), 'last / first']
  const rows = calls.map(({ name, ms: took }) => {
    const ratio = (took.at(-1) ?? 0) / (took[0] ?? 1)
    return row(name, ...took.map(ms), ratio > GOAL ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2))
  })
  const facts = sizes.map(({ rows: of, bytes }) =>
    [
      `${(of.signature_requests ?? 0).toLocaleString('en')} documents`,
      `${(of.webhook_deliveries ?? 0).toLocaleString('en')} deliveries`,
      `${(of.quota_usage ?? 0).toLocaleString('en')} counters`,
      `${(bytes / 1e9).toFixed(2)} GB`,
    ].join(', '),
  )
  return [
    measuredOn(results, 'growth'),
    '',
    `Entries of audit trails, all of one account: ${facts.join('; ')}. The fastest of ${CALLS} calls (${CREATES} creates, three starts). Load average at the end: ${load.toFixed(0)}. Goal: at most ${GOAL} times.`,
    '',
    table(head, rows),
    '',
  ].join('\n')
}
