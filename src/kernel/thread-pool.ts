/**
 * Worker pool for untrusted files. A thread that takes too long or too much memory is terminated and replaced; the
 * service's event loop never blocks.
 */

import { ProcessExceeded } from './bounded-process.ts'
import { CodedError } from './coded-error.ts'
import { AppError } from './errors.ts'
import { FairQueue } from './fair-queue.ts'
import { type ProcessLimits, TaskProcesses } from './task-processes.ts'
import { TaskThreads } from './task-threads.ts'
import { type TaskAnswer, unwrap } from './thread-answer.ts'
import { codeOf } from './type-guards.ts'
import type { WorkerEntry } from './worker-url.ts'

/** Bounds of the threads. */
export interface ThreadLimits {
  workers: number
  /** For one task, from when a thread has it. */
  timeoutMs: number
  /** Memory of one thread's heap; 512 by default. */
  heapMb?: number
  /** Run in processes instead of threads, with these bounds: for code whose memory cannot be bounded otherwise. */
  isolation?: ProcessLimits
}

/** How a task is passed to a thread. */
interface TaskOptions {
  /** Buffers transferred instead of copied; the caller's are detached. */
  transferList?: readonly ArrayBuffer[]
  /** Prefers, if free, the thread that had the last task of this name and may have cached data about it. */
  affinityKey?: string
  /** Aborted when the caller disconnects: the wait for a thread ends. A task that has begun continues. */
  signal?: AbortSignal | undefined
  /** For this task, from when a thread has it, milliseconds; absent: the pool's. */
  timeoutMs?: number
}

/** Messages to callers that a pool cannot serve. */
export interface PoolWords {
  /** Why the caller must try again later. */
  busy: string
  /** What exceeded the limits, and what to do: "Merging … took more than {limits}. Send less data." */
  exceeded(limits: string): string
}

const HEAP_MB = 512
const QUEUE_MAX = 200
const QUEUE_TIMEOUT_MS = 30_000
/** Starting a thread may take this long on a busy machine; it does not count against the task. */
const START_GRACE_MS = 5_000
/** Timeout for first starting all threads at once, when only the operator waits. */
const WARM_MS_MAX = 120_000
/** Codes of a thread terminated by its limits. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * A fixed number of threads that run one module made with `serving`. `Tasks` has the input of each kind of task,
 * `Results` its result; both are plain data, since they cross threads or processes.
 */
export class ThreadPool<Tasks, Results extends Record<keyof Tasks, unknown>> {
  readonly #entry: WorkerEntry
  /** Created with the first task, so that it does not slow down the service's start. */
  #made: TaskThreads | TaskProcesses | undefined
  readonly #limits: Required<Omit<ThreadLimits, 'isolation'>>
  readonly #isolation: ProcessLimits | undefined
  readonly #words: PoolWords
  /** Tasks waiting for a thread; the wait does not count against their timeout. */
  readonly #queue: FairQueue<true>
  /** Threads being restarted: the next tasks get the time this takes in addition. */
  #restarts: number

  constructor(entry: WorkerEntry, limits: ThreadLimits, words: PoolWords) {
    const { workers, timeoutMs, heapMb = HEAP_MB, isolation } = limits
    this.#limits = { workers, timeoutMs, heapMb }
    this.#isolation = isolation
    this.#words = words
    this.#entry = entry
    // Processes count the timeout from when they are ready.
    this.#restarts = isolation === undefined ? workers : 0
    this.#queue = new FairQueue({
      places: workers,
      claim: () => true,
      max: QUEUE_MAX,
      timeoutMs: QUEUE_TIMEOUT_MS,
      words: { full: () => words.busy, late: () => words.busy },
    })
  }

  get #threads(): TaskThreads | TaskProcesses {
    this.#made ??= this.#make()
    return this.#made
  }

  #make(): TaskThreads | TaskProcesses {
    const { workers, heapMb } = this.#limits
    const onRestart = (): void => {
      this.#restarts++
    }
    return this.#isolation === undefined
      ? new TaskThreads(this.#entry, { workers, heapMb }, onRestart)
      : new TaskProcesses(this.#entry, { workers, heapMb, ...this.#isolation })
  }

  /**
   * Runs a task once in every thread, so that the first caller does not wait for it. Garbage from starting and from
   * the task is collected: an idle thread would retain it forever.
   */
  async warm(): Promise<void> {
    const { workers } = this.#limits
    const message = { warm: true }
    const all = Array.from({ length: Math.min(this.#isolation?.warm ?? workers, workers) })
    await Promise.all(all.map(() => this.#run(message, { timeoutMs: WARM_MS_MAX })))
    await this.#threads.settle(message)
    this.#restarts = 0
  }

  /**
   * @throws render_limit_exceeded, server_busy, and what the task throws
   */
  async run<Kind extends keyof Tasks>(
    kind: Kind,
    task: Tasks[Kind],
    options: TaskOptions = {},
  ): Promise<Results[Kind]> {
    return await this.#run({ kind, task }, options)
  }

  async #run<Kind extends keyof Tasks>(
    message: object,
    options: TaskOptions,
  ): Promise<Results[Kind]> {
    // transferred buffers are lost with the thread
    const restartable = options.transferList === undefined
    for (let preempted = false; ; preempted = true) {
      const stop = new AbortController()
      let givesWay = false
      const preempt = (): void => {
        givesWay = true
        stop.abort()
      }
      const lease = await this.#queue.take({
        signal: options.signal,
        preempted,
        preempt: restartable && !preempted ? preempt : undefined,
      })
      const timeoutMs = this.#nextLimitMs(options)
      const limit = this.#isolation ? undefined : setTimeout(() => stop.abort(), timeoutMs)
      try {
        const { long } = lease
        return await this.#inThread(message, options, { signal: stop.signal, timeoutMs, long })
      } catch (error) {
        if (!givesWay) throw error
      } finally {
        clearTimeout(limit)
        lease.done()
        this.#queue.serve()
      }
    }
  }

  async #inThread<Kind extends keyof Tasks>(
    message: object,
    options: TaskOptions,
    bounds: { signal: AbortSignal; timeoutMs: number; long: boolean },
  ): Promise<Results[Kind]> {
    try {
      const { transferList = [], affinityKey } = options
      const answer = await this.#threads.run(message, { ...bounds, transferList, affinityKey })
      return unwrap(answer as TaskAnswer<Results[Kind]>)
    } catch (error) {
      throw this.#explained(error, bounds.signal, options.timeoutMs)
    }
  }

  /** Stops the threads; running and queued tasks fail. */
  async close(): Promise<void> {
    await this.#made?.close()
  }

  #nextLimitMs({ timeoutMs = this.#limits.timeoutMs }: TaskOptions): number {
    if (this.#restarts === 0) return timeoutMs
    this.#restarts--
    return timeoutMs + START_GRACE_MS
  }

  #explained(error: unknown, signal: AbortSignal, ofTask = this.#limits.timeoutMs): unknown {
    if (error instanceof CodedError) return error
    const ended =
      signal.aborted || codeOf(error) === OUT_OF_MEMORY || error instanceof ProcessExceeded
    if (ended && this.#isolation === undefined) this.#restarts++
    if (!ended && !(error instanceof RangeError)) return error
    const { memoryMb = this.#limits.heapMb, cpuMs = ofTask } = this.#isolation ?? {}
    const limits = `${Math.min(cpuMs, ofTask) / 1000} s or ${memoryMb} MB of memory`
    return new AppError('render_limit_exceeded', this.#words.exceeded(limits), { cause: error })
  }
}
