/** What the threads do that verify. */
import type { Verdict } from './schemas.ts'

/** Work for a thread. */
export type VerifyTask =
  | { kind: 'verify'; pdf: Uint8Array; roots: readonly Uint8Array[]; nowMs: number }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface VerifyResults {
  verify: Verdict
  warm: null
}
