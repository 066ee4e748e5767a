/**
 * Reads a content stream as operators with their operands (ISO 32000-1, 7.8.2), by offsets into the bytes, so that an
 * edit leaves every other byte unchanged; and the transformations that they make (8.3.4).
 */
import { asBuffer } from '../kernel/bytes.ts'

/** One operator; offsets are bytes. An inline image, `BI` to `EI`, is one operator named `BI`. */
export interface Operator {
  name: string
  /** Where its first operand begins, or the operator when it has none. */
  start: number
  /** Where the operator itself begins. */
  at: number
  /** Offset after its last byte. */
  end: number
}

/** The bytes are not a content stream. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** White space and comments (ISO 32000-1, 7.2.2 and 7.2.3). */
const BLANK = /[\0\t\n\f\r ]+|%[^\r\n]*/y
/** Any token but a string in parentheses: a hexadecimal string, a name, what opens and closes, else a word or a number. */
const TOKEN = /<<|>>|<[^>]*>?|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[()>[\]{}]|[^\0\t\n\f\r ()<>[\]{}/%]+/y
const WORD = /^[^()<>[\]{}/]/
const NUMBER = /^[+-]*(?:\d+\.?\d*|\.\d+)(?:-\d*)?$/
const CONSTANTS = new Set(['true', 'false', 'null'])
/** `EI` after the data of an inline image (8.9.7): the bytes after it must look like content again. */
const IMAGE_END = /(?<=[\0\t\n\f\r ])EI(?![^\t\n\f\r ])(?=[\s\x20-\x7e]{14}|[\s\x20-\x7e]*$)/g
/** By how much a token changes the nesting of arrays and dictionaries. */
const NESTING: Readonly<Record<string, number>> = { '[': 1, '<<': 1, ']': -1, '>>': -1 }

const [OPEN, CLOSE, BACKSLASH] = [0x28, 0x29, 0x5c]

/** Offset of the closing parenthesis of a string (ISO 32000-2, 7.3.4.2); -1 if there is none. */
export function closing(bytes: Uint8Array, start: number): number {
  let open = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at++
    else if (byte === OPEN) open++
    else if (byte === CLOSE && --open === 0) return at
  }
  return -1
}

/** Walks over the tokens of one stream. */
class Walker {
  at = 0
  readonly #bytes: Buffer
  readonly #text: string

  constructor(bytes: Uint8Array) {
    this.#bytes = asBuffer(bytes)
    this.#text = this.#bytes.toString('latin1')
  }

  /** Takes what a pattern finds from here on. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.#text) ?? []
    if (found !== undefined) this.at = pattern.lastIndex
    return found
  }

  /** Skips white space and comments; false at the end. */
  skipWhite(): boolean {
    for (let blank: string | undefined = ''; blank !== undefined; ) blank = this.#take(BLANK)
    return this.at < this.#text.length
  }

  token(): string {
    if (this.#bytes[this.at] !== OPEN) {
      const found = this.#take(TOKEN) ?? ''
      if (/^<(?!<)[^>]*$/.test(found)) throw new ContentError('a hexadecimal string has no end')
      return found
    }
    const end = closing(this.#bytes, this.at)
    if (end < 0) throw new ContentError('a string has no end')
    this.at = end + 1
    return '('
  }

  /** Skips the dictionary, the data and the `EI` of an inline image. */
  skipInlineImage(): void {
    while (this.skipWhite()) {
      if (this.token() !== 'ID') continue
      this.at += 1
      if (this.#take(IMAGE_END) === undefined) throw new ContentError('an inline image has no end')
      return
    }
    throw new ContentError('an inline image has no data')
  }
}

/**
 * The operators of a content stream, in order.
 * @throws ContentError when the bytes cannot be read as one
 */
export function operatorsOf(bytes: Uint8Array): Operator[] {
  const walker = new Walker(bytes)
  const operators: Operator[] = []
  let start: number | undefined
  let depth = 0
  while (walker.skipWhite()) {
    const { at } = walker
    start ??= at
    const name = walker.token()
    depth += NESTING[name] ?? 0
    if (depth < 0) throw new ContentError('an array or a dictionary ends that never began')
    if (depth > 0 || !WORD.test(name) || NUMBER.test(name) || CONSTANTS.has(name)) continue
    if (name === 'BI') walker.skipInlineImage()
    operators.push({ name, start, at, end: walker.at })
    start = undefined
  }
  if (depth > 0) throw new ContentError('an array or a dictionary has no end')
  return operators
}

/** The operands of an operator as written in the stream. */
export const operandsOf = (bytes: Uint8Array, { start, at }: Operator): string =>
  asBuffer(bytes).toString('latin1', start, at).trim()

/** The operands of an operator that takes numbers. */
export const numbersOf = (bytes: Uint8Array, operator: Operator): number[] =>
  operandsOf(bytes, operator).split(/\s+/).map(Number)

/** A transformation. */
export type Matrix = readonly [number, number, number, number, number, number]

/** A place on the page. */
export type Point = readonly [x: number, y: number]

/** First `one`, then `other`. */
export function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [p, q, r, s, t, u] = other
  return [
    a * p + b * r,
    a * q + b * s,
    c * p + d * r,
    c * q + d * s,
    e * p + f * r + t,
    e * q + f * s + u,
  ]
}

/** A point, transformed. */
export const moved = ([a, b, c, d, e, f]: Matrix, x: number, y: number): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** Bytes inserted at an offset, replacing some of those there. */
export interface Edit {
  at: number
  /** Number of bytes removed; 0 only inserts. */
  removed: number
  text: string
}

/** Applies the edits; those at the same offset in the order given. They must not overlap. */
export function edited(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = []
  let done = 0
  for (const { at, removed, text } of [...edits].sort((one, other) => one.at - other.at)) {
    parts.push(bytes.subarray(done, at), Buffer.from(text, 'latin1'))
    done = at + removed
  }
  return Buffer.concat([...parts, bytes.subarray(done)])
}
