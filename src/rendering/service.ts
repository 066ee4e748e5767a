/** Makes documents for callers: quota around the work, metrics after it. */

import type { Caller } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import { safeFilename } from '../http/disposition.ts'
import type { Counter, Histogram, Metrics } from '../kernel/metrics.ts'
import type { RenderOrder } from './order.ts'
import { type PipelineParts, runPipeline, type StepTimes } from './pipeline.ts'
import type { TemplateSource } from './ports.ts'
import { FORMATS } from './schemas.ts'

/** The answer to a render call. */
export interface RenderedFile {
  bytes: Uint8Array
  filename: string
  mediaType: string
  times: StepTimes
}

const SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

/** Renders for a caller. */
export class RenderService {
  readonly #quota: Pick<Quota, 'spend'>
  readonly #templates: TemplateSource
  readonly #parts: PipelineParts
  readonly #documents: Counter
  readonly #seconds: Histogram

  constructor(
    quota: Pick<Quota, 'spend'>,
    templates: TemplateSource,
    parts: PipelineParts,
    metrics: Metrics,
  ) {
    this.#quota = quota
    this.#templates = templates
    this.#parts = parts
    this.#documents = metrics.counter('paraph_documents_total', 'Documents made, by format')
    this.#seconds = metrics.histogram(
      'paraph_render_step_seconds',
      'Time by step of a render',
      SECONDS,
    )
  }

  /**
   * Makes one document. Costs one of the key's documents, given back when it fails.
   * @throws quota_exceeded and every code of the steps
   */
  async render(caller: Caller, order: RenderOrder, signal: AbortSignal): Promise<RenderedFile> {
    const { template, format } = order
    const opened =
      template.kind === 'file'
        ? template
        : await this.#templates.open(caller.account.id, template.id, template.version)
    const { bytes, times } = await this.#quota.spend(caller, 'documents', () =>
      runPipeline(this.#parts, opened, order, signal),
    )
    this.#documents.add({ format })
    for (const [step, ms] of Object.entries(times)) this.#seconds.observe({ step }, ms / 1000)
    const { extension, mediaType } = FORMATS[format]
    return {
      bytes,
      times,
      mediaType,
      filename: safeFilename(order.filename ?? opened.name, extension),
    }
  }
}
