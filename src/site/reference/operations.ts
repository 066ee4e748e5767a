/** The operations of the description, in its order, by tag. */
import type { DescribedApi, Schema } from '../../http/openapi-shape.ts'

/** One operation with its address. */
export type ShownOperation = OperationGroup['operations'][number]

/** A tag with its operations. */
export type OperationGroup = ReturnType<typeof operationGroups>[number]

/** The groups in the order of the tags; tags without operations are left out. */
export function operationGroups({ tags = [], paths = {} }: DescribedApi) {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId ?? '',
      /** In capitals. */
      method: method.toUpperCase(),
      path,
      operation,
      /** Whether a key must be sent. */
      keyed: operation.security === undefined || operation.security.length > 0,
    })),
  )
  return tags
    .map(({ name, description = '' }) => ({
      name,
      description,
      operations: all.filter(({ operation }) => operation.tags?.[0] === name),
    }))
    .filter(({ operations }) => operations.length > 0)
}

/** A schema behind its reference. */
export function resolved({ components }: DescribedApi, schema: Schema | undefined): Schema {
  const name = schema?.$ref?.split('/').at(-1)
  if (schema === undefined || name === undefined) return schema ?? {}
  const { $ref: _, ...beside } = schema
  return { ...components?.schemas?.[name], ...beside }
}

const typeName = (type: unknown): string =>
  Array.isArray(type) ? type.map(typeName).join(' | ') : String(type)

/** The type in a few words: `string (date)`, `array of Signer`, `"pdf" | "docx"`. */
export function typeText(api: DescribedApi, schema: Schema): string {
  const known = resolved(api, schema)
  const choices = known.anyOf ?? known.oneOf
  if (known.enum !== undefined) return known.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (known.items !== undefined) return `array of ${typeText(api, known.items)}`
  if (choices !== undefined)
    return [...new Set(choices.map((one) => typeText(api, one)))].join(' | ')
  if (known.format === 'binary') return 'file'
  const title = schema.$ref?.split('/').at(-1)
  if (title !== undefined && known.properties !== undefined) return title
  const detail =
    known.format ?? (known.contentMediaType === 'application/json' ? 'JSON' : undefined)
  const type = known.type === undefined ? 'any' : typeName(known.type)
  return detail === undefined ? type : `${type} (${detail})`
}

/** The object whose fields a schema lists: itself, of its items, or of its only choice that has any. */
export function fieldsOf(api: DescribedApi, schema: Schema | undefined): Schema | undefined {
  const known = resolved(api, schema)
  if (known.properties !== undefined) return known
  const inner = known.items ?? known.contentSchema
  if (inner !== undefined) return fieldsOf(api, inner)
  const listed = (known.anyOf ?? known.oneOf ?? known.allOf ?? []).map((one) => fieldsOf(api, one))
  return listed.find((one) => one !== undefined)
}
