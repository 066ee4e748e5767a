/** Reads what the forms and bodies of all render calls have in common: template, data, options, pictures. */
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../accounts/guard.ts'
import { formLimits } from '../accounts/plans.ts'
import { type Form, objectPart, readForm, textPart, type UploadedFile } from '../http/form.ts'
import type { FormSpec } from '../http/form-spec.ts'
import { findingsOf, newChecker } from '../http/schema-check.ts'
import { saying, type Wording } from '../kernel/coded-error.ts'
import { invalid } from '../kernel/errors.ts'
import { idPattern } from '../kernel/ids.ts'
import type { JsonObject } from '../kernel/json.ts'
import { JsonText } from '../kernel/json-text.ts'
import { sampleTemplate } from '../pages/samples.ts'
import { say } from '../translations/texts.ts'
import { OptionsSchema, type RenderOptions } from './schemas.ts'

/** Where the template comes from. */
export type TemplateChoice =
  | { kind: 'file'; bytes: Uint8Array; name: string }
  | { kind: 'stored'; id: string; version: number | undefined }

/** The form of a call, within the limits of the caller's plan. */
export const formOf = (request: FastifyRequest, spec: FormSpec): Promise<Form> =>
  readForm(request, spec, formLimits(callerOf(request).plan))

const checkOptions = newChecker().compile<RenderOptions>(OptionsSchema)

const SHIPPED = 'facturx-invoice'

/** The error for a request of the wrong shape, with one finding or more. */
export const wrong = (pointer: string, detail: Wording) => invalid([{ pointer, ...saying(detail) }])

const bothNames = () => wrong('/json_data', say('rendering.bothNames'))

/** The template of a form: a file or a stored one. */
export function templateChoice(form: Form): TemplateChoice {
  const file = form.files.get('template')?.[0]
  const id = form.texts.get('template_id')
  if (file !== undefined && id !== undefined) {
    throw wrong('/template_id', say('fields.notBoth', { one: 'template', other: 'template_id' }))
  }
  if (file !== undefined) return { kind: 'file', bytes: file.bytes, name: stem(file.filename) }
  if (id === undefined) {
    throw wrong('/template', say('rendering.templateMissing'))
  }
  if (!new RegExp(idPattern('tpl')).test(id)) {
    throw wrong('/template_id', say('rendering.templateId'))
  }
  return { kind: 'stored', id, version: versionOf(form.texts.get('template_version')) }
}

/** The design for invoices that is shipped. */
export const shippedTemplate = (): TemplateChoice => ({
  kind: 'file',
  bytes: sampleTemplate(SHIPPED),
  name: SHIPPED,
})

/** The template of a form, or the one for invoices that is shipped. */
export function templateOrShipped(form: Form): TemplateChoice {
  const isNamed = ['template', 'template_id', 'template_version'].some(
    (name) => form.files.has(name) || form.texts.has(name),
  )
  return isNamed ? templateChoice(form) : shippedTemplate()
}

const stem = (filename: string): string => filename.replace(/\.[^.]*$/, '')

/** A version's number in a form. @throws AppError `validation_failed` */
export function versionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) {
    throw wrong('/template_version', say('rendering.version'))
  }
  return Number(text)
}

/** The data of a form, under either of its two names, as text; undefined when neither was sent. */
export function dataOf(form: Form): JsonText | undefined {
  const data = textPart(form, 'data')
  const jsonData = textPart(form, 'json_data')
  if (data !== undefined && jsonData !== undefined) throw bothNames()
  if (data !== undefined) return new JsonText(data, 'data')
  return jsonData === undefined ? undefined : new JsonText(jsonData, 'json_data')
}

/** The data of a JSON body, under either of its two names. */
export function dataOfBody(body: { data?: object; json_data?: object }): JsonObject | undefined {
  if (body.data !== undefined && body.json_data !== undefined) throw bothNames()
  return (body.data ?? body.json_data) as JsonObject | undefined
}

/** The options of a form. */
export function optionsOf(form: Form): RenderOptions {
  const value: unknown = objectPart(form, 'options') ?? {}
  if (checkOptions(value)) return value
  const errors = findingsOf(checkOptions.errors, '/options')
  throw invalid(errors)
}

/** The pictures of a form by file name. */
export function picturesByName(form: Form): Map<string, Uint8Array> {
  const files: readonly UploadedFile[] = form.files.get('pictures') ?? []
  const pictures = new Map<string, Uint8Array>()
  for (const { filename, bytes } of files) {
    if (filename === '') throw wrong('/pictures', say('rendering.unnamedPicture'))
    if (pictures.has(filename))
      throw wrong('/pictures', say('rendering.pictureTwice', { name: filename }))
    pictures.set(filename, bytes)
  }
  return pictures
}
