/** What the threads do that rewrite finished PDFs. */
import type { MarkedDocument } from './signature-marks.ts'

/** Work for a thread. */
export type PdfTask =
  | { kind: 'accessible'; pdf: Uint8Array; language: string }
  | { kind: 'marks'; pdf: Uint8Array }
  | { kind: 'test'; pdf: Uint8Array }
  | { kind: 'protect'; pdf: Uint8Array; password: string }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface PdfResults {
  accessible: Uint8Array
  marks: MarkedDocument
  test: Uint8Array
  protect: Uint8Array
  warm: null
}
