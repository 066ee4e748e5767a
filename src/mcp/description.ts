/** The operations of openapi.yaml as tools need them: self-contained request and response schemas. */

import { invariant } from '../kernel/invariant.ts'
import { membersOf } from '../kernel/type-guards.ts'

/** A JSON Schema, as far as it is used here. */
export interface Schema {
  [member: string]: unknown
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
}
type Content = Record<string, { schema?: Schema }>
interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses: Record<string, { content?: Content }>
}
/** The part of an OpenAPI document used here. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** One operation. */
export interface OperationFacts {
  method: string
  /** With `{name}` where a parameter goes. */
  path: string
  parameters: readonly Parameter[]
  /** Of the JSON body, if there is one. */
  body?: Schema
  /** Of the JSON response; absent if the response is a file. */
  answer?: Schema
}

/** Members that define the structure; the rest is text, which costs tokens in every conversation. */
const SHAPE = ['type', 'enum', 'const', 'items', 'additionalProperties', '$ref']
const LISTS = ['anyOf', 'oneOf', 'allOf']
const MAPS = ['properties', '$defs']

/** More values than a result needs to list: they are in the result itself. */
const VALUES_MAX = 7

/** The schema of a result without descriptions, bounds, long lists of values and lists of required members. */
export function shapeOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const { enum: values } = membersOf(schema)
  if (Array.isArray(values) && values.length > VALUES_MAX && typeof values[0] === 'string')
    return { type: 'string' }
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (SHAPE.includes(keyword)) return [[keyword, shapeOf(value)]]
      if (LISTS.includes(keyword)) return [[keyword, [value].flat().map(shapeOf)]]
      if (!MAPS.includes(keyword)) return []
      const members = Object.entries(membersOf(value)).map(([name, one]) => [name, shapeOf(one)])
      return [[keyword, Object.fromEntries(members)]]
    }),
  )
}

/** Titles, redundant string types and `additionalProperties: true`: only code generators need them. */
function isForGenerators(member: string, schema: Schema): boolean {
  const value = schema[member]
  if (member === 'title') return typeof value === 'string'
  if (member === 'type') return value === 'string' && schema.enum !== undefined
  return member === 'additionalProperties' && value === true
}

/** The first sentence of a description: what further ones add is in the guides, and costs tokens in every conversation. */
const firstSentence = (text: string): string =>
  /^[\s\S]{20,}?[.!?](?=\s+\p{Lu}|$)/u.exec(text)?.[0] ?? text

const SUCCESS = ['200', '201', '202']
const REFERENCE = '#/components/schemas/'
/** Depth from which on a schema is that of a member's member: the tool, its `properties`, one of them, what that has. */
const WITHIN = 3

/** Looks up operations and completes their schemas. */
export class ApiDescription {
  readonly #document: OpenApi

  constructor(document: OpenApi) {
    this.#document = document
  }

  /** An operation by its id, which must exist. */
  operation(id: string): OperationFacts {
    for (const [path, operations] of Object.entries(this.#document.paths)) {
      for (const [method, operation] of Object.entries(operations)) {
        if (operation.operationId !== id) continue
        const body = operation.requestBody?.content?.['application/json']?.schema
        const success = SUCCESS.find((status) => operation.responses[status] !== undefined)
        const answer = operation.responses[success ?? '']?.content?.['application/json']?.schema
        return {
          method: method.toUpperCase(),
          path,
          parameters: operation.parameters ?? [],
          ...(body !== undefined && { body: this.#resolved(body) }),
          ...(answer !== undefined && { answer: this.#resolved(answer) }),
        }
      }
    }
    invariant(false, `the description has no operation ${id}`)
  }

  /** The schema with everything it references included; inside its members descriptions are one sentence long. */
  alone(schema: Schema): Schema {
    const definitions: Record<string, unknown> = {}
    const refer = (name: string, depth: number): [string, unknown][] => {
      const component = this.#component(name)
      // A reference costs more than a small inlined schema.
      if (component.properties === undefined && component.anyOf === undefined)
        return Object.entries(copy(component, depth) as Schema)
      if (!Object.hasOwn(definitions, name)) {
        // Registered before it is copied: a schema may reference itself.
        definitions[name] = {}
        definitions[name] = copy(component, WITHIN)
      }
      return [['$ref', `#/$defs/${name}`]]
    }
    const copy = (value: unknown, depth: number): unknown => {
      if (Array.isArray(value)) return value.map((each) => copy(each, depth))
      if (typeof value !== 'object' || value === null) return value
      const described = Object.entries(value).filter(
        ([member]) => !isForGenerators(member, value as Schema),
      )
      return Object.fromEntries(
        described.flatMap(([member, inner]): [string, unknown][] =>
          member === '$ref' && typeof inner === 'string'
            ? refer(inner.slice(REFERENCE.length), depth)
            : member === 'description' && typeof inner === 'string' && depth >= WITHIN
              ? [[member, firstSentence(inner)]]
              : [[member, copy(inner, depth + 1)]],
        ),
      )
    }
    const copied = copy(schema, 0) as Schema
    return Object.keys(definitions).length === 0 ? copied : { ...copied, $defs: definitions }
  }

  #resolved(schema: Schema): Schema {
    const { $ref } = schema
    return typeof $ref === 'string' ? this.#component($ref.slice(REFERENCE.length)) : schema
  }

  #component(name: string): Schema {
    const found = this.#document.components?.schemas?.[name]
    invariant(found !== undefined, `the description has no schema ${name}`)
    return found
  }
}
