/** JSON with one spelling per value (RFC 8785), so that it can be hashed. */
import { invariant } from './invariant.ts'

/** Text that every database returns unchanged, and that has canonical JSON (RFC 8785, 3.2.2.2). */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** A JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue }

function writeString(text: string): string {
  // A surrogate without its other half has no UTF-8: RFC 8785, 3.2.2.2 wants an error.
  invariant(!/\p{Surrogate}/u.test(text), 'canonical JSON holds well-formed text')
  return JSON.stringify(text)
}

function write(value: JsonValue): string {
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number') {
    invariant(Number.isFinite(value), 'JSON holds finite numbers')
    return JSON.stringify(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  // Guaranteed by the types; but a value that was cast must not silently be left out of a hash.
  invariant(typeof value === 'object', `JSON holds no ${typeof value}`)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  // Texts are compared by UTF-16 code units, as RFC 8785, 3.2.3 asks.
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  const pairs = members.map(([name, member]) => `${writeString(name)}:${write(member)}`)
  return `{${pairs.join(',')}}`
}

/**
 * The canonical text of a value (RFC 8785). Numbers and strings are serialised as in ECMAScript, which the standard
 * adopted.
 */
export const canonicalJson = (value: JsonValue): string => write(value)
