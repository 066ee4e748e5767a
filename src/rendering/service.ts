/** Creates documents for callers: quota before the work, metrics after it. */

import { type Caller, isTest } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import type { Profile } from '../facturx/model/invoice.ts'
import { safeFilename } from '../http/disposition.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Finding } from '../kernel/coded-error.ts'
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import type { Counter, Histogram, Metrics } from '../kernel/metrics.ts'
import type { SignaturePlacement } from '../pdf/signature-marks.ts'
import type { RenderFacturxInput, RenderViewInput } from './facturx-input.ts'
import { type StepsInput, stepped } from './pdf-steps.ts'
import {
  type Piped,
  type PipelineParts,
  runFacturx,
  runInvoiceXml,
  runPipeline,
  runView,
  type StepTimes,
  timed,
} from './pipeline.ts'
import type { FontSource, OpenedTemplate, TemplateSource } from './ports.ts'
import type { AddedSteps, RenderInput } from './render-input.ts'
import { FORMATS } from './schemas.ts'

/** The response to a render call. */
export interface RenderedFile {
  bytes: Uint8Array
  filename: string
  mediaType: string
  times: StepTimes
  /** What the document lacks or shows differently. */
  documentWarnings: readonly DocumentWarning[]
}

/** A document to be signed, with the places for signatures. */
interface RenderedForSigning extends RenderedFile {
  placements: readonly SignaturePlacement[]
}

/** The response to a Factur-X call. */
export interface RenderedInvoice extends RenderedFile {
  profile: Profile
  warnings: readonly Finding[]
}

const SECONDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

/** Where templates and fonts come from. */
interface Sources {
  templates: TemplateSource
  fonts: FontSource
}

/** Renders for a caller. */
export class RenderService {
  readonly #quota: Pick<Quota, 'spend'>
  readonly #sources: Sources
  readonly #parts: PipelineParts
  readonly #documents: Counter
  readonly #seconds: Histogram
  readonly #clock: Clock

  constructor(
    quota: Pick<Quota, 'spend'>,
    sources: Sources,
    parts: PipelineParts,
    metrics: Metrics,
    clock: Clock,
  ) {
    this.#clock = clock
    this.#quota = quota
    this.#sources = sources
    this.#parts = parts
    this.#documents = metrics.counter('paraph_documents_total', 'Documents produced, by format')
    this.#seconds = metrics.histogram(
      'paraph_render_step_seconds',
      'Duration of a render in seconds, by step',
      SECONDS,
    )
  }

  /**
   * Creates one document. Counts as one of the key's documents, refunded on failure.
   * @throws quota_exceeded and every code of the steps
   */
  async render(caller: Caller, input: RenderInput, signal: AbortSignal): Promise<RenderedFile> {
    const { format, steps } = input
    const opened = await this.#open(caller, input)
    const test = isTest(caller)
    return await this.#quota.spend(caller, 'documents', async () => {
      // Steps mark what they put together.
      const marked = { ...input, test: test && steps === undefined }
      const piped = await runPipeline(this.#parts, opened, marked, signal)
      const file = this.#file(piped, input, opened.name)
      const done =
        steps && (await timed(file.times, 'steps', () => this.#stepped(file, steps, test)))
      this.#count(format, piped.times)
      return { ...file, ...done }
    })
  }

  /**
   * Does steps on PDFs. Counts as one document, refunded on failure.
   * @throws quota_exceeded, and every code of the steps
   */
  async editPdf(caller: Caller, { filename, ...order }: StepsInput): Promise<RenderedFile> {
    const times: StepTimes = {}
    const all = { ...order, test: isTest(caller), atMs: this.#clock.now() }
    const name = filename ?? order.files[0]?.name ?? ''
    const file = await this.#quota.spend(caller, 'documents', () =>
      timed(times, 'steps', () => stepped(this.#parts.steps, all, name)),
    )
    return { ...file, times, documentWarnings: [] }
  }

  #stepped({ filename: name, bytes }: RenderedFile, { files, steps }: AddedSteps, test: boolean) {
    const order = { files: [{ name, bytes }, ...files], steps, test, atMs: this.#clock.now() }
    return stepped(this.#parts.steps, order, name)
  }

  /**
   * Creates a document that is going to be signed, with the places of the `{signature:…}` tags of its template, and
   * passes it to `use`. Counts as one of the key's documents, refunded if either fails.
   * @throws quota_exceeded, every code of the steps and whatever `use` throws
   */
  async renderForSigning<Result>(
    caller: Caller,
    input: RenderInput,
    signal: AbortSignal,
    use: (rendered: RenderedForSigning) => Promise<Result>,
  ): Promise<Result> {
    const opened = await this.#open(caller, input)
    const signing = { ...input, signing: true, test: isTest(caller) }
    return await this.#quota.spend(caller, 'documents', async () => {
      const piped = await runPipeline(this.#parts, opened, signing, signal)
      this.#count(input.format, piped.times)
      const { placements } = piped
      return await use({ ...this.#file(piped, input, opened.name), placements })
    })
  }

  /**
   * Creates one electronic invoice; counts as one document, and not at all when it is rejected.
   * @throws facturx_invalid with every broken rule, quota_exceeded and every code of the steps
   */
  async renderFacturx(
    caller: Caller,
    input: RenderFacturxInput,
    signal: AbortSignal,
  ): Promise<RenderedInvoice> {
    const { template } = input
    const { format = 'facturx' } = input.invoiceOptions
    const opened = template && (await this.#open(caller, { template }))
    const at = new Date(this.#clock.now())
    const own = { ...input, test: isTest(caller) }
    const piped = await this.#quota.spend(caller, 'documents', () =>
      opened === undefined || template === undefined || format !== 'facturx'
        ? runInvoiceXml(this.#parts, opened, own)
        : runFacturx(this.#parts, opened, { ...own, template }, at, signal),
    )
    this.#count(format, piped.times)
    const { profile, warnings, number } = piped.invoice
    const file = this.#file(piped, input, number)
    if (format === 'facturx') return { ...file, profile, warnings }
    const filename = safeFilename(input.filename ?? number, 'xml')
    return { ...file, filename, mediaType: 'application/xml', profile, warnings }
  }

  /** The page of an invoice that was read; counts as one document. @throws quota_exceeded and every code of the steps */
  async viewFacturx(caller: Caller, input: RenderViewInput, signal: AbortSignal) {
    const opened = await this.#open(caller, input)
    const piped = await this.#quota.spend(caller, 'documents', () =>
      runView(this.#parts, opened, { ...input, test: isTest(caller) }, signal),
    )
    this.#count(input.format, piped.times)
    return this.#file(piped, input, piped.number || opened.name)
  }

  async #open(
    caller: Caller,
    { template }: Pick<RenderInput, 'template'>,
  ): Promise<OpenedTemplate> {
    const { templates, fonts } = this.#sources
    const own = await fonts.usable(caller)
    if (template.kind === 'file') return { ...template, fonts: own }
    return { ...(await templates.open(caller, template.id, template.version)), fonts: own }
  }

  #count(format: string, times: StepTimes): void {
    this.#documents.add({ format })
    for (const [step, ms] of Object.entries(times)) this.#seconds.observe({ step }, ms / 1000)
  }

  #file(
    { bytes, times, warnings }: Piped,
    input: Pick<RenderInput, 'format' | 'filename'>,
    name: string,
  ): RenderedFile {
    const { extension, mediaType } = FORMATS[input.format]
    const filename = safeFilename(input.filename ?? name, extension)
    return { bytes, times, mediaType, filename, documentWarnings: warnings }
  }
}
