/** Declares the parts of a multipart form, and describes them in the API's description. */
import { type TSchema, Type } from 'typebox'

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

/** The longest password of a PDF (ISO 32000-2, 7.6.4.3.3). */
export const PASSWORD_CHARACTERS_MAX = 127

/** The parts of a form by name. */
export type FormSpec = Readonly<Record<string, FormField>>

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
