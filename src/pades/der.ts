/** Writes DER (ITU-T X.690): the few types that certificates, CMS and time-stamps are made of. */

/** Universal tags used here. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8: 0x0c,
  sequence: 0x30,
  set: 0x31,
  printable: 0x13,
  ia5: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const

const CONTEXT = 0x80
const CONSTRUCTED = 0x20

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

/** Any element, from its identifier octet and its content. */
export function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag]), lengthOf(length), ...content])
}

/** SEQUENCE of encoded items, in this order. */
export const sequence = (...items: readonly Uint8Array[]): Buffer => element(TAG.sequence, ...items)

/** SET OF: sorted by encoding, as DER requires and validators check. */
export const setOf = (...items: readonly Uint8Array[]): Buffer =>
  element(TAG.set, ...[...items].sort(Buffer.compare))

/** `[n]` around an element. */
export const explicit = (tag: number, ...content: readonly Uint8Array[]): Buffer =>
  element(CONTEXT | CONSTRUCTED | tag, ...content)

/** `[n]` replacing a primitive type's own tag. */
export const implicit = (tag: number, content: Uint8Array): Buffer =>
  element(CONTEXT | tag, content)

/** An element under another identifier octet, content unchanged. */
export const retagged = (tag: number, der: Buffer): Buffer => {
  const copy = Buffer.from(der)
  copy[0] = tag
  return copy
}

/** BOOLEAN; DER has FF for true (X.690, 11.1). */
export const boolean = (value: boolean): Buffer =>
  element(TAG.boolean, Buffer.from([value ? 0xff : 0]))

/** A non-negative integer from a number or its big-endian bytes. */
export function integer(value: number | Uint8Array): Buffer {
  const hex = typeof value === 'number' ? value.toString(16) : ''
  const given =
    typeof value === 'number'
      ? Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
      : value
  let start = 0
  while (start < given.length - 1 && given[start] === 0) start++
  const bytes = given.subarray(start)
  const sign = (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0)
  return element(TAG.integer, sign, bytes.length === 0 ? Buffer.from([0]) : bytes)
}

/** ENUMERATED below 128. */
export const enumerated = (value: number): Buffer => element(TAG.enumerated, Buffer.from([value]))
/** NULL. */
export const nothing = (): Buffer => element(TAG.null)
/** OCTET STRING. */
export const octetString = (bytes: Uint8Array): Buffer => element(TAG.octetString, bytes)
/** BIT STRING; `unused` bits of its last byte do not count. */
export const bitString = (bytes: Uint8Array, unused = 0): Buffer =>
  element(TAG.bitString, Buffer.from([unused]), bytes)

/** A BIT STRING of named bits without trailing zeros (X.690, 11.2.2). */
export function namedBits(...bits: readonly number[]): Buffer {
  if (bits.length === 0) return bitString(Buffer.alloc(0))
  const highest = Math.max(...bits)
  const bytes = Buffer.alloc((highest >> 3) + 1)
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return bitString(bytes, 7 - (highest & 7))
}

/** An object identifier from its dotted text; arcs may be large (2.25 contains a UUID). */
export function oid(dotted: string): Buffer {
  const [first = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt)
  const bytes = [first * 40n + second, ...rest].flatMap((arc) => {
    const groups = [Number(arc & 127n)]
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 127n) | 0x80)
    return groups
  })
  return element(TAG.oid, Buffer.from(bytes))
}

/** UTF8String. */
export const utf8 = (text: string): Buffer => element(TAG.utf8, Buffer.from(text, 'utf8'))
/** PrintableString; its characters are not checked. */
export const printable = (text: string): Buffer =>
  element(TAG.printable, Buffer.from(text, 'latin1'))
/** IA5String: ASCII, for addresses and URLs. */
export const ia5 = (text: string): Buffer => element(TAG.ia5, Buffer.from(text, 'latin1'))

/** `YYYYMMDDHHMMSSZ`; milliseconds are dropped. */
export const generalizedTime = (ms: number): Buffer =>
  element(TAG.generalizedTime, Buffer.from(`${compactTime(ms)}Z`, 'latin1'))

/** UTCTime until 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export function time(ms: number): Buffer {
  const text = compactTime(ms)
  return text < '2050'
    ? element(TAG.utcTime, Buffer.from(`${text.slice(2)}Z`, 'latin1'))
    : generalizedTime(ms)
}

const compactTime = (ms: number): string =>
  new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)

/** AlgorithmIdentifier with NULL parameters. */
export const algorithm = (dotted: string): Buffer => sequence(oid(dotted), nothing())
