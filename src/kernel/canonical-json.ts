/** JSON with one spelling per value (RFC 8785), so that a hash over it means something. */
import { invariant } from './invariant.ts'

/** A value that JSON can hold. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue }

function write(value: JsonValue): string {
  if (typeof value === 'number') invariant(Number.isFinite(value), 'JSON holds finite numbers')
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  const members = value as { readonly [member: string]: JsonValue }
  // Without a comparer `sort` goes by UTF-16 code units, as RFC 8785, 3.2.3 asks.
  const names = Object.keys(members).sort()
  const pairs = names.map((name) => `${JSON.stringify(name)}:${write(members[name] as JsonValue)}`)
  return `{${pairs.join(',')}}`
}

/**
 * The canonical text of a value (RFC 8785). Numbers and strings are spelled as ECMAScript spells them, which
 * is what the standard took over.
 */
export const canonicalJson = (value: JsonValue): string => write(value)
