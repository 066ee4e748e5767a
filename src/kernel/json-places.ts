/** Locates the values of JSON pointers (RFC 6901) in a JSON text, for editors that show errors in place. */
import { pointerStep } from './json-faults.ts'

/** Deeper than any text the service accepts; deeper values get the position of their container. */
const DEPTH_MAX = 64
const NUMBER_OR_WORD = /[-+.\w]+/y

/** Every ancestor of these pointers, including the root. */
function waysTo(pointers: Iterable<string>): Set<string> {
  const ways = new Set([''])
  for (const pointer of pointers)
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      ways.add(pointer.slice(0, end))
  return ways
}

/** Scans a JSON text once and records where the wanted values begin. Stops at invalid JSON. */
class PlaceReader {
  readonly offsets = new Map<string, number>()
  readonly #text: string
  readonly #wanted: ReadonlySet<string>
  #at = 0

  constructor(text: string, wanted: ReadonlySet<string>) {
    this.#text = text
    this.#wanted = wanted
  }

  /** Reads a value; false when the text is invalid from here on. */
  value(pointer: string, depth = 0): boolean {
    const sign = this.#next()
    this.#note(pointer, this.#at)
    if (sign === '"') return this.#string() !== undefined
    if (sign === '{' || sign === '[')
      return depth < DEPTH_MAX && this.#members(pointer, depth, sign)
    NUMBER_OR_WORD.lastIndex = this.#at
    if (!NUMBER_OR_WORD.test(this.#text)) return false
    this.#at = NUMBER_OR_WORD.lastIndex
    return true
  }

  #members(pointer: string, depth: number, open: string): boolean {
    const close = open === '{' ? '}' : ']'
    this.#at += 1
    if (this.#take(close)) return true
    let index = 0
    do {
      const step = open === '{' ? this.#name(pointer) : pointerStep(index++)
      if (step === undefined || !this.value(pointer + step, depth + 1)) return false
    } while (this.#take(','))
    return this.#take(close)
  }

  /** Reads a name and its colon; a member's position is that of its name. */
  #name(owner: string): string | undefined {
    if (this.#next() !== '"') return undefined
    const start = this.#at
    const name = this.#string()
    if (name === undefined || !this.#take(':')) return undefined
    const step = pointerStep(name)
    this.#note(owner + step, start)
    return step
  }

  #string(): string | undefined {
    const start = this.#at
    for (let end = start + 1; ; end += 1) {
      end = this.#text.indexOf('"', end)
      if (end === -1) return undefined
      let backslashes = 0
      while (this.#text[end - 1 - backslashes] === '\\') backslashes += 1
      if (backslashes % 2 === 1) continue
      this.#at = end + 1
      return textOf(this.#text.slice(start, this.#at))
    }
  }

  #note(pointer: string, offset: number): void {
    if (this.#wanted.has(pointer) && !this.offsets.has(pointer)) this.offsets.set(pointer, offset)
  }

  #next(): string {
    while (/[ \n\r\t]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text[this.#at] ?? ''
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false
    this.#at += 1
    return true
  }
}

/** The value of a JSON string; undefined if it is invalid. */
function textOf(literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return undefined
  }
}

/**
 * The line, from 1, of each pointer in a JSON text. A missing value gets the line of its nearest existing ancestor;
 * it has no line if only the root exists.
 */
export function linesOf(text: string, pointers: Iterable<string>): Map<string, number> {
  const wanted = [...pointers]
  const reader = new PlaceReader(text, waysTo(wanted))
  reader.value('')
  const offsetOf = (pointer: string): number | undefined => {
    let known = pointer
    while (known !== '' && !reader.offsets.has(known))
      known = known.slice(0, Math.max(0, known.lastIndexOf('/')))
    return known === '' && pointer !== '' ? undefined : reader.offsets.get(known)
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
