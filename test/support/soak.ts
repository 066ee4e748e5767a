/** How a service does under mixed load that goes on: its memory, its times, its processor time per request. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pss, treeCpu, treePss } from '../../scripts/bench/memory.ts'
import { median, quantile, slope } from '../../scripts/bench/statistics.ts'
import { GENEROUS_PLANS } from './generous-plans.ts'
import { type KillStage, pause, startKillStage } from './kill-stage.ts'
import { Callers, inOrder } from './soak-load.ts'

const AT_ONCE = 3
const MINUTE_MS = 60_000
/** Allocation as the service's own scripts set it; see docs/self-hosting.md, "Memory". */
const ALLOCATION = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
}
const RATES = {
  PARAPH_CHANGES_PER_MINUTE: '1000000',
  PARAPH_CHECKS_PER_MINUTE: '1000000',
  PARAPH_READS_PER_MINUTE: '1000000',
  PARAPH_SMS_PER_KEY: '1000000/1000000',
  PARAPH_SMS_PER_ACCOUNT: '1000000/1000000',
  PARAPH_SMS_PER_PREFIX: '1000000/1000000',
}

/** Memory after so many requests, in MiB, and the processor time spent until then. */
interface Sample {
  minute: number
  requests: number
  /** Of the main thread, after its garbage was collected. */
  heapMb: number
  /** Of the server process with its threads, as the kernel counts it. */
  serverMb: number
  /** Of the service with LibreOffice. */
  treeMb: number
  cpuMs: number
}

/** One request: which, in which half after the warm-up, how long. */
interface Timed {
  name: string
  half: 0 | 1
  ms: number
}

/** What came of it; slopes by least squares over everything after the warm-up, in MiB per 1,000 requests. */
export interface Soak {
  requests: number
  minutes: number
  heapSlope: number
  serverSlope: number
  treeSlope: number
  /** p95 of the second half against that of the first, the median over the kinds; 1 is no change. */
  p95Ratio: number
  /** The same of processor time per request, which other work of the machine hardly changes. */
  cpuRatio: number
  p95Ms: Record<string, [first: number, second: number]>
  /** What was not answered as is due. */
  failures: readonly string[]
  samples: readonly Sample[]
}

/** A service as a process whose rates nobody meets; `probe` is the file for {@link collectedHeap}. */
export async function openSoakStage(): Promise<{
  stage: KillStage
  probe: string
  close(): Promise<void>
}> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-soak-'))
  const plans = join(folder, 'plans.json')
  const probe = join(folder, 'memory')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  const settings = { ...ALLOCATION, ...RATES, PARAPH_PLANS_FILE: plans, MEMORY_PROBE_FILE: probe }
  const preload = resolve(import.meta.dirname, 'memory-probe.mjs')
  const stage = await startKillStage(settings, {}, { plan: 'abused', preload })
  const close = async (): Promise<void> => {
    await stage.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { stage, probe, close }
}

/** Bytes of the main thread's heap and buffers after its garbage was collected. */
export async function collectedHeap(pid: number, probe: string): Promise<number> {
  rmSync(probe, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    await pause(20)
    try {
      const heap = readFileSync(probe, 'utf8')
      if (heap !== '') return Number(heap)
    } catch {
      // Not written yet.
    }
  }
}

/** How long, of which the first minutes are not counted: caches fill, code is compiled, workers start. */
interface Length {
  minutes: number
  warmUpMinutes: number
  /** Requests begin at this rate; without it, each when the one before has been answered. */
  perSecond?: number | undefined
}

/** Runs the load; caches fill, code is compiled and workers start while it warms up. */
export async function soak(
  { samples, ...length }: Length & { samples: number },
  say: (sample: Sample) => void = () => undefined,
): Promise<Soak> {
  const { stage, probe, close } = await openSoakStage()
  try {
    await stage.up()
    const run = new Run(stage, probe, length)
    return await run.measure((length.minutes - length.warmUpMinutes) / samples, say)
  } finally {
    await close()
  }
}

