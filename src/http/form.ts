/**
 * Reads a multipart form by its declaration: only the named parts, each at most once unless it may
 * repeat, every file within its limit. The OpenAPI schema is generated from the same declaration.
 */

import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { type Finding, saying, type Wording } from '../kernel/coded-error.ts'
import { AppError, throwIfInvalid } from '../kernel/errors.ts'
import { formatBytes } from '../kernel/format-bytes.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { bodyTooLarge } from './body-limit.ts'

/** Declaration of one form part. */
export interface FormField {
  kind: 'text' | 'file' | 'text-or-file'
  description: string
  required?: boolean
  repeatable?: boolean
  /** Media type shown in the API description. */
  mediaType?: string
  /** What a text may be, for the API description; the route that reads it checks. */
  limits?: Readonly<{
    enum?: readonly string[]
    pattern?: string
    format?: string
    minLength?: number
    maxLength?: number
  }>
  /** For a JSON part: the schema of the JSON, for the API description. */
  holds?: TSchema
}

/** The parts of a form by name. */
export type FormSpec = Readonly<Record<string, FormField>>

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
}

const FILES_MAX = 40
const TEXTS_MAX = 20

/**
 * JSON schema of a form for openapi.yaml.
 * @param title name of its type there
 */
export function formSchema(title: string, spec: FormSpec): TSchema {
  const properties: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(spec)) {
    const part = partSchema(field)
    properties[name] = field.repeatable
      ? { type: 'array', items: part, description: field.description }
      : { ...part, description: field.description }
  }
  const required = Object.entries(spec).flatMap(([name, field]) => (field.required ? [name] : []))
  return Type.Unsafe({
    type: 'object',
    title,
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  })
}

/**
 * Only parts that must be files are described as binary, so that generated clients send JSON as text, not as a file.
 */
const partSchema = ({ kind, mediaType, holds, limits }: FormField): object => ({
  type: 'string',
  ...(kind === 'file' && { format: 'binary' }),
  // The shortest JSON object or list.
  ...(kind !== 'file' && mediaType === 'application/json' && { minLength: 2 }),
  ...limits,
  ...(mediaType !== undefined && { contentMediaType: mediaType }),
  ...(holds !== undefined && { contentSchema: holds }),
})

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
      files: FILES_MAX,
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
