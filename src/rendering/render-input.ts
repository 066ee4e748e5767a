/** The request of one render call, sent as a form or as a JSON body. */
import type { Form } from '../http/form.ts'
import type { JsonObject } from '../kernel/json.ts'
import type { JsonText } from '../kernel/json-text.ts'
import {
  dataOf,
  dataOfBody,
  optionsOf,
  picturesByName,
  type TemplateChoice,
  templateChoice,
  wrong,
} from './input-parts.ts'
import {
  FORMAT_NAMES,
  type Format,
  type RenderDocumentBody,
  type RenderOptions,
} from './schemas.ts'

/** One document to create. */
export interface RenderInput {
  template: TemplateChoice
  /** If it came as text, it is parsed where it is used, in a worker. */
  data: JsonObject | JsonText
  pictures: ReadonlyMap<string, Uint8Array>
  format: Format
  filename: string | undefined
  options: RenderOptions
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
  }
  refuseConflicts(input)
  return input
}

/**
 * The order in a form.
 * @throws validation_failed; json_invalid and data_invalid for the options
 */
export function inputFromForm(form: Form): RenderInput {
  const input: RenderInput = {
    template: templateChoice(form),
    data: dataOf(form) ?? {},
    pictures: picturesByName(form),
    format: formatOf(form.texts.get('format')),
    filename: form.texts.get('output_filename'),
    options: optionsOf(form),
  }
  refuseConflicts(input)
  return input
}

function formatOf(text: string | undefined): Format {
  const format = text === undefined ? 'pdf' : FORMAT_NAMES.find((name) => name === text)
  if (format === undefined) {
    throw wrong('/format', `"format" must be one of ${FORMAT_NAMES.join(', ')}.`)
  }
  return format
}

/** Rejects options that a format does not support, rather than ignoring them. */
export function refuseConflicts({ format, options }: RenderInput): void {
  if (options.password !== undefined && format !== 'pdf' && format !== 'pdfua') {
    throw wrong(
      '/options/password',
      `A password cannot be set on ${format}: only pdf and pdfua can be encrypted (PDF/A forbids it).`,
    )
  }
  if (options.watermark !== undefined && format === 'docx') {
    throw wrong(
      '/options/watermark',
      'A watermark can be set on PDF formats only; for docx put it in the template.',
    )
  }
  if (options.timezone !== undefined && !isTimezone(options.timezone)) {
    throw wrong('/options/timezone', '"timezone" must be an IANA name such as Europe/Paris.')
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
