/**
 * Reads a multipart form by its declaration: only the named parts, each at most once unless it may
 * repeat, every file within its limit. The OpenAPI schema is generated from the same declaration.
 */
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Finding, saying, type Wording } from '../kernel/coded-error.ts'
import { AppError, throwAsAppError, throwIfInvalid } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json.ts'
import { formatBytes } from '../kernel/languages.ts'
import { parseJsonObject } from '../kernel/parse-json.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { bodyTooLarge } from './body-limit.ts'
import type { FormSpec } from './form-spec.ts'

/** An uploaded file. */
export interface UploadedFile {
  filename: string
  mediaType: string
  bytes: Uint8Array
}

/** The parts of a form by name. */
export interface Form {
  texts: ReadonlyMap<string, string>
  files: ReadonlyMap<string, readonly UploadedFile[]>
}

/** Size limits of a form. */
export interface FormLimits {
  /** Maximum file size in bytes, by the caller's plan. */
  fileBytesMax: number
  /** Maximum size of a text part in bytes. */
  textBytesMax: number
  /** All parts together in bytes. */
  formBytesMax: number
  /** Maximum number of text parts; 20 by default. */
  textsMax?: number
  /** Maximum number of files; 40 by default. */
  filesMax?: number
}

const FILES_MAX = 40
const TEXTS_MAX = 20

class FormReader {
  readonly texts = new Map<string, string>()
  readonly files = new Map<string, UploadedFile[]>()
  readonly findings: Finding[] = []
  readonly spec: FormSpec
  readonly #bytesMax: number
  #bytes = 0

  constructor(spec: FormSpec, bytesMax: number) {
    this.spec = spec
    this.#bytesMax = bytesMax
  }

  /** Counts received bytes. @throws file_too_large when the form's limit is exceeded */
  count(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#bytesMax) throw bodyTooLarge(this.#bytesMax)
  }

  /** Accepts a declared part, or records a finding if the part is not allowed. */
  accept(name: string, came: 'text' | 'file'): boolean {
    const field = Object.hasOwn(this.spec, name) ? this.spec[name] : undefined
    if (field === undefined) {
      const valid = Object.keys(this.spec).join(', ')
      return this.refuse(name, 'unknown', say('http.partUnknown', { name, known: valid }))
    }
    if (field.kind !== 'text-or-file' && field.kind !== came) {
      return this.refuse(name, 'kind', say('http.partKind', { name, wanted: field.kind, came }))
    }
    if ((this.texts.has(name) || this.files.has(name)) && field.repeatable !== true) {
      return this.refuse(name, 'repeated', say('http.partTwice', { name }))
    }
    return true
  }

  refuse(name: string, code: string, detail: Wording): false {
    this.findings.push({ pointer: `/${name}`, code, ...saying(detail) })
    return false
  }

  finish(): Form {
    for (const [name, field] of Object.entries(this.spec)) {
      if (field.required && !this.texts.has(name) && !this.files.has(name)) {
        this.refuse(name, 'required', say('http.partMissing', { name, what: field.description }))
      }
    }
    throwIfInvalid(this.findings)
    return { texts: this.texts, files: this.files }
  }
}

const tooLarge = (name: string, bytesMax: number) =>
  new AppError(
    'file_too_large',
    say('http.partTooLarge', (locale) => ({ name, size: formatBytes(bytesMax, locale) })),
    {
      errors: [{ pointer: `/${name}`, ...saying(say('http.bytesMax', { max: bytesMax })) }],
    },
  )

/**
 * Reads the whole form of a request into memory, within the limits.
 * @throws validation_failed with every unknown, repeated or missing part; file_too_large;
 * request_invalid when the form is malformed.
 */
export async function readForm(
  request: FastifyRequest,
  spec: FormSpec,
  limits: FormLimits,
): Promise<Form> {
  const reader = new FormReader(spec, limits.formBytesMax)
  const parts = request.parts({
    isPartAFile: (name, type, filename) => comesAsFile(spec, name, type, filename),
    limits: {
      fileSize: limits.fileBytesMax,
      fieldSize: limits.textBytesMax,
      files: limits.filesMax ?? FILES_MAX,
      fields: limits.textsMax ?? TEXTS_MAX,
      headerPairs: 50,
      fieldNameSize: 200,
    },
  })
  try {
    for await (const part of parts) await readPart(reader, part, limits)
  } catch (error) {
    throw formError(error, limits)
  }
  return reader.finish()
}

/** Text that may be megabytes is read like a file: the form parser takes ten times as long for text. */
function comesAsFile(
  spec: FormSpec,
  name: string | undefined,
  type: string | undefined,
  filename: string | undefined,
): boolean {
  if (filename !== undefined) return true
  if (name !== undefined && Object.hasOwn(spec, name) && spec[name]?.kind === 'text-or-file') {
    return true
  }
  return type === 'application/octet-stream' || type === 'application/json'
}

async function readPart(reader: FormReader, part: Multipart, limits: FormLimits): Promise<void> {
  const name = part.fieldname
  if (part.type === 'field') {
    if (!reader.accept(name, 'text')) return
    if (part.valueTruncated) throw tooLarge(name, limits.textBytesMax)
    const text = String(part.value)
    reader.count(text.length)
    if (text.includes('\0')) {
      reader.refuse(name, 'character', say('http.partNull', { name }))
      return
    }
    reader.texts.set(name, text)
    return
  }
  if (!reader.accept(name, 'file')) {
    part.file.resume()
    return
  }
  const bytes = await part.toBuffer().catch((error: { code?: string }) => {
    throw error.code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(name, limits.fileBytesMax) : error
  })
  reader.count(bytes.length)
  const file = { filename: part.filename ?? '', mediaType: part.mimetype, bytes }
  reader.files.set(name, [...(reader.files.get(name) ?? []), file])
}

function formError(error: unknown, limits: FormLimits): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge('The file', limits.fileBytesMax)
  if (code?.startsWith('FST_')) return error
  return new AppError('request_invalid', say('http.formBroken'), { cause: error })
}

/** A text part, or a file part as text; undefined when it was not sent. @throws json_invalid */
export function textPart(form: Form, name: string): string | undefined {
  const text = form.texts.get(name)
  if (text !== undefined) return text
  const file = form.files.get(name)?.[0]
  if (file === undefined) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file.bytes)
  } catch {
    throw new AppError('json_invalid', say('http.partNotUtf8', { name }))
  }
}

/** The password of the form's files, if it has one. */
export function passwordIn(form: Form): { password?: string } {
  const password = textPart(form, 'password')
  return password === undefined ? {} : { password }
}

/** {@link parseJsonObject} of what a caller sent. @throws AppError `json_invalid`, `data_invalid` */
export function jsonObject(text: string, field: string): JsonObject {
  try {
    return parseJsonObject(text, field)
  } catch (error) {
    return throwAsAppError(error)
  }
}

/** A part that contains one JSON object; undefined when it was not sent. @throws json_invalid, data_invalid */
export function objectPart(form: Form, name: string): JsonObject | undefined {
  const text = textPart(form, name)
  return text === undefined ? undefined : jsonObject(text, name)
}
