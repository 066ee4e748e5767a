/**
 * Reads BER and DER (ITU-T X.690) into a tree that preserves the exact bytes, since they are hashed. Third-party
 * signatures use indefinite lengths and constructed strings; both are read, within limits.
 */
import { asBuffer } from '../kernel/bytes.ts'

/** A fault in an encoding. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError'
}

const DEPTH_MAX = 48
const CONSTRUCTED = 0x20
const INDEFINITE = 0x80

/** One element. */
export class Element {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number
  /** The whole element. */
  readonly raw: Buffer
  /** Without identifier, length and end-of-contents. */
  readonly content: Buffer
  readonly #depth: number
  #children: readonly Element[] | undefined

  constructor(tag: number, raw: Buffer, content: Buffer, depth: number) {
    this.tag = tag
    this.raw = raw
    this.content = content
    this.#depth = depth
  }

  get isConstructed(): boolean {
    return (this.tag & CONSTRUCTED) !== 0
  }

  /** The elements inside. @throws EncodingError when it has none or a malformed one */
  get children(): readonly Element[] {
    if (!this.isConstructed) throw new EncodingError('an element was expected to hold others')
    this.#children ??= readAll(this.content, this.#depth + 1)
    return this.#children
  }

  /** The child at a position. @throws EncodingError */
  at(index: number): Element {
    const child = this.children[index]
    if (child === undefined) throw new EncodingError('an element lacks a part')
    return child
  }

  /** The first child with this identifier octet. */
  find(tag: number): Element | undefined {
    return this.children.find((child) => child.tag === tag)
  }

  /** The OID in dotted notation. @throws EncodingError */
  get oid(): string {
    if (this.tag !== 0x06 || this.content.length === 0)
      throw new EncodingError('an OID was expected')
    const arcs: bigint[] = []
    let value = 0n
    for (const byte of this.content) {
      value = (value << 7n) | BigInt(byte & 0x7f)
      if (value >> 200n !== 0n) throw new EncodingError('an OID is too large')
      if (byte < 0x80) {
        arcs.push(value)
        value = 0n
      }
    }
    const first = arcs.shift() ?? 0n
    const top = first < 80n ? first / 40n : 2n
    return [top, first - top * 40n, ...arcs].join('.')
  }

  /** The bytes of an OCTET STRING, also of a constructed one, or an `[n] IMPLICIT` one. */
  get octets(): Buffer {
    if (!this.isConstructed) return this.content
    return Buffer.concat(this.children.map((child) => child.octets))
  }

  /** The bytes of a BIT STRING without the count of unused bits. */
  get bits(): Buffer {
    return this.content.subarray(1)
  }

  /** Value of an INTEGER as unsigned hexadecimal, without leading zeros. */
  get integerHex(): string {
    return this.content.toString('hex').replace(/^0+(?=.)/, '')
  }

  /** Epoch milliseconds of a UTCTime or GeneralizedTime in UTC. @throws EncodingError */
  get time(): number {
    return readTime(this.content.toString('latin1'), this.tag)
  }
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d{1,9}))?)?Z$/

function readTime(text: string, tag: number): number {
  const century = Number(text.slice(0, 2)) >= 50 ? '19' : '20'
  const match = TIME.exec(tag === 0x17 ? `${century}${text}` : text)
  if (match === null) throw new EncodingError('a time is not in UTC or malformed')
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const fraction = Number(`0.${match[7] ?? '0'}`)
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.floor(fraction * 1000)
}

/** The length is undefined where it is indefinite: up to the end-of-contents. */
function readHeader(bytes: Buffer, at: number) {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new EncodingError('an element is cut off')
  if ((tag & 0x1f) === 0x1f) throw new EncodingError('an element has a long tag')
  if (first < 0x80) return { tag, start: at + 2, length: first }
  if (first === INDEFINITE) return { tag, start: at + 2, length: undefined }
  const count = first & 0x7f
  if (count > 4 || at + 2 + count > bytes.length) throw new EncodingError('a length is too large')
  return { tag, start: at + 2 + count, length: bytes.readUIntBE(at + 2, count) }
}

/** The end of the content of an element with indefinite length. */
function endOfContents(bytes: Buffer, start: number, depth: number): number {
  let at = start
  while (!(bytes[at] === 0 && bytes[at + 1] === 0)) {
    if (at >= bytes.length) throw new EncodingError('an element is not closed')
    at += readElement(bytes, at, depth + 1).raw.length
  }
  return at
}

function readElement(bytes: Buffer, at: number, depth: number): Element {
  if (depth > DEPTH_MAX) throw new EncodingError('elements are nested too deep')
  const { tag, start, length } = readHeader(bytes, at)
  const end = length === undefined ? endOfContents(bytes, start, depth) : start + length
  if (end > bytes.length) throw new EncodingError('an element is cut off')
  const rawEnd = length === undefined ? end + 2 : end
  return new Element(tag, bytes.subarray(at, rawEnd), bytes.subarray(start, end), depth)
}

function readAll(bytes: Buffer, depth: number): Element[] {
  const elements: Element[] = []
  for (let at = 0; at < bytes.length; ) {
    const next = readElement(bytes, at, depth)
    elements.push(next)
    at += next.raw.length
  }
  return elements
}

/**
 * The element at the beginning of the bytes; what follows (padding of `/Contents`) is ignored.
 * @throws EncodingError
 */
export const readBer = (bytes: Uint8Array): Element => readElement(asBuffer(bytes), 0, 0)
