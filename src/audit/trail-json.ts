/** The public form of a trail: in the API, in the evidence and for the stand-alone verifier. */
import { readFileSync } from 'node:fs'
import type { JsonValue } from '../kernel/canonical-json.ts'
import { codeFile } from '../kernel/program-files.ts'
import type { TrailEntry } from './chain.ts'
import type { Trail } from './trail.ts'

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
