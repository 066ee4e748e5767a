/**
 * Restructures the description for client code generators: each object with a title becomes a component of that name,
 * and strings get an explicit type. What is valid stays the same.
 */
import { invariant } from '../kernel/invariant.ts'

/** The schema members used here. */
export interface Schema {
  $ref?: string
  title?: string
  description?: string
  type?: unknown
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  contentMediaType?: string
  example?: unknown
  contentSchema?: Schema
  style?: string
  explode?: boolean
}
/** Bodies by media type. */
export type Content = Record<string, { schema?: Schema; example?: unknown }>
/** A parameter of an operation. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
  style?: string
  explode?: boolean
}
/** One operation. */
export interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, { $ref?: string; description?: string; content?: Content }>
}
/** The OpenAPI members used here. */
export interface DescribedApi {
  info?: { title: string; version: string; description?: string }
  servers?: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; responses?: Operation['responses'] }
}

/** How the value of a parameter is written into an address is said of the parameter, not of its schema. */
export function liftStyles({ paths = {} }: DescribedApi): void {
  const operations = Object.values(paths).flatMap((each) => Object.values(each))
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    const { style, explode, ...schema } = parameter.schema ?? {}
    if (style !== undefined) Object.assign(parameter, { style, explode, schema })
  }
}

/** Titles for people have spaces; these are names of types. */
const TYPE_NAME = /^[A-Z][A-Za-z0-9]+$/
const JSON_TYPE = 'application/json'
const COMPONENTS = '#/components/schemas/'
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const
const SINGLE = ['items', 'contentSchema'] as const

const isText = ({ enum: values, format }: Schema): boolean =>
  format === 'binary' || values?.every((value) => typeof value === 'string') === true

class Shaper {
  readonly named: Record<string, Schema> = {}

  /**
   * Enums get a name only in lists, where Java needs one: the constants of named enums share a scope in Go, so that two
   * with a value in common do not compile.
   * @param place `component` has its name already
   */
  shape(schema: Schema, place: 'component' | 'list' | 'alone' = 'alone'): Schema {
    if (schema.$ref !== undefined) return { ...schema, $ref: inComponents(schema.$ref) }
    const shaped = { ...schema, ...this.#members(schema) }
    if (shaped.type === undefined && isText(shaped)) shaped.type = 'string'
    const mayHaveName = place === 'list' || (place === 'alone' && shaped.enum === undefined)
    return mayHaveName && TYPE_NAME.test(shaped.title ?? '') ? this.#name(shaped) : shaped
  }

  /** Schemas inside a schema. */
  #members({ properties, additionalProperties, ...schema }: Schema): Partial<Schema> {
    const members: Partial<Schema> = {}
    if (properties !== undefined) members.properties = this.each(properties)
    for (const name of SINGLE) {
      const inner = schema[name]
      if (inner !== undefined)
        members[name] = this.shape(inner, name === 'items' ? 'list' : 'alone')
    }
    for (const name of LISTS) {
      const inner = schema[name]
      if (inner !== undefined) members[name] = inner.map((one) => this.shape(one))
    }
    if (typeof additionalProperties === 'object')
      members.additionalProperties =
        Object.keys(additionalProperties).length === 0 || this.shape(additionalProperties)
    return members
  }

  each(
    schemas: Record<string, Schema>,
    place: 'component' | 'alone' = 'alone',
  ): Record<string, Schema> {
    return Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, this.shape(schema, place)]),
    )
  }

  operation({ parameters = [], requestBody = {}, responses = {} }: Operation): void {
    if (requestBody.content !== undefined) requestBody.content = jsonFirst(requestBody.content)
    const media = [requestBody, ...Object.values(responses)].flatMap(({ content = {} }) =>
      Object.values(content),
    )
    for (const place of [...parameters, ...media])
      if (place.schema !== undefined) place.schema = this.shape(place.schema)
  }

  /** A component's description is given where it is used. */
  #name({ title = '', description, ...schema }: Schema): Schema {
    const known = this.named[title]
    invariant(
      known === undefined || JSON.stringify(known) === JSON.stringify(schema),
      `two schemas are called ${title}`,
    )
    this.named[title] = schema
    return { $ref: COMPONENTS + title, ...(description !== undefined && { description }) }
  }
}

/**
 * Generators build the body of the first media type, but send JSON's name wherever JSON is among them (Python, Go, C#,
 * Java): with JSON first, both agree. The form beside it gets no name of its own: the TypeScript generator would import
 * a type that it does not write.
 */
function jsonFirst(content: Content): Content {
  const { [JSON_TYPE]: json, ...others } = content
  if (json === undefined) return content
  const unnamed = Object.entries(others).map(([type, media]) => {
    const { title, ...schema } = media.schema ?? {}
    return [type, { ...media, schema }] as const
  })
  return { [JSON_TYPE]: json, ...Object.fromEntries(unnamed) }
}

/** Schemas refer to each other by `Name#` before references are rewritten. */
const inComponents = (reference: string): string =>
  reference.startsWith('#') ? reference : COMPONENTS + reference.replace(/#$/, '')

/** Rewrites a description in place; two different schemas of one title are a bug. */
export function shapeForGenerators(description: DescribedApi): void {
  const shaper = new Shaper()
  const schemas = shaper.each(description.components?.schemas ?? {}, 'component')
  for (const operations of Object.values(description.paths ?? {}))
    for (const operation of Object.values(operations)) shaper.operation(operation)
  const twice = Object.keys(shaper.named).filter((name) => schemas[name] !== undefined)
  invariant(twice.length === 0, `these are components already: ${twice.join(', ')}`)
  description.components = { ...description.components, schemas: { ...schemas, ...shaper.named } }
}
