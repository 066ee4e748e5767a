/**
 * What openapi.yaml promises, a line each: what callers may rely on (`offers`) and what is asked of them
 * (`demands`). An offer that goes and a demand that comes break programs that were right before.
 */

interface Schema {
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  required?: readonly string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
}
interface Content {
  content?: Record<string, { schema?: Schema }>
}
interface Operation {
  parameters?: ReadonlyArray<{ name: string; in: string; required?: boolean; schema?: Schema }>
  requestBody?: Content
  responses: Record<string, Content>
}
/** The parts of a description that promises are made of. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Lines in alphabetical order. */
export interface Promises {
  offers: string[]
  demands: string[]
}

const DEPTH_MAX = 6

class Walk {
  readonly offers = new Set<string>()
  readonly demands = new Set<string>()
  readonly #schemas: Record<string, Schema>

  constructor({ components }: Description) {
    this.#schemas = components?.schemas ?? {}
  }

  operation(at: string, { parameters = [], requestBody, responses }: Operation): void {
    this.offers.add(at)
    for (const { name, in: place, required, schema } of parameters) {
      const where = `${at} ${place} ${name}`
      this.offers.add(`${where} may be sent`)
      if (required === true) this.demands.add(where)
      const asked = this.#resolved(schema)
      // One value of a list is sent as before the list was one.
      for (const value of asked?.enum ?? this.#resolved(asked?.items)?.enum ?? [])
        this.offers.add(`${where} takes ${String(value)}`)
    }
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
      this.offers.add(`${at} takes ${type}`)
      this.request(`${at} body`, schema)
    }
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const type of Object.keys(content)) this.offers.add(`${at} ${status} ${type}`)
      this.answer(`${at} ${status}`, content['application/json']?.schema)
    }
  }

  /** Members of what is answered: their names and types may be relied on. */
  answer(at: string, schema: Schema | undefined, depth = 0): void {
    this.#each(schema, depth, (part) => {
      if (part.type !== undefined) this.offers.add(`${at}: ${[part.type].flat().join('|')}`)
      for (const [name, member] of Object.entries(part.properties ?? {}))
        this.answer(`${at}.${name}`, member, depth + 1)
      this.answer(`${at}[]`, part.items, depth + 1)
    })
  }

  /** Members of what is sent: they may be sent, some must be. */
  request(at: string, schema: Schema | undefined, depth = 0): void {
    this.#each(schema, depth, (part) => {
      for (const name of part.required ?? []) this.demands.add(`${at}.${name}`)
      for (const value of part.enum ?? []) this.offers.add(`${at} takes ${String(value)}`)
      for (const [name, member] of Object.entries(part.properties ?? {})) {
        this.offers.add(`${at}.${name} may be sent`)
        this.request(`${at}.${name}`, member, depth + 1)
      }
      this.request(`${at}[]`, part.items, depth + 1)
    })
  }

  #resolved(schema: Schema | undefined): Schema | undefined {
    const name = schema?.$ref?.split('/').at(-1)
    return name === undefined ? schema : this.#schemas[name]
  }

  #each(schema: Schema | undefined, depth: number, take: (part: Schema) => void): void {
    if (schema === undefined || depth > DEPTH_MAX) return
    const found = this.#resolved(schema)
    if (found === undefined) return
    take(found)
    for (const part of [...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])])
      this.#each(part, depth + 1, take)
  }
}

/** Every promise of a description. */
export function promisesOf(description: Description): Promises {
  const walk = new Walk(description)
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations))
      walk.operation(`${method.toUpperCase()} ${path}`, operation)
  return { offers: [...walk.offers].sort(), demands: [...walk.demands].sort() }
}

/** What breaks between two states: offers that went, demands that came for operations that were there. */
export function breaksBetween(before: Promises, now: Promises): string[] {
  const known = new Set(before.offers)
  const operationOf = (line: string): string => line.split(' ').slice(0, 2).join(' ')
  const offers = new Set(now.offers)
  const demands = new Set(before.demands)
  return [
    ...before.offers.filter((line) => !offers.has(line)).map((line) => `gone: ${line}`),
    ...now.demands
      .filter((line) => !demands.has(line) && known.has(operationOf(line)))
      .map((line) => `asked for: ${line}`),
  ]
}
