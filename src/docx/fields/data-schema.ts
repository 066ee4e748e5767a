/** Writes the shape of the data as JSON Schema 2020-12. */
import type { JsonObject } from '../../kernel/json.ts'
import type { Shape } from './data-shape.ts'

const DECIMAL = '^[+-]?\\d+(\\.\\d+)?$'

const SCALARS: Readonly<Record<string, JsonObject>> = {
  boolean: { type: 'boolean' },
  text: { type: ['string', 'number'] },
  // A text preserves all digits of an amount; a JSON number may not.
  number: { type: ['number', 'string'], pattern: DECIMAL },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  time: { type: 'string', format: 'time' },
  picture: {
    type: 'string',
    contentEncoding: 'base64',
    description: 'A picture: base64, a data URI, or the name of an uploaded part',
  },
}

function objectSchema(shape: Shape): JsonObject {
  const names = [...shape.members]
  const required = names.filter(([, member]) => member.required).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(([name, member]) => [name, schemaOf(member)])),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** The schema of a value. */
function schemaOf(shape: Shape): JsonObject {
  const { kind } = shape
  if (kind === 'list') return { type: 'array', items: schemaOf(shape.item) }
  if (kind === 'object') return objectSchema(shape)
  return { ...(kind === undefined ? {} : SCALARS[kind]) }
}

/** The schema of the data of a template. */
export const dataSchema = (root: Shape): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...objectSchema(root),
})
