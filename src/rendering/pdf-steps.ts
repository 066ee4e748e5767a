/** POST /pdf behind HTTP: the files and steps of a form in, one PDF or an archive of several out. */
import type { Caller } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import { safeFilename } from '../http/disposition.ts'
import { type Form, jsonObject, textPart } from '../http/form.ts'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import type { Clock } from '../kernel/clock.ts'
import { invalid } from '../kernel/errors.ts'
import { STEP_LIMITS, type Step, type StepFile, StepSchema } from '../pdf/steps/model.ts'
import type { Stepped, StepsOrder } from '../pdf/steps/run.ts'
import { say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import { wrong } from './input-parts.ts'
import { FORMATS } from './schemas.ts'
import type { RenderedFile } from './service.ts'

/** One call of POST /pdf. */
export type StepsInput = Pick<StepsOrder, 'files' | 'steps' | 'password'> & {
  filename: string | undefined
}

const checkSteps = newChecker().compile<{ steps: Step[] }>({
  type: 'object',
  properties: {
    steps: { type: 'array', minItems: 1, maxItems: STEP_LIMITS.steps, items: StepSchema },
  },
})

/** The steps in a form; undefined when it has none. @throws json_invalid, data_invalid, validation_failed */
export function stepsOf(form: Form): Step[] | undefined {
  const text = textPart(form, 'steps')
  if (text === undefined) return undefined
  const value: unknown = jsonObject(`{"steps":${text}}`, 'steps')
  if (!checkSteps(value)) throw invalid(findingsOf(checkSteps.errors))
  return value.steps
}

/** The order in a form. @throws validation_failed, json_invalid, data_invalid */
export function stepsInput(form: Form): StepsInput {
  const files = (form.files.get('files') ?? []).map(
    ({ filename, bytes }, index): StepFile => ({ name: filename || `${index + 1}.pdf`, bytes }),
  )
  const { files: max } = STEP_LIMITS
  if (files.length > max)
    throw wrong('/files', say('steps.filesMost', { count: files.length, max }))
  const names = new Set<string>()
  for (const { name } of files) {
    if (names.has(name)) throw wrong('/files', say('steps.fileTwice', { name }))
    names.add(name)
  }
  const password = textPart(form, 'password')
  return {
    files,
    steps: stepsOf(form) ?? [],
    ...(password !== undefined && { password }),
    filename: form.texts.get('output_filename'),
  }
}

/** Media type of an archive. */
export const ZIP = 'application/zip'
const EXTENSION = /\.[^.]*$/

/** Does steps for callers; nothing is stored. */
export class PdfSteps {
  readonly #quota: Pick<Quota, 'spend'>
  readonly #run: (order: StepsOrder) => Promise<Stepped>
  readonly #clock: Clock

  constructor(
    quota: Pick<Quota, 'spend'>,
    run: (order: StepsOrder) => Promise<Stepped>,
    clock: Clock,
  ) {
    this.#quota = quota
    this.#run = run
    this.#clock = clock
  }

  /**
   * Counts as one document, refunded on failure.
   * @throws quota_exceeded, and every code of the steps
   */
  async run(caller: Caller, { filename, ...order }: StepsInput): Promise<RenderedFile> {
    const start = performance.now()
    const { pdfs } = await this.#quota.spend(caller, 'documents', () =>
      this.#run({ ...order, test: caller.key.mode === 'test', atMs: this.#clock.now() }),
    )
    const name = filename ?? order.files[0]?.name ?? ''
    const one = pdfs.length === 1 && !order.steps.some(({ type }) => type === 'split')
    const { extension, mediaType } = one ? FORMATS.pdf : { extension: 'zip', mediaType: ZIP }
    return {
      bytes: one && pdfs[0] !== undefined ? pdfs[0] : archive(pdfs, name),
      filename: safeFilename(name.replace(EXTENSION, ''), extension),
      mediaType,
      times: { steps: performance.now() - start },
      documentWarnings: [],
    }
  }
}

/** Parts are numbered so that they sort. */
function archive(pdfs: readonly Uint8Array[], name: string): Uint8Array {
  const digits = String(pdfs.length).length
  const numbered = (index: number): string =>
    safeFilename(`${name.replace(EXTENSION, '')}-${String(index + 1).padStart(digits, '0')}`, 'pdf')
  return writeZip(pdfs.map((bytes, index) => storedFile(numbered(index), bytes)))
}
