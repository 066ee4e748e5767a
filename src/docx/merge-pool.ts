/** The worker pool that checks, merges and inspects templates. */
import type { JsonObject } from '../kernel/json.ts'
import { JsonText } from '../kernel/json-text.ts'
import { type PoolWords, type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import type { TemplateComparison } from './compare/compare.ts'
import type { TemplateFields } from './fields/inspect.ts'
import type { MergeInput, MergeResult } from './merge.ts'
import type { MergeResults, MergeTasks } from './merge-worker.ts'

/** What to merge; data given as text is parsed in the worker. */
export type MergeRequest = Omit<MergeInput, 'data'> & { data: JsonObject | JsonText }

const WORDS: PoolWords = {
  busy: 'Too many templates are being merged; send it again.',
  exceeded: (limits) =>
    `Merging the data into the template took more than ${limits}. Nest fewer loops or send less data.`,
}

/** The worker pool. */
export class MergePool extends ThreadPool<MergeTasks, MergeResults> {
  constructor(limits: ThreadLimits) {
    super(workerEntry('docx/merge-worker'), limits, WORDS)
  }

  /** See `mergeDocx`. @throws render_limit_exceeded and its codes; server_busy */
  merge({ data, ...rest }: MergeRequest): Promise<MergeResult> {
    // A class instance does not survive structured cloning, and text transfers fast.
    const isText = data instanceof JsonText
    const json = isText ? { text: data.text, field: data.field } : undefined
    return this.run('merge', { input: { ...rest, data: isText ? {} : data }, json })
  }

  /** See `inspectTemplate`. @throws render_limit_exceeded and its codes; server_busy */
  inspect(template: Uint8Array): Promise<TemplateFields> {
    return this.run('inspect', { template })
  }

  /**
   * The cleaned document, ready to be converted.
   * @throws the codes of `openTemplate`; render_limit_exceeded, server_busy
   */
  clean(template: Uint8Array): Promise<MergeResults['clean']> {
    return this.run('clean', { template })
  }

  /** See `compareTemplates`. @throws render_limit_exceeded and its codes; server_busy */
  compare(before: Uint8Array, after: Uint8Array): Promise<TemplateComparison> {
    return this.run('compare', { before, after })
  }
}
