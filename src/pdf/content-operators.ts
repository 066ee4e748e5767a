/**
 * Reads a content stream as operators with their operands (ISO 32000-1, 7.8.2), by offsets into the bytes, so that an
 * edit leaves every other byte unchanged; and the transformations that they make (8.3.4).
 */

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

const WHITE = 1
const DELIMITER = 2
/** Class by byte: white space, delimiter, regular (ISO 32000-1, tables 1 and 2). */
const CLASS = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) CLASS[byte] = WHITE
for (const sign of '()<>[]{}/%') CLASS[sign.charCodeAt(0)] = DELIMITER

const code = (sign: string): number => sign.charCodeAt(0)
const [OPEN, CLOSE, LESS, GREATER] = [code('('), code(')'), code('<'), code('>')]
const [PERCENT, BACKSLASH, SLASH] = [code('%'), code('\\'), code('/')]
const [LF, CR] = [10, 13]
/** Bytes after the end of an inline image that must look like content again. */
const LOOK_AHEAD = 16
const NUMBER = /^[+-]*(?:\d+\.?\d*|\.\d+)(?:-\d*)?$/
const CONSTANTS = new Set(['true', 'false', 'null'])

/** Walks over the tokens of one stream. */
class Walker {
  at = 0
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  private classAt(at: number): number {
    return CLASS[this.bytes[at] ?? 0] ?? 0
  }

  text(from: number, to: number): string {
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + from, to - from).toString(
      'latin1',
    )
  }

  /** Skips white space and comments; false at the end. */
  skipWhite(): boolean {
    while (this.at < this.bytes.length) {
      if (this.bytes[this.at] === PERCENT) this.skipComment()
      else if (this.classAt(this.at) === WHITE) this.at += 1
      else return true
    }
    return false
  }

  private skipComment(): void {
    while (this.at < this.bytes.length) {
      const byte = this.bytes[this.at]
      if (byte === LF || byte === CR) return
      this.at += 1
    }
  }

  /** Skips one token; returns its text when it is a keyword or a number. */
  token(): string | undefined {
    const byte = this.bytes[this.at]
    if (byte === OPEN) return this.skipString()
    if (byte === LESS && this.bytes[this.at + 1] !== LESS) return this.skipHex()
    if (byte === SLASH) {
      this.at += 1
      this.skipRegular()
      return undefined
    }
    if (this.classAt(this.at) === DELIMITER) {
      const double = (byte === LESS || byte === GREATER) && this.bytes[this.at + 1] === byte
      this.at += double ? 2 : 1
      return undefined
    }
    const from = this.at
    this.skipRegular()
    return this.text(from, this.at)
  }

  private skipRegular(): void {
    while (this.at < this.bytes.length && this.classAt(this.at) === 0) this.at += 1
  }

  private skipString(): undefined {
    let depth = 0
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === BACKSLASH) this.at += 1
      else if (byte === OPEN) depth += 1
      else if (byte === CLOSE) depth -= 1
      if (depth === 0) {
        this.at += 1
        return undefined
      }
    }
    throw new ContentError('a string has no end')
  }

  private skipHex(): undefined {
    const end = this.bytes.indexOf(GREATER, this.at)
    if (end < 0) throw new ContentError('a hexadecimal string has no end')
    this.at = end + 1
    return undefined
  }

  /** Skips the dictionary, the data and the `EI` of an inline image (8.9.7). */
  skipInlineImage(): void {
    while (this.skipWhite()) {
      if (this.token() !== 'ID') continue
      this.skipImageData()
      return
    }
    throw new ContentError('an inline image has no data')
  }

  private skipImageData(): void {
    for (let at = this.at + 1; at + 1 < this.bytes.length; at += 1) {
      if (this.bytes[at] !== code('E') || this.bytes[at + 1] !== code('I')) continue
      const apart = this.classAt(at - 1) === WHITE && this.classAt(at + 2) === WHITE
      if (
        apart &&
        /^[\s\x20-\x7e]*$/.test(this.text(at + 2, Math.min(at + LOOK_AHEAD, this.bytes.length)))
      ) {
        this.at = at + 2
        return
      }
    }
    throw new ContentError('an inline image has no end')
  }

  /** Change in nesting of arrays and dictionaries caused by the token at this offset. */
  nesting(): number {
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0)
    if (sign === '[') return 1
    if (sign === ']') return -1
    const double = this.bytes[this.at + 1] === this.bytes[this.at]
    if (double && sign === '<') return 1
    return double && sign === '>' ? -1 : 0
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
    depth += walker.nesting()
    if (depth < 0) throw new ContentError('an array or a dictionary ends that never began')
    const name = walker.token()
    if (depth > 0 || name === undefined || NUMBER.test(name) || CONSTANTS.has(name)) continue
    if (name === 'BI') walker.skipInlineImage()
    operators.push({ name, start, at, end: walker.at })
    start = undefined
  }
  if (depth > 0) throw new ContentError('an array or a dictionary has no end')
  return operators
}

/** The operands of an operator as written in the stream. */
export const operandsOf = (bytes: Uint8Array, { start, at }: Operator): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, at - start)
    .toString('latin1')
    .trim()

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
