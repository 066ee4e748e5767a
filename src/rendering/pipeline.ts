/** The order of the steps that create a document, defined only here. */
import type { MergePool } from '../docx/merge-pool.ts'
import type { InvoicePool } from '../facturx/invoice-pool.ts'
import type { InvoicePage, InvoiceSource, PreparedInvoice } from '../facturx/invoice-tasks.ts'
import type { Mapping } from '../facturx/mapping/mapping.ts'
import { type Finding, saying } from '../kernel/coded-error.ts'
import { type DocumentWarning, joinedWarnings } from '../kernel/document-warnings.ts'
import { AppError, throwAsAppError } from '../kernel/errors.ts'
import { traced } from '../kernel/trace.ts'
import { omitUndefined } from '../kernel/type-guards.ts'
import type { OfficePool } from '../office/office.ts'
import type { PdfPool } from '../pdf/pdf-worker.ts'
import type { SignaturePlacement } from '../pdf/signature-marks.ts'
import { TEST_WORD } from '../pdf/test-word.ts'
import { escapedOnce } from '../pdf/xmp.ts'
import { warningText } from '../translations/document-warnings.ts'
import { inEveryLanguage } from '../translations/texts.ts'
import type { RenderFacturxInput, RenderViewInput } from './facturx-input.ts'
import type { RunSteps } from './pdf-steps.ts'
import type { OpenedTemplate } from './ports.ts'
import type { RenderInput } from './render-input.ts'

/** The components behind the steps. */
export interface PipelineParts {
  merger: Pick<MergePool, 'merge'>
  office: Pick<OfficePool, 'convert'>
  invoices: Pick<InvoicePool, 'prepare' | 'embed' | 'view'>
  pdfs: Pick<PdfPool, 'run'>
  steps: RunSteps
}

/** Milliseconds by step, for `Server-Timing` and the metrics. */
export type StepTimes = Partial<Record<TimedStep, number>>
type TimedStep =
  | ('rules' | 'rows' | 'merge' | 'queue' | 'convert' | 'marks' | 'accessible' | 'steps')
  | ('test' | 'protect' | 'archive' | 'compare' | 'embed')

/** A finished file and the time it took. */
export interface Piped {
  bytes: Uint8Array
  times: StepTimes
  /** Places for signatures; empty unless the order is for signing. */
  placements: readonly SignaturePlacement[]
  /** What the document lacks or shows differently. */
  warnings: readonly DocumentWarning[]
}

/** Language of numbers and dates if the caller names none (BCP 47). */
export const DEFAULT_LOCALE = 'fr-FR'
/** Time zone of dates if the caller names none (IANA). */
export const DEFAULT_TIMEZONE = 'Europe/Paris'

type Unfinished = Required<Pick<RenderInput, 'format' | 'options' | 'signing' | 'test'>> &
  Pick<Piped, 'times' | 'warnings'> & { pdf: Uint8Array }

/** The warning as one of the findings of a problem. */
function warningFinding(warning: DocumentWarning): Finding {
  const { code, part, paragraph, text } = warning
  const say = (member: 'detail' | 'fix') =>
    inEveryLanguage(({ documentWarnings }) => warningText(warning, documentWarnings)[member])
  return omitUndefined({
    code,
    ...saying(say('detail'), say('fix')),
    part,
    paragraph,
    tag: text,
  })
}

/** @throws document_has_warnings, when the order is strict and there are any */
function refuseWarnings(warnings: readonly DocumentWarning[], { strict }: RenderInput['options']) {
  if (strict !== true || warnings.length === 0) return
  const errors = warnings.map(warningFinding)
  const [first] = errors
  const wording = inEveryLanguage(({ faults }, locale) =>
    faults.documents.refused({
      count: warnings.length,
      first: first?.wording?.detail[locale] ?? '',
    }),
  )
  throw new AppError('document_has_warnings', wording, { errors })
}

