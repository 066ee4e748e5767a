/** What the threads do that rewrite finished PDFs. */

/** Work for a thread. */
export type PdfTask =
  | { kind: 'accessible'; pdf: Uint8Array; language: string }
  | { kind: 'protect'; pdf: Uint8Array; password: string }
  | { kind: 'warm' }

/** Answer by kind of task. */
export interface PdfResults {
  accessible: Uint8Array
  protect: Uint8Array
  warm: null
}
