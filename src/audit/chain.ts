/**
 * How a trail is chained: each entry's hash covers the entry and the hash before it, so that nothing can be
 * changed, taken out or put in between without every later hash being another. Needs no database.
 */

import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '../kernel/canonical-json.ts'
import { isOneOf } from '../kernel/unknown.ts'

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

/** Undefined for what has no canonical text, such as half a character: nothing we ever hashed. */
function hashOrNone(entry: TrailEntry): string | undefined {
  try {
    return entryHash(entry)
  } catch {
    return undefined
  }
}

const MEMBERS = ['seq', 'type', 'at', 'actor', 'ip', 'ua', 'data', 'prev_hash', 'hash'] as const

/** What no hash covers must not be there: a reader would take it for part of the entry. */
const isForeign = (name: string): boolean => !isOneOf(MEMBERS, name)

function entryFaults(entry: TrailEntry, place: number, before: { hash: string; at: string }) {
  const faults: string[] = []
  if (entry.seq !== place) faults.push(`entry ${place} has the number ${JSON.stringify(entry.seq)}`)
  if (entry.prev_hash !== before.hash)
    faults.push(`entry ${place} does not follow ${place === 1 ? 'the header' : 'the one before'}`)
  const missing = MEMBERS.filter((name) => !Object.hasOwn(entry, name))
  if (missing.length > 0) faults.push(`entry ${place} lacks ${missing.join(', ')}`)
  else if (hashOrNone(entry) !== entry.hash) faults.push(`entry ${place} was changed`)
  const foreign = Object.keys(entry).filter(isForeign)
  if (foreign.length > 0)
    faults.push(`entry ${place} has members that no hash covers: ${foreign.join(', ')}`)
  // A spoiled file may hold anything here, also what JavaScript cannot compare.
  if (typeof entry.at !== 'string') faults.push(`entry ${place} has no time`)
  else if (typeof before.at === 'string' && entry.at < before.at)
    faults.push(`entry ${place} is earlier than the one before`)
  return faults
}

/**
 * What is wrong with a chain: one sentence per fault, which names the entry by its place from 1; empty when it is
 * whole. Entries missing at the end leave no mark here; only a time-stamp over a later head shows them.
 */
export function chainFaults(header: JsonValue, entries: readonly TrailEntry[]): string[] {
  let before = { hash: headerHash(header), at: '' }
  return entries.flatMap((entry, index) => {
    const faults = entryFaults(entry, index + 1, before)
    before = entry
    return faults
  })
}
