/**
 * Processes for work on strangers' files: what such work takes beside the JavaScript heap has no bound within our own
 * process, which keeps much of it for ever, and a process that ends gives everything back. Some stay at the ready,
 * others are started when they are needed and end when nothing was to be done for a while.
 */
import { BoundedProcess, type ProcessBounds } from './bounded-process.ts'
import type { WorkerEntry } from './worker-url.ts'

/** How many processes there are, and what each may take for a task. */
export interface ProcessLimits extends ProcessBounds {
  /** How many stay when there is nothing to do; all by default. */
  warm?: number
}

/** Kept by a process after a task, beyond its rest: with more it is replaced at once. */
const AT_ONCE_BYTES = 48_000_000
/** The same once nothing was to be done for a while: then nobody waits for the new one. */
const IDLE_BYTES = 8_000_000
const IDLE_MS = 10_000
const LOOK_AGAIN_MS = 1_000

/** A number of processes that run one module. */
export class TaskProcesses {
  readonly #entry: WorkerEntry
  readonly #limits: ProcessLimits & { workers: number; heapMb: number }
  readonly #warm: number
  readonly #all: BoundedProcess[] = []
  /** Of a process that has done the task that warms. */
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

  /**
   * @param timeoutMs once a process has the task; starting one does not count
   * @throws ProcessExceeded, and what the task throws
   */
  async run(task: object, bounds: { signal: AbortSignal; timeoutMs: number }): Promise<unknown> {
    this.#replaceSpent(AT_ONCE_BYTES)
    const chosen = this.#all.find(({ busy }) => !busy) ?? this.#startAnother()
    try {
      return await chosen.run(task, { ...bounds, rest: this.#rest })
    } finally {
      this.#replaceSpent(AT_ONCE_BYTES)
      this.#idle ??= setTimeout(() => this.#tidy(), IDLE_MS).unref()
    }
  }

  /**
   * What they take now, having done a task each, is their rest.
   * @param warmTask done by each that is started in another one's place, before it is needed
   */
  async settle(warmTask: object): Promise<void> {
    this.#warmTask = warmTask
    this.#rest = Math.max(0, ...this.#all.map((each) => each.settle()))
  }

  /** Ends the processes; tasks under way fail. */
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

  /** Ends those that have more than these bytes beyond their rest, and sees to it that enough are left. */
  #replaceSpent(bytesMax: number): void {
    if (this.#closed) return
    for (const each of [...this.#all])
      if (each.ended || (!each.busy && each.beyond(this.#rest) > bytesMax)) this.#end(each)
    while (this.#all.length < this.#warm) {
      const started = this.#start()
      if (this.#warmTask !== undefined) started.warm(this.#warmTask)
    }
  }

  #tidy(): void {
    this.#idle = undefined
    if (this.#closed) return
    const isIdle = (process: BoundedProcess): boolean => process.idleMs >= IDLE_MS
    // The first are chosen first, so that they are the ones to stay.
    for (const each of this.#all.slice(this.#warm)) if (isIdle(each)) this.#end(each)
    if (this.#all.every(isIdle)) this.#replaceSpent(IDLE_BYTES)
    else this.#idle = setTimeout(() => this.#tidy(), LOOK_AGAIN_MS).unref()
  }
}
