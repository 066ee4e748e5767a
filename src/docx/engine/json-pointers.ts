/** JSON pointers (RFC 6901) of the objects and lists of the data, found by identity when needed. */
import type { JsonObject } from '../../kernel/json.ts'

/** One step of a pointer. */
export const pointerStep = (name: string | number): string =>
  `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Locates every object and list of the data; built on first use. */
export class JsonPointers {
  readonly data: JsonObject
  known: Map<unknown, string> | undefined

  constructor(data: JsonObject) {
    this.data = data
  }

  /** The pointer of an object or list of the data; undefined for a value that a filter created. */
  of(value: unknown): string | undefined {
    this.known ??= this.walk()
    return this.known.get(value)
  }

  walk(): Map<unknown, string> {
    const known = new Map<unknown, string>()
    const visit = (value: unknown, pointer: string): void => {
      if (typeof value !== 'object' || value === null) return
      known.set(value, pointer)
      for (const [name, member] of Object.entries(value)) visit(member, pointer + pointerStep(name))
    }
    visit(this.data, '')
    return known
  }
}
