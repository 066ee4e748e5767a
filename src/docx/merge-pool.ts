/** Threads that check, merge and inspect templates. */
import { type PoolWords, type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { TemplateComparison } from './compare/compare.ts'
import type { TemplateFields } from './fields/inspect.ts'
import type { MergeResult } from './merge.ts'
import { type MergeRequest, type MergeTask, mergeTask, type TaskResults } from './merge-tasks.ts'

/** Bounds of the threads. */
export type MergePoolOptions = ThreadLimits

const WORDS: PoolWords = {
  busy: 'Too many templates are being merged; send it again.',
  exceeded: (limits) =>
    `Merging the data into the template took more than ${limits}. Nest fewer loops or send less data.`,
}

/** The threads. */
export class MergePool {
  readonly #threads: ThreadPool<MergeTask, TaskResults>

  constructor(options: MergePoolOptions) {
    this.#threads = new ThreadPool(workerEntry('docx/merge-worker'), options, WORDS)
  }

  /** Runs all code once in every thread, so that the first caller does not wait for it. */
  warm(): Promise<void> {
    return this.#threads.warm({ kind: 'warm' })
  }

  /** See `mergeDocx`. @throws render_limit_exceeded and its codes; server_busy */
  merge(request: MergeRequest): Promise<MergeResult> {
    return this.#threads.run('merge', mergeTask(request))
  }

  /** See `inspectTemplate`. @throws render_limit_exceeded and its codes; server_busy */
  inspect(template: Uint8Array): Promise<TemplateFields> {
    return this.#threads.run('inspect', { kind: 'inspect', template })
  }

  /**
   * The document as the check hands it on, to be converted next.
   * @throws the codes of `openTemplate`; render_limit_exceeded, server_busy
   */
  clean(template: Uint8Array): Promise<TaskResults['clean']> {
    return this.#threads.run('clean', { kind: 'clean', template })
  }

  /** See `compareTemplates`. @throws render_limit_exceeded and its codes; server_busy */
  compare(before: Uint8Array, after: Uint8Array): Promise<TemplateComparison> {
    return this.#threads.run('compare', { kind: 'compare', before, after })
  }

  /** Ends the threads; tasks under way and waiting fail. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
