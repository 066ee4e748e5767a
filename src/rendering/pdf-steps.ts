/** POST /pdf behind HTTP: the files and steps of a form in, one PDF or an archive of several out. */
import { safeFilename } from '../http/disposition.ts'
import { type Form, jsonObject, passwordIn, textPart } from '../http/form.ts'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { invalid } from '../kernel/errors.ts'
import { STEP_LIMITS, type Step, type StepFile, StepSchema } from '../pdf/steps/model.ts'
import type { runSteps, StepsOrder } from '../pdf/steps/run.ts'
import { say } from '../translations/texts.ts'
import { storedFile, writeZip } from '../zip/write.ts'
import { wrong } from './input-parts.ts'
import { FORMATS } from './schemas.ts'

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

/** The steps in a JSON body. @throws validation_failed */
export function checkedSteps(value: { steps?: unknown }): Step[] {
  if (!checkSteps(value)) throw invalid(findingsOf(checkSteps.errors))
  return value.steps
}

/** The steps in a form. @throws json_invalid, data_invalid, validation_failed */
const stepsOf = (form: Form): Step[] =>
  checkedSteps(jsonObject(`{"steps":${textPart(form, 'steps')}}`, 'steps'))

/** Steps on what was rendered, with other files that they name; undefined: none. @throws as {@link stepsInput} */
export function addedSteps(form: Form): Pick<StepsOrder, 'files' | 'steps'> | undefined {
  const isGiven = form.texts.has('steps') || form.files.has('steps')
  if (isGiven) return stepsInput(form)
  if (form.files.has('files')) throw wrong('/steps', say('rendering.filesWithoutSteps'))
  return undefined
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

/** Whether the steps make several documents of one. */
export const splits = (steps: readonly Step[]): boolean =>
  steps.some(({ type }) => type === 'split')

/** Does steps; the parts of a split are in an archive. */
export async function stepped(run: RunSteps, order: StepsOrder, filename: string) {
  const pdfs = await run(order)
  const name = filename.replace(EXTENSION, '')
  const [first] = splits(order.steps) ? [] : pdfs
  const { extension, mediaType } = first ? FORMATS.pdf : ZIP
  return { bytes: first ?? archive(pdfs, name), filename: safeFilename(name, extension), mediaType }
}

/** Parts are numbered so that they sort. */
function archive(pdfs: readonly Uint8Array[], name: string): Uint8Array {
  const { length: digits } = String(pdfs.length)
  const numbered = (index: number): string =>
    safeFilename(`${name}-${String(index + 1).padStart(digits, '0')}`, 'pdf')
  return writeZip(pdfs.map((bytes, index) => storedFile(numbered(index), bytes)))
}