/** A PDF of a test key is marked when it is finished. */
function pageMarkOf(watermark: string | undefined, test: boolean) {
  if (watermark !== undefined) return { text: watermark, isWatermark: true }
  return test ? { text: TEST_WORD, isWatermark: false } : undefined
}

/**
 * check and merge (in a worker) → convert (in a sandboxed process) → find the places for signatures → make accessible
 * → mark documents of test keys → protect (in a worker).
 */
export async function runPipeline(
  { merger, office, pdfs }: Pick<PipelineParts, 'merger' | 'office' | 'pdfs'>,
  { bytes: template, name, fonts }: OpenedTemplate,
  { template: choice, data, pictures, format, options, signing = false, test = false }: RenderInput,
  signal: AbortSignal,
): Promise<Piped> {
  const times: StepTimes = {}
  const merged = await timed(times, 'merge', () =>
    merger.merge({
      template,
      data,
      pictures,
      own: fonts,
      locale: options.locale ?? DEFAULT_LOCALE,
      language: options.locale,
      timezone: options.timezone ?? DEFAULT_TIMEZONE,
      missing: options.missing ?? 'error',
      // what is stored was meant as a template
      tags: options.tags === 'off' ? 'off' : choice.kind === 'stored' ? undefined : 'sure',
      level: format === 'docx' ? 6 : 0,
      converts: format !== 'docx',
      changes: options.changes,
      contents: options.contents,
      metadata: { ...options.metadata, untitled: name },
      signatures: signing && format !== 'docx' ? 'mark' : 'blank',
      pageMark: pageMarkOf(options.watermark, test && format === 'docx'),
    }),
  )
  const warnings = joinedWarnings(merged.warnings)
  refuseWarnings(warnings, options)
  if (format === 'docx') return { bytes: merged.docx, times, placements: [], warnings }
  const input = {
    docx: merged.docx,
    kind: format,
    photographs: merged.photographs,
    refreshesContents: merged.refreshesContents,
    blankPages: merged.blankPages,
    embedsFonts: merged.embedsFonts,
    cost: merged.cost,
    signal,
  }
  const { pdf, queueMs, convertMs } = await traced('render.convert', async (span) => {
    const converted = await office.convert(input).catch(throwAsAppError)
    span.set({ 'paraph.format': format, 'paraph.queue_ms': Math.round(converted.queueMs) })
    return converted
  })
  times.queue = queueMs
  times.convert = convertMs
  // what is no plain PDF has its metadata as XMP
  const once = format === 'pdf' ? pdf : escapedOnce(pdf)
  return await finished(pdfs, { pdf: once, format, options, signing, test, times, warnings })
}

/** Turns LibreOffice's output into what was requested. */
async function finished(
  pdfs: PipelineParts['pdfs'],
  { pdf, format, options, signing, test, times, warnings }: Unfinished,
): Promise<Piped> {
  let bytes = pdf
  let placements: readonly SignaturePlacement[] = []
  if (signing) {
    // before tags are repaired: a mark must leave no trace in them
    const marked = await timed(times, 'marks', () => pdfs.run('marks', { pdf }))
    bytes = marked.pdf
    placements = marked.placements
  }
  if (format === 'pdfua') {
    const language = options.locale ?? DEFAULT_LOCALE
    const tagged = bytes
    bytes = await timed(times, 'accessible', () =>
      pdfs.run('accessible', { pdf: tagged, language }),
    )
  }
  if (test) {
    const unmarked = bytes
    bytes = await timed(times, 'test', () => pdfs.run('test', { pdf: unmarked }))
  }
  const { password } = options
  if (password === undefined) return { bytes, times, placements, warnings }
  const plain = bytes
  bytes = await timed(times, 'protect', () => pdfs.run('protect', { pdf: plain, password }))
  return { bytes, times, placements, warnings }
}

/** An electronic invoice, with the warnings for the caller. */
interface PipedInvoice extends Piped {
  invoice: Pick<PreparedInvoice, 'profile' | 'number' | 'typeCode' | 'warnings'>
}

