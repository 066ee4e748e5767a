/** The order of the steps that make a document, stated here and nowhere else. */
import type { MergePool } from '../docx/merge-pool.ts'
import type { OfficePool } from '../office/office.ts'
import { protectPdf } from '../pdf/protect.ts'
import type { RenderOrder } from './order.ts'
import type { OpenedTemplate } from './ports.ts'

/** The machines behind the steps. */
export interface PipelineParts {
  merger: Pick<MergePool, 'merge'>
  office: Pick<OfficePool, 'convert'>
}

/** Milliseconds by step, for `Server-Timing` and the metrics. */
export type StepTimes = Partial<Record<'merge' | 'queue' | 'convert' | 'protect', number>>

/** A finished file and what making it took. */
export interface Piped {
  bytes: Uint8Array
  times: StepTimes
}

export const DEFAULT_LOCALE = 'fr-FR'
export const DEFAULT_TIMEZONE = 'Europe/Paris'

/** check and merge (in a thread) → convert (in a confined process) → protect. */
export async function runPipeline(
  { merger, office }: PipelineParts,
  { bytes: template, name }: OpenedTemplate,
  { data, pictures, format, options }: RenderOrder,
  signal: AbortSignal,
): Promise<Piped> {
  const times: StepTimes = {}
  const merged = await timed(times, 'merge', () =>
    merger.merge({
      template,
      data,
      pictures,
      locale: options.locale ?? DEFAULT_LOCALE,
      timezone: options.timezone ?? DEFAULT_TIMEZONE,
      missing: options.missing ?? 'error',
      metadata: { ...options.metadata, untitled: name },
    }),
  )
  if (format === 'docx') return { bytes: merged.docx, times }
  const { pdf, queueMs, convertMs } = await office.convert({
    docx: merged.docx,
    kind: format,
    signal,
    ...(options.watermark !== undefined && { watermark: options.watermark }),
  })
  times.queue = queueMs
  times.convert = convertMs
  const { password } = options
  if (password === undefined) return { bytes: pdf, times }
  return { bytes: await timed(times, 'protect', () => protectPdf(pdf, password)), times }
}

async function timed<T>(
  times: StepTimes,
  step: keyof StepTimes,
  work: () => Promise<T>,
): Promise<T> {
  const start = performance.now()
  const result = await work()
  times[step] = performance.now() - start
  return result
}
