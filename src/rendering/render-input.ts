/** The request of one render call, sent as a form or as a JSON body. */
import type { Form } from '../http/form.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { JsonText } from '../kernel/json-text.ts'
import { say } from '../translations/texts.ts'
import {
  dataOf,
  dataOfBody,
  optionsOf,
  picturesByName,
  type TemplateChoice,
  templateChoice,
  wrong,
} from './input-parts.ts'
import { checkedSteps, type StepsInput } from './pdf-steps.ts'
import {
  FORMAT_NAMES,
  type Format,
  type RenderDocumentBody,
  type RenderOptions,
} from './schemas.ts'

/** Steps on what was rendered, with the other files that they name. */
export type AddedSteps = Pick<StepsInput, 'files' | 'steps'>

/** One document to create. */
export interface RenderInput {
  template: TemplateChoice
  /** If it came as text, it is parsed where it is used, in a worker. */
  data: JsonObject | JsonText
  pictures: ReadonlyMap<string, Uint8Array>
  format: Format
  filename: string | undefined
  options: RenderOptions
  steps?: AddedSteps | undefined
  /** Whether it is going to be signed: the places for signatures are then reported, not only left blank. */
  signing?: boolean
  /** Made with a test key: every page states it, and an invoice in a note too. */
  test?: boolean
}

/**
 * The order in a JSON body, whose shape the schema has already checked.
 * @throws validation_failed
 */
export function inputFromJson(body: RenderDocumentBody): RenderInput {
  const input: RenderInput = {
    template: { kind: 'stored', id: body.template_id, version: body.template_version },
    data: dataOfBody(body) ?? {},
    pictures: new Map(),
    format: body.format ?? 'pdf',
    filename: body.output_filename,
    options: body.options ?? {},
    steps: body.steps && { files: [], steps: checkedSteps(body) },
  }
  refuseConflicts(input)
  return input
}

/**
 * The order in a form.
 * @param stepsOf reads what is to be done then, in calls that take steps; the files of others are about something else
 * @throws validation_failed; json_invalid and data_invalid for the options
 */
export function inputFromForm(
  form: Form,
  stepsOf?: (form: Form) => AddedSteps | undefined,
): RenderInput {
  const input: RenderInput = {
    template: templateChoice(form),
    data: dataOf(form) ?? {},
    pictures: picturesByName(form),
    format: formatOf(form.texts.get('format')),
    filename: form.texts.get('output_filename'),
    options: optionsOf(form),
    steps: stepsOf?.(form),
  }
  refuseConflicts(input)
  return input
}

function formatOf(text: string | undefined): Format {
  const format = text === undefined ? 'pdf' : FORMAT_NAMES.find((name) => name === text)
  if (format === undefined) {
    throw wrong('/format', say('fields.among', { name: 'format', values: FORMAT_NAMES.join(', ') }))
  }
  return format
}

/** Rejects options that a format does not support, rather than ignoring them. */
export function refuseConflicts({
  format,
  options,
  steps,
}: Pick<RenderInput, 'format' | 'options' | 'steps'>): void {
  if (steps !== undefined && format === 'docx')
    throw wrong('/steps', say('rendering.stepsFormat', { format }))
  if (steps !== undefined && options.password !== undefined)
    throw wrong('/options/password', say('rendering.stepsPassword'))
  if (options.password !== undefined && format !== 'pdf' && format !== 'pdfua') {
    throw wrong('/options/password', say('rendering.password', { format }))
  }
  if (options.watermark !== undefined && format === 'docx') {
    throw wrong('/options/watermark', say('rendering.watermark'))
  }
  if (options.timezone !== undefined && !isTimezone(options.timezone)) {
    throw wrong('/options/timezone', say('rendering.timezone'))
  }
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // Intl throws a RangeError for a name that it does not know.
    return false
  }
}
