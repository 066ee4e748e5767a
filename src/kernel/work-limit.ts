/**
 * Limits of time on untrusted work. What counts is the processor time of the thread or process that does it: a machine
 * that is busy gives it less of that, and the file is not to blame. The clock on the wall only ends what hangs.
 */
import { readFileSync } from 'node:fs'

// Resource usage of a process as reported by Linux (proc(5)).

/** Current usage of a process. */
export interface ProcessUsage {
  /** Resident memory. */
  bytes: number
  /** Processor time since it began, in the kernel and outside. */
  cpuMs: number
}

const PAGE_BYTES = 4_096

/** Undefined if not available: the process has ended, or there is no /proc. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    return { bytes: Number(resident) * PAGE_BYTES, cpuMs: cpuMsOf(`/proc/${pid}/stat`) }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

/** How often work is looked at. */
export const LOOK_MS = 25
/** Linux counts processor time in hundredths of a second wherever Node runs. */
const TICK_MS = 10

/** How long work may take. */
export interface WorkTime {
  /** Of a processor, milliseconds. */
  cpuMs: number
  /** By the clock on the wall, milliseconds; by default five times as long and a minute. */
  wallMs?: number | undefined
}

/** Whose fault it is that work is ended: it takes too much, or what does it hangs, was lost, or got too little. */
export type Blame = 'work' | 'machine'

/** Thrown for work that was ended. */
export class WorkEnded extends Error {
  override readonly name: string = 'WorkEnded'
  readonly blame: Blame

  constructor(why: string, blame: Blame) {
    super(why)
    this.blame = blame
  }
}

/** The time of one piece of work, from its construction. */
export class WorkLimit {
  readonly #cpuMs: number
  readonly #wallMs: number
  readonly #spentMs: () => number | undefined
  readonly #began = performance.now()
  /** What had been spent before. */
  #before: number | undefined

  /**
   * @param spentMs processor time of what does the work, since whenever; undefined while nobody can tell, and then the
   * clock on the wall alone decides
   */
  constructor({ cpuMs, wallMs = 5 * cpuMs + 60_000 }: WorkTime, spentMs: () => number | undefined) {
    this.#cpuMs = cpuMs
    this.#wallMs = wallMs
    this.#spentMs = spentMs
    this.#before = spentMs()
  }

  /** Why the work has to end now; undefined: it need not. */
  exceeded(): WorkEnded | undefined {
    const spent = this.#spentMs()
    this.#before ??= spent
    if (spent !== undefined && spent - (this.#before ?? 0) > this.#cpuMs)
      return new WorkEnded('it takes too much processor time', 'work')
    if (performance.now() - this.#began > this.#wallMs)
      return new WorkEnded('it hangs, or the machine is too busy for it', 'machine')
    return undefined
  }
}

/** Processor time in milliseconds by a `stat` of proc(5), in the kernel and outside. @throws where there is none */
export function cpuMsOf(path: string): number {
  // The name in parentheses may contain spaces and parentheses.
  const fields = readFileSync(path, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