class Run {
  readonly #stage: KillStage
  readonly #probe: string
  readonly #minutes: number
  readonly #warmUpMinutes: number
  readonly #everyMs: number
  readonly #timed: Timed[] = []
  readonly #samples: Sample[] = []
  readonly #failures: string[] = []
  #begunMs = 0
  #requests = 0

  constructor(stage: KillStage, probe: string, { minutes, warmUpMinutes, perSecond }: Length) {
    this.#stage = stage
    this.#probe = probe
    this.#minutes = minutes
    this.#warmUpMinutes = warmUpMinutes
    this.#everyMs = perSecond === undefined ? 0 : 1000 / perSecond
  }

  get #minute(): number {
    return (performance.now() - this.#begunMs) / MINUTE_MS
  }

  async measure(everyMinutes: number, say: (sample: Sample) => void): Promise<Soak> {
    const order = inOrder(await new Callers(this.#stage).kinds())
    this.#begunMs = performance.now()
    const caller = async (): Promise<void> => {
      while (this.#minute < this.#minutes) {
        const number = this.#requests++
        const kind = order[number % order.length]
        if (kind === undefined) return
        await pause(Math.max(0, this.#begunMs + number * this.#everyMs - performance.now()))
        const start = performance.now()
        try {
          await kind.run()
          this.#note(kind.name, performance.now() - start)
        } catch (error) {
          this.#failures.push(`${kind.name}: ${String(error)}`)
        }
      }
    }
    const watch = async (): Promise<void> => {
      for (let at = this.#warmUpMinutes; at <= this.#minutes; at += everyMinutes) {
        await pause(Math.max(0, at - this.#minute) * MINUTE_MS)
        const sample = await this.#sample()
        this.#samples.push(sample)
        say(sample)
      }
    }
    await Promise.all([watch(), ...Array.from({ length: AT_ONCE }, caller)])
    return this.#result()
  }

  #note(name: string, ms: number): void {
    const counted = this.#minute - this.#warmUpMinutes
    if (counted < 0) return
    const half = counted < (this.#minutes - this.#warmUpMinutes) / 2 ? 0 : 1
    this.#timed.push({ name, half, ms })
  }

  async #sample(): Promise<Sample> {
    const { pid } = this.#stage
    return {
      minute: this.#minute,
      requests: this.#requests,
      heapMb: (await collectedHeap(pid, this.#probe)) / 2 ** 20,
      serverMb: pss(pid),
      treeMb: treePss([pid]),
      cpuMs: treeCpu([pid]),
    }
  }

  #slope(of: 'heapMb' | 'serverMb' | 'treeMb'): number {
    return slope(this.#samples.map((sample) => [sample.requests / 1000, sample[of]]))
  }

  /** Processor time per request in the second half of the samples, against the first. */
  #cpuRatio(): number {
    const first = this.#samples[0]
    const middle = this.#samples[Math.floor((this.#samples.length - 1) / 2)]
    const last = this.#samples.at(-1)
    if (first === undefined || middle === undefined || last === undefined) return Number.NaN
    const each = (from: Sample, to: Sample) =>
      (to.cpuMs - from.cpuMs) / (to.requests - from.requests)
    return each(middle, last) / each(first, middle)
  }

  #result(): Soak {
    const names = [...new Set(this.#timed.map(({ name }) => name))].sort()
    const p95 = (name: string, half: 0 | 1): number =>
      quantile(
        this.#timed.filter((one) => one.name === name && one.half === half).map(({ ms }) => ms),
        0.95,
      )
    const p95Ms = Object.fromEntries(
      names.map((name) => [name, [p95(name, 0), p95(name, 1)] as [number, number]]),
    )
    return {
      requests: this.#requests,
      minutes: this.#minute,
      heapSlope: this.#slope('heapMb'),
      serverSlope: this.#slope('serverMb'),
      treeSlope: this.#slope('treeMb'),
      p95Ratio: median(Object.values(p95Ms).map(([first, second]) => second / first)),
      cpuRatio: this.#cpuRatio(),
      p95Ms,
      failures: this.#failures,
      samples: this.#samples,
    }
  }
}
