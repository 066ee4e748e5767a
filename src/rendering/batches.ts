/** POST /render-batch behind HTTP: one template, a document for each row; the bad rows are reported, the rest is done. */
import type { Caller } from '../accounts/caller.ts'
import { safeFilename } from '../http/disposition.ts'
import { toAppError, toWire } from '../http/problem.ts'
import { type Finding, saying } from '../kernel/coded-error.ts'
import { AppError, invalid } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { Slots } from '../kernel/slots.ts'
import { isRecord } from '../kernel/type-guards.ts'
import type { StepFile } from '../pdf/steps/model.ts'
import { detailIn } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import type { Answer } from './answer.ts'
import { BATCH_LIMITS } from './batch-rows.ts'
import type { RowError } from './deferred-schemas.ts'
import type { FileCall } from './deferred-work.ts'
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

/** Header with the numbers of the rows that have no document. */
export const FAILED_HEADER = 'Paraph-Failed-Rows'
/** More would make the header longer than proxies pass on. */
export const FAILED_SHOWN = 200

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

/** Makes batches, at once or row by row; nothing is stored here. */
export class Batches implements FileCall<BatchInput> {
  readonly #parts: BatchParts

  constructor(parts: BatchParts) {
    this.#parts = parts
  }

  /**
   * Each row counts as one document; a row that fails costs none.
   * @throws validation_failed with every row, if none has a document; what merging throws
   */
  async make(caller: Caller, batch: BatchInput, signal: AbortSignal): Promise<Answer> {
    const start = performance.now()
    const done = await this.#renderAll(caller, batch, signal)
    const failed = done.filter((each) => 'error' in each)
    const made = done.filter((each) => 'bytes' in each)
    const [first] = failed
    if (made.length === 0 && first !== undefined) {
      if (ENDS.has(first.error.code)) throw first.error
      throw invalid(failed.map(inRow))
    }
    const joined = await this.#join(batch, made, failed.map(reportOf))
    joined.file.times.rows = performance.now() - start
    return joined
  }

  readonly rows: NonNullable<FileCall<BatchInput>['rows']> = {
    count: ({ rows }) => rows.length,
    make: async (caller, batch, index, signal) => ({
      file: await this.#render(caller, batch, index, signal),
    }),
    join: (batch, made, failed) =>
      this.#join(
        batch,
        made.map(({ file }) => ({ name: file.filename, bytes: file.bytes })),
        failed,
      ),
  }

  async #join(
    { output, input }: BatchInput,
    files: readonly StepFile[],
    failed: readonly RowError[],
  ): Promise<Answer> {
    const made = unique(files)
    const isPdf = output === 'pdf'
    const { extension, mediaType } = isPdf ? FORMATS.pdf : ZIP
    const bytes = isPdf ? await this.#merged(made) : archive(made, failed)
    const filename = safeFilename(input.filename ?? 'batch', extension)
    const rows = failed.slice(0, FAILED_SHOWN).map(({ row }) => row)
    return {
      file: { bytes, filename, mediaType, times: {}, documentWarnings: [] },
      ...(rows.length > 0 && { headers: { [FAILED_HEADER]: rows.join(', ') } }),
    }
  }

  #render(
    caller: Caller,
    { rows, input, nameFrom }: BatchInput,
    index: number,
    signal: AbortSignal,
  ): Promise<RenderedFile> {
    const data = rows[index] ?? {}
    const filename = textAt(data, nameFrom) || String(index + 1).padStart(4, '0')
    return this.#parts.renders.render(caller, { ...input, data, filename }, signal)
  }

  /** In the order of the rows. */
  async #renderAll(caller: Caller, batch: BatchInput, signal: AbortSignal) {
    const { bytes: max } = BATCH_LIMITS
    const slots = new Slots(AT_ONCE)
    let bytes = 0
    let ended: AppError | undefined
    const one = async (index: number): Promise<StepFile | FailedRow> => {
      try {
        signal.throwIfAborted()
        if (ended !== undefined) throw ended
        const file = await this.#render(caller, batch, index, signal)
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
    const done = await Promise.all(batch.rows.map((_, index) => slots.run(() => one(index))))
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

const reportOf = ({ row, error: { code, message, errors } }: FailedRow): RowError => ({
  row,
  code,
  detail: message,
  ...(errors.length > 0 && { errors: errors.map(toWire('en')) }),
})

function archive(files: readonly StepFile[], failed: readonly RowError[]): Uint8Array {
  const errors = Buffer.from(`${JSON.stringify(failed, null, 2)}\n`)
  const all = failed.length > 0 ? [...files, { name: 'errors.json', bytes: errors }] : files
  return writeZip(all.map(({ name, bytes }) => storedFile(name, bytes)))
}
