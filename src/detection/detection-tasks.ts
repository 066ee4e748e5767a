/** What the threads do that look into PDFs for places to sign. */
import type { Anchor, LocatedAnchors } from './anchors.ts'
import type { Detection } from './fields.ts'

/** Work for a thread. */
export type DetectionTask =
  | { kind: 'detect'; pdf: Uint8Array }
  | { kind: 'locate'; pdf: Uint8Array; anchors: readonly Anchor[] }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface DetectionResults {
  detect: Detection
  locate: LocatedAnchors
  warm: null
}
