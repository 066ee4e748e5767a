/**
 * The public form of a trail, in the API, in the evidence and for the stand-alone verifier, and its check: chain,
 * numbering, and the time-stamps over its heads.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { JsonValue } from '../kernel/canonical-json.ts'
import { DAY_MS } from '../kernel/clock.ts'
import { codeFile } from '../kernel/program-files.ts'
import type { Certificate } from '../pades/certificate.ts'
import { validateChain } from '../pades/verify-chain.ts'
import { checkToken } from '../pades/verify-cms.ts'
import { chainFindings, type TrailEntry } from './chain.ts'
import type { Trail } from './trail.ts'

/** What was found. */
export interface TrailVerdict {
  /** One sentence per fault; empty when the trail is intact. */
  findings: string[]
  /** Number of valid time-stamps. */
  stamps: number
  /** Entries after the last time-stamp: missing ones could not be detected there. */
  unstamped: number
  /** Why the trail is not proven, even if intact; undefined if it is. */
  unproved: string | undefined
}

/** Events that a time-stamp must cover before a trail proves them: entries after the last one could be rewritten. */
export const STAMPED_AT: readonly string[] = [
  'signer.signed',
  'document.completed',
  'document.renewed',
]

/** The digest a time-stamp over an entry is made on. */
export const stampedDigest = (entryHash: string): Buffer =>
  createHash('sha256').update(Buffer.from(entryHash, 'hex')).digest()

/** The stated accuracy of the authority's clock. */
export const CLOCK_SLACK_MS = 1_000

/** By how many milliseconds a time is earlier than that of an entry; 0: within the accuracy of the clocks. */
const earlier = (timeMs: number, at: string): number => {
  const byMs = Math.floor(Date.parse(at) / 1000) * 1000 - timeMs
  return byMs > CLOCK_SLACK_MS ? byMs : 0
}

/** The same of a time-stamp that was just made. */
export const earlierBy = (token: Buffer, at: string): number =>
  earlier(checkToken(token, () => Buffer.alloc(0)).timeMs, at)

function stampFindings(
  stamp: TrailJson['stamps'][number],
  { entries }: TrailJson,
  { roots, others }: { roots: readonly Certificate[]; others: readonly Certificate[] },
): string[] {
  const entry = entries[stamp.seq - 1]
  if (entry === undefined) return [`entry ${stamp.seq} is time-stamped but missing`]
  const about = `the time-stamp over entry ${stamp.seq}`
  try {
    const digest = stampedDigest(entry.hash)
    const over = (algorithm: string) => (algorithm === 'sha256' ? digest : Buffer.alloc(0))
    const token = checkToken(Buffer.from(stamp.token_base64, 'base64'), over)
    const findings = token.problems.map(({ detail }) => `${about}: ${detail}`)
    if (earlier(token.timeMs, entry.at) > 0) findings.push(`${about} is earlier than the entry`)
    if (token.signer === undefined || roots.length === 0) return findings
    const certificates = [...token.certificates, ...others]
    const material = { certificates, revocations: [], roots }
    const moments = { atMs: token.timeMs, madeMs: token.timeMs }
    const chain = validateChain(token.signer, material, moments, 'timestamp')
    if (!chain.trusted) findings.push(`${about}: its certificate does not chain to a trusted root`)
    // A stamp brings no revocation data; the signed file does, for the same authority.
    const serious = chain.problems.filter(({ code }) => code !== 'revocation_unknown')
    return [...findings, ...serious.map(({ detail }) => `${about}: ${detail}`)]
  } catch (error) {
    return [`${about} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`]
  }
}

const headerFindings = ({ header, document_id, entries }: TrailJson): string[] => {
  const named =
    typeof header === 'object' && header !== null && 'document_id' in header
      ? header.document_id
      : undefined
  return [
    ...(named === document_id ? [] : ["the header is not this document's"]),
    ...(entries.length > 0 ? [] : ['the trail has no entry']),
  ]
}

/** A trail that came as a file: only its time-stamps prove that it is the one that was written. */
function unprovedAlone({ entries }: TrailJson, lastStamped: number, roots: readonly Certificate[]) {
  if (lastStamped === 0) return 'it has no time-stamp'
  if (entries.slice(lastStamped).some(({ type }) => STAMPED_AT.includes(type)))
    return 'a signature follows the last time-stamp'
  return roots.length === 0 ? 'the issuer of the time-stamps is unknown without --root' : undefined
}

/** Every head is time-stamped once a day: an older entry without a time-stamp could have been rewritten since. */
const STAMPED_WITHIN_MS = DAY_MS + 60 * 60 * 1000

/** A trail in the database of a service that stamps heads daily. */
function unprovedStored({ entries }: TrailJson, lastStamped: number, nowMs: number) {
  const open = entries[lastStamped]
  if (open === undefined || nowMs - Date.parse(open.at) <= STAMPED_WITHIN_MS) return undefined
  return `entry ${open.seq} is more than a day old and follows the last valid time-stamp: anyone who can write to the database could have changed it`
}

/**
 * Checks a trail.
 * @param roots roots that the time-stamps' certificates must chain to; empty: any authority is accepted, and nothing
 * is proved
 * @param others intermediate certificates, if time-stamps lack them
 * @param storedMs the time at which it was read from the service's own database, epoch milliseconds; undefined: it
 * came as a file
 */
export function verifyTrail(
  trail: TrailJson,
  roots: readonly Certificate[],
  others: readonly Certificate[] = [],
  storedMs?: number,
): TrailVerdict {
  const stamps = trail.stamps.map((stamp) => stampFindings(stamp, trail, { roots, others }))
  const valid = trail.stamps.filter((_, index) => stamps[index]?.length === 0)
  const lastStamped = Math.max(0, ...valid.map(({ seq }) => seq))
  return {
    findings: [
      ...headerFindings(trail),
      ...chainFindings(trail.header, trail.entries),
      ...stamps.flat(),
    ],
    stamps: valid.length,
    unstamped: Math.max(0, trail.entries.length - lastStamped),
    unproved:
      storedMs === undefined
        ? unprovedAlone(trail, lastStamped, roots)
        : unprovedStored(trail, lastStamped, storedMs),
  }
}

/** The public form; SHA-256 over RFC 8785 text chains it, RFC 3161 tokens (DER) stamp heads of it. */
export interface TrailJson {
  format: 'paraph-trail/1'
  document_id: string
  /** Its hash is the `prev_hash` of the first entry. */
  header: JsonValue
  entries: readonly TrailEntry[]
  /** Each token is over SHA-256 of the 32 bytes of the hash of the entry `seq`. */
  stamps: ReadonlyArray<{ seq: number; at: string; token_base64: string }>
}

/** The public form of a trail. */
export const trailJson = (trail: Trail): TrailJson => ({
  format: 'paraph-trail/1',
  document_id: trail.id,
  header: trail.header,
  entries: trail.entries,
  stamps: trail.stamps.map(({ seq, at, token }) => ({
    seq,
    at,
    // When passed to a thread, a Buffer becomes a plain Uint8Array, whose toString differs.
    token_base64: Buffer.from(token).toString('base64'),
  })),
})

/** The text of `verify-trail.mjs`, which checks such a file without this service; for the evidence zip. */
export const standaloneVerifier = (): string =>
  readFileSync(codeFile('audit/standalone/verify-trail.mjs'), 'utf8')
