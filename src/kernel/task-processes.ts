/**
 * Processes for work on untrusted files: memory used outside the JavaScript heap cannot be bounded within our own
 * process, which would retain much of it forever, while a process that ends releases everything. Some stay ready,
 * others are started on demand and end after being idle for a while.
 */
import { BoundedProcess, type ProcessBounds, ProcessNeverReady } from './bounded-process.ts'
import type { WorkTime } from './work-limit.ts'
import type { WorkerEntry } from './worker-url.ts'

/** Number of processes, and the bounds of each task. */
export interface ProcessLimits extends ProcessBounds {
  /** How many stay when idle; all by default. */
  warm?: number
}

/** Memory retained after a task above the rest level: with more, the process is replaced at once. */
const AT_ONCE_BYTES = 48_000_000
/** The same after being idle for a while, when nobody waits for the new one. */
const IDLE_BYTES = 8_000_000
const IDLE_MS = 10_000
const LOOK_AGAIN_MS = 1_000

/** How a task is passed to a process. */
interface ProcessTask {
  signal: AbortSignal
  /** From when a process has the task; starting one does not count. */
  time: WorkTime
  /** Longer than those of others, who should find the process that has run the most. */
  long: boolean
  /** Hears of the successors of processes that the task has spent, until they are ready. */
  replacing?: (ready: Promise<unknown>) => void
}

/** A pool of processes that run one module. */
export class TaskProcesses {
  readonly #entry: WorkerEntry
  readonly #limits: ProcessLimits & { workers: number; heapMb: number }
  readonly #warm: number
  readonly #all: BoundedProcess[] = []
  /** Rest level of a process that has run the warm-up task. */
  #rest = 0
  #warmTask: object | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(entry: WorkerEntry, limits: ProcessLimits & { workers: number; heapMb: number }) {
    this.#entry = entry
    this.#limits = limits
    this.#warm = Math.min(limits.warm ?? limits.workers, limits.workers)
    for (let count = 0; count < this.#warm; count++) this.#start()
  }

  /** @throws WorkEnded, and what the task throws */
  async run(task: object, handing: ProcessTask): Promise<unknown> {
    try {
      return await this.#runInAny(task, handing)
    } catch (error) {
      if (!(error instanceof ProcessNeverReady)) throw error
      return await this.#runInAny(task, handing)
    } finally {
      this.#idle ??= setTimeout(() => this.#tidy(), IDLE_MS).unref()
    }
  }

  async #runInAny(task: object, { long, replacing, ...bounds }: ProcessTask): Promise<unknown> {
    this.#replaceSpent()
    // a process compiles what it runs often, and a long task often leaves so much behind that it has to be replaced
    const free = this.#all.filter(({ busy }) => !busy)
    const chosen = (long ? free.at(-1) : free[0]) ?? this.#startAnother()
    const before = chosen.beyond(this.#rest)
    try {
      return await chosen.run(task, { ...bounds, rest: this.#rest })
    } finally {
      // not by the one that comes after many others, each of which left a little
      const isSpent = chosen.ended || chosen.beyond(this.#rest) - before > AT_ONCE_BYTES / 2
      const started = this.#replaceSpent()
      if (isSpent && started.length > 0)
        replacing?.(Promise.allSettled(started.map(({ ready }) => ready)))
    }
  }

  /**
   * Takes their current memory, after a task each, as their rest level.
   * @param warmTask run by each replacement process before it is needed
   */
  async settle(warmTask: object): Promise<void> {
    this.#warmTask = warmTask
    this.#rest = Math.max(0, ...this.#all.map((each) => each.settle()))
  }

  /** Stops the processes; running tasks fail. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#idle)
    for (const each of this.#all) each.end()
  }

  #start(): BoundedProcess {
    const started = new BoundedProcess(this.#entry, this.#limits, this.#limits.heapMb)
    this.#all.push(started)
    return started
  }

  #startAnother(): BoundedProcess {
    if (this.#closed || this.#all.length >= this.#limits.workers)
      throw new Error('no process is free')
    return this.#start()
  }

  #end(process: BoundedProcess): void {
    process.end()
    this.#all.splice(this.#all.indexOf(process), 1)
  }

  /** Ends those that hold too much memory; each gets a successor, so that no task waits for a start under load. */
  #replaceSpent(): BoundedProcess[] {
    if (this.#closed) return []
    const count = Math.max(this.#all.length, this.#warm)
    this.#endAbove(AT_ONCE_BYTES)
    return this.#fillUp(count)
  }

  /** Ends those more than these bytes above their rest level. */
  #endAbove(bytesMax: number): void {
    for (const each of [...this.#all])
      if (each.ended || (!each.busy && each.beyond(this.#rest) > bytesMax)) this.#end(each)
  }

  #fillUp(count: number): BoundedProcess[] {
    const started: BoundedProcess[] = []
    while (this.#all.length < count) {
      const another = this.#start()
      if (this.#warmTask !== undefined) another.warm(this.#warmTask)
      started.push(another)
    }
    return started
  }

  #tidy(): void {
    this.#idle = undefined
    if (this.#closed) return
    const isIdle = (process: BoundedProcess): boolean => process.idleMs >= IDLE_MS
    // The first are chosen first, so they are the ones that stay.
    for (const each of this.#all.slice(this.#warm)) if (isIdle(each)) this.#end(each)
    if (this.#all.every(isIdle)) {
      this.#endAbove(IDLE_BYTES)
      this.#fillUp(this.#warm)
    } else this.#idle = setTimeout(() => this.#tidy(), LOOK_AGAIN_MS).unref()
  }
}
