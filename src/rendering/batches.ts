/** POST /render-batch behind HTTP: one template, a document for each row; the bad rows are reported, the rest is done. */
import type { Caller } from '../accounts/caller.ts'
import { safeFilename } from '../http/disposition.ts'
import { toAppError } from '../http/problem.ts'
import { type Finding, saying } from '../kernel/coded-error.ts'
import { AppError, invalid } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { Slots } from '../kernel/slots.ts'
import { isRecord } from '../kernel/type-guards.ts'
import type { StepFile } from '../pdf/steps/model.ts'
import { detailIn } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import { BATCH_LIMITS } from './batch-rows.ts'
import { type RunSteps, ZIP } from './pdf-steps.ts'
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
  const value = path
    ?.split('.')
    .reduce<unknown>(
      (at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined),
      row,
    )
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** A finding about a row, which says so. */
function inRow({ row, error }: FailedRow): Finding {
  const detail = say('lists.inRow', (locale) => ({ row, detail: detailIn(locale, error) }))
  return { pointer: `/rows/${row - 1}`, code: error.code, ...saying(detail) }
}

/** What batches need of others. */
interface BatchParts {
  renders: Pick<RenderService, 'render'>
  steps: RunSteps
}

/** Makes batches; nothing is stored. */
export class Batches {
  readonly #parts: BatchParts

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  /**
   * Each row counts as one document; a row that fails costs none.
   * @throws validation_failed with every row, if none has a document; what merging throws
   */
  async make(caller: Caller, batch: BatchInput, signal: AbortSignal): Promise<Batch> {
    const start = performance.now()
    const done = await this.#renderAll(caller, batch, signal)
    const failed = done.filter((each) => 'error' in each)
    const made = unique(done.filter((each) => 'bytes' in each))
    const [first] = failed
    if (made.length === 0 && first !== undefined) {
      if (ENDS.has(first.error.code)) throw first.error
      throw invalid(failed.map(inRow))
    }
    const isPdf = batch.output === 'pdf'
    const { extension, mediaType } = isPdf ? FORMATS.pdf : ZIP
    const bytes = isPdf ? await this.#merged(made) : archive(made, failed)
    const filename = safeFilename(batch.input.filename ?? 'batch', extension)
    const times = { rows: performance.now() - start }
    return { file: { bytes, filename, mediaType, times, documentWarnings: [] }, failed }
  }

  /** In the order of the rows. */
  async #renderAll(
    caller: Caller,
    { rows, input, nameFrom }: BatchInput,
    signal: AbortSignal,
  ): Promise<(StepFile | FailedRow)[]> {
    const { bytes: max } = BATCH_LIMITS
    const slots = new Slots(AT_ONCE)
    let bytes = 0
    let ended: AppError | undefined
    const one = async (data: JsonObject, index: number): Promise<StepFile | FailedRow> => {
      try {
        signal.throwIfAborted()
        if (ended !== undefined) throw ended
        const filename = textAt(data, nameFrom) || String(index + 1).padStart(4, '0')
        const order = { ...input, data, filename }
        const file = await this.#parts.renders.render(caller, order, signal)
        bytes += file.bytes.length
        if (bytes > max)
          ended = new AppError(
            'render_limit_exceeded',
            say('lists.bytes', { max: max / 1_048_576 }),
          )
        return { name: file.filename, bytes: file.bytes }
      } catch (error) {
        if (signal.aborted) throw error
        const known = toAppError(error)
        if (ENDS.has(known.code)) ended = known
        return { row: index + 1, error: known }
      }
    }
    const done = await Promise.all(rows.map((row, index) => slots.run(() => one(row, index))))
    if (bytes > max) throw ended
    return done
  }

  async #merged(files: readonly StepFile[]): Promise<Uint8Array> {
    const steps = [{ type: 'merge' }, { type: 'compress' }] as const
    const [bytes] = await this.#parts.steps({ files, steps, test: false, atMs: 0 })
    return bytes ?? new Uint8Array()
  }
}

/** A name that is taken gets a number. */
function unique(files: readonly StepFile[]): StepFile[] {
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

function archive(files: readonly StepFile[], failed: readonly FailedRow[]): Uint8Array {
  const report = failed.map(({ row, error: { code, message, errors } }) => ({
    row,
    code,
    detail: message,
    ...(errors.length > 0 && { errors: errors.map(({ wording: _wording, ...each }) => each) }),
  }))
  const errors = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
  const all = report.length > 0 ? [...files, { name: 'errors.json', bytes: errors }] : files
  return writeZip(all.map(({ name, bytes }) => storedFile(name, bytes)))
}
