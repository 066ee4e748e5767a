/** POST /render-batch behind HTTP: one template, a document for each row; the bad rows are reported, the rest is done. */
import type { Caller } from '../accounts/caller.ts'
import { safeFilename } from '../http/disposition.ts'
import { toAppError } from '../http/problem.ts'
import type { Finding } from '../kernel/coded-error.ts'
import { AppError, invalid } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { isRecord } from '../kernel/type-guards.ts'
import type { Stepped, StepsOrder } from '../pdf/steps/run.ts'
import { detailIn } from '../translations/findings.ts'
import { inEveryLanguage, say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import { BATCH_LIMITS } from './batch-rows.ts'
import { ZIP } from './pdf-steps.ts'
import type { RenderInput } from './render-input.ts'
import { FORMATS } from './schemas.ts'
import type { RenderedFile, RenderService } from './service.ts'

/** One batch. */
export interface BatchInput {
  /** What all rows have; its data is replaced. */
  input: RenderInput
  rows: readonly JsonObject[]
  /** An archive of files, or one PDF of all pages. */
  output: 'zip' | 'pdf'
  /** Member of a row that names its file. */
  nameFrom: string | undefined
}

/** A row that has no document. */
interface FailedRow {
  /** From 1. */
  row: number
  error: AppError
}

/** The answer, with the rows that have no document. */
export interface Batch {
  file: RenderedFile
  failed: readonly FailedRow[]
}

/** Documents of one batch that are made at the same time: the queues behind share their slots among accounts. */
const AT_ONCE = 4
/** What concerns all rows that follow as well. */
const ENDS = new Set(['quota_exceeded', 'template_not_found', 'version_not_found'])

/** The value of a member by a path with dots, as text. */
function textAt(row: JsonObject, path: string | undefined): string {
  let value: unknown = path === undefined ? undefined : row
  for (const name of path?.split('.') ?? [])
    value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A finding about a row, which says so. */
const inRow = (row: number, error: AppError): Finding[] => {
  const wording = inEveryLanguage(({ details }, locale) =>
    details.lists.inRow({ row, detail: detailIn(locale, error) }),
  )
  const own: Finding = { detail: wording.en, wording: { detail: wording }, code: error.code }
  return [{ ...own, pointer: `/rows/${row - 1}` }]
}

/** Makes batches; nothing is stored. */
export class Batches {
  readonly #renders: Pick<RenderService, 'render'>
  readonly #steps: (order: StepsOrder) => Promise<Stepped>

  constructor(
    renders: Pick<RenderService, 'render'>,
    steps: (order: StepsOrder) => Promise<Stepped>,
  ) {
    this.#renders = renders
    this.#steps = steps
  }

  /**
   * Each row counts as one document; a row that fails costs none.
   * @throws validation_failed with every row, if none has a document; what merging throws
   */
  async make(caller: Caller, batch: BatchInput, signal: AbortSignal): Promise<Batch> {
    const start = performance.now()
    const { made, failed } = await this.#renderAll(caller, batch, signal)
    const [first] = failed
    if (made.length === 0 && first !== undefined) {
      if (ENDS.has(first.error.code)) throw first.error
      throw invalid(failed.flatMap(({ row, error }) => inRow(row, error)))
    }
    const bytes = batch.output === 'pdf' ? await this.#merged(made) : archive(made, failed)
    const { extension, mediaType } =
      batch.output === 'pdf' ? FORMATS.pdf : { extension: 'zip', mediaType: ZIP }
    const filename = safeFilename(batch.input.filename ?? 'batch', extension)
    const times = { rows: performance.now() - start }
    return { file: { bytes, filename, mediaType, times, documentWarnings: [] }, failed }
  }

  async #renderAll(caller: Caller, batch: BatchInput, signal: AbortSignal) {
    const { rows, input, nameFrom } = batch
    const files = new Map<number, Named>()
    const failed: FailedRow[] = []
    let next = 0
    let bytes = 0
    let ended: AppError | undefined
    const one = async (index: number): Promise<void> => {
      const data = rows[index] ?? {}
      try {
        if (ended !== undefined) throw ended
        const own = textAt(data, nameFrom)
        const named = { ...input, data, filename: own || String(index + 1).padStart(4, '0') }
        const file = await this.#renders.render(caller, named, signal)
        bytes += file.bytes.length
        files.set(index, { name: file.filename, bytes: file.bytes })
      } catch (error) {
        if (signal.aborted) throw error
        const known = toAppError(error)
        if (ENDS.has(known.code)) ended = known
        failed.push({ row: index + 1, error: known })
      }
      const { bytes: max } = BATCH_LIMITS
      if (bytes > max)
        throw new AppError('render_limit_exceeded', say('lists.bytes', { max: max / 1_048_576 }))
    }
    const worker = async (): Promise<void> => {
      while (next < rows.length) await one(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const inOrder = [...files].sort(([a], [b]) => a - b).map(([, file]) => file)
    return { made: unique(inOrder), failed: failed.sort((a, b) => a.row - b.row) }
  }

  async #merged(files: readonly Named[]): Promise<Uint8Array> {
    const steps = [{ type: 'merge' }, { type: 'compress' }] as const
    const { pdfs } = await this.#steps({ files, steps, test: false, atMs: 0 })
    return pdfs[0] ?? new Uint8Array()
  }
}

interface Named {
  name: string
  bytes: Uint8Array
}

/** A name that is taken gets a number. */
function unique(files: readonly Named[]): Named[] {
  const taken = new Set<string>()
  return files.map(({ name, bytes }) => {
    const dot = name.lastIndexOf('.')
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number++)
      free = `${name.slice(0, dot)}-${number}${name.slice(dot)}`
    taken.add(free.toLowerCase())
    return { name: free, bytes }
  })
}

function archive(files: readonly Named[], failed: readonly FailedRow[]): Uint8Array {
  const report = failed.map(({ row, error: { code, message, errors } }) => ({
    row,
    code,
    detail: message,
    ...(errors.length > 0 && { errors: errors.map(({ wording: _wording, ...each }) => each) }),
  }))
  const errors = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
  return writeZip([
    ...files.map(({ name, bytes }) => storedFile(name, bytes)),
    ...(report.length > 0 ? [storedFile('errors.json', errors)] : []),
  ])
}
