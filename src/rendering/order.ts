/** What one render call asks for, whichever way it was sent: a form or a JSON body. */
import { Ajv } from 'ajv'
import type { Form, UploadedFile } from '../http/form.ts'
import { AppError, type Finding } from '../kernel/errors.ts'
import { idPattern } from '../kernel/ids.ts'
import type { JsonObject } from '../kernel/json.ts'
import { JSON_LIMITS, parseJsonObject } from '../kernel/parse-json.ts'
import {
  FORMAT_NAMES,
  type Format,
  OptionsSchema,
  type RenderDocumentBody,
  type RenderOptions,
} from './schemas.ts'

/** Where the template comes from. */
export type TemplateChoice =
  | { kind: 'file'; bytes: Uint8Array; name: string }
  | { kind: 'stored'; id: string; version: number | undefined }

/** One document to make. */
export interface RenderOrder {
  template: TemplateChoice
  data: JsonObject
  pictures: ReadonlyMap<string, Uint8Array>
  format: Format
  filename: string | undefined
  options: RenderOptions
}

const checkOptions = new Ajv({ allErrors: true, strict: false }).compile<RenderOptions>(
  OptionsSchema,
)

const wrong = (pointer: string, detail: string, more: readonly Finding[] = []) =>
  new AppError('validation_failed', detail, {
    errors: more.length > 0 ? more : [{ pointer, detail }],
  })

/**
 * The order in a JSON body, whose shape the schema has already checked.
 * @throws validation_failed
 */
export function orderFromJson(body: RenderDocumentBody): RenderOrder {
  if (body.data !== undefined && body.json_data !== undefined) throw bothNames()
  const order: RenderOrder = {
    template: { kind: 'stored', id: body.template_id, version: body.template_version },
    data: (body.data ?? body.json_data ?? {}) as JsonObject,
    pictures: new Map(),
    format: body.format ?? 'pdf',
    filename: body.output_filename,
    options: body.options ?? {},
  }
  refuseConflicts(order)
  return order
}

/**
 * The order in a form.
 * @throws validation_failed, json_invalid, data_invalid
 */
export function orderFromForm(form: Form): RenderOrder {
  const data = one(form, 'data')
  const jsonData = one(form, 'json_data')
  if (data !== undefined && jsonData !== undefined) throw bothNames()
  const text = data ?? jsonData
  const order: RenderOrder = {
    template: templateChoice(form),
    data:
      text === undefined
        ? {}
        : parseJsonObject(text, JSON_LIMITS, data === undefined ? 'json_data' : 'data'),
    pictures: picturesByName(form.files.get('pictures') ?? []),
    format: formatOf(form.texts.get('format')),
    filename: form.texts.get('output_filename'),
    options: optionsOf(one(form, 'options')),
  }
  refuseConflicts(order)
  return order
}

const bothNames = () =>
  wrong('/json_data', '"json_data" is another name of "data"; send only one of them.')

/** A text part, or a file part as text. */
function one(form: Form, name: string): string | undefined {
  const text = form.texts.get(name)
  if (text !== undefined) return text
  const file = form.files.get(name)?.[0]
  if (file === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file.bytes)
  } catch {
    throw new AppError('json_invalid', `"${name}" is not UTF-8 text; save the file as UTF-8.`)
  }
}

function templateChoice(form: Form): TemplateChoice {
  const file = form.files.get('template')?.[0]
  const id = form.texts.get('template_id')
  if (file !== undefined && id !== undefined) {
    throw wrong('/template_id', 'Send "template" or "template_id", not both.')
  }
  if (file !== undefined) return { kind: 'file', bytes: file.bytes, name: stem(file.filename) }
  if (id === undefined) {
    throw wrong(
      '/template',
      'A template is missing: send a .docx file as "template", or "template_id".',
    )
  }
  if (!new RegExp(idPattern('tpl')).test(id)) {
    throw wrong(
      '/template_id',
      '"template_id" is not the id of a template; it looks like tpl_01k….',
    )
  }
  return { kind: 'stored', id, version: versionOf(form.texts.get('template_version')) }
}

const stem = (filename: string): string => filename.replace(/\.[^.]*$/, '')

function versionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw wrong('/template_version', '"template_version" must be a whole number from 1.')
  }
  return Number(text)
}

function formatOf(text: string | undefined): Format {
  const format = text === undefined ? 'pdf' : FORMAT_NAMES.find((name) => name === text)
  if (format === undefined) {
    throw wrong('/format', `"format" must be one of ${FORMAT_NAMES.join(', ')}.`)
  }
  return format
}

function optionsOf(text: string | undefined): RenderOptions {
  if (text === undefined) return {}
  const value: unknown = parseJsonObject(text, JSON_LIMITS, 'options')
  if (checkOptions(value)) return value
  const errors = (checkOptions.errors ?? []).map((issue) => {
    const extra = (issue.params as Record<string, unknown>).additionalProperty
    const pointer = `/options${issue.instancePath}${typeof extra === 'string' ? `/${extra}` : ''}`
    const allowed = (issue.params as Record<string, unknown>).allowedValues
    const values = Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''
    const known =
      extra === undefined ? '' : ` (${Object.keys(OptionsSchema.properties).join(', ')})`
    return { pointer, detail: `${pointer} ${issue.message ?? 'is not valid'}${values}${known}.` }
  })
  throw wrong('/options', errors.map((error) => error.detail).join(' '), errors)
}

function picturesByName(files: readonly UploadedFile[]): Map<string, Uint8Array> {
  const pictures = new Map<string, Uint8Array>()
  for (const { filename, bytes } of files) {
    if (filename === '')
      throw wrong('/pictures', 'A picture has no file name; the data refer to it by that name.')
    if (pictures.has(filename))
      throw wrong('/pictures', `Two pictures are called "${filename}"; names must differ.`)
    pictures.set(filename, bytes)
  }
  return pictures
}

/** Options that a format cannot carry are refused, not ignored. */
function refuseConflicts({ format, options }: RenderOrder): void {
  if (options.password !== undefined && format !== 'pdf' && format !== 'pdfua') {
    throw wrong(
      '/options/password',
      `A password cannot be set on ${format}: only pdf and pdfua can be encrypted (PDF/A forbids it).`,
    )
  }
  if (options.watermark !== undefined && format === 'pdfua') {
    throw wrong(
      '/options/watermark',
      'A watermark cannot be set on pdfua: LibreOffice writes it as untagged content, which PDF/UA forbids.',
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
    return false
  }
}
