/** JSON pointers (RFC 6901): of objects in data, and where they lead in a JSON text, for editors that show errors in place. */
import type { JsonObject } from './json.ts'
import { placesIn, pointerStep } from './json-errors.ts'

/** Deeper than any text the service accepts; deeper values get the position of their container. */
const DEPTH_MAX = 64

/** Every ancestor of these pointers, including the root. */
function waysTo(pointers: Iterable<string>): Set<string> {
  const ways = new Set([''])
  for (const pointer of pointers)
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      ways.add(pointer.slice(0, end))
  return ways
}

/**
 * The line, from 1, of each pointer in a JSON text. A missing value gets the line of its nearest existing ancestor;
 * it has no line if only the root exists.
 */
export function linesOf(text: string, pointers: Iterable<string>): Map<string, number> {
  const wanted = [...pointers]
  const ways = waysTo(wanted)
  const offsets = new Map<string, number>()
  const note = (pointer: string, offset: number): void => {
    if (ways.has(pointer) && !offsets.has(pointer)) offsets.set(pointer, offset)
  }
  placesIn(text, note, DEPTH_MAX)
  const offsetOf = (pointer: string): number | undefined => {
    let known = pointer
    while (known !== '' && !offsets.has(known))
      known = known.slice(0, Math.max(0, known.lastIndexOf('/')))
    return known === '' && pointer !== '' ? undefined : offsets.get(known)
  }
  const places = wanted.flatMap((pointer) => {
    const offset = offsetOf(pointer)
    return offset === undefined ? [] : [{ pointer, offset }]
  })
  const lines = new Map<string, number>()
  let [line, end] = [1, text.indexOf('\n')]
  for (const { pointer, offset } of places.sort((a, b) => a.offset - b.offset)) {
    for (; end !== -1 && end < offset; end = text.indexOf('\n', end + 1)) line += 1
    lines.set(pointer, line)
  }
  return lines
}

/** Locates every object and list of the data; built on first use. */
export class JsonPointers {
  readonly data: JsonObject
  #known: Map<unknown, string> | undefined

  constructor(data: JsonObject) {
    this.data = data
  }

  /** The pointer of an object or list of the data; undefined for a value that a filter created. */
  of(value: unknown): string | undefined {
    this.#known ??= this.#walk()
    return this.#known.get(value)
  }

  #walk(): Map<unknown, string> {
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
