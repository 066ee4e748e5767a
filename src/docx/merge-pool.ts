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
}

const HEAP_MB_MAX = 512
const QUEUE_MAX = 200
/** Codes of a thread that died of its limits. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY'

const exceeded = (timeoutMs: number, cause: unknown) =>
  new AppError(
    'render_limit_exceeded',
    `Merging the data into the template took more than ${timeoutMs / 1000} s or ${HEAP_MB_MAX} MB of memory. Nest fewer loops or send less data.`,
    { cause },
  )

/** The threads. */
export class MergePool {
  readonly #threads: Piscina
  readonly #timeoutMs: number

  constructor({ workers, timeoutMs }: MergePoolOptions) {
    const { url, execArgv } = workerEntry(import.meta.url, 'merge-worker')
    this.#timeoutMs = timeoutMs
    this.#threads = new Piscina({
      filename: fileURLToPath(url),
      execArgv,
      env: {},
      minThreads: workers,
      maxThreads: workers,
      maxQueue: QUEUE_MAX,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    })
  }

  /** Loads the code into every thread, so that the first caller does not wait for it. */
  async warm(): Promise<void> {
    const { maxThreads } = this.#threads.options
    await Promise.all(Array.from({ length: maxThreads }, () => this.#run('warm', { kind: 'warm' })))
  }

  /** See `mergeDocx`. @throws render_limit_exceeded and its codes; server_busy */
  merge(input: MergeInput): Promise<MergeResult> {
    return this.#run('merge', { kind: 'merge', input })
  }

  /** See `inspectTemplate`. @throws render_limit_exceeded and its codes; server_busy */
  inspect(template: Uint8Array): Promise<TemplateFields> {
    return this.#run('inspect', { kind: 'inspect', template })
  }

  async close(): Promise<void> {
    await this.#threads.destroy()
  }

  async #run<Kind extends MergeTask['kind']>(_kind: Kind, task: MergeTask): Promise<TaskResults[Kind]> {
    const signal = AbortSignal.timeout(this.#timeoutMs)
    try {
      const given = (await this.#threads.run(task, { signal })) as TaskAnswer<TaskResults[Kind]>
      return unwrap(given)
    } catch (error) {
      throw this.#explained(error, signal)
    }
  }

  #explained(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof AppError) return error
    if (signal.aborted) return exceeded(this.#timeoutMs, error)
    const { code, message } = error as { code?: string; message?: string }
    if (code === OUT_OF_MEMORY || error instanceof RangeError) return exceeded(this.#timeoutMs, error)
    if (message?.includes('queue limit')) {
      return new AppError('server_busy', 'Too many templates are being merged; send it again.', { retryAfterSeconds: 2, cause: error })
    }
    return error
  }
}
