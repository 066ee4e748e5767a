/**
 * Worker pool for untrusted files. A thread that takes too much processor time or memory is terminated and replaced;
 * the service's event loop never blocks.
 */

import { CodedError, type Wording } from './coded-error.ts'
import { FairQueue } from './fair-queue.ts'
import type { Processors } from './processors.ts'
import { type ProcessLimits, TaskProcesses } from './task-processes.ts'
import { TaskThreads } from './task-threads.ts'
import { type TaskAnswer, unwrap } from './thread-answer.ts'
import { codeOf } from './type-guards.ts'
import { WorkEnded, type WorkTime } from './work-limit.ts'
import type { WorkerEntry } from './worker-url.ts'

/** Bounds of the threads. */
export interface ThreadLimits extends WorkTime {
  workers: number
  /** Memory of one thread's heap; 512 by default. */
  heapMb?: number
  /** Run in processes instead of threads, with these bounds: for code whose memory cannot be bounded otherwise. */
  isolation?: ProcessLimits
  /** Shared with other pools. */
  processors?: Processors | undefined
  /** What callers get in place of an error, such as that of the catalogue of HTTP; absent: the error itself. */
  rejection?: ((error: unknown) => unknown) | undefined
}

/** How a task is passed to a thread. */
interface TaskOptions {
  /** Buffers transferred instead of copied; the caller's are detached. */
  transferList?: readonly ArrayBuffer[]
  /** Prefers, if free, the thread that had the last task of this name and may have cached data about it. */
  affinityKey?: string
  /** Aborted when the caller disconnects: the wait for a thread ends. A task that has begun continues. */
  signal?: AbortSignal | undefined
  /** Processor time for this task, milliseconds; absent: the pool's. */
  cpuMs?: number
}

/** Messages to callers that a pool cannot serve. */
export interface PoolWords {
  /** Why the caller must try again later. */
  busy: Wording
  /** The same where the machine did not finish it. */
  machine: Wording
  /** What exceeded the limits, and what to do. */
  exceeded(limits: { seconds: number; memoryMb: number }): Wording
}

const HEAP_MB = 512
const QUEUE_MAX = 200
const QUEUE_TIMEOUT_MS = 30_000
/** For first starting all threads at once, when only the operator waits. */
const WARM_MS_MAX = 120_000
/** A machine that could not finish a task is left alone for so long. */
const RETRY_AFTER_SECONDS = 10
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
  readonly #limits: { workers: number; heapMb: number; time: WorkTime }
  readonly #isolation: ProcessLimits | undefined
  readonly #words: PoolWords
  readonly #rejection: (error: unknown) => unknown
  /** Tasks waiting for a thread; the wait does not count against their timeout. */
  readonly #queue: FairQueue<true>

  constructor(entry: WorkerEntry, limits: ThreadLimits, words: PoolWords) {
    const { workers, cpuMs, wallMs, heapMb = HEAP_MB, isolation, processors } = limits
    this.#rejection = limits.rejection ?? ((error) => error)
    this.#limits = { workers, heapMb, time: { cpuMs, wallMs } }
    this.#isolation = isolation
    this.#words = words
    this.#entry = entry
    this.#queue = new FairQueue({
      places: workers,
      claim: () => true,
      processors,
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
    return this.#isolation === undefined
      ? new TaskThreads(this.#entry, { workers, heapMb })
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
    await Promise.all(all.map(() => this.#run(message, { cpuMs: WARM_MS_MAX })))
    await this.#threads.settle(message)
  }

  /**
   * @throws CodedError `render_limit_exceeded`, `server_busy`, and what the task throws; see {@link ThreadLimits.rejection}
   */
  async run<Kind extends keyof Tasks>(
    kind: Kind,
    task: Tasks[Kind],
    options: TaskOptions = {},
  ): Promise<Results[Kind]> {
    try {
      return await this.#run({ kind, task }, options)
    } catch (error) {
      throw this.#rejection(error)
    }
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
      // Starting a process takes as much processor time as many a task: what makes it necessary is charged with it.
      const successors: Promise<unknown>[] = []
      const replacing = (ready: Promise<unknown>): void => void successors.push(ready)
      const free = (): void => {
        lease.done()
        this.#queue.serve()
      }
      try {
        const { long } = lease
        return await this.#inThread(message, options, { signal: stop.signal, long, replacing })
      } catch (error) {
        if (!givesWay) throw error
      } finally {
        if (givesWay || successors.length === 0) free()
        else void Promise.all(successors).then(free)
      }
    }
  }

  async #inThread<Kind extends keyof Tasks>(
    message: object,
    options: TaskOptions,
    how: { signal: AbortSignal; long: boolean; replacing(ready: Promise<unknown>): void },
  ): Promise<Results[Kind]> {
    const { transferList = [], affinityKey, cpuMs } = options
    const time = cpuMs === undefined ? this.#limits.time : { cpuMs }
    try {
      const answer = await this.#threads.run(message, { ...how, time, transferList, affinityKey })
      return unwrap(answer as TaskAnswer<Results[Kind]>)
    } catch (error) {
      throw this.#explained(error, time)
    }
  }

  /** Stops the threads; running and queued tasks fail. */
  async close(): Promise<void> {
    await this.#made?.close()
  }

  #explained(error: unknown, { cpuMs }: WorkTime): unknown {
    if (error instanceof CodedError) return error
    if (error instanceof WorkEnded && error.blame === 'machine') {
      const retryAfterSeconds = RETRY_AFTER_SECONDS
      const { machine } = this.#words
      return new CodedError('server_busy', machine, { retryAfterSeconds, cause: error })
    }
    const exceeded = error instanceof WorkEnded || codeOf(error) === OUT_OF_MEMORY
    if (!exceeded && !(error instanceof RangeError)) return error
    const memoryMb = this.#isolation?.memoryMb ?? this.#limits.heapMb
    const detail = this.#words.exceeded({ seconds: cpuMs / 1000, memoryMb })
    return new CodedError('render_limit_exceeded', detail, { cause: error })
  }
}
