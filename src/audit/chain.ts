/**
 * How a trail is chained: each entry's hash covers the entry and the hash before it, so that nothing can be changed,
 * removed or inserted without changing every later hash. Needs no database.
 */

import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '../kernel/canonical-json.ts'
import { isOneOf } from '../kernel/type-guards.ts'

/** A trail entry; `hash` is SHA-256 in hexadecimal over the RFC 8785 text of all other members. */
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
  /** Hash of the previous entry; for the first one, the hash of the trail's header. */
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

/** Undefined for values without canonical text, such as a lone surrogate: we never hashed any. */
function hashOrNone(entry: TrailEntry): string | undefined {
  try {
    return entryHash(entry)
  } catch {
    // No canonical text: the entry matches no hash.
    return undefined
  }
}

const MEMBERS = ['seq', 'type', 'at', 'actor', 'ip', 'ua', 'data', 'prev_hash', 'hash'] as const

/** Members not covered by the hash are not allowed: a reader would take them for part of the entry. */
const isForeign = (name: string): boolean => !isOneOf(MEMBERS, name)

function entryFindings(entry: TrailEntry, place: number, before: { hash: string; at: string }) {
  const findings: string[] = []
  if (entry.seq !== place)
    findings.push(`entry ${place} has the number ${JSON.stringify(entry.seq)}`)
  if (entry.prev_hash !== before.hash)
    findings.push(`entry ${place} does not follow ${place === 1 ? 'the header' : 'the one before'}`)
  const missing = MEMBERS.filter((name) => !Object.hasOwn(entry, name))
  if (missing.length > 0) findings.push(`entry ${place} lacks ${missing.join(', ')}`)
  else if (hashOrNone(entry) !== entry.hash) findings.push(`entry ${place} was changed`)
  const foreign = Object.keys(entry).filter(isForeign)
  if (foreign.length > 0)
    findings.push(`entry ${place} has members that no hash covers: ${foreign.join(', ')}`)
  // A corrupted file may contain anything here, including values JavaScript cannot compare.
  if (typeof entry.at !== 'string') findings.push(`entry ${place} has no time`)
  else if (typeof before.at === 'string' && entry.at < before.at)
    findings.push(`entry ${place} is earlier than the one before`)
  return findings
}

/**
 * The faults of a chain: one sentence each, naming the entry by its position from 1; empty when it is intact. Entries
 * missing at the end cannot be detected here, only by a time-stamp over a later head.
 */
export function chainFindings(header: JsonValue, entries: readonly TrailEntry[]): string[] {
  let before = { hash: headerHash(header), at: '' }
  return entries.flatMap((entry, index) => {
    const findings = entryFindings(entry, index + 1, before)
    before = entry
    return findings
  })
}
