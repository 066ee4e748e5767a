/**
 * Threads that check, merge and inspect templates. A thread that takes too long or too much memory
 * is ended and replaced; the event loop of the service never waits.
 */
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '../kernel/errors.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { TemplateFields } from './inspect.ts'
import type { MergeInput, MergeResult } from './merge.ts'
import { type MergeTask, type TaskAnswer, type TaskResults, unwrap } from './merge-tasks.ts'

/** Bounds of the threads. */
export interface MergePoolOptions {
  workers: number
  /** For one task once a thread has it. */
  timeoutMs: number
  /** Memory of one thread's heap; 512 by default. */
  heapMb?: number
}

const HEAP_MB = 512
const QUEUE_MAX = 200
/** Starting a thread may take this long on a busy machine; it is not the task's fault. */
const START_GRACE_MS = 5_000
/** Codes of a thread that died of its limits. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

/** The threads. */
export class MergePool {
  readonly #threads: Piscina
  readonly #options: Required<MergePoolOptions>
  /** Tasks that wait for a thread; the wait does not count against their time. */
  readonly #waiting: Array<() => void> = []
  #running = 0
  /** Threads that are being started again: the next tasks get the time this takes on top. */
  #restarts = 0

  constructor({ workers, timeoutMs, heapMb = HEAP_MB }: MergePoolOptions) {
    const { url, execArgv } = workerEntry(import.meta.url, 'merge-worker')
    this.#options = { workers, timeoutMs, heapMb }
    this.#threads = new Piscina({
      filename: fileURLToPath(url),
      execArgv,
      env: {},
      minThreads: workers,
      maxThreads: workers,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: 64,
        stackSizeMb: 4,
      },
    })
  }

  /** Runs all code once in every thread, so that the first caller does not wait for it. */
  async warm(): Promise<void> {
    const { workers } = this.#options
    this.#restarts = workers
    await Promise.all(Array.from({ length: workers }, () => this.#run('warm', { kind: 'warm' })))
  }

  /** See `mergeDocx`. @throws render_limit_exceeded and its codes; server_busy */
  merge(input: MergeInput): Promise<MergeResult> {
    return this.#run('merge', { kind: 'merge', input })
  }

  /** See `inspectTemplate`. @throws render_limit_exceeded and its codes; server_busy */
  inspect(template: Uint8Array): Promise<TemplateFields> {
    return this.#run('inspect', { kind: 'inspect', template })
  }

  /** Ends the threads; tasks under way and waiting fail. */
  async close(): Promise<void> {
    await this.#threads.destroy()
  }

  async #run<Kind extends MergeTask['kind']>(
    _kind: Kind,
    task: MergeTask,
  ): Promise<TaskResults[Kind]> {
    await this.#turn()
    const fresh = this.#restarts > 0
    if (fresh) this.#restarts--
    const signal = AbortSignal.timeout(this.#options.timeoutMs + (fresh ? START_GRACE_MS : 0))
    try {
      const given = (await this.#threads.run(task, { signal })) as TaskAnswer<TaskResults[Kind]>
      return unwrap(given)
    } catch (error) {
      throw this.#explained(error, signal)
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }

  /** Waits until a thread is free. @throws AppError server_busy when too many wait */
  async #turn(): Promise<void> {
    if (this.#running >= this.#options.workers) {
      if (this.#waiting.length >= QUEUE_MAX) {
        throw new AppError('server_busy', 'Too many templates are being merged; send it again.', {
          retryAfterSeconds: 2,
        })
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    this.#running++
  }

  #explained(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof AppError) return error
    const { code } = error as { code?: string }
    const ended = signal.aborted || code === OUT_OF_MEMORY
    if (ended) this.#restarts++
    if (!ended && !(error instanceof RangeError)) return error
    const { timeoutMs, heapMb } = this.#options
    return new AppError(
      'render_limit_exceeded',
      `Merging the data into the template took more than ${timeoutMs / 1000} s or ${heapMb} MB of memory. Nest fewer loops or send less data.`,
      { cause: error },
    )
  }
}
