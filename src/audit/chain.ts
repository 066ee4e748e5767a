/**
 * How a trail is chained: each entry's hash covers the entry and the hash before it, so that nothing can be
 * changed, taken out or put in between without every later hash being another. Needs no database.
 */
import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '../kernel/canonical-json.ts'

/** What an entry says; `hash` is SHA-256 in hexadecimal over the RFC 8785 text of all the rest. */
export interface TrailEntry {
  /** Counts from 1 without gaps. */
  seq: number
  /** Such as `signer.signed`. */
  type: string
  /** RFC 3339 in UTC with milliseconds. */
  at: string
  /** Who did it, such as `account:acc_…`, `key:key_…`, `signer:sgr_…`, `service`. */
  actor: string
  ip: string | null
  /** User agent. */
  ua: string | null
  data: { readonly [member: string]: JsonValue }
  /** Of the entry before; of the first one: the hash of the trail's header. */
  prev_hash: string
  hash: string
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the first entry's `prev_hash` must be. */
export const headerHash = (header: JsonValue): string => sha256Hex(canonicalJson(header))

/** What an entry's `hash` must be. */
export function entryHash(entry: Omit<TrailEntry, 'hash'>): string {
  const { seq, type, at, actor, ip, ua, data, prev_hash } = entry
  return sha256Hex(canonicalJson({ seq, type, at, actor, ip, ua, data, prev_hash }))
}

/** What is wrong with a chain: one sentence per entry that does not fit; empty when it is whole. */
export function chainFaults(header: JsonValue, entries: readonly TrailEntry[]): string[] {
  let before = headerHash(header)
  return entries.flatMap((entry, index) => {
    const faults: string[] = []
    if (entry.seq !== index + 1) faults.push(`entry ${index + 1} has the number ${entry.seq}`)
    if (entry.prev_hash !== before) faults.push(`entry ${entry.seq} does not follow the one before`)
    if (entryHash(entry) !== entry.hash) faults.push(`entry ${entry.seq} was changed`)
    before = entry.hash
    return faults
  })
}
