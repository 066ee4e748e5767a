/** What verifying is asked for. Everything here is plain data: it crosses processes. */
import type { TrailJson } from '../audit/trail-json.ts'
import type { TrailVerdict } from '../audit/verify-trail.ts'
import type { Verdict } from './schemas.ts'

/** Whom the reader trusts, as DER. */
export interface TrustedRoots {
  roots: readonly Uint8Array[]
  /** For time-stamps only. */
  stampRoots: readonly Uint8Array[]
}

/** Work. */
export type VerifyTask =
  | ({ kind: 'verify'; pdf: Uint8Array; nowMs: number } & TrustedRoots)
  | {
      kind: 'trail'
      trail: TrailJson
      roots: readonly Uint8Array[]
      others: readonly Uint8Array[]
    }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface VerifyResults {
  verify: Verdict
  trail: TrailVerdict
  warm: null
}