/** A page in the default language says nothing of it, so that a template keeps the language it states. */
const inLocale = (options: RenderInput['options'], locale: string): RenderInput['options'] =>
  locale === DEFAULT_LOCALE ? options : { ...options, locale }

/** What an invoice is made of, as the workers take it. */
export const invoiceSource = (
  {
    data,
    invoiceOptions,
    mapping,
  }: Pick<RenderFacturxInput, 'data' | 'invoiceOptions'> & {
    mapping?: Mapping | null | undefined
  },
  test = false,
  { locale = DEFAULT_LOCALE, timezone = DEFAULT_TIMEZONE }: RenderInput['options'] = {},
): InvoiceSource => ({
  data,
  context: { locale, timezone },
  options: invoiceOptions,
  test,
  ...(mapping && { mapping }),
})

/** map, complete and check the invoice (in a worker). @param template whose mapping applies */
async function preparedInvoice(
  parts: Pick<PipelineParts, 'invoices'>,
  template: OpenedTemplate | undefined,
  input: RenderFacturxInput,
  times: StepTimes,
): Promise<PreparedInvoice> {
  const mapping = input.mapping === undefined ? template?.mapping : input.mapping
  const source = invoiceSource({ ...input, mapping }, input.test, input.options)
  return await timed(times, 'rules', () => parts.invoices.prepare(source, input.options.locale))
}

/** The invoice as XML alone. */
export async function runInvoiceXml(
  parts: PipelineParts,
  template: OpenedTemplate | undefined,
  input: RenderFacturxInput,
): Promise<PipedInvoice> {
  const times: StepTimes = {}
  const invoice = await preparedInvoice(parts, template, input, times)
  return { bytes: Buffer.from(invoice.xml), times, placements: [], warnings: [], invoice }
}

/** The page of an invoice, by the steps above. */
const runPage = (
  parts: PipelineParts,
  template: OpenedTemplate,
  input: Omit<RenderInput, 'data'>,
  { title, view, locale }: InvoicePage,
  signal: AbortSignal,
): Promise<Piped> =>
  runPipeline(
    parts,
    { ...template, name: title },
    { ...input, data: view, options: inLocale(input.options, locale) },
    signal,
  )

/** The page of an invoice that was read. */
export async function runView(
  parts: PipelineParts,
  template: OpenedTemplate,
  input: RenderViewInput,
  signal: AbortSignal,
): Promise<Piped & { number: string }> {
  const times: StepTimes = {}
  const { invoice, notCarried, options } = input
  const page = await timed(times, 'rules', () => parts.invoices.view(invoice, options.locale))
  const piped = await runPage(parts, template, input, page, signal)
  const unseen = notCarried.map((text) => ({ code: 'part_not_shown' as const, text }))
  const warnings = joinedWarnings(piped.warnings, unseen)
  return { ...piped, times: { ...times, ...piped.times }, warnings, number: page.number }
}

/** map, complete and check the invoice (in a worker) → the steps above to PDF/A-3b → embed the XML (in a worker). */
export async function runFacturx(
  parts: PipelineParts,
  template: OpenedTemplate,
  input: RenderFacturxInput & Pick<RenderInput, 'template'>,
  modifiedAt: Date,
  signal: AbortSignal,
): Promise<PipedInvoice> {
  const times: StepTimes = {}
  const invoice = await preparedInvoice(parts, template, input, times)
  const page = await runPage(parts, template, input, invoice, signal)
  Object.assign(times, page.times)
  const { xml, profile, attachments } = invoice
  const bytes = await timed(times, 'embed', () =>
    parts.invoices.embed(page.bytes, { xml, profile, modifiedAt, attachments }),
  )
  return { ...page, bytes, times, invoice }
}

/** Does a step, and notes how long it took. */
export async function timed<T>(times: StepTimes, step: keyof StepTimes, work: () => Promise<T>) {
  const start = performance.now()
  const result = await traced(`render.${step}`, work)
  times[step] = performance.now() - start
  return result
}
