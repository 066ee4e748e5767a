/** POST /pdf behind HTTP: the files and steps of a form in, one PDF or an archive of several out. */
import type { Caller } from '../accounts/caller.ts'
import type { Quota } from '../accounts/quota.ts'
import { safeFilename } from '../http/disposition.ts'
import { type Form, jsonObject, passwordIn, textPart } from '../http/form.ts'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import type { Clock } from '../kernel/clock.ts'
import { invalid } from '../kernel/errors.ts'
import { STEP_LIMITS, type Step, type StepFile, StepSchema } from '../pdf/steps/model.ts'
import type { runSteps, StepsOrder } from '../pdf/steps/run.ts'
import { say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import { wrong } from './input-parts.ts'
import { FORMATS } from './schemas.ts'
import { isTest, type RenderedFile } from './service.ts'

/** Does steps, in another process. */
export type RunSteps = typeof runSteps

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

/** The steps in a form. @throws json_invalid, data_invalid, validation_failed */
function stepsOf(form: Form): Step[] {
  const value: unknown = jsonObject(`{"steps":${textPart(form, 'steps')}}`, 'steps')
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
  const filename = form.texts.get('output_filename')
  return { files, steps: stepsOf(form), ...passwordIn(form), filename }
}

/** How archives are sent. */
export const ZIP = { extension: 'zip', mediaType: 'application/zip' } as const
const EXTENSION = /\.[^.]*$/

/** What doing steps needs of others. */
interface StepsParts {
  quota: Pick<Quota, 'spend'>
  steps: RunSteps
  clock: Clock
}

/** Does steps for callers; nothing is stored. */
export class PdfSteps {
  readonly #parts: StepsParts

  constructor(parts: StepsParts) {
    this.#parts = parts
  }

  /**
   * Counts as one document, refunded on failure.
   * @throws quota_exceeded, and every code of the steps
   */
  async run(caller: Caller, { filename, ...order }: StepsInput): Promise<RenderedFile> {
    const { quota, steps, clock } = this.#parts
    const start = performance.now()
    const pdfs = await quota.spend(caller, 'documents', () =>
      steps({ ...order, test: isTest(caller), atMs: clock.now() }),
    )
    const name = (filename ?? order.files[0]?.name ?? '').replace(EXTENSION, '')
    const isSplit = order.steps.some(({ type }) => type === 'split')
    const [first] = isSplit ? [] : pdfs
    const { extension, mediaType } = first ? FORMATS.pdf : ZIP
    return {
      bytes: first ?? archive(pdfs, name),
      filename: safeFilename(name, extension),
      mediaType,
      times: { steps: performance.now() - start },
      documentWarnings: [],
    }
  }
}

/** Parts are numbered so that they sort. */
function archive(pdfs: readonly Uint8Array[], name: string): Uint8Array {
  const { length: digits } = String(pdfs.length)
  const numbered = (index: number): string =>
    safeFilename(`${name}-${String(index + 1).padStart(digits, '0')}`, 'pdf')
  return writeZip(pdfs.map((bytes, index) => storedFile(numbered(index), bytes)))
}
