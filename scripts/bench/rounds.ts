/**
 * The paired race: in each round every contender makes the same document, in an order drawn anew,
 * so that whatever else the machine does hits all of them alike; ratios are taken inside a round.
 */
import { PDFDocument } from 'pdf-lib'
import type { Contender } from './contender.ts'
import type { BenchDocument } from './documents.ts'
import { treeCpu } from './memory.ts'
import { mean, median, quantile, type Ratio, seededRandom, summarise } from './statistics.ts'

export interface Cell {
  readonly document: string
  readonly atOnce: number
  readonly results: readonly CellResult[]
}
/** What one contender did in one round. */
export interface RoundResult {
  readonly round: number
  readonly latenciesMs: readonly number[]
  readonly perSecond: number
  /** Processor time of the contender's whole tree for one document, in ms. */
  readonly cpuMs: number
}
export interface CellResult {
  readonly contender: string
  readonly pages: number
  readonly rounds: readonly RoundResult[]
}

export interface CellPlan {
  readonly atOnce: number
  /** No further round is begun after this, once there were the fewest. */
  readonly budgetMs: number
  readonly roundsMin: number
  readonly roundsMax: number
  /** Documents each worker of a batch makes, one after the other. */
  readonly perWorker: number
}

interface Batch {
  readonly latenciesMs: readonly number[]
  readonly perSecond: number
  readonly cpuMs: number
  readonly last: Uint8Array
}

async function batch(
  contender: Contender,
  document: BenchDocument,
  plan: CellPlan,
): Promise<Batch> {
  const latenciesMs: number[] = []
  let last: Uint8Array = new Uint8Array()
  const cpuBefore = treeCpu(contender.roots())
  const start = performance.now()
  const worker = async (slot: number): Promise<void> => {
    for (let n = 0; n < Math.min(plan.perWorker, contender.batchMax); n++) {
      const begin = performance.now()
      last = await contender.run(document, slot)
      latenciesMs.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: plan.atOnce }, (_, slot) => worker(slot)))
  const perSecond = (latenciesMs.length * 1000) / (performance.now() - start)
  const cpuMs = (treeCpu(contender.roots()) - cpuBefore) / latenciesMs.length
  return { latenciesMs, perSecond, cpuMs, last }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}

async function pagesOf(pdf: Uint8Array): Promise<number> {
  return (await PDFDocument.load(pdf, { updateMetadata: false })).getPageCount()
}

/** Races the contenders on one document with so many at once. */
export async function race(
  contenders: readonly Contender[],
  document: BenchDocument,
  plan: CellPlan,
): Promise<Cell> {
  const random = seededRandom(document.name.length * 101 + plan.atOnce)
  const rounds = new Map<string, RoundResult[]>(contenders.map(({ name }) => [name, []]))
  const last = new Map<string, Uint8Array>()
  const start = performance.now()
  let round = 0
  do {
    const taking = contenders.filter(({ every }) => round % every === 0)
    for (const contender of shuffled(taking, random)) {
      const { last: pdf, ...result } = await batch(contender, document, plan)
      rounds.get(contender.name)?.push({ round, ...result })
      last.set(contender.name, pdf)
    }
    round++
  } while (
    round < plan.roundsMin ||
    (round < plan.roundsMax && performance.now() - start < plan.budgetMs)
  )
  const results = await Promise.all(
    contenders.map(async ({ name }) => ({
      contender: name,
      pages: await pagesOf(last.get(name) ?? new Uint8Array()),
      rounds: rounds.get(name) ?? [],
    })),
  )
  return { document: document.name, atOnce: plan.atOnce, results }
}

export interface Figures {
  readonly p50: number
  readonly p95: number
  readonly perSecond: number
  readonly cpuMs: number
}

/** Median time, 95th percentile documents a second and processor time of one contender over all its rounds. */
export function figures(cell: Cell, contender: string): Figures {
  const rounds = cell.results.find((one) => one.contender === contender)?.rounds ?? []
  const latencies = rounds.flatMap(({ latenciesMs }) => latenciesMs)
  return {
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuMs: mean(rounds.map(({ cpuMs }) => cpuMs)),
  }
}

/** `mine` against `other`, paired by round: time of a document, or documents a second. */
export function compare(
  cell: Cell,
  mine: string,
  other: string,
  measure: 'time' | 'throughput',
): Ratio | undefined {
  const value = (result: RoundResult): number =>
    measure === 'time' ? median(result.latenciesMs) : result.perSecond
  const of = (name: string): readonly RoundResult[] =>
    cell.results.find((one) => one.contender === name)?.rounds ?? []
  const others = new Map(of(other).map((result) => [result.round, value(result)]))
  const ratios = of(mine).flatMap((result) => {
    const beside = others.get(result.round)
    return beside === undefined ? [] : [value(result) / beside]
  })
  return ratios.length > 0 ? summarise(ratios) : undefined
}
